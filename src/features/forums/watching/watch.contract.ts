/** Contract of topic watches: members who watch a topic are notified of new replies. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id } from '#platform/contract/endpoint.ts'

const TopicWatch = z.object({ isWatching: z.boolean() })
const memberOptions = { access: 'member', feature: 'forums', params: z.object({ topicId: Id }), response: TopicWatch } as const
export const getTopicWatchEndpoint = endpoint('GET /api/me/topic-watches/:topicId', {
  ...memberOptions,
  summary: 'Get whether you are notified of new replies in a topic.',
})
export const setTopicWatchEndpoint = endpoint('POST /api/me/topic-watches/:topicId', {
  ...memberOptions,
  summary: 'Start or stop notifications of new replies in a topic. Authors of topics and replies watch them automatically.',
  body: TopicWatch,
  status: 200,
})
/** Shape of a watch in the personal-data export. */
export const ExportedWatch = z.object({ topicId: z.number(), isWatching: z.boolean(), createdAt: z.string() })
