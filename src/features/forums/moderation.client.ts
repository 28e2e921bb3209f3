import type { input } from 'zod'
import { apiQuery, send } from '#platform/api.client.ts'
import type * as contract from './moderation.contract.ts'

export type { ReplyChange, TopicChange, WaitingPost } from './moderation.contract.ts'
export type TopicAdminInput = input<typeof contract.TopicAdminQuery>

export const allTopicsQuery = (query: TopicAdminInput) => apiQuery<typeof contract.listAllTopicsEndpoint>('/api/admin/forums', { query })
export const waitingPostsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof contract.listWaitingPostsEndpoint>('/api/admin/waiting-posts', { query })
export const allRepliesQuery = (id: number, query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof contract.listAllRepliesEndpoint>('/api/admin/forums/:id/replies', { params: { id }, query })
export const changeTopic = (id: number, body: contract.TopicChange) =>
  send<typeof contract.changeTopicEndpoint>('PATCH', '/api/forums/:id', { params: { id }, body })
export const deleteTopic = (id: number) => send<typeof contract.deleteTopicEndpoint>('DELETE', '/api/forums/:id', { params: { id } })
export const changeReply = (id: number, body: contract.ReplyChange) =>
  send<typeof contract.changeReplyEndpoint>('PATCH', '/api/forum-replies/:id', { params: { id }, body })
export const deleteReply = (id: number) => send<typeof contract.deleteReplyEndpoint>('DELETE', '/api/forum-replies/:id', { params: { id } })
