import type { VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import type { MyVote } from './vote.contract.ts'

type Db = Pick<Context, 'db'>
const TABLES = { topic: 'topics', reply: 'replies', review: 'reviews' } as const

export interface VotedPost {
  userId: number
  upvotes: number
  downvotes: number
}

/** @returns the author and the vote counts of a post; undefined if it does not exist or is not visible */
export async function findVotedPost({ db }: Db, type: VoteSubject, id: number): Promise<VotedPost | undefined> {
  if (type === 'review')
    return db.selectFrom('reviews').select(['user_id as userId', 'upvotes', 'downvotes']).where('id', '=', id).executeTakeFirst()
  if (type === 'topic')
    return db
      .selectFrom('topics')
      .select(['user_id as userId', 'upvotes', 'downvotes'])
      .where('id', '=', id)
      .where('status', '=', 'visible')
      .executeTakeFirst()
  return db
    .selectFrom('replies as r')
    .innerJoin('topics as t', 't.id', 'r.topic_id')
    .select(['r.user_id as userId', 'r.upvotes', 'r.downvotes'])
    .where('r.id', '=', id)
    .where('r.status', '=', 'visible')
    .where('t.status', '=', 'visible')
    .executeTakeFirst()
}

/** @returns the user's vote on a post: 1, -1, or 0 for none */
export async function findVote({ db }: Db, userId: number, type: VoteSubject, id: number): Promise<number> {
  const row = await db
    .selectFrom('votes')
    .select('value')
    .where('user_id', '=', userId)
    .where('subject_type', '=', type)
    .where('subject_id', '=', id)
    .executeTakeFirst()
  return row?.value ?? 0
}

/** Stores a vote; the primary key allows one row per user and subject. A `value` of 0 deletes the vote. */
export async function upsertVote({ db }: Db, userId: number, type: VoteSubject, id: number, value: number): Promise<void> {
  if (value === 0) {
    await db.deleteFrom('votes').where('user_id', '=', userId).where('subject_type', '=', type).where('subject_id', '=', id).execute()
    return
  }
  await db
    .insertInto('votes')
    .values({ user_id: userId, subject_type: type, subject_id: id, value, created_at: new Date().toISOString() })
    .onConflict((oc) => oc.columns(['user_id', 'subject_type', 'subject_id']).doUpdateSet({ value }))
    .execute()
}

export async function addToVoteCounts({ db }: Db, type: VoteSubject, id: number, up: number, down: number): Promise<VotedPost> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- counts the votes on topics, replies and reviews
  return db
    .updateTable(TABLES[type])
    .set((eb) => ({ upvotes: eb('upvotes', '+', up), downvotes: eb('downvotes', '+', down) }))
    .where('id', '=', id)
    .returning(['user_id as userId', 'upvotes', 'downvotes'])
    .executeTakeFirstOrThrow()
}

/** Locks the post's row until the end of the transaction, so that concurrent votes are serialised. */
export async function lockVotedPost(ctx: Db, type: VoteSubject, id: number): Promise<void> {
  await addToVoteCounts(ctx, type, id, 0, 0)
}

const selectOwnVotes = ({ db }: Db, userId: number, type: VoteSubject) =>
  db.selectFrom('votes').select(['subject_id as id', 'value']).where('user_id', '=', userId).where('subject_type', '=', type)

const toMyVote = (subject: VoteSubject) => (row: { id: number; value: number }) => ({ subject, ...row })

export async function listVotesOnTopic(ctx: Db, userId: number, topicId: number): Promise<MyVote[]> {
  const replies = ctx.db.selectFrom('replies').select('id').where('topic_id', '=', topicId)
  const [onTopic, onReplies] = await Promise.all([
    selectOwnVotes(ctx, userId, 'topic').where('subject_id', '=', topicId).execute(),
    selectOwnVotes(ctx, userId, 'reply').where('subject_id', 'in', replies).execute(),
  ])
  return [...onTopic.map(toMyVote('topic')), ...onReplies.map(toMyVote('reply'))]
}

export async function listVotesOnProduct(ctx: Db, userId: number, productId: number): Promise<MyVote[]> {
  const reviews = ctx.db.selectFrom('reviews').select('id').where('product_id', '=', productId)
  return (await selectOwnVotes(ctx, userId, 'review').where('subject_id', 'in', reviews).execute()).map(toMyVote('review'))
}
