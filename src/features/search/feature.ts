/** Declares the search over all public content. */
import './search.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { purgeSearchCounts } from './administration/search-admin.service.ts'
import { COUNT_RETENTION_DAYS } from './search-limits.policy.ts'
import { collectSources, indexChangesWithinTime } from './indexing/search-index.service.ts'
import { searchRoutes } from './search.routes.ts'

/** Tables from which the search documents are built. */
const SOURCE_TABLES = ['articles', 'expert_articles', 'experts', 'products', 'reviews', 'topics', 'replies', 'users', 'categories']
const derivedTable = { isDerived: true, archive: { never: 'is derived from other tables' }, personal: 'nothing' } as const
const statisticsTable = { archive: { never: 'statistics of this site alone' }, personal: 'nothing' } as const

export const searchFeature = (features: AllFeatures): Feature => ({
  name: 'search',
  dependsOn: ['audit', 'counting'],
  api: [{ name: 'Search', about: 'Search over all public content, and search statistics.', routes: searchRoutes(features) }],
  jobs: [
    {
      name: 'update search index',
      everySeconds: 1,
      triggerTables: SOURCE_TABLES,
      watchedTables: SOURCE_TABLES,
      run: (ctx) => indexChangesWithinTime(ctx, collectSources(features)),
    },
    {
      // The name is stored in `retention_runs`.
      name: 'forget what was searched for long ago',
      everySeconds: 3600,
      watchedTables: ['search_counts'],
      run: (ctx) => purgeSearchCounts(ctx),
      retention: {
        table: 'search_counts',
        what: 'Search statistics by day',
        after: `${COUNT_RETENTION_DAYS} days after the day`,
      },
    },
  ],
  tables: {
    search_documents: derivedTable,
    search_words: derivedTable,
    search_state: derivedTable,
    search_changes: derivedTable,
    search_counts: statisticsTable,
    search_clicks: statisticsTable,
    search_pins: { archive: { key: ['id'] }, personal: 'nothing' },
    search_synonyms: { archive: { key: ['id'] }, personal: 'nothing' },
  },
})
