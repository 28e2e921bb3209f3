/** Reviews of products by the people who own them. */
import { z } from '#platform/zod.ts'
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idInBody, limitQuery, Paging } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'
import {
  REVIEW_CONTENT_MAX,
  REVIEW_TITLE_MAX,
  deleteReviewCall,
  listReviewsCall,
  postReviewCall,
  ratingSpreadCall,
  recentReviewsCall,
} from './review.endpoints.ts'

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

/** Without what it is beside: its writer, its product, and whether it is verified. */
export const ExportedReview = Review.omit({
  userId: true,
  username: true,
  avatarUrl: true,
  isVerified: true,
  productName: true,
  productSlug: true,
  productImage: true,
  categoryId: true,
})

const bothNeeded = 'Please provide both a title and content for your review.'

/** `userId` must be the acting user's; `createdAt` and `isVerified` may be sent and are not trusted. */
export const NewReview = z.object({
  productId: idInBody(),
  rating: z.number().int().min(1).max(5),
  title: singleLine().min(1, bothNeeded).max(REVIEW_TITLE_MAX),
  content: z.string().trim().min(1, bothNeeded).max(REVIEW_CONTENT_MAX),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
  isVerified: z.boolean().optional(),
})
export type NewReview = z.infer<typeof NewReview>

export const listReviewsEndpoint = endpoint({
  ...listReviewsCall,
  summary: 'Reviews, newest first; of one product with `productId`, by one member with `userId`.',
  query: Paging.extend({ productId: Id.optional(), userId: Id.optional() }),
  response: z.array(Review),
  list: true,
  feature: 'products',
})
export const recentReviewsEndpoint = endpoint({
  ...recentReviewsCall,
  summary: 'The newest reviews.',
  query: limitQuery(3),
  response: z.array(Review),
  list: true,
  feature: 'products',
})
export const postReviewEndpoint = endpoint({
  ...postReviewCall,
  summary: 'Post a review. A member has one of each product (409 for a second).',
  body: NewReview,
  response: Review,
  extraStatuses: [401, 409],
  rateLimit: { max: 30, minutes: 10 },
  feature: 'products',
})
/** For administrators: a review that breaks the guidelines goes, and with it what it did to the product's average. */
export const deleteReviewEndpoint = endpoint({
  ...deleteReviewCall,
  summary: 'Move a review to the trash.',
  params: z.object({ id: Id }),
  response: DeletedItem,
  access: 'admin',
  feature: 'products',
})
/** How many reviews gave one to five stars. */
export const RatingSpread = z.object({ productId: z.number(), counts: z.array(z.number()).length(5) })
export const ratingSpreadEndpoint = endpoint({
  ...ratingSpreadCall,
  summary: 'How many reviews of a product gave one to five stars.',
  params: z.object({ productId: Id }),
  response: RatingSpread,
  feature: 'products',
})
