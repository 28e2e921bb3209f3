/** Contract of the posts of the viewer that wait for approval. Only their author and administrators read them. */
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'
import { WaitingReasonSchema } from '#features/trust/screening.contract.ts'
import { feature, Topic } from '#features/forums/topic.contract.ts'

const Kind = z.enum(['topic', 'reply'])
export const OwnWaitingPost = z.object({
  kind: Kind,
  id: z.number(),
  /** Id of the topic; for a reply, that of the topic which it is in. */
  topicId: z.number(),
  /** Title of the topic. */
  title: z.string(),
  /** Rendered and sanitised Markdown. */
  contentHtml: z.string(),
  createdAt: z.string(),
  /** Why the post waits; empty if the reason was not recorded. */
  waitingFor: z.array(WaitingReasonSchema),
})
export type OwnWaitingPost = z.infer<typeof OwnWaitingPost>

export const OwnWaitingQuery = Paging.extend({ kind: Kind.optional(), topicId: Id.optional() })
export type OwnWaitingQuery = z.infer<typeof OwnWaitingQuery>
export const listOwnWaitingPostsEndpoint = endpoint('GET /api/me/waiting-posts', {
  summary:
    'List your topics and replies that wait for approval, oldest first. `kind` selects topics or replies, and `topicId` those of one topic.',
  query: OwnWaitingQuery,
  response: z.array(OwnWaitingPost),
  list: true,
  access: 'member',
  feature,
})

/** `topic` is null if it does not wait for approval, or if the viewer is neither its author nor an administrator. */
export const WaitingTopic = z.object({ topic: Topic.nullable() })
export type WaitingTopic = z.infer<typeof WaitingTopic>
export const getWaitingTopicEndpoint = endpoint('GET /api/me/waiting-topics/:topicId', {
  summary: 'Get a topic of yours that waits for approval. Administrators get those of all authors.',
  params: z.object({ topicId: Id }),
  response: WaitingTopic,
  access: 'member',
  feature,
})
