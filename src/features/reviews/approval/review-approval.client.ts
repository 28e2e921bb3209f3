import type { HideReason } from '#features/reviews/moderation/hide-reason.policy.ts'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { approveReviewEndpoint, listWaitingReviewsEndpoint, rejectReviewEndpoint } from './review-approval.contract.ts'
import { approveReviewCall, listWaitingReviewsCall, rejectReviewCall } from './review-approval.endpoints.ts'

export type { WaitingReview } from './review-approval.contract.ts'
export const waitingReviewsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof listWaitingReviewsEndpoint>(listWaitingReviewsCall, { query })
export const approveReview = (id: number) => sendRequest<typeof approveReviewEndpoint>(approveReviewCall, { params: { id } })
export const rejectReview = (id: number, reason: HideReason) =>
  sendRequest<typeof rejectReviewEndpoint>(rejectReviewCall, { params: { id }, body: { reason } })
