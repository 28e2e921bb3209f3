/** Order and filters of a product's reviews. */
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

/** Quantile for a confidence of 95%. */
export const WILSON_Z = 1.96

/**
 * Lower bound of the Wilson score interval for the share of readers who find a review helpful. One upvote of one ranks below nineteen of
 * twenty.
 * @returns 0 to 1; 0 without upvotes
 */
export function computeHelpfulness(up: number, down: number): number {
  if (up === 0) return 0
  const votes = up + down
  const z2 = WILSON_Z ** 2
  const share = up / votes
  return (share + z2 / (2 * votes) - WILSON_Z * Math.sqrt((share * (1 - share) + z2 / (4 * votes)) / votes)) / (1 + z2 / votes)
}
