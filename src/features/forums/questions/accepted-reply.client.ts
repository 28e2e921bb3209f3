import { api, apiQuery } from '#platform/client/api.client.ts'

export type { AcceptedReply } from './accepted-reply.contract.ts'

export const acceptedReplyQuery = (topicId: number) => apiQuery('GET /api/forums/:id/accepted-reply', { params: { id: topicId } })
export const acceptReply = (topicId: number, replyId: number) =>
  api('POST /api/forums/:id/accepted-reply', { params: { id: topicId }, body: { replyId } })
export const withdrawAcceptance = (topicId: number) => api('DELETE /api/forums/:id/accepted-reply', { params: { id: topicId } })
export const confirmAcceptedReply = (topicId: number, expertId: number) =>
  api('POST /api/forums/:id/accepted-reply/confirmation', { params: { id: topicId }, body: { expertId } })
export const withdrawConfirmation = (topicId: number) =>
  api('DELETE /api/forums/:id/accepted-reply/confirmation', { params: { id: topicId } })
