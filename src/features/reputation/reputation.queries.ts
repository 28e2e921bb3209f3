import type { ExpressionBuilder } from 'kysely'
import type { Tables, VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'

export interface NewLedgerEntry {
  userId: number
  points: number
  reason: string
  subject: { type: VoteSubject; id: number }
  at: string
}

export async function insertLedgerEntry(
  { db }: Pick<Context, 'db'>,
  { userId, points, reason, subject, at }: NewLedgerEntry,
): Promise<void> {
  await db
    .insertInto('point_entries')
    .values({ user_id: userId, points, reason, subject_type: subject.type, subject_id: subject.id, created_at: at })
    .execute()
}

/** Whom a subject has brought anything, always in the same order: two who hold their rows one by one never wait for each other. */
export async function listRewardedUsers({ db }: Pick<Context, 'db'>, subject: { type: VoteSubject; id: number }): Promise<number[]> {
  const rows = await db
    .selectFrom('point_entries')
    .select('user_id as userId')
    .distinct()
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .orderBy('user_id')
    .execute()
  return rows.map(({ userId }) => userId)
}

const total = (eb: ExpressionBuilder<Tables, 'point_entries'>) =>
  eb.cast<number>(eb.fn.coalesce(eb.fn.sum('points'), eb.lit(0)), 'integer').as('points')

/** What a subject has brought somebody so far, all entries together. */
export async function sumPointsOfSubject(
  { db }: Pick<Context, 'db'>,
  userId: number,
  subject: { type: VoteSubject; id: number },
): Promise<number> {
  const { points } = await db
    .selectFrom('point_entries')
    .select(total)
    .where('user_id', '=', userId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .executeTakeFirstOrThrow()
  return points
}

export async function sumPoints({ db }: Pick<Context, 'db'>, userId: number): Promise<number> {
  const { points } = await db.selectFrom('point_entries').select(total).where('user_id', '=', userId).executeTakeFirstOrThrow()
  return points
}

export async function updatePoints({ db }: Pick<Context, 'db'>, userId: number, points: number, level: number): Promise<void> {
  await db.updateTable('users').set({ reputation_points: points, level }).where('id', '=', userId).execute()
}

export function listBadgesToEarn({ db }: Pick<Context, 'db'>, userId: number): Promise<{ id: number; name: string }[]> {
  return db
    .selectFrom('badges as b')
    .select(['b.id', 'b.name'])
    .where((eb) =>
      eb.not(
        eb.exists(
          eb.selectFrom('user_badges as h').select('h.badge_id').whereRef('h.badge_id', '=', 'b.id').where('h.user_id', '=', userId),
        ),
      ),
    )
    .execute()
}

export async function insertBadge({ db }: Pick<Context, 'db'>, userId: number, badgeId: number, at: string): Promise<void> {
  await db
    .insertInto('user_badges')
    .values({ user_id: userId, badge_id: badgeId, earned_at: at })
    .onConflict((clash) => clash.doNothing())
    .execute()
}

/** What badges are decided by. */
export interface Contributions {
  topics: number
  replies: number
  reviews: number
  verifiedReviews: number
  /** Votes up on own replies. */
  thanks: number
  memberSince: string
  /** How many joined before this member, the guest not counted. */
  joinedBefore: number
}

export async function countContributions({ db }: Pick<Context, 'db'>, userId: number, guestId: number): Promise<Contributions> {
  const n = (table: 'topics' | 'replies' | 'reviews') =>
    db
      .selectFrom(table)
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
  const visible = (table: 'topics' | 'replies') => n(table).where('status', '=', 'visible').executeTakeFirstOrThrow()
  const { member_since: memberSince } = await db
    .selectFrom('users')
    .select('member_since')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const [topics, replies, reviews, verified, thanks, earlier] = await Promise.all([
    visible('topics'),
    visible('replies'),
    n('reviews').executeTakeFirstOrThrow(),
    db
      .selectFrom('reviews')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('user_id', '=', userId)
      .where('is_verified', '=', true)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('replies')
      .select((eb) => eb.cast<number>(eb.fn.coalesce(eb.fn.sum('upvotes'), eb.lit(0)), 'integer').as('n'))
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('users')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .where('member_since', '<', memberSince)
      .where('id', '!=', guestId)
      .executeTakeFirstOrThrow(),
  ])
  return {
    topics: topics.n,
    replies: replies.n,
    reviews: reviews.n,
    verifiedReviews: verified.n,
    thanks: thanks.n,
    memberSince,
    joinedBefore: earlier.n,
  }
}
