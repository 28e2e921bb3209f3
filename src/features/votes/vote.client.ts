import { apiQuery, send } from '#platform/api.client.ts'
import type { myVotesEndpoint, voteEndpoint, VoteForm } from './vote.contract.ts'

export type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
export const myVotesQuery = (query: { topicId?: number; productId?: number }) =>
  apiQuery<typeof myVotesEndpoint>('/api/votes/mine', { query })
export const vote = (body: VoteForm) => send<typeof voteEndpoint>('POST', '/api/votes', { body })
