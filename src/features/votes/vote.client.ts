import { api, apiQuery } from '#platform/client/api.client.ts'
import type { VoteForm } from './vote.contract.ts'

export type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
export const myVotesQuery = (query: { topicId?: number; productId?: number }) => apiQuery('GET /api/votes/mine', { query })
export const sendVote = (body: VoteForm) => api('POST /api/votes', { body, refetches: false })
