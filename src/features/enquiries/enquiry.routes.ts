import { door } from '#platform/door.ts'
import { wholeList } from '#platform/endpoint.ts'
import * as handling from './enquiry-handling.contract.ts'
import { changeNotes, changeStatus, exportEnquiries, getEnquiry, getTimeline, listEnquiries } from './enquiry-handling.service.ts'
import { deleteEnquiry } from './enquiry-removal.service.ts'
import { postEnquiryEndpoint } from './enquiry.contract.ts'
import { sendEnquiry } from './enquiry.service.ts'

export const enquiryRoutes = [
  door(postEnquiryEndpoint, (ctx, { body }) => sendEnquiry(ctx, body)),
  door(handling.listEnquiriesEndpoint, (ctx, { query }) => listEnquiries(ctx, query)),
  door(handling.exportEnquiriesEndpoint, (ctx, { query }) => exportEnquiries(ctx, query)),
  door(handling.getEnquiryEndpoint, (ctx, { params }) => getEnquiry(ctx, params.id)),
  door(handling.enquiryTimelineEndpoint, async (ctx, { params }) => wholeList(await getTimeline(ctx, params.id))),
  door(handling.changeEnquiryStatusEndpoint, (ctx, { params, body }) => changeStatus(ctx, params.id, body.status)),
  door(handling.changeEnquiryNotesEndpoint, (ctx, { params, body }) => changeNotes(ctx, params.id, body.notes)),
  door(handling.deleteEnquiryEndpoint, (ctx, { params }) => deleteEnquiry(ctx, params.id)),
]
