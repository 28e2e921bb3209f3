import { expect } from 'vitest'
import { levelOf } from '#features/users/level.policy.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * That every member's total is the sum of their ledger, and their level that of the total. It holds after every write, so it
 * is asked after whatever many have done at once. The guest collects none.
 */
export async function expectLedgerMatches({ db }: Pick<Context, 'db'>): Promise<void> {
  const members = await db.selectFrom('users').select(['id', 'reputation_points as points', 'level']).execute()
  const entries = await db.selectFrom('point_entries').select(['user_id as userId', 'points']).execute()
  const sums = new Map<number, number>()
  for (const { userId, points } of entries) sums.set(userId, (sums.get(userId) ?? 0) + points)
  const due = members.map(({ id }) => {
    const points = Math.max(0, sums.get(id) ?? 0)
    return { id, points, level: levelOf(points) }
  })
  expect(members).toEqual(due)
}
