/** What a member takes along of their enquiries: what they sent, and none of the administrators' notes. */
import { z } from '#platform/contract/zod.ts'

export const ExportedEnquiry = z.object({
  id: z.number(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  address: z.string(),
  message: z.string().nullable(),
  product: z.string(),
  price: z.string(),
  status: z.string(),
  createdAt: z.string(),
})

/** What they and the administrators have written to each other about their enquiries. */
export const ExportedEnquiryMessage = z.object({
  enquiryId: z.number(),
  isFromCustomer: z.boolean(),
  content: z.string(),
  createdAt: z.string(),
})
