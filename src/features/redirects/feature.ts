/** What a URL that is no more leads to. */
import type { Feature } from '#platform/feature.ts'

export const redirectsFeature: Feature = {
  name: 'redirects',
  standsOn: [],
  tables: {
    old_slugs: { archive: { key: ['kind', 'slug'] }, personal: 'nothing' },
    gone_addresses: { archive: { key: ['kind', 'key'] }, personal: 'nothing' },
  },
}
