/** Seeds a new site and removes its demo content. This feature writes tables of other features. */
import type { Feature } from '#platform/contract/feature.ts'
import { demoContentRoutes } from './demo-content.routes.ts'

export const contentFeature: Feature = {
  name: 'content',
  dependsOn: [
    'articles',
    'redirects',
    'audit',
    'trash',
    'reputation',
    'sites',
    'figures',
    'users',
    'products',
    'reviews',
    'forums',
    'enquiries',
  ],
  api: [{ name: 'Demo content', about: 'The invented content that a site starts with.', routes: demoContentRoutes }],
}
