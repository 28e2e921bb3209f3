import { door } from '#platform/door.ts'
import * as contract from './moderation.contract.ts'
import { listAllReplies, listAllTopics, listWaitingPosts } from './moderation.service.ts'

export const moderationRoutes = [
  door(contract.listAllTopicsEndpoint, (ctx, { query }) => listAllTopics(ctx, query)),
  door(contract.listWaitingPostsEndpoint, (ctx, { query }) => listWaitingPosts(ctx, query)),
  door(contract.listAllRepliesEndpoint, (ctx, { params, query }) => listAllReplies(ctx, params.id, query)),
]
