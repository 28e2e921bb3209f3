/** Defines the categories feature: the categories to which articles, products and topics belong. */
import type { Feature } from '#platform/contract/feature.ts'
import { categoryRoutes } from './category.routes.ts'
import { categorySearch } from './category-search.queries.ts'

export const categoriesFeature: Feature = {
  name: 'categories',
  dependsOn: [],
  search: [categorySearch],
  api: [{ name: 'Categories', about: 'The categories that articles, products and topics belong to.', routes: categoryRoutes }],
  tables: {
    categories: { archive: { key: ['id'] }, personal: 'nothing' },
  },
}
