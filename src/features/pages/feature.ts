/** Table of all pages and their URLs. Has no database tables. */
import type { Feature } from '#platform/contract/feature.ts'

export const pagesFeature: Feature = {
  name: 'pages',
  dependsOn: ['products', 'tools'],
}
