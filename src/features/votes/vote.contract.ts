/** Contract of votes on topics, replies and reviews. A member has at most one vote per post, and none on their own posts. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody } from '#platform/contract/endpoint.ts'

export const VoteSubject = z.enum(['topic', 'reply', 'review'])
/** A `value` of 1 is an upvote, -1 is a downvote, and 0 withdraws the vote. */
export const VoteForm = z.object({ subject: VoteSubject, id: idInBody(), value: z.literal([1, 0, -1]) })
export type VoteForm = z.infer<typeof VoteForm>
export const VoteCount = z.object({ subject: VoteSubject, id: z.number(), upvotes: z.number(), downvotes: z.number(), yours: z.number() })
export type VoteCount = z.infer<typeof VoteCount>
export const voteEndpoint = endpoint('POST /api/votes', {
  summary: 'Vote on a topic, reply or review, or withdraw the vote.',
  body: VoteForm,
  response: VoteCount,
  status: 200,
  access: 'member',
  rateLimit: { max: 120, minutes: 10 },
  feature: 'userAccounts',
})
/** A vote by the viewer; `value` is 1 for an upvote and -1 for a downvote. */
export const MyVote = z.object({ subject: VoteSubject, id: z.number(), value: z.number() })
export type MyVote = z.infer<typeof MyVote>
export const myVotesEndpoint = endpoint('GET /api/votes/mine', {
  summary: 'List my votes on a topic and its replies, or on the reviews of a product.',
  query: z.object({ topicId: Id.optional(), productId: Id.optional() }),
  response: z.array(MyVote),
  list: true,
  isStorable: true,
  access: 'member',
  feature: 'userAccounts',
})
