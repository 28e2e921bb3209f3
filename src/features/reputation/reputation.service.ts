/**
 * Points are an append-only ledger: a total is the sum of its entries and can be recalculated at any time.
 * Call these functions in the transaction of the change that causes them.
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
 * Adds (or, with `times` -1, subtracts) the points of an event.
 * @returns the member's new level; `undefined` for the guest account, which collects no points
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

/** Subtracts all points that a removed or hidden subject has brought. Idempotent. */
export async function revokePoints(ctx: Db, subject: PointSubject): Promise<void> {
  for (const userId of await queries.listRewardedUsers(ctx, subject)) {
    await changeLedger(ctx, userId, async (trxCtx) => {
      const balance = await queries.sumPointsOfSubject(trxCtx, userId, subject)
      return balance === 0 ? [] : [{ points: -balance, reason: 'post-removed', subject }]
    })
  }
}

/** Restores the points that `revokePoints` subtracted from the author: those of the post and those of its votes. Idempotent. */
export async function reinstatePoints(
  ctx: Db,
  { userId, reason, upvotes, downvotes }: { userId: number; reason: PointReason; upvotes: number; downvotes: number },
  subject: PointSubject,
): Promise<void> {
  if (userId === GUEST_ID) return
  const due = POINTS[reason] + upvotes * POINTS['upvote-received'] + downvotes * POINTS['downvote-received']
  await changeLedger(ctx, userId, async (trxCtx) => {
    const balance = await queries.sumPointsOfSubject(trxCtx, userId, subject)
    return due === balance ? [] : [{ points: due - balance, reason, subject }]
  })
  await awardEarnedBadges(ctx, userId)
}

/** Recalculates total and level from the ledger. @returns the level */
export const recountPoints = (ctx: Db, userId: number): Promise<number> => changeLedger(ctx, userId, () => [])

interface Entry {
  points: number
  reason: PointReason
  subject: PointSubject
}

/**
 * The only writer of the ledger. Locks the member's row before reading, so that concurrent changes are serialised.
 * The stored total is never negative.
 * @returns the new level
 */
async function changeLedger(
  { db }: Db,
  userId: number,
  decide: (trxCtx: Db) => readonly Entry[] | Promise<readonly Entry[]>,
): Promise<number> {
  // A row lock requires a transaction.
  if (!db.isTransaction) return db.transaction().execute((trx) => changeLedger({ db: trx }, userId, decide))
  await lockRowColumns(db, 'users', userId)
  for (const entry of await decide({ db })) await queries.insertLedgerEntry({ db }, { userId, ...entry, at: new Date().toISOString() })
  const points = Math.max(0, await queries.sumPoints({ db }, userId))
  const level = levelOf(points)
  await queries.updatePoints({ db }, userId, points, level)
  return level
}

/** Awards the badges whose rules are fulfilled. Badges are never withdrawn. */
export async function awardEarnedBadges(ctx: Db, userId: number, now = Date.now()): Promise<void> {
  if (userId === GUEST_ID) return
  const missing = await badgeQueries.listUnearnedBadges(ctx, userId)
  const rules = BADGE_RULES.filter(({ name }) => missing.some((badge) => badge.name === name))
  if (rules.length === 0) return
  const contributions = await badgeQueries.countContributions(ctx, userId, GUEST_ID)
  for (const rule of rules) {
    const badge = missing.find(({ name }) => name === rule.name)
    if (badge && rule.isEarned(contributions, now)) await badgeQueries.insertUserBadge(ctx, userId, badge.id, new Date(now).toISOString())
  }
}
