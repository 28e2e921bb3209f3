/** Contract of the updates of a review: its author reports how the product is going, after one year and after two. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { NewReview, Review, ReviewUpdate } from '#features/reviews/review.contract.ts'
import { spamTrapFields } from '#features/trust/screening.contract.ts'
import { UPDATE_CONTENT_MAX } from './review-update-period.policy.ts'

const feature = 'products' as const

export const NewReviewUpdate = z.object({
  isStillUsed: z.boolean(),
  rating: NewReview.shape.rating,
  content: z.string().trim().min(1, 'Please say what has changed.').max(UPDATE_CONTENT_MAX),
  ...spamTrapFields,
})
export type NewReviewUpdate = z.infer<typeof NewReviewUpdate>

export const postReviewUpdateEndpoint = endpoint('POST /api/reviews/:id/updates', {
  summary:
    'Report how the product of your own review is going, once after 12 and once after 24 months. The rating of the product stays that of the reviews. An update that meets a limit for new members waits for approval: `waitingFor`.',
  params: z.object({ id: Id }),
  body: NewReviewUpdate,
  response: Review,
  access: 'member',
  extraStatuses: [403, 409, 429],
  rateLimit: { max: 30, minutes: 10 },
  feature,
})
export const deleteReviewUpdateEndpoint = endpoint('DELETE /api/reviews/:id/updates/:updateId', {
  summary: 'Delete an update of your own review.',
  params: z.object({ id: Id, updateId: Id }),
  response: Review,
  access: 'member',
  extraStatuses: [403],
  feature,
})

/** Shape of an update in the personal-data export. */
export const ExportedReviewUpdate = ReviewUpdate.omit({ id: true }).extend({ reviewId: z.number() })
