/** Contract for approving reviews: a guest's review that contains a link is published only after an administrator approves it. */
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { HIDE_REASON_KEYS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { Review } from '#features/reviews/review.contract.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

const admin = { access: 'admin', feature: 'products' } as const
const idParams = z.object({ id: Id })

export const WaitingReview = z.object({
  id: z.number(),
  productId: z.number(),
  productName: z.string(),
  productSlug: z.string(),
  rating: z.number(),
  title: z.string(),
  content: z.string(),
  ownedMonths: z.number().nullable(),
  createdAt: z.string(),
})
export type WaitingReview = z.infer<typeof WaitingReview>

export const listWaitingReviewsEndpoint = endpoint('GET /api/admin/waiting-reviews', {
  ...admin,
  summary: 'List reviews that wait for approval, oldest first.',
  query: Paging,
  response: z.array(WaitingReview),
  list: true,
})
export const approveReviewEndpoint = endpoint('POST /api/admin/waiting-reviews/:id/approve', {
  ...admin,
  summary: 'Approve and publish a review. The published review has a new id.',
  params: idParams,
  response: Review,
  status: 200,
})
export const rejectReviewEndpoint = endpoint('POST /api/admin/waiting-reviews/:id/reject', {
  ...admin,
  summary: 'Reject a review for one of the published reasons and move it to the trash. If restored, it waits again.',
  params: idParams,
  body: z.object({ reason: z.enum(HIDE_REASON_KEYS, 'Choose a reason') }),
  response: DeletedItem,
  status: 200,
})
