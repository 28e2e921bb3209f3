/** Statistics of the reviews of a product. */
import { z } from '#platform/contract/zod.ts'
import { PRIOR_BASES } from '#features/products/scores/score.policy.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

/** Numbers of reviews with one to five stars. */
export const RatingSpread = z.object({ productId: z.number(), counts: z.array(z.number()).length(5) })
export const ratingSpreadEndpoint = endpoint('GET /api/review-spread/:productId', {
  summary: 'Count the reviews of a product by stars, from one to five.',
  params: z.object({ productId: Id }),
  response: RatingSpread,
  feature: 'products',
})

/** Of a group of reviews: number, mean (0 without any), and numbers with one to five stars. */
const RatingFigures = z.object({ count: z.number(), average: z.number(), counts: z.array(z.number()).length(5) })
export const ReviewFigures = z.object({
  productId: z.number(),
  all: RatingFigures,
  verified: RatingFigures,
  unverified: RatingFigures,
  /** Written in the twelve months before today. */
  lastYear: RatingFigures,
  /** Written before that. */
  earlier: RatingFigures,
  /** `value` is (weight × mean + ratingSum) / (weight + reviewCount); 0 without reviews. */
  score: z.object({
    value: z.number(),
    weight: z.number(),
    mean: z.number(),
    /** Source of the mean: the category or, with too few reviews, the site or the middle of the scale. */
    basis: z.enum(PRIOR_BASES),
    ratingSum: z.number(),
    reviewCount: z.number(),
  }),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>
export const reviewStatisticsEndpoint = endpoint('GET /api/review-figures/:productId', {
  summary: 'Get statistics of the reviews of a product, and the inputs of its score.',
  params: z.object({ productId: Id }),
  response: ReviewFigures,
  feature: 'products',
})
