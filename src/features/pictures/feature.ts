/** Composes drawings and share cards. This feature stores nothing in the database. */
import type { Feature } from '#platform/contract/feature.ts'

export const picturesFeature: Feature = {
  name: 'pictures',
  dependsOn: [],
}
