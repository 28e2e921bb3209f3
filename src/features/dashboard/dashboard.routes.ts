import { route } from '#platform/contract/route.ts'
import { getDashboardEndpoint } from './dashboard.contract.ts'
import { getDashboard } from './dashboard.service.ts'

export const dashboardRoutes = [route(getDashboardEndpoint, (ctx) => getDashboard(ctx))]
