/** Declares feeds and sitemaps, which are generated from the content of other features. */
import type { Feature } from '#platform/contract/feature.ts'

export const syndicationFeature: Feature = {
  name: 'syndication',
  dependsOn: ['pages', 'redirects', 'categories', 'users', 'newsletter', 'figures', 'tools'],
}
