/** Contract of the statistics of a product's reviews. */
import { z } from '#platform/contract/zod.ts'
import { PRIOR_BASES } from '#features/products/scores/score.policy.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

/** `counts` are the numbers of reviews with one, two, three, four and five stars. */
export const RatingSpread = z.object({ productId: z.number(), counts: z.array(z.number()).length(5) })
export const ratingSpreadEndpoint = endpoint('GET /api/review-spread/:productId', {
  summary: 'Count the reviews of a product by stars, from one to five.',
  params: z.object({ productId: Id }),
  response: RatingSpread,
  feature: 'products',
})

/** Statistics of a group of reviews: their number, their mean rating (0 for an empty group), and their numbers with one to five stars. */
const RatingFiguresSchema = z.object({ count: z.number(), average: z.number(), counts: z.array(z.number()).length(5) })
export const ReviewFigures = z.object({
  productId: z.number(),
  all: RatingFiguresSchema,
  verified: RatingFiguresSchema,
  unverified: RatingFiguresSchema,
  /** Statistics of the reviews posted today and in the twelve months before. */
  lastYear: RatingFiguresSchema,
  /** Statistics of the older reviews. */
  earlier: RatingFiguresSchema,
  /** `value` is (weight × mean + ratingSum) / (weight + reviewCount), or 0 for a product without reviews. */
  score: z.object({
    value: z.number(),
    weight: z.number(),
    mean: z.number(),
    /** Source of `mean`: the reviews in the category; if there are too few, those on the site; if there are too few as well, the middle of the scale. */
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
