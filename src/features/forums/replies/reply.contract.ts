/** Contract of replies to topics. In the API, `forumId` is the id of a topic. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody, Paging } from '#platform/contract/endpoint.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { POST_CONTENT_MAX } from '#features/forums/topic-limits.policy.ts'
import { PostStatus, feature } from '#features/forums/topic.contract.ts'
import { WaitingReasonSchema, spamTrapFields } from '#features/trust/screening.contract.ts'

export const Reply = z.object({
  id: z.number(),
  content: z.string(),
  contentHtml: z.string(),
  userId: z.number(),
  username: z.string(),
  /** True if the author's account is closed and has no profile; otherwise absent. */
  isAuthorClosed: z.literal(true).optional(),
  avatarUrl: z.string().nullable(),
  /** Whether the reply is demo content: it and its author are invented. */
  isDemo: z.boolean(),
  /** Community level of the author. */
  level: z.number(),
  forumId: z.number(),
  createdAt: z.string(),
  status: PostStatus,
  upvotes: z.number(),
  downvotes: z.number(),
  /** See `Topic.editedAt`. */
  editedAt: z.string().nullable(),
  /** Used for optimistic concurrency; incremented when the content changes. */
  version: z.number(),
  /** Why a new reply waits for approval; only in the response to its author. */
  waitingFor: z.array(WaitingReasonSchema).optional(),
})
export type Reply = z.infer<typeof Reply>

export const NewReply = z.object({
  content: z.string().trim().min(1, 'Please enter a reply.').max(POST_CONTENT_MAX),
  forumId: idInBody(),
  userId: z.number().int().optional(),
  createdAt: singleLine().max(40).optional(),
  ...spamTrapFields,
})
export type NewReply = z.infer<typeof NewReply>
export const listRepliesEndpoint = endpoint('GET /api/forum-replies/:forumId', {
  summary: 'List the replies of a topic, oldest first.',
  params: z.object({ forumId: Id }),
  query: Paging,
  response: z.array(Reply),
  extraStatuses: [410],
  list: true,
  feature,
})

export const ReplyPosition = z.object({
  /** Position among the visible replies, oldest first, counted from 1; null if the reply was deleted or is not visible. */
  position: z.number().nullable(),
})
export type ReplyPosition = z.infer<typeof ReplyPosition>
export const findReplyPositionEndpoint = endpoint('GET /api/forum-replies/:forumId/:replyId', {
  summary: 'Find the position of a reply in its topic.',
  params: z.object({ forumId: Id, replyId: Id }),
  response: ReplyPosition,
  extraStatuses: [410],
  feature,
})
export const postReplyEndpoint = endpoint('POST /api/forum-replies', {
  summary: 'Reply to a topic.',
  body: NewReply,
  response: Reply,
  extraStatuses: [401, 429],
  rateLimit: { max: 40, minutes: 10 },
  feature,
})
