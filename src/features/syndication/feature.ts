/** Feeds and site maps, made of what others keep. */
import type { Feature } from '#platform/contract/feature.ts'

export const syndicationFeature: Feature = {
  name: 'syndication',
  standsOn: ['pages', 'redirects', 'categories', 'users', 'newsletter', 'figures', 'tools'],
}
