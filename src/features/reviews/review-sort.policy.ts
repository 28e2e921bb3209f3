/** In which order the reviews of a product stand, and which of them. */
import { keysOf } from '#platform/client/typed-entries.client.ts'

export const REVIEW_SORT_LABELS = {
  newest: 'Newest',
  helpful: 'Most helpful',
  highest: 'Highest rating',
  lowest: 'Lowest rating',
} as const
export type ReviewSort = keyof typeof REVIEW_SORT_LABELS
export const REVIEW_SORTS = keysOf(REVIEW_SORT_LABELS)

export const VERIFIED_LABELS = { yes: 'Verified', no: 'Not verified' } as const
export type VerifiedFilter = keyof typeof VERIFIED_LABELS

/** 95 per cent sure. */
export const WILSON_Z = 1.96

/**
 * How many of all readers would find a review helpful, at the least, going by those who have voted (Wilson's lower bound): one vote of one
 * says less than nineteen of twenty.
 * @returns 0 to 1; 0 without a vote for it
 */
export function computeHelpfulness(up: number, down: number): number {
  if (up === 0) return 0
  const votes = up + down
  const z2 = WILSON_Z ** 2
  const share = up / votes
  return (share + z2 / (2 * votes) - WILSON_Z * Math.sqrt((share * (1 - share) + z2 / (4 * votes)) / votes)) / (1 + z2 / votes)
}
