import { route } from '#platform/contract/route.ts'
import { repliesOfUserEndpoint, topicsOfUserEndpoint } from './member-posts.contract.ts'
import { listRepliesOfUser, listTopicsOfUser } from './member-posts.service.ts'

export const memberPostRoutes = [
  route(topicsOfUserEndpoint, (ctx, { params, query }) => listTopicsOfUser(ctx, params.id, query)),
  route(repliesOfUserEndpoint, (ctx, { params, query }) => listRepliesOfUser(ctx, params.id, query)),
]
