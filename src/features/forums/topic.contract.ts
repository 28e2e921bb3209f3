/** Forum topics and their replies. */
import { z } from '#platform/zod.ts'
import { endpoint, Id, idIn, limitedTo, Paging, SearchTerm } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'

/** A guest's post with a link waits until a moderator has looked at it. */
export const PostStatus = z.enum(['visible', 'waiting', 'hidden'])

/** `contentHtml` is the Markdown rendered and sanitised; in lists it is absent, and with `view=card` the content is cut short. */
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
  avatarUrl: z.string().nullable(),
  createdAt: z.string(),
  views: z.number(),
  replyCount: z.number(),
  status: PostStatus,
  isPinned: z.boolean(),
  /** Nobody but an administrator may reply any more. */
  isLocked: z.boolean(),
  upvotes: z.number(),
  downvotes: z.number(),
})
export type Topic = z.infer<typeof Topic>

export const Reply = z.object({
  id: z.number(),
  content: z.string(),
  contentHtml: z.string(),
  userId: z.number(),
  username: z.string(),
  avatarUrl: z.string().nullable(),
  level: z.number(),
  forumId: z.number(),
  createdAt: z.string(),
  status: PostStatus,
  upvotes: z.number(),
  downvotes: z.number(),
})
export type Reply = z.infer<typeof Reply>

export const TOPIC_TITLE_MAX = 200
export const POST_CONTENT_MAX = 20_000
const bothNeeded = 'Title and content are required'

/** `userId` must be the acting user's; `createdAt` may be sent and is not trusted. */
export const NewTopic = z.object({
  title: singleLine().min(1, bothNeeded).max(TOPIC_TITLE_MAX),
  content: z.string().trim().min(1, bothNeeded).max(POST_CONTENT_MAX),
  categoryId: idIn(),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
})
export type NewTopic = z.infer<typeof NewTopic>

export const NewReply = z.object({
  content: z.string().trim().min(1, 'Please enter a reply.').max(POST_CONTENT_MAX),
  forumId: idIn(),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
})
export type NewReply = z.infer<typeof NewReply>

const view = z.enum(['card', 'full']).default('full')
export const TopicListQuery = Paging.extend({
  view,
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  sort: z.enum(['newest', 'active', 'views']).default('newest'),
})
export type TopicListQuery = z.infer<typeof TopicListQuery>

const feature = 'forums' as const
export const listTopicsEndpoint = endpoint({
  method: 'GET',
  path: '/api/forums',
  summary: 'Topics, newest first.',
  query: TopicListQuery,
  reply: z.array(Topic),
  list: true,
  feature,
})
export const popularTopicsEndpoint = endpoint({
  method: 'GET',
  path: '/api/forums/popular',
  summary: 'The most viewed topics; of those viewed as often, the newest first.',
  query: limitedTo(5).extend({ view }),
  reply: z.array(Topic),
  list: true,
  feature,
})
export const topicsOfCategoryEndpoint = endpoint({
  method: 'GET',
  path: '/api/forums/category/:categoryId',
  summary: 'The topics of a category, newest first.',
  params: z.object({ categoryId: Id }),
  query: Paging.extend({ view }),
  reply: z.array(Topic),
  list: true,
  feature,
})
export const getTopicEndpoint = endpoint({
  method: 'GET',
  path: '/api/forums/:id',
  summary: 'One topic.',
  params: z.object({ id: Id }),
  reply: Topic,
  further: [410],
  feature,
})
export const postTopicEndpoint = endpoint({
  method: 'POST',
  path: '/api/forums',
  summary: 'Start a topic.',
  body: NewTopic,
  reply: Topic,
  further: [401],
  limit: { max: 20, minutes: 10 },
  feature,
})
export const listRepliesEndpoint = endpoint({
  method: 'GET',
  path: '/api/forum-replies/:forumId',
  summary: 'The replies of a topic, oldest first.',
  params: z.object({ forumId: Id }),
  query: Paging,
  reply: z.array(Reply),
  further: [410],
  list: true,
  feature,
})
export const postReplyEndpoint = endpoint({
  method: 'POST',
  path: '/api/forum-replies',
  summary: 'Reply to a topic.',
  body: NewReply,
  reply: Reply,
  further: [401],
  limit: { max: 40, minutes: 10 },
  feature,
})
