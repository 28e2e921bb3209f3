import { award } from '#features/reputation/reputation.service.ts'
import { actingUserId } from '#features/users/user.service.ts'
import type { Context } from '#platform/context.ts'
import { badInput, forbidden, notFound, signInNeeded } from '#platform/errors.ts'
import type { MyVote, VoteCount, VoteForm } from './vote.contract.ts'
import * as queries from './vote.queries.ts'

/**
 * Sets one's vote: 1, -1, or 0 to take it back. Setting the same again changes nothing.
 * Each vote up or down is an entry in its author's ledger, and so is taking it back.
 */
export async function castVote(ctx: Context, { subject, id, value }: VoteForm): Promise<VoteCount> {
  if (!ctx.viewer) throw signInNeeded()
  const voter = actingUserId(ctx, undefined)
  const found = await queries.findSubject(ctx, subject, id)
  if (!found) throw notFound(subject)
  if (found.userId === voter) throw forbidden('vote.own', 'You cannot vote on your own post.')

  return ctx.db.transaction().execute(async (db) => {
    const inside = { db }
    await queries.holdSubject(inside, subject, id)
    const before = await queries.findVote(inside, voter, subject, id)
    await queries.putVote(inside, voter, subject, id, value)
    const up = Number(value === 1) - Number(before === 1)
    const down = Number(value === -1) - Number(before === -1)
    const counts = await queries.addToCounts(inside, subject, id, up, down)
    if (up !== 0) await award(inside, found.userId, 'upvote-received', { type: subject, id }, up > 0 ? 1 : -1)
    if (down !== 0) await award(inside, found.userId, 'downvote-received', { type: subject, id }, down > 0 ? 1 : -1)
    return { subject, id, upvotes: counts.upvotes, downvotes: counts.downvotes, yours: value }
  })
}

export async function listMyVotes(
  ctx: Context,
  { topicId, productId }: { topicId?: number | undefined; productId?: number | undefined },
): Promise<MyVote[]> {
  if (!ctx.viewer) throw signInNeeded()
  if (topicId !== undefined) return queries.listOnTopic(ctx, ctx.viewer.id, topicId)
  if (productId !== undefined) return queries.listOnProduct(ctx, ctx.viewer.id, productId)
  throw badInput('Say which topic or product.', [{ path: 'topicId', message: 'Say which topic or product.' }])
}
