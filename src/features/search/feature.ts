/** One search over everything public. */
import './search.context.ts'
import type { AllFeatures, Feature } from '#platform/contract/feature.ts'
import { removeOldCounts } from './administration/search-admin.service.ts'
import { COUNTS_DAYS } from './search-limits.policy.ts'
import { collectSources, indexChangesWithinTime } from './indexing/search-index.service.ts'
import { searchRoutes } from './search.routes.ts'

/** Whatever a document may be made of. */
const SOURCE_TABLES = ['articles', 'expert_articles', 'experts', 'products', 'reviews', 'topics', 'replies', 'users', 'categories']
const derived = { isDerived: true, archive: { never: 'made anew from what was written' }, personal: 'nothing' } as const
const counted = { archive: { never: 'counts of this site alone' }, personal: 'nothing' } as const

export const searchFeature = (features: AllFeatures): Feature => ({
  name: 'search',
  standsOn: ['audit', 'counting'],
  api: [{ name: 'Search', about: 'One search over everything public, and what people look for.', routes: searchRoutes(features) }],
  jobs: [
    {
      name: 'put into the search what was written',
      everySeconds: 1,
      triggerTables: SOURCE_TABLES,
      watchedTables: SOURCE_TABLES,
      run: (ctx) => indexChangesWithinTime(ctx, collectSources(features)),
    },
    {
      name: 'forget what was searched for long ago',
      everySeconds: 3600,
      watchedTables: ['search_counts'],
      run: (ctx) => removeOldCounts(ctx),
      retention: { table: 'search_counts', what: 'What people searched for, counted by day', after: `${COUNTS_DAYS} days after the day` },
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
