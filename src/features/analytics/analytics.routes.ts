import { route } from '#platform/contract/route.ts'
import { recordNavigationEndpoint, getAnalyticsEndpoint } from './analytics.contract.ts'
import { recordNavigation, getAnalytics } from './analytics.service.ts'

export const analyticsRoutes = [
  route(getAnalyticsEndpoint, (ctx) => getAnalytics(ctx)),
  route(recordNavigationEndpoint, (ctx, { body }) => recordNavigation(ctx, body.path)),
]
