/** Search over all public content. */
import './search.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { purgeSearchCounts } from './administration/search-admin.service.ts'
import { COUNT_RETENTION_DAYS } from './search-limits.policy.ts'
import { collectSources, indexChangesWithinTime } from './indexing/search-index.service.ts'
import { searchRoutes } from './search.routes.ts'

/** Tables that documents are built from. */
const SOURCE_TABLES = ['articles', 'expert_articles', 'experts', 'products', 'reviews', 'topics', 'replies', 'users', 'categories']
const derived = { isDerived: true, archive: { never: 'is derived from other tables' }, personal: 'nothing' } as const
const counted = { archive: { never: 'statistics of this site alone' }, personal: 'nothing' } as const

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
      // Stored in retention_runs.
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
    search_documents: derived,
    search_words: derived,
    search_state: derived,
    search_changes: derived,
    search_counts: counted,
    search_clicks: counted,
    search_pins: { archive: { key: ['id'] }, personal: 'nothing' },
    search_synonyms: { archive: { key: ['id'] }, personal: 'nothing' },
  },
})
