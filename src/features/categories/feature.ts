/** What everything is sorted by. */
import type { Feature } from '#platform/feature.ts'
import { categoryRoutes } from './category.routes.ts'

export const categoriesFeature: Feature = {
  name: 'categories',
  standsOn: [],
  api: [{ name: 'Categories', about: 'The categories that articles, products and topics belong to.', routes: categoryRoutes }],
  tables: {
    categories: { archive: { key: ['id'] }, personal: 'nothing' },
  },
}
