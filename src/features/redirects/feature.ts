/** Old URLs: former slugs resolve to the current one, and deleted things return 410. */
import type { Feature } from '#platform/contract/feature.ts'

export const redirectsFeature: Feature = {
  name: 'redirects',
  dependsOn: [],
  tables: {
    old_slugs: { archive: { key: ['kind', 'slug'] }, personal: 'nothing' },
    gone_addresses: { archive: { key: ['kind', 'key'] }, personal: 'nothing' },
  },
}
