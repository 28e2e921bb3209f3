/**
 * The score by which the site recommends: what a product's stars say, pulled towards the mean of its category the more the fewer they are.
 * So one review of five stars does not outweigh fourteen of four and a half. What is shown is the plain mean, with its count.
 */

/** A product begins as if so many reviews had given it its category's mean. */
export const SCORE_WEIGHT = 5
/** A mean of fewer reviews says little: then the whole site's is taken, and else the middle of the scale. */
export const MIN_PRIOR_REVIEWS = 10
export const MIDDLE_OF_SCALE = 3
/** A mean that has moved by so much makes all scores of its category anew. */
const PRIOR_DRIFT = 0.02

/** What the mean was taken of. */
export const PRIOR_BASES = ['category', 'site', 'scale'] as const
export type PriorBasis = (typeof PRIOR_BASES)[number]

export interface RatingPrior {
  mean: number
  basis: PriorBasis
}

export interface RatingSum {
  ratingSum: number
  reviewCount: number
}

/** @returns 1 to 5; 0 for a product without reviews, which comes after all that have one */
export const computeScore = ({ ratingSum, reviewCount }: RatingSum, prior: number): number =>
  reviewCount === 0 ? 0 : (SCORE_WEIGHT * prior + ratingSum) / (SCORE_WEIGHT + reviewCount)

export function choosePrior(ofCategory: RatingSum, ofSite: RatingSum): RatingPrior {
  if (ofCategory.reviewCount >= MIN_PRIOR_REVIEWS) return { mean: ofCategory.ratingSum / ofCategory.reviewCount, basis: 'category' }
  if (ofSite.reviewCount >= MIN_PRIOR_REVIEWS) return { mean: ofSite.ratingSum / ofSite.reviewCount, basis: 'site' }
  return { mean: MIDDLE_OF_SCALE, basis: 'scale' }
}

export const hasDrifted = (stored: RatingPrior | undefined, now: RatingPrior): boolean =>
  stored === undefined || stored.basis !== now.basis || Math.abs(stored.mean - now.mean) >= PRIOR_DRIFT
