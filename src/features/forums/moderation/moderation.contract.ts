/**
 * Contract of forum moderation: administrators list, change and delete topics and replies of every status. Authors change and delete their own
 * visible ones.
 */
import { z } from '#platform/contract/zod.ts'
import { DeletedItem } from '#features/trash/trash.contract.ts'
import { endpoint, Id, idInBody, Paging, SearchTerm, ReadVersion } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { PostStatus, Topic } from '#features/forums/topic.contract.ts'
import { WaitingReasonDetail } from '#features/trust/screening.contract.ts'
import { Reply } from '#features/forums/replies/reply.contract.ts'
import { POST_CONTENT_MAX, TOPIC_TITLE_MAX } from '#features/forums/topic-limits.policy.ts'

const admin = { access: 'admin', feature: 'forums' } as const
/** Also for the author. The handlers decide what an author may change. */
const author = { access: 'member', feature: 'forums' } as const
const idParams = z.object({ id: Id })

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
/** A topic or a reply that waits for approval. */
export const WaitingPost = z.object({
  kind: z.enum(['topic', 'reply']),
  id: z.number(),
  topicId: z.number(),
  title: z.string(),
  content: z.string(),
  username: z.string(),
  userId: z.number(),
  createdAt: z.string(),
  /** Why it waits, with a rough probability of spam from 0 to 1 for each reason. */
  reasons: z.array(WaitingReasonDetail),
  /** Combined probability of spam, from 0 to 1. */
  spamScore: z.number(),
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
  params: idParams,
  query: Paging,
  response: z.array(Reply),
  list: true,
})
/** Why a moderator changes the status or removes the post. The author reads it in the notification. */
const ReasonSchema = singleLine().max(500, 'A reason must be at most 500 characters')
/** Only for administrators. Without a reason, the author is not notified. */
const removalQuery = z.object({ reason: ReasonSchema.optional() })
export const TopicChange = z
  .object({
    title: singleLine().min(1, 'Title and content are required').max(TOPIC_TITLE_MAX),
    content: z.string().trim().min(1, 'Title and content are required').max(POST_CONTENT_MAX),
    categoryId: idInBody('Please select a category'),
    /** A topic with an accepted reply stays a question: 400. */
    isQuestion: z.boolean(),
    isPinned: z.boolean(),
    isLocked: z.boolean(),
    /** `visible` approves a waiting topic or shows a hidden one again; `hidden` rejects or hides it. */
    status: PostStatus,
    reason: ReasonSchema,
    version: ReadVersion,
  })
  .partial()
export type TopicChange = z.infer<typeof TopicChange>
export const changeTopicEndpoint = endpoint('PATCH /api/forums/:id', {
  ...author,
  summary: 'Edit, move, pin, lock, approve or hide a topic. Its author can change title, content, category and whether it is a question.',
  params: idParams,
  body: TopicChange,
  response: Topic,
  extraStatuses: [403, 409],
})
export const deleteTopicEndpoint = endpoint('DELETE /api/forums/:id', {
  ...author,
  summary: 'Move a topic with its replies to the trash. Its author can do so while no other member has replied.',
  params: idParams,
  query: removalQuery,
  response: DeletedItem,
  extraStatuses: [403, 409],
})
export const ReplyChange = z
  .object({
    content: z.string().trim().min(1, 'Please enter a reply.').max(POST_CONTENT_MAX),
    status: PostStatus,
    reason: ReasonSchema,
    version: ReadVersion,
  })
  .partial()
export type ReplyChange = z.infer<typeof ReplyChange>
export const changeReplyEndpoint = endpoint('PATCH /api/forum-replies/:id', {
  ...author,
  summary: 'Edit, approve or hide a reply. Its author can change the content.',
  params: idParams,
  body: ReplyChange,
  response: Reply,
  extraStatuses: [403, 409],
})
export const deleteReplyEndpoint = endpoint('DELETE /api/forum-replies/:id', {
  ...author,
  summary: 'Move a reply to the trash, as its author or an administrator.',
  params: idParams,
  query: removalQuery,
  response: DeletedItem,
  extraStatuses: [403],
})
