import type { HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { api, apiQuery } from '#platform/client/api.client.ts'

export type { WaitingReview } from './review-approval.contract.ts'
export const waitingReviewsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery('GET /api/admin/waiting-reviews', { query })
export const approveReview = (id: number) => api('POST /api/admin/waiting-reviews/:id/approve', { params: { id } })
export const rejectReview = (id: number, reason: HideReason) =>
  api('POST /api/admin/waiting-reviews/:id/reject', { params: { id }, body: { reason } })
