/**
 * Awards points and badges. Points are an append-only ledger: a member's total is the sum of the entries and can be recalculated at any time.
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

/** Subtracts all points that a removed or hidden subject has earned, from everyone who got them. Idempotent. */
export async function revokePoints(ctx: Db, subject: PointSubject): Promise<void> {
  for (const userId of await queries.listRewardedUsers(ctx, subject)) {
    await changeLedger(ctx, userId, async (trxCtx) => {
      const balance = await queries.sumPointsOfSubject(trxCtx, userId, subject)
      return balance === 0 ? [] : [{ points: -balance, reason: 'post-removed', subject }]
    })
  }
}

/**
 * Restores the points that `revokePoints` subtracted from the author: those of the post, of its votes, and of its acceptance as an answer.
 * Idempotent.
 */
export async function reinstatePoints(
  ctx: Db,
  {
    userId,
    reason,
    upvotes,
    downvotes,
    isAcceptedAnswer = false,
  }: { userId: number; reason: PointReason; upvotes: number; downvotes: number; isAcceptedAnswer?: boolean },
  subject: PointSubject,
): Promise<void> {
  if (userId === GUEST_ID) return
  const votePoints = upvotes * POINTS['upvote-received'] + downvotes * POINTS['downvote-received']
  const duePoints = POINTS[reason] + votePoints + (isAcceptedAnswer ? POINTS['answer-accepted'] : 0)
  await changeLedger(ctx, userId, async (trxCtx) => {
    const balance = await queries.sumPointsOfSubject(trxCtx, userId, subject)
    return duePoints === balance ? [] : [{ points: duePoints - balance, reason, subject }]
  })
  await awardEarnedBadges(ctx, userId)
}

/** Recalculates a member's total and level from the ledger. @returns the level */
export const recountPoints = (ctx: Db, userId: number): Promise<number> => changeLedger(ctx, userId, () => [])

interface LedgerEntry {
  points: number
  reason: PointReason
  subject: PointSubject
}

/**
 * Adds entries to the ledger, and updates the member's total, which is never negative, and level. No other function writes to the ledger. The
 * member's row is locked before the ledger is read, so that concurrent changes are serialised.
 * @param createEntries called after the row is locked; returns the entries to add
 * @returns the new level
 */
async function changeLedger(
  { db }: Db,
  userId: number,
  createEntries: (trxCtx: Db) => readonly LedgerEntry[] | Promise<readonly LedgerEntry[]>,
): Promise<number> {
  // A row lock lasts only as long as its transaction.
  if (!db.isTransaction) return db.transaction().execute((trx) => changeLedger({ db: trx }, userId, createEntries))
  await lockRowColumns(db, 'users', userId)
  for (const entry of await createEntries({ db }))
    await queries.insertLedgerEntry({ db }, { userId, ...entry, at: new Date().toISOString() })
  const points = Math.max(0, await queries.sumPoints({ db }, userId))
  const level = levelOf(points)
  await queries.updatePoints({ db }, userId, points, level)
  return level
}

/** Awards the badges whose rules the member fulfils. Badges are never withdrawn. */
export async function awardEarnedBadges(ctx: Db, userId: number, now = Date.now()): Promise<void> {
  if (userId === GUEST_ID) return
  const unearned = await badgeQueries.listUnearnedBadges(ctx, userId)
  const rules = BADGE_RULES.filter(({ name }) => unearned.some((badge) => badge.name === name))
  if (rules.length === 0) return
  const contributions = await badgeQueries.countContributions(ctx, userId, GUEST_ID)
  for (const rule of rules) {
    const badge = unearned.find(({ name }) => name === rule.name)
    if (badge && rule.isEarned(contributions, now)) await badgeQueries.insertUserBadge(ctx, userId, badge.id, new Date(now).toISOString())
  }
}
