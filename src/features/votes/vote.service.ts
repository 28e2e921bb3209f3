import { awardPoints } from '#features/reputation/reputation.service.ts'
import { findLevel } from '#features/trust/level.service.ts'
import { DOWNVOTE_LEVEL_MESSAGE, mayDownvote } from '#features/trust/trust.policy.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
import * as queries from './vote.queries.ts'

/**
 * Sets the viewer's vote: 1, -1, or 0 to withdraw it. Idempotent: only a change of the vote changes the counts and adds entries to the points
 * ledger of the post's author.
 * @throws AppError 401 for visitors, 403 `vote.own`, `vote.level` or `user.restricted`, 404 if the post does not exist or is not visible
 */
export async function castVote(ctx: Context, { subject, id, value }: VoteForm): Promise<VoteCount> {
  if (!ctx.viewer) throw unauthorized()
  const voterId = actingUserId(ctx, undefined)
  const post = await queries.findVotedPost(ctx, subject, id)
  if (!post) throw notFound(subject)
  if (post.userId === voterId) throw forbidden('vote.own', 'You cannot vote on your own post.')
  if (value === -1) await assertMayDownvote(ctx, voterId)

  return ctx.db.transaction().execute(async (db) => {
    const trxCtx = { db }
    await queries.lockVotedPost(trxCtx, subject, id)
    const before = await queries.findVote(trxCtx, voterId, subject, id)
    await queries.upsertVote(trxCtx, voterId, subject, id, value)
    const up = Number(value === 1) - Number(before === 1)
    const down = Number(value === -1) - Number(before === -1)
    const counts = await queries.addToVoteCounts(trxCtx, subject, id, up, down)
    if (up !== 0) await awardPoints(trxCtx, post.userId, 'upvote-received', { type: subject, id }, up > 0 ? 1 : -1)
    if (down !== 0) await awardPoints(trxCtx, post.userId, 'downvote-received', { type: subject, id }, down > 0 ? 1 : -1)
    return { subject, id, upvotes: counts.upvotes, downvotes: counts.downvotes, yours: value }
  })
}

async function assertMayDownvote({ db, site, viewer }: Context, voterId: number): Promise<void> {
  if (viewer?.isAdmin || mayDownvote(await findLevel({ db }, voterId), site.settings.newcomers)) return
  throw forbidden('vote.level', DOWNVOTE_LEVEL_MESSAGE)
}

export async function listMyVotes(
  ctx: Context,
  { topicId, productId }: { topicId?: number | undefined; productId?: number | undefined },
): Promise<MyVote[]> {
  if (!ctx.viewer) throw unauthorized()
  if (topicId !== undefined) return queries.listVotesOnTopic(ctx, ctx.viewer.id, topicId)
  if (productId !== undefined) return queries.listVotesOnProduct(ctx, ctx.viewer.id, productId)
  throw badRequest('Please name a topic or a product.', [{ path: 'topicId', message: 'Please name a topic or a product.' }])
}
