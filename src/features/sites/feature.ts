/** Settings of a site, and its about page. */
import type { Feature } from '#platform/contract/feature.ts'
import { siteRoutes } from './site.routes.ts'
import { refreshSettings } from './site-settings.service.ts'
import { aboutSearch } from './about-search.service.ts'

export const sitesFeature: Feature = {
  name: 'sites',
  dependsOn: ['audit', 'trust'],
  search: [aboutSearch],
  api: [{ name: 'Site', about: 'Public information about the site, and its settings.', routes: siteRoutes }],
  jobs: [{ name: 'learn what other processes have set', triggerTables: ['settings'], isForEveryProcess: true, run: refreshSettings }],
  tables: {
    settings: { archive: { key: ['key'] }, personal: 'nothing' },
  },
}
