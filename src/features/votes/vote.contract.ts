/** Votes up and down on topics, replies and reviews: one for each person, none on one's own. */
import { z } from '#platform/contract/zod.ts'
import { endpoint, Id, idInBody } from '#platform/contract/endpoint.ts'

export const VoteSubject = z.enum(['topic', 'reply', 'review'])
/** 1 up, -1 down, 0 takes one's vote back. */
export const VoteForm = z.object({ subject: VoteSubject, id: idInBody(), value: z.literal([1, 0, -1]) })
export type VoteForm = z.infer<typeof VoteForm>
export const VoteCount = z.object({ subject: VoteSubject, id: z.number(), upvotes: z.number(), downvotes: z.number(), yours: z.number() })
export type VoteCount = z.infer<typeof VoteCount>
export const voteEndpoint = endpoint('POST /api/votes', {
  summary: 'Vote for a topic, reply or review, or take the vote back.',
  body: VoteForm,
  response: VoteCount,
  status: 200,
  access: 'member',
  rateLimit: { max: 120, minutes: 10 },
  feature: 'userAccounts',
})
/** One's own votes on what a page shows. */
export const MyVote = z.object({ subject: VoteSubject, id: z.number(), value: z.number() })
export type MyVote = z.infer<typeof MyVote>
export const myVotesEndpoint = endpoint('GET /api/votes/mine', {
  summary: 'My votes on a topic with its replies, or on the reviews of a product.',
  query: z.object({ topicId: Id.optional(), productId: Id.optional() }),
  response: z.array(MyVote),
  list: true,
  isStorable: true,
  access: 'member',
  feature: 'userAccounts',
})
