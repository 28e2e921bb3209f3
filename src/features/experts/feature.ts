/** Defines the experts feature: profiles of experts and their opinion articles. */
import type { Feature } from '#platform/contract/feature.ts'
import { expertRoutes } from './expert.routes.ts'
import { expertSearch } from './expert-search.queries.ts'

export const expertsFeature: Feature = {
  name: 'experts',
  dependsOn: ['categories', 'figures'],
  search: [expertSearch],
  api: [{ name: 'Experts', about: 'Experts and their opinion articles.', routes: expertRoutes }],
  tables: {
    experts: { archive: { key: ['id'] }, personal: 'nothing' },
    expert_articles: { references: ['experts'], archive: { key: ['id'] }, personal: 'nothing' },
  },
}
