/**
 * Calculates scores for ranking: a Bayesian average that shrinks a product's rating towards the mean of its category. One review with five stars
 * then does not outrank fourteen reviews with four and a half. Pages show the plain mean and the number of reviews.
 */

/** Number of virtual reviews, rated with the mean of the category, with which each product starts. */
export const SCORE_WEIGHT = 5
/** If a category has fewer reviews than this, the mean of the site is used; if the site has fewer, the middle of the scale. */
export const MIN_PRIOR_REVIEWS = 10
export const MIDDLE_OF_SCALE = 3
/** A change of the mean by at least this much updates all scores of the category. */
const MIN_DRIFT = 0.02

/** Where the mean comes from: the category, the site, or the middle of the scale. */
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

/** @returns a score from 1 to 5; 0 for a product without reviews, which ranks it last */
export const computeScore = ({ ratingSum, reviewCount }: RatingSum, prior: number): number =>
  reviewCount === 0 ? 0 : (SCORE_WEIGHT * prior + ratingSum) / (SCORE_WEIGHT + reviewCount)

export function choosePrior(ofCategory: RatingSum, ofSite: RatingSum): RatingPrior {
  if (ofCategory.reviewCount >= MIN_PRIOR_REVIEWS) return { mean: ofCategory.ratingSum / ofCategory.reviewCount, basis: 'category' }
  if (ofSite.reviewCount >= MIN_PRIOR_REVIEWS) return { mean: ofSite.ratingSum / ofSite.reviewCount, basis: 'site' }
  return { mean: MIDDLE_OF_SCALE, basis: 'scale' }
}

export const hasDrifted = (stored: RatingPrior | undefined, current: RatingPrior): boolean =>
  stored === undefined || stored.basis !== current.basis || Math.abs(stored.mean - current.mean) >= MIN_DRIFT
