import { route } from '#platform/contract/route.ts'
import * as contract from './moderation.contract.ts'
import { listAllReplies, listAllTopics, listWaitingPosts } from './moderation.service.ts'
import { changeReply, deleteReply } from '#features/forums/replies/reply-change.service.ts'
import { changeTopic, deleteTopic } from '#features/forums/topic-change.service.ts'

export const moderationRoutes = [
  route(contract.listAllTopicsEndpoint, (ctx, { query }) => listAllTopics(ctx, query)),
  route(contract.listWaitingPostsEndpoint, (ctx, { query }) => listWaitingPosts(ctx, query)),
  route(contract.listAllRepliesEndpoint, (ctx, { params, query }) => listAllReplies(ctx, params.id, query)),
  route(contract.changeTopicEndpoint, (ctx, { params, body }) => changeTopic(ctx, params.id, body)),
  route(contract.deleteTopicEndpoint, (ctx, { params, query }) => deleteTopic(ctx, params.id, query)),
  route(contract.changeReplyEndpoint, (ctx, { params, body }) => changeReply(ctx, params.id, body)),
  route(contract.deleteReplyEndpoint, (ctx, { params, query }) => deleteReply(ctx, params.id, query)),
]
