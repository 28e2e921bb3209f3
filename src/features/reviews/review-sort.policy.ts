/** Sort orders and filters for a product's reviews. */
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

/** Quantile of the normal distribution for a confidence level of 95%. */
export const WILSON_Z = 1.96

/**
 * Computes the lower bound of the Wilson score interval for the share of readers who find a review helpful. A review with 1 upvote among 1 vote
 * ranks below a review with 19 among 20.
 * @returns a number from 0 to 1; 0 if there are no upvotes
 */
export function computeHelpfulness(up: number, down: number): number {
  if (up === 0) return 0
  const votes = up + down
  const zSquared = WILSON_Z ** 2
  const share = up / votes
  return (
    (share + zSquared / (2 * votes) - WILSON_Z * Math.sqrt((share * (1 - share) + zSquared / (4 * votes)) / votes)) / (1 + zSquared / votes)
  )
}
