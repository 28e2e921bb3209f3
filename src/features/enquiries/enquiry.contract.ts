/** Contract for sending product enquiries. The form and the server share its rules and messages. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, idInBody } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { emailAddress } from '#platform/text/email-address.ts'

export const ENQUIRY_STATUSES = ['new', 'contacted', 'completed', 'cancelled'] as const

export const EnquiryForm = z.object({
  name: singleLine().min(2, 'Name must be at least 2 characters').max(120, 'Name must be at most 120 characters'),
  email: emailAddress(),
  phone: singleLine().min(10, 'Please enter a valid phone number').max(40, 'Please enter a valid phone number'),
  address: z.string().trim().min(5, 'Address must be at least 5 characters').max(500, 'Address must be at most 500 characters'),
  notes: z.string().trim().max(4000, 'Notes must be at most 4000 characters').optional(),
})
export type EnquiryForm = z.infer<typeof EnquiryForm>

/** `productName` and `productPrice` are accepted but ignored, because the server takes them from the stored product. */
export const NewEnquiry = EnquiryForm.extend({
  email: z.string().trim().max(254, 'Please enter a valid email address').pipe(EnquiryForm.shape.email),
  productId: idInBody(),
  productName: singleLine().max(300).optional(),
  productPrice: singleLine().max(300).optional(),
})
export type NewEnquiry = z.infer<typeof NewEnquiry>

export const EnquiryReceipt = z.object({
  id: z.number(),
  status: z.string(),
  productId: z.number().nullable(),
  productName: z.string(),
  productPrice: z.string(),
  createdAt: z.string(),
})

export const postEnquiryEndpoint = endpoint('POST /api/enquiries', {
  summary: 'Send an enquiry about a product.',
  body: NewEnquiry,
  response: EnquiryReceipt,
  rateLimit: { max: 20, minutes: 10 },
  feature: 'products',
})
