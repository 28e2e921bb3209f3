/**
 * Points come from a ledger that is only added to: a total is the sum of its entries and can be made anew at any time.
 * Call these in the transaction of the deed itself.
 */
import { levelOf } from '#features/users/level.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { VoteSubject } from '#db/tables.ts'
import type { Context } from '#platform/context.ts'
import { BADGE_RULES } from './badges.policy.ts'
import { POINTS, type PointReason } from './points.policy.ts'
import * as queries from './reputation.queries.ts'

type Db = Pick<Context, 'db'>
export interface PointSubject {
  type: VoteSubject
  id: number
}

/** Gives (or, with `times` -1, takes back) the points of a deed. The Community Guest collects none. */
export async function awardPoints(ctx: Db, userId: number, reason: PointReason, subject: PointSubject, times: 1 | -1 = 1): Promise<void> {
  if (userId === GUEST_ID) return
  await queries.insertLedgerEntry(ctx, { userId, points: POINTS[reason] * times, reason, subject, at: new Date().toISOString() })
  await recountPoints(ctx, userId)
  await awardEarnedBadges(ctx, userId)
}

/** Takes back whatever a subject has brought to anybody: it was removed or hidden. Doing it twice takes nothing twice. */
export async function revokePoints(ctx: Db, subject: PointSubject): Promise<void> {
  for (const { userId, points } of await queries.sumPointsBySubject(ctx, subject)) {
    if (points === 0) continue
    await queries.insertLedgerEntry(ctx, { userId, points: -points, reason: 'post-removed', subject, at: new Date().toISOString() })
    await recountPoints(ctx, userId)
  }
}

/**
 * Gives back what a subject had brought before it was revoked: its own points, and those of the votes on it.
 * Doing it twice gives nothing twice.
 */
export async function reinstatePoints(
  ctx: Db,
  post: { userId: number; reason: PointReason; upvotes: number; downvotes: number },
  subject: PointSubject,
): Promise<void> {
  if (post.userId === GUEST_ID) return
  const due = POINTS[post.reason] + post.upvotes * POINTS['upvote-received'] + post.downvotes * POINTS['downvote-received']
  const had = (await queries.sumPointsBySubject(ctx, subject)).find(({ userId }) => userId === post.userId)?.points ?? 0
  if (due !== had) {
    await queries.insertLedgerEntry(ctx, {
      userId: post.userId,
      points: due - had,
      reason: post.reason,
      subject,
      at: new Date().toISOString(),
    })
    await recountPoints(ctx, post.userId)
  }
  await awardEarnedBadges(ctx, post.userId)
}

/** The total anew from the ledger, and the level that goes with it. A total never shows below nought. */
export async function recountPoints(ctx: Db, userId: number): Promise<void> {
  const points = Math.max(0, await queries.sumPoints(ctx, userId))
  await queries.updatePoints(ctx, userId, points, levelOf(points))
}

/** Badges by rule. Once earned they stay. */
export async function awardEarnedBadges(ctx: Db, userId: number, now = Date.now()): Promise<void> {
  if (userId === GUEST_ID) return
  const open = await queries.listBadgesToEarn(ctx, userId)
  const ruled = BADGE_RULES.filter(({ name }) => open.some((badge) => badge.name === name))
  if (ruled.length === 0) return
  const deeds = await queries.countContributions(ctx, userId, GUEST_ID)
  for (const rule of ruled) {
    const badge = open.find(({ name }) => name === rule.name)
    if (badge && rule.isEarned(deeds, now)) await queries.insertBadge(ctx, userId, badge.id, new Date(now).toISOString())
  }
}
