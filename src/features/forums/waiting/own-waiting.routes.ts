import { route } from '#platform/contract/route.ts'
import { getWaitingTopicEndpoint, listOwnWaitingPostsEndpoint } from './own-waiting.contract.ts'
import { getWaitingTopic, listOwnWaitingPosts } from './own-waiting.service.ts'

export const ownWaitingRoutes = [
  route(listOwnWaitingPostsEndpoint, (ctx, { query }) => listOwnWaitingPosts(ctx, query)),
  route(getWaitingTopicEndpoint, (ctx, { params }) => getWaitingTopic(ctx, params.topicId)),
]
