/** What an administrator may do to a review, answering it and hiding it, and the counts of that for everybody. */
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { Review } from '#features/reviews/review.contract.ts'
import { HIDE_REASON_KEYS } from './hide-reason.policy.ts'

const admin = { params: z.object({ id: Id }), access: 'admin', feature: 'products' } as const

/** The review goes to the trash, and with it what it did to the product's average. Its writer is told why. */
export const hideReviewEndpoint = endpoint('DELETE /api/reviews/:id', {
  ...admin,
  summary: 'Hide a review, for one of the published reasons. It lies in the trash and can be brought back.',
  query: z.object({
    reason: z.enum(HIDE_REASON_KEYS, 'Say why the review is to be hidden'),
    /** For its writer and the audit log. */
    note: singleLine().max(300).optional(),
  }),
  response: DeletedItem,
})

export const ReviewAnswerForm = z.object({
  content: z.string().trim().min(1, 'Please write an answer').max(2000),
  /** Whose answer it is. */
  from: z.enum(['maker', 'site']),
})
export const answerReviewEndpoint = endpoint('POST /api/reviews/:id/answer', {
  ...admin,
  summary: 'Answer a review in public, for the site or for the maker of the product. Once more changes the answer.',
  body: ReviewAnswerForm,
  response: Review,
  status: 200,
})
export const removeAnswerEndpoint = endpoint('DELETE /api/reviews/:id/answer', {
  ...admin,
  summary: 'Take the answer to a review away.',
  response: Review,
})

const Count = z.object({ reason: z.enum(HIDE_REASON_KEYS), count: z.number() })
/** Of the reviews written in the last twelve months; those of products that are gone are not among them. */
export const ReviewReport = z.object({
  since: z.string(),
  received: z.number(),
  published: z.number(),
  /** Hidden, and not brought back. */
  refused: z.number(),
  refusedBy: z.array(Count),
  /** Of those published. */
  verifiedByEnquiry: z.number(),
  verifiedByEvidence: z.number(),
  answered: z.number(),
  edited: z.number(),
  evidenceRefused: z.number(),
})
export type ReviewReport = z.infer<typeof ReviewReport>
export const reviewReportEndpoint = endpoint('GET /api/reviews/report', {
  summary: 'How many reviews came in within the last twelve months, and what became of them.',
  response: ReviewReport,
  feature: 'products',
})
