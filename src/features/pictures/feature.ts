/** Drawings, and the pictures that stand for shared pages. It keeps nothing in the database. */
import type { Feature } from '#platform/contract/feature.ts'

export const picturesFeature: Feature = {
  name: 'pictures',
  standsOn: [],
}
