/** Contract of the history of posts, and of the restoration of posts that their author has deleted. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { Reply } from '#features/forums/replies/reply.contract.ts'
import { feature, Topic } from '#features/forums/topic.contract.ts'

const params = z.object({ id: Id })

/** A version of a topic or a reply. */
export const PostVersion = z.object({
  createdAt: z.string(),
  /** Null for replies. */
  title: z.string().nullable(),
  content: z.string(),
  by: z.enum(['author', 'moderator']),
})
export type PostVersion = z.infer<typeof PostVersion>

/** Shape of a version in the personal-data export. */
export const ExportedPostVersion = PostVersion.extend({ kind: z.enum(['topic', 'reply']), postId: z.number() })

const historyOptions = { feature, params, query: Paging, response: z.array(PostVersion), list: true, extraStatuses: [410] } as const
export const topicHistoryEndpoint = endpoint('GET /api/forums/:id/history', {
  ...historyOptions,
  summary: 'List the versions of a topic, newest first. The first is the current one.',
})
export const replyHistoryEndpoint = endpoint('GET /api/forum-replies/:id/history', {
  ...historyOptions,
  summary: 'List the versions of a reply, newest first. The first is the current one.',
})

const restoreOptions = {
  feature,
  params,
  access: 'member',
  status: 200,
  extraStatuses: [403, 409],
  rateLimit: { max: 40, minutes: 10 },
} as const
export const restoreTopicEndpoint = endpoint('POST /api/forums/:id/restore', {
  ...restoreOptions,
  summary: 'Restore a topic that you deleted within the last 24 hours.',
  response: Topic,
})
export const restoreReplyEndpoint = endpoint('POST /api/forum-replies/:id/restore', {
  ...restoreOptions,
  summary: 'Restore a reply that you deleted within the last 24 hours.',
  response: Reply,
})
