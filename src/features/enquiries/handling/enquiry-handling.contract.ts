/** Contract of the endpoints with which administrators handle enquiries. */
import { z } from '#platform/contract/zod.ts'
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { ENQUIRY_STATUSES } from '#features/enquiries/enquiry.contract.ts'

/** `notes` can be edited, `customerMessage` cannot. `status` may be an unknown value in imported data. */
export const Enquiry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  productId: z.number().nullable(),
  productName: z.string(),
  productPrice: z.string(),
  status: z.string(),
  notes: z.string().nullable(),
  /** Version of the notes, used for optimistic concurrency. */
  version: z.number(),
  customerMessage: z.string().nullable(),
  createdAt: z.string(),
  /** When the customer's data was removed; null if it has not been. */
  anonymisedAt: z.string().nullable(),
})
export type Enquiry = z.infer<typeof Enquiry>

const FilterSchema = z.object({ search: SearchTerm, status: z.enum(ENQUIRY_STATUSES).optional() })
export const ENQUIRY_SORTS = ['newest', 'oldest', 'name', 'product'] as const
export const EnquiryListQuery = Paging.extend({ ...FilterSchema.shape, sort: z.enum(ENQUIRY_SORTS).default('newest') })
export type EnquiryListQuery = z.infer<typeof EnquiryListQuery>

const admin = { access: 'admin', feature: 'products' } as const
const idParams = z.object({ id: Id })
export const listEnquiriesEndpoint = endpoint('GET /api/enquiries', {
  ...admin,
  summary: 'List enquiries, newest first. `search` matches name, email, product and status.',
  query: EnquiryListQuery,
  response: z.array(Enquiry),
  list: true,
})
export const exportEnquiriesEndpoint = endpoint('GET /api/enquiries.csv', {
  ...admin,
  summary: 'Export filtered enquiries as CSV.',
  isCostly: true,
  query: FilterSchema,
  response: z.string(),
  contentType: 'text/csv; charset=utf-8',
})
export const getEnquiryEndpoint = endpoint('GET /api/enquiries/:id', {
  ...admin,
  summary: 'Get an enquiry.',
  params: idParams,
  response: Enquiry,
})
export const changeEnquiryStatusEndpoint = endpoint('PATCH /api/enquiries/:id/status', {
  ...admin,
  summary: 'Set the status of an enquiry.',
  params: idParams,
  body: z.object({ status: z.enum(ENQUIRY_STATUSES) }),
  response: Enquiry,
})
export const changeEnquiryNotesEndpoint = endpoint('PATCH /api/enquiries/:id/notes', {
  ...admin,
  summary: 'Set the notes on an enquiry. The customer’s message is unaffected.',
  params: idParams,
  body: z.object({ notes: z.string().max(10_000, 'Notes must be at most 10,000 characters'), version: ReadVersion }),
  response: Enquiry,
  extraStatuses: [409],
})
export const deleteEnquiryEndpoint = endpoint('DELETE /api/enquiries/:id', {
  ...admin,
  summary: 'Move an enquiry to the trash. It can be restored for 30 days, after which it is erased.',
  params: idParams,
  response: DeletedItem,
})
export const EnquiryEvent = z.object({
  at: z.string(),
  who: z.string(),
  what: z.enum(['received', 'status', 'notes', 'withdrawn', 'message', 'answer']),
  before: z.string().nullable(),
  after: z.string().nullable(),
  /** Sanitised HTML of a message or a reply; otherwise null. */
  textHtml: z.string().nullable(),
})
export type EnquiryEvent = z.infer<typeof EnquiryEvent>
export const enquiryTimelineEndpoint = endpoint('GET /api/enquiries/:id/timeline', {
  ...admin,
  summary: 'List the events of an enquiry, oldest first.',
  params: idParams,
  response: z.array(EnquiryEvent),
  list: true,
})
