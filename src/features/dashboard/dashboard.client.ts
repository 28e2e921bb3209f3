import { apiQuery } from '#platform/client/api.client.ts'
import type { getDashboardEndpoint } from './dashboard.contract.ts'
import { getDashboardCall } from './dashboard.endpoints.ts'

export type { Activity, Attention, BackupState, DashboardCount, Dashboard } from './dashboard.contract.ts'
export const dashboardQuery = () => apiQuery<typeof getDashboardEndpoint>(getDashboardCall)
