import { expect } from 'vitest'
import { levelOf } from '#features/users/level.policy.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * Asserts the reputation invariant: every member's total is the sum of their ledger entries, and their level that of the total. It holds
 * after every write, so it is asserted after concurrent writes. The guest account has no points.
 */
export async function expectLedgerMatches({ db }: Pick<Context, 'db'>): Promise<void> {
  const members = await db.selectFrom('users').select(['id', 'reputation_points as points', 'level']).execute()
  const entries = await db.selectFrom('point_entries').select(['user_id as userId', 'points']).execute()
  const sums = new Map<number, number>()
  for (const { userId, points } of entries) sums.set(userId, (sums.get(userId) ?? 0) + points)
  const expected = members.map(({ id }) => {
    const points = Math.max(0, sums.get(id) ?? 0)
    return { id, points, level: levelOf(points) }
  })
  expect(members).toEqual(expected)
}
