import { door } from '#platform/door.ts'
import { postEnquiryEndpoint } from './enquiry.contract.ts'
import { sendEnquiry } from './enquiry.service.ts'

export const enquiryRoutes = [door(postEnquiryEndpoint, (ctx, { body }) => sendEnquiry(ctx, body))]
