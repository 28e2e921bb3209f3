import { LEVEL_THRESHOLDS } from '#features/users/level.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'

/** Inserts a member of a level, with the points for it. */
export async function makeMemberOfLevel(ctx: Pick<Context, 'db'>, level: number, daysAgo = 2): Promise<Viewer> {
  const member = await makeUser(ctx)
  const memberSince = new Date(Date.now() - daysAgo * 86_400_000).toISOString()
  // The level follows from the ledger as soon as the member gets points.
  const points = LEVEL_THRESHOLDS[level - 1] ?? 0
  const entry = { user_id: member.id, points, reason: 'topic', subject_type: null, subject_id: null, created_at: memberSince }
  await ctx.db.insertInto('point_entries').values(entry).execute()
  await ctx.db.updateTable('users').set({ level, member_since: memberSince }).where('id', '=', member.id).execute()
  return member
}
