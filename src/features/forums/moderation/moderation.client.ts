import type { input } from 'zod'
import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type * as contract from './moderation.contract.ts'
import {
  changeReplyCall,
  changeTopicCall,
  deleteReplyCall,
  deleteTopicCall,
  listAllRepliesCall,
  listAllTopicsCall,
  listWaitingPostsCall,
} from './moderation.endpoints.ts'

export type { ReplyChange, TopicChange, WaitingPost } from './moderation.contract.ts'
export type TopicAdminInput = input<typeof contract.TopicAdminQuery>

export const allTopicsQuery = (query: TopicAdminInput) => apiQuery<typeof contract.listAllTopicsEndpoint>(listAllTopicsCall, { query })
export const waitingPostsQuery = (query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof contract.listWaitingPostsEndpoint>(listWaitingPostsCall, { query })
export const allRepliesQuery = (id: number, query: { page?: number; perPage?: number } = {}) =>
  apiQuery<typeof contract.listAllRepliesEndpoint>(listAllRepliesCall, { params: { id }, query })
export const changeTopic = (id: number, body: contract.TopicChange) =>
  sendRequest<typeof contract.changeTopicEndpoint>(changeTopicCall, { params: { id }, body })
export const deleteTopic = (id: number) => sendRequest<typeof contract.deleteTopicEndpoint>(deleteTopicCall, { params: { id } })
export const changeReply = (id: number, body: contract.ReplyChange) =>
  sendRequest<typeof contract.changeReplyEndpoint>(changeReplyCall, { params: { id }, body })
export const deleteReply = (id: number) => sendRequest<typeof contract.deleteReplyEndpoint>(deleteReplyCall, { params: { id } })
