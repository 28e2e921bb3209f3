/** Reviews of products by the people who own them. */
import { z } from '#platform/zod.ts'
import { Deleted } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idIn, limitedTo, Paging } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'

export const Review = z.object({
  id: z.number(),
  productId: z.number(),
  userId: z.number(),
  /** Display name of the author, `Unknown User` when missing. */
  username: z.string(),
  avatarUrl: z.string().nullable(),
  rating: z.number(),
  title: z.string(),
  content: z.string(),
  createdAt: z.string(),
  isVerified: z.boolean(),
  upvotes: z.number(),
  downvotes: z.number(),
  productName: z.string(),
  productSlug: z.string(),
  productImage: z.string().nullable(),
  categoryId: z.number().nullable(),
})
export type Review = z.infer<typeof Review>

export const REVIEW_TITLE_MAX = 120
export const REVIEW_CONTENT_MAX = 4000
const bothNeeded = 'Please provide both a title and content for your review.'

/** `userId` must be the acting user's; `createdAt` and `isVerified` may be sent and are not trusted. */
export const NewReview = z.object({
  productId: idIn(),
  rating: z.number().int().min(1).max(5),
  title: singleLine().min(1, bothNeeded).max(REVIEW_TITLE_MAX),
  content: z.string().trim().min(1, bothNeeded).max(REVIEW_CONTENT_MAX),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
  isVerified: z.boolean().optional(),
})
export type NewReview = z.infer<typeof NewReview>

export const listReviewsEndpoint = endpoint({
  method: 'GET',
  path: '/api/reviews',
  summary: 'Reviews, newest first; of one product with `productId`, by one member with `userId`.',
  query: Paging.extend({ productId: Id.optional(), userId: Id.optional() }),
  reply: z.array(Review),
  list: true,
  feature: 'products',
})
export const recentReviewsEndpoint = endpoint({
  method: 'GET',
  path: '/api/reviews/recent',
  summary: 'The newest reviews.',
  query: limitedTo(3),
  reply: z.array(Review),
  list: true,
  feature: 'products',
})
export const postReviewEndpoint = endpoint({
  method: 'POST',
  path: '/api/reviews',
  summary: 'Post a review. A member has one of each product (409 for a second).',
  body: NewReview,
  reply: Review,
  further: [401, 409],
  limit: { max: 30, minutes: 10 },
  feature: 'products',
})
/** For administrators: a review that breaks the guidelines goes, and with it what it did to the product's average. */
export const deleteReviewEndpoint = endpoint({
  method: 'DELETE',
  path: '/api/reviews/:id',
  summary: 'Move a review to the trash.',
  params: z.object({ id: Id }),
  reply: Deleted,
  access: 'admin',
  feature: 'products',
})
/** How many reviews gave one to five stars. */
export const RatingSpread = z.object({ productId: z.number(), counts: z.array(z.number()).length(5) })
export const ratingSpreadEndpoint = endpoint({
  method: 'GET',
  path: '/api/reviews/spread/:productId',
  summary: 'How many reviews of a product gave one to five stars.',
  params: z.object({ productId: Id }),
  reply: RatingSpread,
  feature: 'products',
})
