/** What earns and costs points. The about page prints this table; the ledger keeps every entry. */
export const POINTS = {
  topic: 5,
  reply: 2,
  review: 10,
  'upvote-received': 5,
  'downvote-received': -2,
  /** The post's own points are taken back as well. */
  'post-removed': 0,
} as const
export type PointReason = keyof typeof POINTS

/** The table as it is published. */
export const POINT_TABLE: readonly { what: string; points: number | string }[] = [
  { what: 'Starting a topic', points: POINTS.topic },
  { what: 'Replying to a topic', points: POINTS.reply },
  { what: 'Reviewing a product', points: POINTS.review },
  { what: 'A vote up for a topic, reply or review of yours', points: POINTS['upvote-received'] },
  { what: 'A vote down for a topic, reply or review of yours', points: POINTS['downvote-received'] },
  { what: 'A post of yours that a moderator removes, or a vote that is taken back', points: 'what it had brought' },
]
