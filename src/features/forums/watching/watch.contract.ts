/** Who wants to hear of the replies to a topic. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

const TopicWatch = z.object({ isWatching: z.boolean() })
const own = { access: 'member', feature: 'forums', params: z.object({ topicId: Id }), response: TopicWatch } as const
export const getTopicWatchEndpoint = endpoint('GET /api/me/topic-watches/:topicId', {
  ...own,
  summary: 'Whether the member is told of new replies in a topic.',
})
export const setTopicWatchEndpoint = endpoint('POST /api/me/topic-watches/:topicId', {
  ...own,
  summary: 'Be told of new replies in a topic, or no longer. Whoever starts one, or posts in it, watches it by itself.',
  body: TopicWatch,
  status: 200,
})
/** What a member takes along of it. */
export const ExportedWatch = z.object({ topicId: z.number(), isWatching: z.boolean(), createdAt: z.string() })
