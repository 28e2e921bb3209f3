import { door } from '#platform/door.ts'
import { countMoveEndpoint, getAnalyticsEndpoint } from './analytics.contract.ts'
import { countMove, getAnalytics } from './analytics.service.ts'

export const analyticsRoutes = [
  door(getAnalyticsEndpoint, (ctx) => getAnalytics(ctx)),
  door(countMoveEndpoint, (ctx, { body }) => countMove(ctx, body.path)),
]
