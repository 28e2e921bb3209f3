/**
 * Contract of review moderation: administrators hide reviews and reply to them, authors delete their own, and a public report counts the
 * decisions.
 */
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { Review } from '#features/reviews/review.contract.ts'
import { HIDE_REASON_KEYS } from './hide-reason.policy.ts'

const admin = { params: z.object({ id: Id }), access: 'admin', feature: 'products' } as const

/** Moves the review to the trash and updates the product's rating. If a moderator hides it, the author is notified of the reason. */
export const hideReviewEndpoint = endpoint('DELETE /api/reviews/:id', {
  ...admin,
  access: 'member',
  summary: 'Hide a review for one of the published reasons, or delete your own review. It moves to the trash and can be restored.',
  query: z.object({
    /** Required unless the review is your own. */
    reason: z.enum(HIDE_REASON_KEYS, 'Choose a reason').optional(),
    /** Explanation that is sent to the author and recorded in the audit log. */
    note: singleLine().max(300).optional(),
  }),
  response: DeletedItem,
  extraStatuses: [403],
})
export const restoreReviewEndpoint = endpoint('POST /api/reviews/:id/restore', {
  ...admin,
  access: 'member',
  summary: 'Restore a review that you deleted within the last 24 hours.',
  response: Review,
  status: 200,
  extraStatuses: [403, 409],
  rateLimit: { max: 40, minutes: 10 },
})

export const ReviewAnswerForm = z.object({
  content: z.string().trim().min(1, 'Please enter a reply').max(2000),
  /** Whether the reply is by the manufacturer or by the site. */
  from: z.enum(['maker', 'site']),
})
export const replyToReviewEndpoint = endpoint('POST /api/reviews/:id/answer', {
  ...admin,
  summary: 'Reply to a review in public, for the site or the maker of the product. A further call replaces the reply.',
  body: ReviewAnswerForm,
  response: Review,
  status: 200,
})
export const removeReviewReplyEndpoint = endpoint('DELETE /api/reviews/:id/answer', {
  ...admin,
  summary: 'Remove the reply to a review.',
  response: Review,
})

const ReasonCountSchema = z.object({ reason: z.enum(HIDE_REASON_KEYS), count: z.number() })
/** Counts of the reviews written in the last twelve months. Reviews that were deleted with their product are not counted as published. */
export const ReviewReport = z.object({
  since: z.string(),
  received: z.number(),
  published: z.number(),
  /** Number of reviews that were hidden or rejected and have not been restored. */
  refused: z.number(),
  refusedBy: z.array(ReasonCountSchema),
  /** This and the next three numbers are parts of `published`. */
  verifiedByEnquiry: z.number(),
  verifiedByEvidence: z.number(),
  answered: z.number(),
  edited: z.number(),
  /** Number of decisions that refused proof of purchase. */
  evidenceRefused: z.number(),
})
export type ReviewReport = z.infer<typeof ReviewReport>
export const reviewReportEndpoint = endpoint('GET /api/reviews/report', {
  summary: 'Get the moderation report of the last twelve months: reviews received, published, refused and verified.',
  response: ReviewReport,
  feature: 'products',
})
