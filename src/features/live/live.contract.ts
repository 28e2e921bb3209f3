/** Contract of the live updates of open pages. */
import { endpoint, EVENT_STREAM, Id } from '#platform/contract/endpoint.ts'
import { z } from '#platform/contract/zod.ts'

/** Data of the event `reply`: a reply has become visible. */
export interface LiveReply {
  topicId: number
  replyId: number
  /** Number of visible replies to the topic. */
  replyCount: number
}

/** Data of the event `vote`: the votes on the topic or on one of its replies have changed. */
export interface LiveVote {
  topicId: number
  subject: 'topic' | 'reply'
  id: number
  upvotes: number
  downvotes: number
}

/** Data of the event `notice`, which only the member's own streams get. */
export interface LiveNotice {
  /** Number of the member's unread notices. */
  unread: number
}

/** Data by event. */
export interface LiveEvents {
  reply: LiveReply
  vote: LiveVote
  notice: LiveNotice
}

export const liveEndpoint = endpoint('GET /api/live', {
  summary: 'Stream the new replies to a topic, the votes on it and, for members, the number of unread notices.',
  query: z.object({ topic: Id.optional() }),
  response: z.any(),
  contentType: EVENT_STREAM,
  isPrivate: true,
  extraStatuses: [401, 429],
})
