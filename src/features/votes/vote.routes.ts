import { route } from '#platform/contract/route.ts'
import { unpagedList } from '#platform/contract/endpoint.ts'
import { myVotesEndpoint, voteEndpoint } from './vote.contract.ts'
import { castVote, listMyVotes } from './vote.service.ts'

export const voteRoutes = [
  route(voteEndpoint, (ctx, { body }) => castVote(ctx, body)),
  route(myVotesEndpoint, async (ctx, { query }) => unpagedList(await listMyVotes(ctx, query))),
]
