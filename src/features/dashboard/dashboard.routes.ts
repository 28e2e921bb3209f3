import { door } from '#platform/door.ts'
import { getDashboardEndpoint } from './dashboard.contract.ts'
import { getDashboard } from './dashboard.service.ts'

export const dashboardRoutes = [door(getDashboardEndpoint, (ctx) => getDashboard(ctx))]
