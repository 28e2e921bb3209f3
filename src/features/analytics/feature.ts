/** Declares page view statistics, which contain no personal data. */
import type { Feature } from '#platform/contract/feature.ts'
import { analyticsRoutes } from './analytics.routes.ts'
import { removeOldPageViews } from './analytics.service.ts'

export const analyticsFeature: Feature = {
  name: 'analytics',
  dependsOn: ['counting', 'pages'],
  api: [{ name: 'Visits', about: 'Page view statistics, if the site counts visits.', routes: analyticsRoutes }],
  jobs: [
    {
      name: 'forget old counts of visits',
      everySeconds: 3600,
      watchedTables: ['page_views', 'page_visitors'],
      isForEveryProcess: true,
      run: (ctx) => removeOldPageViews(ctx),
      retention: { table: 'page_views', what: 'Page view counts', after: 'after 400 days' },
    },
  ],
  tables: {
    page_views: { archive: { key: ['day', 'path'] }, personal: 'nothing' },
    page_visitors: { archive: { key: ['day'] }, personal: 'nothing' },
  },
}
