/** Moderation of the forum: topics and replies for administrators. */
import { z } from '#platform/contract/zod.ts'
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { PostStatus, Topic } from '#features/forums/topic.contract.ts'
import { Reply } from '#features/forums/replies/reply.contract.ts'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'

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
export const listAllTopicsEndpoint = endpoint('GET /api/admin/forums', {
  ...admin,
  summary: 'List topics of every status.',
  query: TopicAdminQuery,
  response: z.array(Topic),
  list: true,
})
/** A topic or reply that waits for approval. */
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
export const listWaitingPostsEndpoint = endpoint('GET /api/admin/waiting-posts', {
  ...admin,
  summary: 'List posts that wait for approval, oldest first.',
  query: Paging,
  response: z.array(WaitingPost),
  list: true,
})
export const listAllRepliesEndpoint = endpoint('GET /api/admin/forums/:id/replies', {
  ...admin,
  summary: 'List the replies of a topic, including hidden and waiting ones.',
  params: one,
  query: Paging,
  response: z.array(Reply),
  list: true,
})
/** Sent to the author with a change of the status. */
const Reason = singleLine().max(500, 'A reason must be at most 500 characters')
export const TopicChange = z
  .object({
    title: singleLine().min(1, 'Title and content are required').max(TOPIC_TITLE_MAX),
    content: z.string().trim().min(1, 'Title and content are required').max(POST_CONTENT_MAX),
    categoryId: idInBody('Please select a category'),
    isPinned: z.boolean(),
    isLocked: z.boolean(),
    /** `visible` approves or shows again; `hidden` hides or rejects. */
    status: PostStatus,
    reason: Reason,
    version: ReadVersion,
  })
  .partial()
export type TopicChange = z.infer<typeof TopicChange>
export const changeTopicEndpoint = endpoint('PATCH /api/forums/:id', {
  ...admin,
  summary: 'Edit, move, pin, lock, approve or hide a topic.',
  params: one,
  body: TopicChange,
  response: Topic,
  extraStatuses: [409],
})
export const deleteTopicEndpoint = endpoint('DELETE /api/forums/:id', {
  ...admin,
  summary: 'Move a topic with its replies to the trash.',
  params: one,
  response: DeletedItem,
})
export const ReplyChange = z
  .object({ content: z.string().trim().min(1, 'Please enter a reply.').max(POST_CONTENT_MAX), status: PostStatus, reason: Reason })
  .partial()
export type ReplyChange = z.infer<typeof ReplyChange>
export const changeReplyEndpoint = endpoint('PATCH /api/forum-replies/:id', {
  ...admin,
  summary: 'Edit, approve or hide a reply.',
  params: one,
  body: ReplyChange,
  response: Reply,
})
export const deleteReplyEndpoint = endpoint('DELETE /api/forum-replies/:id', {
  ...admin,
  summary: 'Move a reply to the trash.',
  params: one,
  response: DeletedItem,
})
