import type { Context } from '#platform/context.ts'
import type { Listed, Paging } from '#platform/endpoint.ts'
import { forbidden, notFound, signInNeeded } from '#platform/errors.ts'
import { GUEST_ID } from './user.client.ts'
import type { HeldBadge, User } from './user.contract.ts'
import * as queries from './user.queries.ts'

export const listUsers = (ctx: Context, paging: Paging): Promise<Listed<User>> => queries.list(ctx, paging)

export async function getUser(ctx: Context, id: number): Promise<User> {
  const user = await queries.find(ctx, id)
  if (!user) throw notFound('user')
  return user
}

export async function listBadges(ctx: Context, userId: number): Promise<HeldBadge[]> {
  await getUser(ctx, userId)
  return queries.listBadges(ctx, userId)
}

/**
 * Who a post belongs to: the signed-in person, else the Community Guest where the site lets guests post.
 * @param claimed the `userId` a browser sent; it decides nothing, and another's is refused
 */
export function actingUserId(ctx: Context, claimed: number | undefined): number {
  if (!ctx.viewer && !ctx.site.settings.guestPosting) throw signInNeeded()
  const id = ctx.viewer?.id ?? GUEST_ID
  if (claimed !== undefined && claimed !== id) throw forbidden('user.not_you', 'You cannot post as somebody else.')
  return id
}

/** Notes that somebody has just done something. */
export const markActive = queries.touch
