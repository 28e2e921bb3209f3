/** Gives the ledger its entries for the people and posts of the content folder, so that every total can be recounted. */
import type { SiteDatabase } from '#db/tables.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'

const SOURCES = [
  { table: 'topics', type: 'topic' },
  { table: 'replies', type: 'reply' },
  { table: 'reviews', type: 'review' },
] as const

/** One entry for each post, and one that carries what the member had before these. */
export async function insertLedger(db: SiteDatabase): Promise<void> {
  const earned = new Map<number, number>()
  for (const { table, type } of SOURCES) {
    const posts = await db
      .selectFrom(table as 'topics')
      .select(['id', 'user_id', 'created_at'])
      .where('user_id', '!=', GUEST_ID)
      .execute()
    for (const post of posts) {
      earned.set(post.user_id, (earned.get(post.user_id) ?? 0) + POINTS[type])
      const entry = { user_id: post.user_id, points: POINTS[type], reason: type, subject_type: type, subject_id: post.id }
      await db
        .insertInto('point_entries')
        .values({ ...entry, created_at: post.created_at })
        .execute()
    }
  }
  const users = await db.selectFrom('users').select(['id', 'reputation_points', 'member_since']).where('id', '!=', GUEST_ID).execute()
  for (const { id, reputation_points, member_since } of users) {
    const points = reputation_points - (earned.get(id) ?? 0)
    if (points)
      await db.insertInto('point_entries').values({ user_id: id, points, reason: 'carried-over', created_at: member_since }).execute()
  }
}
