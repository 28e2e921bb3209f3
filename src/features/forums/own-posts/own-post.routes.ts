import { route } from '#platform/contract/route.ts'
import * as contract from './own-post.contract.ts'
import { listReplyHistory, listTopicHistory, restoreOwnReply, restoreOwnTopic } from './own-post.service.ts'

export const ownPostRoutes = [
  route(contract.topicHistoryEndpoint, (ctx, { params, query }) => listTopicHistory(ctx, params.id, query)),
  route(contract.replyHistoryEndpoint, (ctx, { params, query }) => listReplyHistory(ctx, params.id, query)),
  route(contract.restoreTopicEndpoint, (ctx, { params }) => restoreOwnTopic(ctx, params.id)),
  route(contract.restoreReplyEndpoint, (ctx, { params }) => restoreOwnReply(ctx, params.id)),
]
