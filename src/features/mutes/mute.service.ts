/** Mutes members for one member: their posts are collapsed in the browser, and they cause no notices. */
import { getUser } from '#features/users/user.service.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest, conflict, unauthorized } from '#platform/contract/errors.ts'
import type { MutedMember } from './mute.contract.ts'
import { MUTES_MAX } from './mute-limits.policy.ts'
import * as queries from './mute.queries.ts'

const getViewerId = ({ viewer }: Context): number => {
  if (!viewer) throw unauthorized()
  return viewer.id
}

export const listMutes = (ctx: Context): Promise<MutedMember[]> => queries.listMutedMembers(ctx, getViewerId(ctx))

/** Idempotent. @throws AppError 400 for oneself and the guest account, 404, 409 `mute.limit` */
export async function muteMember(ctx: Context, mutedId: number): Promise<{ userId: number; isMuted: boolean }> {
  const userId = getViewerId(ctx)
  if (mutedId === userId || mutedId === GUEST_ID) {
    const message = mutedId === userId ? 'You cannot mute yourself.' : 'Guests share one account, which cannot be muted.'
    throw badRequest(message, [{ path: 'userId', message }])
  }
  await getUser(ctx, mutedId)
  if ((await queries.countMutes(ctx, userId)) >= MUTES_MAX)
    throw conflict('mute.limit', `You can mute up to ${MUTES_MAX} members. Unmute someone on your account page first.`)
  await queries.insertMute(ctx, userId, mutedId, new Date().toISOString())
  return { userId: mutedId, isMuted: true }
}

/** Idempotent. @throws AppError 404 for unknown members */
export async function unmuteMember(ctx: Context, mutedId: number): Promise<{ userId: number; isMuted: boolean }> {
  await getUser(ctx, mutedId)
  await queries.deleteMute(ctx, getViewerId(ctx), mutedId)
  return { userId: mutedId, isMuted: false }
}

/**
 * Finds out who has muted whom, in one query.
 * @returns whether the member has muted the author
 */
export async function loadMutes(
  ctx: Pick<Context, 'db'>,
  userIds: readonly number[],
  authorIds: readonly number[],
): Promise<(userId: number, authorId: number | null) => boolean> {
  if (userIds.length === 0 || authorIds.length === 0) return () => false
  const rows = await queries.listMutesBetween(ctx, [...new Set(userIds)], [...new Set(authorIds)])
  return (userId, authorId) => rows.some((row) => row.userId === userId && row.mutedId === authorId)
}
