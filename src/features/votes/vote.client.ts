import { apiQuery, sendRequest } from '#platform/client/api.client.ts'
import type { myVotesEndpoint, voteEndpoint, VoteForm } from './vote.contract.ts'
import { myVotesCall, voteCall } from './vote.endpoints.ts'

export type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
export const myVotesQuery = (query: { topicId?: number; productId?: number }) => apiQuery<typeof myVotesEndpoint>(myVotesCall, { query })
export const sendVote = (body: VoteForm) => sendRequest<typeof voteEndpoint>(voteCall, { body, refetches: false })
