/** Defines the trust feature: what the levels allow, the limits for new members, and the screening of posts for spam. */
import type { Feature } from '#platform/contract/feature.ts'
import './trust.context.ts'

export const trustFeature: Feature = {
  name: 'trust',
  dependsOn: ['counting', 'users'],
  tables: {
    link_domains: { archive: { key: ['domain'] }, personal: 'nothing' },
  },
}
