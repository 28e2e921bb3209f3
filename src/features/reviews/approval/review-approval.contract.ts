/** Contract for approving reviews and updates of reviews: those that were screened out are published only after an administrator approves them. */
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { HIDE_REASON_KEYS } from '#features/reviews/moderation/hide-reason.policy.ts'
import { Review } from '#features/reviews/review.contract.ts'
import { WaitingReasonDetail } from '#features/trust/screening.contract.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

const admin = { access: 'admin', feature: 'products' } as const
const idParams = z.object({ id: Id })

export const WaitingReview = z.object({
  id: z.number(),
  /** `update`: what the author of a published review reports a year or two later. */
  kind: z.enum(['review', 'update']),
  /** Null for guests. */
  userId: z.number().nullable(),
  username: z.string(),
  /** For updates, 12 or 24 months after the review, and whether the product is still used; otherwise null. */
  months: z.number().nullable(),
  isStillUsed: z.boolean().nullable(),
  productId: z.number(),
  productName: z.string(),
  productSlug: z.string(),
  rating: z.number(),
  /** Title of the review, also for an update. */
  title: z.string(),
  content: z.string(),
  ownedMonths: z.number().nullable(),
  createdAt: z.string(),
  /** Why it waits, with a rough probability of spam from 0 to 1 for each reason. */
  reasons: z.array(WaitingReasonDetail),
  /** Combined probability of spam, from 0 to 1. */
  spamScore: z.number(),
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
  summary: 'Approve and publish a review or an update of one. The published review has a new id. Members are notified.',
  params: idParams,
  response: Review,
  status: 200,
})
export const rejectReviewEndpoint = endpoint('POST /api/admin/waiting-reviews/:id/reject', {
  ...admin,
  summary:
    'Reject a review or an update for one of the published reasons and move it to the trash. Members are notified. If restored, it waits again.',
  params: idParams,
  body: z.object({ reason: z.enum(HIDE_REASON_KEYS, 'Choose a reason') }),
  response: DeletedItem,
  status: 200,
})
