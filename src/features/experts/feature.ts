/** People with a position. */
import type { Feature } from '#platform/contract/feature.ts'
import { expertRoutes } from './expert.routes.ts'
import { expertSearch } from './expert-search.queries.ts'

export const expertsFeature: Feature = {
  name: 'experts',
  standsOn: ['categories', 'figures'],
  search: [expertSearch],
  api: [{ name: 'Experts', about: 'Experts and the articles in which they take a position.', routes: expertRoutes }],
  tables: {
    experts: { archive: { key: ['id'] }, personal: 'nothing' },
    expert_articles: { references: ['experts'], archive: { key: ['id'] }, personal: 'nothing' },
  },
}
