/** Contract of the public lists of a member's topics and replies. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, Paging } from '#platform/contract/endpoint.ts'
import { Topic, feature } from '#features/forums/topic.contract.ts'

/** A member's reply, with the topic that it is in. */
export const MemberReply = z.object({
  id: z.number(),
  topicId: z.number(),
  topicTitle: z.string(),
  /** The first words of the reply, as plain text. */
  excerpt: z.string(),
  createdAt: z.string(),
  upvotes: z.number(),
  downvotes: z.number(),
})
export type MemberReply = z.infer<typeof MemberReply>

const options = { params: z.object({ id: Id }), query: Paging, list: true, feature } as const
export const topicsOfUserEndpoint = endpoint('GET /api/users/:id/topics', {
  ...options,
  summary: 'List the visible topics of a member, newest first. Their content is shortened.',
  response: z.array(Topic),
})
export const repliesOfUserEndpoint = endpoint('GET /api/users/:id/replies', {
  ...options,
  summary: 'List the visible replies of a member in visible topics, newest first. `accepted=yes` selects accepted answers.',
  query: Paging.extend({ accepted: z.literal('yes').optional() }),
  response: z.array(MemberReply),
})
