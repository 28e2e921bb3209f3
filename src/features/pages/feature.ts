/** Declares the table of all pages and their URLs; the feature has no database tables. */
import type { Feature } from '#platform/contract/feature.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  dependsOn: ['products', 'tools'],
}
