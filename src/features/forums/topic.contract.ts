/** Contract of forum topics. Replies are in replies/reply.contract.ts. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, limitQuery, Paging, SearchTerm } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { QUESTION_LISTS } from './lists/topic-lists.policy.ts'
import { WaitingReasonSchema, spamTrapFields } from '#features/trust/screening.contract.ts'
import { MAX_TOPIC_PRODUCTS, POST_CONTENT_MAX, TOPIC_TITLE_MAX } from './topic-limits.policy.ts'

/** A post that was screened out, such as a guest's with a link, is `waiting` until a moderator approves or rejects it. */
export const PostStatus = z.enum(['visible', 'waiting', 'hidden'])

/** `contentHtml` is the rendered and sanitised Markdown. Lists omit it, and with `view=card` they shorten the content. */
export const Topic = z.object({
  id: z.number(),
  title: z.string(),
  content: z.string(),
  contentHtml: z.string().optional(),
  categoryId: z.number().nullable(),
  categoryName: z.string(),
  categorySlug: z.string(),
  userId: z.number(),
  username: z.string(),
  /** True if the author's account is closed and has no profile; otherwise absent. */
  isAuthorClosed: z.literal(true).optional(),
  avatarUrl: z.string().nullable(),
  /** Whether the topic is demo content: it and its author are invented. */
  isDemo: z.boolean(),
  createdAt: z.string(),
  views: z.number(),
  replyCount: z.number(),
  status: PostStatus,
  isPinned: z.boolean(),
  /** Whether only administrators can reply. */
  isLocked: z.boolean(),
  upvotes: z.number(),
  downvotes: z.number(),
  /** Time of the last edit; null if there was none, apart from the author's within five minutes of posting. */
  editedAt: z.string().nullable(),
  /** Used for optimistic concurrency; incremented when the title, content or category changes. */
  version: z.number(),
  /** Whether it is a question, whose asker can accept a reply as the answer. */
  isQuestion: z.boolean(),
  /** Id of the accepted reply; null if there is none or it is not visible. */
  acceptedReplyId: z.number().nullable(),
  /** Why a new topic waits for approval; only in the response to its author. */
  waitingFor: z.array(WaitingReasonSchema).optional(),
})
export type Topic = z.infer<typeof Topic>

const ProductSlug = singleLine().min(1).max(200)
const BOTH_NEEDED_MESSAGE = 'Title and content are required'

/** If present, `userId` must be the id of the acting user. `createdAt` is accepted but ignored. */
export const NewTopic = z.object({
  title: singleLine().min(1, BOTH_NEEDED_MESSAGE).max(TOPIC_TITLE_MAX),
  content: z.string().trim().min(1, BOTH_NEEDED_MESSAGE).max(POST_CONTENT_MAX),
  categoryId: idInBody(),
  /** Default: whether the title ends with a question mark. */
  isQuestion: z.boolean().optional(),
  /** Slugs of the products that it is about. */
  productSlugs: z.array(ProductSlug).max(MAX_TOPIC_PRODUCTS, 'Choose at most four products').optional(),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
  ...spamTrapFields,
})
export type NewTopic = z.infer<typeof NewTopic>

const ViewSchema = z.enum(['card', 'full']).default('full')
export const TopicListQuery = Paging.extend({
  view: ViewSchema,
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  /** `unanswered`: questions without replies; `unsolved`: questions without an accepted reply; `answered`: with an accepted reply. */
  show: z.enum(QUESTION_LISTS).optional(),
  /** Slug of a product that the topics are about. */
  product: ProductSlug.optional(),
  sort: z.enum(['newest', 'active', 'views']).default('newest'),
})
export type TopicListQuery = z.infer<typeof TopicListQuery>

export const feature = 'forums' as const
export const listTopicsEndpoint = endpoint('GET /api/forums', {
  summary: 'List topics, newest first.',
  query: TopicListQuery,
  response: z.array(Topic),
  list: true,
  feature,
})
export const popularTopicsEndpoint = endpoint('GET /api/forums/popular', {
  summary: 'List the most viewed topics; with equal views, newest first.',
  query: limitQuery(5).extend({ view: ViewSchema }),
  response: z.array(Topic),
  list: true,
  feature,
})
export const topicsOfCategoryEndpoint = endpoint('GET /api/forums/category/:categoryId', {
  summary: 'List the topics of a category, newest first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view: ViewSchema }),
  response: z.array(Topic),
  list: true,
  feature,
})
export const getTopicEndpoint = endpoint('GET /api/forums/:id', {
  summary: 'Get a topic.',
  params: z.object({ id: Id }),
  response: Topic,
  extraStatuses: [410],
  feature,
})
export const postTopicEndpoint = endpoint('POST /api/forums', {
  summary: 'Create a topic.',
  body: NewTopic,
  response: Topic,
  extraStatuses: [401, 429],
  rateLimit: { max: 20, minutes: 10 },
  feature,
})
