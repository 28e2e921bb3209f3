import { route } from '#platform/contract/route.ts'
import { liveEndpoint } from './live.contract.ts'
import { subscribe } from './live.service.ts'

export const liveRoutes = [route(liveEndpoint, async (ctx, { query }) => subscribe(ctx, query.topic))]
