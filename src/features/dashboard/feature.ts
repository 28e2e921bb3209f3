/** Declares the administrators' dashboard. */
import type { Feature } from '#platform/contract/feature.ts'
import { dashboardRoutes } from './dashboard.routes.ts'

export const dashboardFeature: Feature = {
  name: 'dashboard',
  dependsOn: ['backups', 'duties', 'figures', 'job-queue', 'mail', 'users'],
  api: [{ name: 'Overview', about: 'Current counts, and items that need attention.', routes: dashboardRoutes }],
}
