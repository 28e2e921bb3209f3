import { route } from '#platform/contract/route.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import * as handling from './handling/enquiry-handling.contract.ts'
import {
  changeEnquiryNotes,
  changeEnquiryStatus,
  exportEnquiries,
  getEnquiry,
  getEnquiryTimeline,
  listEnquiries,
} from './handling/enquiry-handling.service.ts'
import { listOwnEnquiriesEndpoint } from './own/own-enquiries.contract.ts'
import { listOwnEnquiries } from './own/own-enquiries.service.ts'
import { deleteEnquiry } from './removal/enquiry-removal.service.ts'
import { postEnquiryEndpoint } from './enquiry.contract.ts'
import { sendEnquiry } from './enquiry.service.ts'

export const enquiryRoutes = [
  route(postEnquiryEndpoint, (ctx, { body }) => sendEnquiry(ctx, body)),
  route(listOwnEnquiriesEndpoint, (ctx, { query }) => listOwnEnquiries(ctx, query)),
  route(handling.listEnquiriesEndpoint, (ctx, { query }) => listEnquiries(ctx, query)),
  route(handling.exportEnquiriesEndpoint, (ctx, { query }) => exportEnquiries(ctx, query)),
  route(handling.getEnquiryEndpoint, (ctx, { params }) => getEnquiry(ctx, params.id)),
  route(handling.enquiryTimelineEndpoint, async (ctx, { params }) => unpagedList(await getEnquiryTimeline(ctx, params.id))),
  route(handling.changeEnquiryStatusEndpoint, (ctx, { params, body }) => changeEnquiryStatus(ctx, params.id, body.status)),
  route(handling.changeEnquiryNotesEndpoint, (ctx, { params, body }) => changeEnquiryNotes(ctx, params.id, body.notes, body.version)),
  route(handling.deleteEnquiryEndpoint, (ctx, { params }) => deleteEnquiry(ctx, params.id)),
]
