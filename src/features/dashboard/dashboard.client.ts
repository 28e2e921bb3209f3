import { apiQuery } from '#platform/api.client.ts'
import type { getDashboardEndpoint } from './dashboard.contract.ts'

export type { Activity, Attention, Count, Dashboard } from './dashboard.contract.ts'
export const dashboardQuery = () => apiQuery<typeof getDashboardEndpoint>('/api/admin/dashboard')
