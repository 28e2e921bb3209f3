import { route } from '#platform/contract/route.ts'
import { getTopicWatchEndpoint, setTopicWatchEndpoint } from './watch.contract.ts'
import { getTopicWatch, setTopicWatch } from './watch.service.ts'

export const watchRoutes = [
  route(getTopicWatchEndpoint, (ctx, { params }) => getTopicWatch(ctx, params.topicId)),
  route(setTopicWatchEndpoint, (ctx, { params, body }) => setTopicWatch(ctx, params.topicId, body.isWatching)),
]
