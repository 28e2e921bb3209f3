/** Contract of the customer's view of an enquiry. Access is by the key from a mail instead of an account. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { Enquiry } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { emailAddress } from '#platform/text/email-address.ts'

/** An event in the timeline; `who` is null for actions by the customer. */
export const CustomerEvent = z.object({
  at: z.string(),
  who: z.string().nullable(),
  what: z.enum(['received', 'status', 'message', 'answer', 'withdrawn']),
  /** Text of a message or a reply, which is Markdown, or the new status; null for other events. */
  text: z.string().nullable(),
  /** Sanitised HTML of a message or a reply; otherwise null. */
  textHtml: z.string().nullable(),
})
export type CustomerEvent = z.infer<typeof CustomerEvent>

export const EnquiryStatusView = z.object({
  id: z.number(),
  status: z.string(),
  productName: z.string(),
  productPrice: z.string(),
  productSlug: z.string().nullable(),
  createdAt: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  message: z.string().nullable(),
  /** Name of the administrator who handles the enquiry; null if there is none. */
  handler: z.string().nullable(),
  /** Whether the enquiry is neither completed nor cancelled. */
  isOpen: z.boolean(),
  /** The events of the enquiry, oldest first. */
  events: z.array(CustomerEvent),
})
export type EnquiryStatusView = z.infer<typeof EnquiryStatusView>

export const MESSAGE_MAX = 4000
export const EnquiryMessage = z.object({
  text: z.string().trim().min(1, 'Please enter a message').max(MESSAGE_MAX, `A message must be at most ${MESSAGE_MAX} characters`),
})
export const EnquiryLinksForm = z.object({
  email: emailAddress(),
})

const keyOptions = { params: z.object({ key: z.string().max(100) }), isPrivate: true } as const
const DoneSchema = z.object({ ok: z.literal(true) })

export const getEnquiryStatusEndpoint = endpoint('GET /api/enquiry-status/:key', {
  ...keyOptions,
  summary: 'Get an enquiry with the key from a mail about it.',
  response: EnquiryStatusView,
})
export const addEnquiryMessageEndpoint = endpoint('POST /api/enquiry-status/:key/messages', {
  ...keyOptions,
  summary: 'Add a message to an enquiry with the key from a mail about it.',
  body: EnquiryMessage,
  response: EnquiryStatusView,
  extraStatuses: [409],
  rateLimit: { max: 20, minutes: 10 },
})
export const withdrawEnquiryEndpoint = endpoint('POST /api/enquiry-status/:key/withdraw', {
  ...keyOptions,
  summary: 'Withdraw an enquiry, which sets its status to cancelled.',
  response: EnquiryStatusView,
  status: 200,
  extraStatuses: [409],
  isQuotaExempt: true,
  rateLimit: { max: 20, minutes: 10 },
})
export const eraseEnquiryEndpoint = endpoint('DELETE /api/enquiry-status/:key', {
  ...keyOptions,
  summary: 'Erase an enquiry permanently, with all messages and mails about it.',
  response: DoneSchema,
  isQuotaExempt: true,
  rateLimit: { max: 20, minutes: 10 },
})
export const sendEnquiryLinksEndpoint = endpoint('POST /api/enquiry-links', {
  summary: 'Mail an address new links to its enquiries. The response does not reveal whether there are any.',
  body: EnquiryLinksForm,
  response: DoneSchema,
  status: 200,
  rateLimit: { max: 10, minutes: 60 },
})
export const answerEnquiryEndpoint = endpoint('POST /api/enquiries/:id/answers', {
  access: 'admin',
  feature: 'products',
  summary: 'Answer the customer by mail and on their page.',
  params: z.object({ id: Id }),
  body: EnquiryMessage,
  response: Enquiry,
})
