/** Keeping order in the forums: topics and replies as an administrator sees and changes them. */
import { z } from '#platform/zod.ts'
import { Deleted } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idIn, Paging, SearchTerm } from '#platform/endpoint.ts'
import { singleLine } from '#platform/single-line.ts'
import { POST_CONTENT_MAX, PostStatus, Reply, Topic, TOPIC_TITLE_MAX } from './topic.contract.ts'

const admin = { access: 'admin', feature: 'forums' } as const
const one = z.object({ id: Id })

export const TOPIC_ADMIN_SORTS = ['newest', 'active', 'views', 'replies'] as const
export const TopicAdminQuery = Paging.extend({
  search: SearchTerm,
  category: z.string().trim().max(100).optional(),
  status: PostStatus.optional(),
  sort: z.enum(TOPIC_ADMIN_SORTS).default('newest'),
})
export type TopicAdminQuery = z.infer<typeof TopicAdminQuery>
export const listAllTopicsEndpoint = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/forums',
  summary: 'Topics of every status.',
  query: TopicAdminQuery,
  reply: z.array(Topic),
  list: true,
})
/** What waits for approval, oldest first: topics and replies in one line. */
export const WaitingPost = z.object({
  kind: z.enum(['topic', 'reply']),
  id: z.number(),
  topicId: z.number(),
  title: z.string(),
  content: z.string(),
  username: z.string(),
  userId: z.number(),
  createdAt: z.string(),
})
export type WaitingPost = z.infer<typeof WaitingPost>
export const listWaitingPostsEndpoint = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/waiting-posts',
  summary: 'Posts that wait for approval, oldest first.',
  query: Paging,
  reply: z.array(WaitingPost),
  list: true,
})
/** Replies of every status, for one topic. */
export const listAllRepliesEndpoint = endpoint({
  ...admin,
  method: 'GET',
  path: '/api/admin/forums/:id/replies',
  summary: 'All replies of a topic, hidden and waiting ones too.',
  params: one,
  query: Paging,
  reply: z.array(Reply),
  list: true,
})
export const TopicChange = z
  .object({
    title: singleLine().min(1, 'Title and content are required').max(TOPIC_TITLE_MAX),
    content: z.string().trim().min(1, 'Title and content are required').max(POST_CONTENT_MAX),
    categoryId: idIn('Please select a category'),
    isPinned: z.boolean(),
    isLocked: z.boolean(),
    /** `visible` approves or shows again, `hidden` hides or rejects. */
    status: PostStatus,
  })
  .partial()
export type TopicChange = z.infer<typeof TopicChange>
export const changeTopicEndpoint = endpoint({
  ...admin,
  method: 'PATCH',
  path: '/api/forums/:id',
  summary: 'Edit, move, pin, lock, approve or hide a topic.',
  params: one,
  body: TopicChange,
  reply: Topic,
})
export const deleteTopicEndpoint = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/api/forums/:id',
  summary: 'Move a topic with its replies to the trash.',
  params: one,
  reply: Deleted,
})
export const ReplyChange = z
  .object({ content: z.string().trim().min(1, 'Please enter a reply.').max(POST_CONTENT_MAX), status: PostStatus })
  .partial()
export type ReplyChange = z.infer<typeof ReplyChange>
export const changeReplyEndpoint = endpoint({
  ...admin,
  method: 'PATCH',
  path: '/api/forum-replies/:id',
  summary: 'Edit, approve or hide a reply.',
  params: one,
  body: ReplyChange,
  reply: Reply,
})
export const deleteReplyEndpoint = endpoint({
  ...admin,
  method: 'DELETE',
  path: '/api/forum-replies/:id',
  summary: 'Move a reply to the trash.',
  params: one,
  reply: Deleted,
})
