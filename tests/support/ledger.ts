import { expect } from 'vitest'
import { levelOf } from '#features/users/level.policy.ts'
import type { Context } from '#platform/contract/context.ts'

/**
 * Asserts the invariant of reputation: each member's total is the sum of the member's ledger entries, and the level is that of the total.
 * The invariant holds after every write, so tests assert it after concurrent writes.
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
