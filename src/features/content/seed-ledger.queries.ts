/** Inserts the point entries for seeded posts and votes, and updates the members' totals. */
import type { SiteDatabase } from '#db/tables.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { levelOf } from '#features/users/level.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { toBatches, SEEDED_VOTE_SUBJECTS } from './seed-votes.queries.ts'

/** Inserts the entries that the API would have inserted, in chronological order. The Community Guest earns no points. */
export async function insertLedger(db: SiteDatabase): Promise<void> {
  const entries = []
  for (const { table, type } of SEEDED_VOTE_SUBJECTS) {
    const posts = await db.selectFrom(table).select(['id', 'user_id', 'created_at']).where('user_id', '!=', GUEST_ID).execute()
    const votes = await db
      .selectFrom('votes')
      .innerJoin(`${table as 'topics'} as p`, 'p.id', 'votes.subject_id')
      .select(['p.id', 'p.user_id', 'votes.value', 'votes.created_at'])
      .where('votes.subject_type', '=', type)
      .where('p.user_id', '!=', GUEST_ID)
      .execute()
    for (const { id, user_id, created_at } of posts)
      entries.push({ user_id, points: POINTS[type], reason: type, subject_type: type, subject_id: id, created_at })
    for (const { id, user_id, value, created_at } of votes) {
      const reason = value > 0 ? ('upvote-received' as const) : ('downvote-received' as const)
      entries.push({ user_id, points: POINTS[reason], reason, subject_type: type, subject_id: id, created_at })
    }
  }
  const answers = await db
    .selectFrom('accepted_replies as a')
    .innerJoin('replies as r', 'r.id', 'a.reply_id')
    .innerJoin('topics as t', 't.id', 'a.topic_id')
    .select(['r.id', 'r.user_id', 'a.accepted_at as created_at'])
    .whereRef('t.user_id', '!=', 'r.user_id')
    .where('r.user_id', '!=', GUEST_ID)
    .execute()
  for (const { id, user_id, created_at } of answers) {
    const reason = 'answer-accepted' as const
    entries.push({ user_id, points: POINTS[reason], reason, subject_type: 'reply' as const, subject_id: id, created_at })
  }
  const chronological = entries.toSorted((a, b) => a.created_at.localeCompare(b.created_at))
  for (const batch of toBatches(chronological)) await db.insertInto('point_entries').values(batch).execute()

  const totals = new Map<number, number>()
  for (const { user_id, points } of entries) totals.set(user_id, (totals.get(user_id) ?? 0) + points)
  for (const [id, sum] of totals) {
    const points = Math.max(0, sum)
    await db
      .updateTable('users')
      .set({ reputation_points: points, level: levelOf(points) })
      .where('id', '=', id)
      .execute()
  }
}
