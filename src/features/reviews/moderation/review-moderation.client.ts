import { apiQuery, sendRequest, type CallInput } from '#platform/client/api.client.ts'
import type { HideReason } from './hide-reason.policy.ts'
import type { answerReviewEndpoint, hideReviewEndpoint, removeAnswerEndpoint, reviewReportEndpoint } from './review-moderation.contract.ts'
import { answerReviewCall, hideReviewCall, removeAnswerCall, reviewReportCall } from './review-moderation.endpoints.ts'

export type { ReviewReport } from './review-moderation.contract.ts'
export const reviewReportQuery = () => apiQuery<typeof reviewReportEndpoint>(reviewReportCall)
/** An administrator's: moves it to the trash. The answer's `trashId` brings it back. */
export const hideReview = (id: number, query: { reason: HideReason; note?: string | undefined }) =>
  sendRequest<typeof hideReviewEndpoint>(hideReviewCall, { params: { id }, query })
export const answerReview = (id: number, body: NonNullable<CallInput<typeof answerReviewEndpoint>['body']>) =>
  sendRequest<typeof answerReviewEndpoint>(answerReviewCall, { params: { id }, body })
export const removeAnswer = (id: number) => sendRequest<typeof removeAnswerEndpoint>(removeAnswerCall, { params: { id } })
