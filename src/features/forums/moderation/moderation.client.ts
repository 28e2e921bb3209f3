import type { input } from 'zod'
import { api, apiQuery } from '#platform/client/api.client.ts'
import type * as contract from './moderation.contract.ts'

export type { ReplyChange, TopicChange, WaitingPost } from './moderation.contract.ts'
export type TopicAdminInput = input<typeof contract.TopicAdminQuery>

export const allTopicsQuery = (query: TopicAdminInput) => apiQuery('GET /api/admin/forums', { query })
export const waitingPostsQuery = (query: { page?: number; perPage?: number } = {}) => apiQuery('GET /api/admin/waiting-posts', { query })
export const adminRepliesQuery = (topicId: number, query: { page?: number; perPage?: number } = {}) =>
  apiQuery('GET /api/admin/forums/:id/replies', { params: { id: topicId }, query })
export const changeTopic = (id: number, body: contract.TopicChange) => api('PATCH /api/forums/:id', { params: { id }, body })
/** @param reason sent to the author; for administrators only */
export const deleteTopic = (id: number, reason?: string) => api('DELETE /api/forums/:id', { params: { id }, query: { reason } })
export const changeReply = (id: number, body: contract.ReplyChange) => api('PATCH /api/forum-replies/:id', { params: { id }, body })
/** @param reason sent to the author; for administrators only */
export const deleteReply = (id: number, reason?: string) => api('DELETE /api/forum-replies/:id', { params: { id }, query: { reason } })
