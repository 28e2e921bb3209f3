/**
 * Points come from a ledger that is only added to: a total is the sum of its entries and can be made anew at any time.
 * Call these in the transaction of the deed itself.
 */
import { levelOf } from '#features/users/level.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { lockRowColumns } from '#db/lock-row.ts'
import type { VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/contract/context.ts'
import { BADGE_RULES } from './badges.policy.ts'
import { POINTS, type PointReason } from './points.policy.ts'
import * as queries from './reputation.queries.ts'
import * as badgeQueries from './badge.queries.ts'

type Db = Pick<Context, 'db'>
export interface PointSubject {
  type: VoteSubject
  id: number
}

/**
 * Gives (or, with `times` -1, takes back) the points of a deed. The Community Guest collects none.
 * @returns the member's level after it
 */
export async function awardPoints(
  ctx: Db,
  userId: number,
  reason: PointReason,
  subject: PointSubject,
  times: 1 | -1 = 1,
): Promise<number | undefined> {
  if (userId === GUEST_ID) return undefined
  const level = await changeLedger(ctx, userId, () => [{ points: POINTS[reason] * times, reason, subject }])
  await awardEarnedBadges(ctx, userId)
  return level
}

/** Takes back whatever a subject has brought to anybody: it was removed or hidden. Doing it twice takes nothing twice. */
export async function revokePoints(ctx: Db, subject: PointSubject): Promise<void> {
  for (const userId of await queries.listRewardedUsers(ctx, subject)) {
    await changeLedger(ctx, userId, async (inside) => {
      const had = await queries.sumPointsOfSubject(inside, userId, subject)
      return had === 0 ? [] : [{ points: -had, reason: 'post-removed', subject }]
    })
  }
}

/**
 * Gives back what a subject had brought before it was revoked: its own points, and those of the votes on it.
 * Doing it twice gives nothing twice.
 */
export async function reinstatePoints(
  ctx: Db,
  { userId, reason, upvotes, downvotes }: { userId: number; reason: PointReason; upvotes: number; downvotes: number },
  subject: PointSubject,
): Promise<void> {
  if (userId === GUEST_ID) return
  const due = POINTS[reason] + upvotes * POINTS['upvote-received'] + downvotes * POINTS['downvote-received']
  await changeLedger(ctx, userId, async (inside) => {
    const had = await queries.sumPointsOfSubject(inside, userId, subject)
    return due === had ? [] : [{ points: due - had, reason, subject }]
  })
  await awardEarnedBadges(ctx, userId)
}

/** The total anew from the ledger, and the level that goes with it. */
export const recountPoints = (ctx: Db, userId: number): Promise<number> => changeLedger(ctx, userId, () => [])

interface Entry {
  points: number
  reason: PointReason
  subject: PointSubject
}

/**
 * The one way into a ledger. The member's row is held before anything is looked at, so that nobody sums what another has only
 * half written. A total never shows below nought.
 * @returns the level that goes with it
 */
async function changeLedger(
  { db }: Db,
  userId: number,
  decide: (inside: Db) => readonly Entry[] | Promise<readonly Entry[]>,
): Promise<number> {
  // Outside of a transaction nothing could be held.
  if (!db.isTransaction) return db.transaction().execute((trx) => changeLedger({ db: trx }, userId, decide))
  await lockRowColumns(db, 'users', userId)
  for (const entry of await decide({ db })) await queries.insertLedgerEntry({ db }, { userId, ...entry, at: new Date().toISOString() })
  const points = Math.max(0, await queries.sumPoints({ db }, userId))
  const level = levelOf(points)
  await queries.updatePoints({ db }, userId, points, level)
  return level
}

/** Badges by rule. Once earned they stay. */
export async function awardEarnedBadges(ctx: Db, userId: number, now = Date.now()): Promise<void> {
  if (userId === GUEST_ID) return
  const open = await badgeQueries.listBadgesToEarn(ctx, userId)
  const ruled = BADGE_RULES.filter(({ name }) => open.some((badge) => badge.name === name))
  if (ruled.length === 0) return
  const deeds = await badgeQueries.countContributions(ctx, userId, GUEST_ID)
  for (const rule of ruled) {
    const badge = open.find(({ name }) => name === rule.name)
    if (badge && rule.isEarned(deeds, now)) await badgeQueries.insertBadge(ctx, userId, badge.id, new Date(now).toISOString())
  }
}
