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
export interface Subject {
  type: VoteSubject
  id: number
}

/** Gives (or, with `times` -1, takes back) the points of a deed. The Community Guest collects none. */
export async function award(ctx: Db, userId: number, reason: PointReason, subject: Subject, times: 1 | -1 = 1): Promise<void> {
  if (userId === GUEST_ID) return
  await queries.insert(ctx, { userId, points: POINTS[reason] * times, reason, subject, at: new Date().toISOString() })
  await recount(ctx, userId)
  await giveEarnedBadges(ctx, userId)
}

/** Takes back whatever a subject has brought to anybody: it was removed or hidden. Doing it twice takes nothing twice. */
export async function revoke(ctx: Db, subject: Subject): Promise<void> {
  for (const { userId, points } of await queries.sumsOf(ctx, subject)) {
    if (points === 0) continue
    await queries.insert(ctx, { userId, points: -points, reason: 'post-removed', subject, at: new Date().toISOString() })
    await recount(ctx, userId)
  }
}

/**
 * Gives back what a subject had brought before it was revoked: its own points, and those of the votes on it.
 * Doing it twice gives nothing twice.
 */
export async function reinstate(
  ctx: Db,
  post: { userId: number; reason: PointReason; upvotes: number; downvotes: number },
  subject: Subject,
): Promise<void> {
  if (post.userId === GUEST_ID) return
  const due = POINTS[post.reason] + post.upvotes * POINTS['upvote-received'] + post.downvotes * POINTS['downvote-received']
  const had = (await queries.sumsOf(ctx, subject)).find(({ userId }) => userId === post.userId)?.points ?? 0
  if (due !== had) {
    await queries.insert(ctx, { userId: post.userId, points: due - had, reason: post.reason, subject, at: new Date().toISOString() })
    await recount(ctx, post.userId)
  }
  await giveEarnedBadges(ctx, post.userId)
}

/** The total anew from the ledger, and the level that goes with it. A total never shows below nought. */
export async function recount(ctx: Db, userId: number): Promise<void> {
  const points = Math.max(0, await queries.totalOf(ctx, userId))
  await queries.setTotal(ctx, userId, points, levelOf(points))
}

/** Badges by rule. Once earned they stay. */
export async function giveEarnedBadges(ctx: Db, userId: number, now = Date.now()): Promise<void> {
  if (userId === GUEST_ID) return
  const open = await queries.listBadgesToEarn(ctx, userId)
  const ruled = BADGE_RULES.filter(({ name }) => open.some((badge) => badge.name === name))
  if (ruled.length === 0) return
  const deeds = await queries.deedsOf(ctx, userId, GUEST_ID)
  for (const rule of ruled) {
    const badge = open.find(({ name }) => name === rule.name)
    if (badge && rule.isEarned(deeds, now)) await queries.giveBadge(ctx, userId, badge.id, new Date(now).toISOString())
  }
}
