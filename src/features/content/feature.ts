/** Initial content of a site. Writes tables of other features, before these are used. */
import type { Feature } from '#platform/contract/feature.ts'
import { demoContentRoutes } from './demo-content.routes.ts'

export const contentFeature: Feature = {
  name: 'content',
  dependsOn: ['redirects', 'audit', 'trash', 'reputation', 'sites', 'figures', 'users', 'products', 'reviews', 'forums', 'enquiries'],
  api: [{ name: 'Demo content', about: 'The invented content that a site starts with.', routes: demoContentRoutes }],
}
