/** Which pages there are. It keeps nothing in the database. */
import type { Feature } from '#platform/contract/feature.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  standsOn: ['products', 'tools'],
}
