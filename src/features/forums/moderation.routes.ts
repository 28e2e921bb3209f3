import { door } from '#platform/door.ts'
import * as contract from './moderation.contract.ts'
import { listAllReplies, listAllTopics, listWaitingPosts } from './moderation.service.ts'
import { changeReply, deleteReply } from './reply-change.service.ts'
import { changeTopic, deleteTopic } from './topic-change.service.ts'

export const moderationRoutes = [
  door(contract.listAllTopicsEndpoint, (ctx, { query }) => listAllTopics(ctx, query)),
  door(contract.listWaitingPostsEndpoint, (ctx, { query }) => listWaitingPosts(ctx, query)),
  door(contract.listAllRepliesEndpoint, (ctx, { params, query }) => listAllReplies(ctx, params.id, query)),
  door(contract.changeTopicEndpoint, (ctx, { params, body }) => changeTopic(ctx, params.id, body)),
  door(contract.deleteTopicEndpoint, (ctx, { params }) => deleteTopic(ctx, params.id)),
  door(contract.changeReplyEndpoint, (ctx, { params, body }) => changeReply(ctx, params.id, body)),
  door(contract.deleteReplyEndpoint, (ctx, { params }) => deleteReply(ctx, params.id)),
]
