/** What the reviews of a product add up to. */
import { z } from '#platform/contract/zod.ts'
import { PRIOR_BASES } from '#features/products/scores/score.policy.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

/** How many reviews gave one to five stars. */
export const RatingSpread = z.object({ productId: z.number(), counts: z.array(z.number()).length(5) })
export const ratingSpreadEndpoint = endpoint('GET /api/review-spread/:productId', {
  summary: 'How many reviews of a product gave one to five stars.',
  params: z.object({ productId: Id }),
  response: RatingSpread,
  feature: 'products',
})

/** Some of a product's reviews: how many, their mean (0 without any), and how many gave one to five stars. */
const RatingFigures = z.object({ count: z.number(), average: z.number(), counts: z.array(z.number()).length(5) })
export const ReviewFigures = z.object({
  productId: z.number(),
  all: RatingFigures,
  verified: RatingFigures,
  unverified: RatingFigures,
  /** Written in the twelve months before today, and before that. */
  lastYear: RatingFigures,
  earlier: RatingFigures,
  /** `value` is (weight × mean + ratingSum) / (weight + reviewCount); 0 without reviews. */
  score: z.object({
    value: z.number(),
    weight: z.number(),
    mean: z.number(),
    /** What the mean was taken of: its category; the site, or the middle of the scale, where there is too little yet. */
    basis: z.enum(PRIOR_BASES),
    ratingSum: z.number(),
    reviewCount: z.number(),
  }),
})
export type ReviewFigures = z.infer<typeof ReviewFigures>
export const reviewFiguresEndpoint = endpoint('GET /api/review-figures/:productId', {
  summary: 'What the reviews of a product add up to, and how its score came about.',
  params: z.object({ productId: Id }),
  response: ReviewFigures,
  feature: 'products',
})
