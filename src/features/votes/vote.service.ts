import { awardPoints } from '#features/reputation/reputation.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, forbidden, notFound, unauthorized } from '#platform/contract/errors.ts'
import type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
import * as queries from './vote.queries.ts'

/**
 * Sets one's vote: 1, -1, or 0 to take it back. Setting the same again changes nothing.
 * Each vote up or down is an entry in its author's ledger, and so is taking it back.
 */
export async function castVote(ctx: Context, { subject, id, value }: VoteForm): Promise<VoteCount> {
  if (!ctx.viewer) throw unauthorized()
  const voter = actingUserId(ctx, undefined)
  const found = await queries.findVotedPost(ctx, subject, id)
  if (!found) throw notFound(subject)
  if (found.userId === voter) throw forbidden('vote.own', 'You cannot vote on your own post.')

  return ctx.db.transaction().execute(async (db) => {
    const inside = { db }
    await queries.lockVotedPost(inside, subject, id)
    const before = await queries.findVote(inside, voter, subject, id)
    await queries.upsertVote(inside, voter, subject, id, value)
    const up = Number(value === 1) - Number(before === 1)
    const down = Number(value === -1) - Number(before === -1)
    const counts = await queries.addToVoteCounts(inside, subject, id, up, down)
    if (up !== 0) await awardPoints(inside, found.userId, 'upvote-received', { type: subject, id }, up > 0 ? 1 : -1)
    if (down !== 0) await awardPoints(inside, found.userId, 'downvote-received', { type: subject, id }, down > 0 ? 1 : -1)
    return { subject, id, upvotes: counts.upvotes, downvotes: counts.downvotes, yours: value }
  })
}

export async function listMyVotes(
  ctx: Context,
  { topicId, productId }: { topicId?: number | undefined; productId?: number | undefined },
): Promise<MyVote[]> {
  if (!ctx.viewer) throw unauthorized()
  if (topicId !== undefined) return queries.listVotesOnTopic(ctx, ctx.viewer.id, topicId)
  if (productId !== undefined) return queries.listVotesOnProduct(ctx, ctx.viewer.id, productId)
  throw badRequest('Say which topic or product.', [{ path: 'topicId', message: 'Say which topic or product.' }])
}
