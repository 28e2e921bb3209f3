import { api, apiQuery, type CallInput } from '#platform/client/api.client.ts'
import type { HideReason } from './hide-reason.policy.ts'

export type { ReviewReport } from './review-moderation.contract.ts'
export const reviewReportQuery = () => apiQuery('GET /api/reviews/report')
/** Moves a review to the trash; for administrators only. The `trashId` in the response is the id for restoring it. */
export const hideReview = (id: number, query: { reason: HideReason; note?: string | undefined }) =>
  api('DELETE /api/reviews/:id', { params: { id }, query })
/** Deletes the member's own review. */
export const deleteOwnReview = (id: number) => api('DELETE /api/reviews/:id', { params: { id }, query: {} })
export const restoreOwnReview = (id: number) => api('POST /api/reviews/:id/restore', { params: { id } })
export const replyToReview = (id: number, body: CallInput<'POST /api/reviews/:id/answer'>['body']) =>
  api('POST /api/reviews/:id/answer', { params: { id }, body })
export const removeReviewReply = (id: number) => api('DELETE /api/reviews/:id/answer', { params: { id } })
