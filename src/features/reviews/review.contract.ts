/** Declares the API of product reviews. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, limitQuery, Paging, ReadVersion, SearchTerm } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { WaitingReasonSchema, spamTrapFields } from '#features/trust/screening.contract.ts'
import { REVIEW_SORTS } from './review-sort.policy.ts'
import { OWNED_MONTHS_MAX, REVIEW_CONTENT_MAX, REVIEW_TITLE_MAX } from './review-limits.policy.ts'

/** Public reply to a review, by the manufacturer or by the site. */
export const ReviewAnswer = z.object({ content: z.string(), from: z.enum(['maker', 'site']), at: z.string() })

/** What the author reports 12 or 24 months after the review. */
export const ReviewUpdate = z.object({
  id: z.number(),
  /** Months since the review: 12 or 24. */
  months: z.number(),
  isStillUsed: z.boolean(),
  /** Stars at that time; the rating of the product is that of the reviews. */
  rating: z.number(),
  content: z.string(),
  createdAt: z.string(),
})
export type ReviewUpdate = z.infer<typeof ReviewUpdate>

export const Review = z.object({
  /** Id of the published review; with `isWaiting`, id of the waiting review. */
  id: z.number(),
  /** True only in the response to the author of a review that waits for approval; otherwise absent. */
  isWaiting: z.literal(true).optional(),
  /** Why the new review or update waits for approval; only in the response to its author. */
  waitingFor: z.array(WaitingReasonSchema).optional(),
  productId: z.number(),
  userId: z.number(),
  /** Display name of the author, else the username; `Unknown User` if the account is missing, `Guest` for a guest's waiting review. */
  username: z.string(),
  /** True if the author's account is closed and has no profile; otherwise absent. */
  isAuthorClosed: z.literal(true).optional(),
  avatarUrl: z.string().nullable(),
  /** Whether the review is demo content: it and its author are invented. */
  isDemo: z.boolean(),
  rating: z.number(),
  title: z.string(),
  content: z.string(),
  /** `content` as sanitised HTML; only in lists of the reviews of one product. */
  contentHtml: z.string().optional(),
  createdAt: z.string(),
  isVerified: z.boolean(),
  /** `enquiry`: the author has a completed enquiry on this site. `evidence`: an administrator accepted proof of purchase. Null if unverified. */
  verifiedBy: z.enum(['enquiry', 'evidence']).nullable(),
  /** For how many months the author says to have owned the product; null if not stated. */
  ownedMonths: z.number().nullable(),
  /** Null if the author has not changed the review. */
  editedAt: z.string().nullable(),
  /** Used for optimistic concurrency; incremented when the title, content, rating or time of ownership changes. */
  version: z.number(),
  answer: ReviewAnswer.nullable(),
  pictures: z.array(z.object({ id: z.number(), url: z.string(), alt: z.string() })),
  /** Oldest first. */
  updates: z.array(ReviewUpdate),
  upvotes: z.number(),
  downvotes: z.number(),
  productName: z.string(),
  productSlug: z.string(),
  productImage: z.string().nullable(),
  categoryId: z.number().nullable(),
})
export type Review = z.infer<typeof Review>

/** Shape of a review in the personal-data export: only what the author wrote, its dates and its votes. */
export const ExportedReview = Review.omit({
  contentHtml: true,
  isWaiting: true,
  waitingFor: true,
  version: true,
  userId: true,
  username: true,
  isAuthorClosed: true,
  avatarUrl: true,
  isDemo: true,
  isVerified: true,
  verifiedBy: true,
  answer: true,
  pictures: true,
  updates: true,
  productName: true,
  productSlug: true,
  productImage: true,
  categoryId: true,
})

const BOTH_NEEDED_MESSAGE = 'Please provide both a title and content for your review.'

/** If present, `userId` must be the id of the acting user. `createdAt` and `isVerified` are accepted but ignored. */
export const NewReview = z.object({
  productId: idInBody(),
  rating: z.number().int().min(1).max(5),
  title: singleLine().min(1, BOTH_NEEDED_MESSAGE).max(REVIEW_TITLE_MAX),
  content: z.string().trim().min(1, BOTH_NEEDED_MESSAGE).max(REVIEW_CONTENT_MAX),
  ownedMonths: z.number().int().min(0).max(OWNED_MONTHS_MAX).nullable().optional(),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
  isVerified: z.boolean().optional(),
  ...spamTrapFields,
})
export type NewReview = z.infer<typeof NewReview>

export const listReviewsEndpoint = endpoint('GET /api/reviews', {
  summary: 'List reviews, newest first. `productId` selects a product and allows other orders and filters; `userId` selects a member.',
  query: Paging.extend({
    productId: Id.optional(),
    userId: Id.optional(),
    sort: z.enum(REVIEW_SORTS).default('newest'),
    stars: z.coerce.number().int().min(1).max(5).optional(),
    verified: z.enum(['yes', 'no']).optional(),
    search: SearchTerm,
  }),
  response: z.array(Review),
  list: true,
  feature: 'products',
})
export const recentReviewsEndpoint = endpoint('GET /api/reviews/recent', {
  summary: 'List the newest reviews.',
  query: limitQuery(3),
  response: z.array(Review),
  list: true,
  feature: 'products',
})
export const reviewsOfUserEndpoint = endpoint('GET /api/users/:id/reviews', {
  summary: 'List the reviews of a member, newest first.',
  params: z.object({ id: Id }),
  query: Paging,
  response: z.array(Review),
  list: true,
  feature: 'products',
})
export const postReviewEndpoint = endpoint('POST /api/reviews', {
  summary:
    'Post a review. Each member has one review per product (else 409), guests of one network have one in 24 hours (else 429). A review that meets a limit for guests or new members waits for approval: `isWaiting`.',
  body: NewReview,
  response: Review,
  extraStatuses: [401, 409, 429],
  rateLimit: { max: 30, minutes: 10 },
  feature: 'products',
})
/** Change to a review; absent fields stay unchanged. */
export const ReviewChange = NewReview.pick({ title: true, content: true, rating: true, ownedMonths: true })
  .partial()
  .extend({ version: ReadVersion })
export type ReviewChange = z.infer<typeof ReviewChange>
export const changeReviewEndpoint = endpoint('PATCH /api/reviews/:id', {
  summary: 'Change your own review, which is then marked as edited. A change to an older `version` is rejected with 409.',
  params: z.object({ id: Id }),
  body: ReviewChange,
  response: Review,
  access: 'member',
  extraStatuses: [403, 409],
  rateLimit: { max: 30, minutes: 10 },
  feature: 'products',
})
