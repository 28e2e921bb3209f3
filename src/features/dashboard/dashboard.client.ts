import { apiQuery } from '#platform/client/api.client.ts'

export type { Activity, Attention, BackupState, DashboardCount, Dashboard } from './dashboard.contract.ts'
export const dashboardQuery = () => apiQuery('GET /api/admin/dashboard')
