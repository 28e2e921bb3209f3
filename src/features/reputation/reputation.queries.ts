import type { ExpressionBuilder } from 'kysely'
import type { Tables, VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'

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

/** Lists the users with ledger entries for a subject, sorted so that all callers lock the rows in the same order (deadlock avoidance). */
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

const selectTotal = (eb: ExpressionBuilder<Tables, 'point_entries'>) =>
  eb.cast<number>(eb.fn.coalesce(eb.fn.sum('points'), eb.lit(0)), 'integer').as('points')

/** Sums a user's ledger entries for a subject. */
export async function sumPointsOfSubject(
  { db }: Pick<Context, 'db'>,
  userId: number,
  subject: { type: VoteSubject; id: number },
): Promise<number> {
  const { points } = await db
    .selectFrom('point_entries')
    .select(selectTotal)
    .where('user_id', '=', userId)
    .where('subject_type', '=', subject.type)
    .where('subject_id', '=', subject.id)
    .executeTakeFirstOrThrow()
  return points
}

export async function sumPoints({ db }: Pick<Context, 'db'>, userId: number): Promise<number> {
  const { points } = await db.selectFrom('point_entries').select(selectTotal).where('user_id', '=', userId).executeTakeFirstOrThrow()
  return points
}

export async function updatePoints({ db }: Pick<Context, 'db'>, userId: number, points: number, level: number): Promise<void> {
  await db.updateTable('users').set({ reputation_points: points, level }).where('id', '=', userId).execute()
}
