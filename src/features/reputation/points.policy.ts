/** Points for each event, as the about page states them. The ledger stores one entry per event. */
export const POINTS = {
  topic: 5,
  reply: 2,
  review: 10,
  'upvote-received': 5,
  'downvote-received': -2,
  'answer-accepted': 15,
  /** Zero, because `revokePoints` calculates what the post has earned and subtracts that. */
  'post-removed': 0,
} as const
export type PointReason = keyof typeof POINTS

/** Rows of the table on the about page. */
export const POINT_TABLE: readonly { what: string; points: number | string }[] = [
  { what: 'Starting a topic', points: POINTS.topic },
  { what: 'Replying to a topic', points: POINTS.reply },
  { what: 'Reviewing a product', points: POINTS.review },
  { what: 'An upvote on your topic, reply or review', points: POINTS['upvote-received'] },
  { what: 'A downvote on your topic, reply or review', points: POINTS['downvote-received'] },
  { what: 'Your reply is accepted as the answer to another member’s question', points: POINTS['answer-accepted'] },
  { what: 'Your post is removed by a moderator, or a vote or an acceptance is withdrawn', points: 'the points it earned' },
]
