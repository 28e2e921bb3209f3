/** What a site starts with. It writes the tables of all others, before anybody else does. */
import type { Feature } from '#platform/contract/feature.ts'
import { demoContentRoutes } from './demo-content.routes.ts'

export const contentFeature: Feature = {
  name: 'content',
  standsOn: ['redirects', 'audit', 'trash', 'reputation', 'sites', 'figures', 'users', 'products', 'reviews', 'forums', 'enquiries'],
  api: [{ name: 'Demo content', about: 'The invented content that a site starts with.', routes: demoContentRoutes }],
}
