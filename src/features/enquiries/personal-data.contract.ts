/** Shapes of enquiries and their messages in the personal-data export, without the administrators' notes. */
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

/** A message between the member and administrators. */
export const ExportedEnquiryMessage = z.object({
  enquiryId: z.number(),
  isFromCustomer: z.boolean(),
  content: z.string(),
  createdAt: z.string(),
})
