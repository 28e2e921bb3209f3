import { door } from '#platform/door.ts'
import { wholeList } from '#platform/endpoint.ts'
import { myVotesEndpoint, voteEndpoint } from './vote.contract.ts'
import { castVote, listMyVotes } from './vote.service.ts'

export const voteRoutes = [
  door(voteEndpoint, (ctx, { body }) => castVote(ctx, body)),
  door(myVotesEndpoint, async (ctx, { query }) => wholeList(await listMyVotes(ctx, query))),
]
