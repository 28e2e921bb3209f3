/** Contract of the list of a member's own enquiries. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Paging } from '#platform/contract/endpoint.ts'

export const OwnEnquiry = z.object({
  id: z.number(),
  productName: z.string(),
  /** Null if the product was deleted. */
  productSlug: z.string().nullable(),
  status: z.string(),
  createdAt: z.string(),
})
export type OwnEnquiry = z.infer<typeof OwnEnquiry>

export const listOwnEnquiriesEndpoint = endpoint('GET /api/me/enquiries', {
  summary: 'List the enquiries that you sent while signed in, newest first.',
  access: 'member',
  query: Paging,
  response: z.array(OwnEnquiry),
  list: true,
  feature: 'products',
})
