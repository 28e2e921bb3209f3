import { findMatchingIds } from '#db/search/search-index.ts'
import type { Context } from '#platform/contract/context.ts'
import type { ListResult } from '#platform/contract/endpoint.ts'
import { forbidden, notFound, sessionEnded } from '#platform/contract/errors.ts'
import { namesSession, unauthenticated } from '#platform/contract/route.ts'
import type { AdminUser } from './user-admin.contract.ts'
import { GUEST_ID } from './user.client.ts'
import type { HeldBadge, ListedUser, User, UserListQuery } from './user.contract.ts'
import * as lists from './user-list.queries.ts'
import * as queries from './user.queries.ts'

/**
 * Everybody sees who there is; an administrator also looks for people, and sees more of them. With accounts switched off
 * there are no members to be seen; whoever has an account is still the administrators' to look after. Closed accounts are
 * listed only when they are asked for.
 */
export async function listUsers(
  ctx: Context,
  { page, perPage, search, role, state, sort }: UserListQuery,
): Promise<ListResult<ListedUser>> {
  const isAdmin = ctx.viewer?.isAdmin === true
  if (!isAdmin && !ctx.site.settings.features.userAccounts) throw notFound('page')
  if (!isAdmin && (search ?? role ?? state ?? sort) !== undefined)
    throw forbidden('auth.admin_only', 'Only an administrator may search and sort members.')
  const ids = search === undefined ? undefined : await findMatchingIds(ctx.db, 'users', search)
  const filter = { role, state, sort, ids }
  const [found, total] = await Promise.all([lists.listUserIds(ctx, filter, { page, perPage }), lists.countUsers(ctx, filter)])
  const members = await queries.listMembersByIds(ctx, found)
  return { items: members.map(isAdmin ? toAdminUser : toUser), total }
}

export async function getUser(ctx: Context, id: number): Promise<User> {
  const member = await queries.findMember(ctx, id)
  if (!member || member.deletedAt !== null) throw notFound('user')
  return toUser(member)
}

/** With what only administrators are told; closed accounts too. */
export async function getAdminUser(ctx: Pick<Context, 'db'>, id: number): Promise<AdminUser> {
  const member = await queries.findMember(ctx, id)
  if (!member) throw notFound('user')
  return toAdminUser(member)
}

export async function listUserBadges(ctx: Context, userId: number): Promise<HeldBadge[]> {
  await getUser(ctx, userId)
  return queries.listBadgeRows(ctx, userId)
}

/**
 * Returns the author of a post: the signed-in member, else the Community Guest where the site lets guests post.
 * @param claimed the `userId` that the browser sent; it grants nothing
 * @throws AppError 401 when it names a member whose session has ended, 403 when it names another than the viewer
 */
export function actingUserId(ctx: Context, claimed: number | undefined): number {
  if (!ctx.viewer && hasLostSession(ctx, claimed)) throw sessionEnded()
  if (!ctx.site.settings.features.userAccounts && !ctx.viewer?.isAdmin) throw forbidden('accounts.off', 'This site takes no posts.')
  if (!ctx.viewer && !ctx.site.settings.guestPosting) throw unauthenticated(ctx.caller)
  if (ctx.viewer?.isRestricted) throw forbidden('user.restricted', 'Your account is restricted: you can read, but not post.')
  const id = ctx.viewer?.id ?? GUEST_ID
  if (claimed !== undefined && claimed !== id) throw forbidden('user.not_you', 'You cannot post as somebody else.')
  return id
}

/** A browser that says it posts as the guest may do so, whatever old cookie it still sends. */
const hasLostSession = ({ caller }: Context, claimed: number | undefined): boolean =>
  claimed === GUEST_ID ? caller?.actingAs !== undefined && caller.actingAs !== GUEST_ID : claimed !== undefined || namesSession(caller)

/** To the minute is well enough: whoever writes all the time, as the Community Guest does, would hold up everybody else who does. */
const ACTIVE_WITHIN_MS = 60_000

/**
 * Notes that somebody has just done something.
 * @param last when that was noted before, for whoever has read it
 */
export async function recordActivity(ctx: Pick<Context, 'db'>, id: number, at: string, last?: string | null): Promise<void> {
  const before = Date.parse(at) - ACTIVE_WITHIN_MS
  if (typeof last === 'string' && Date.parse(last) >= before) return
  await queries.updateLastActive(ctx, id, at, new Date(before).toISOString())
}

function toUser(member: queries.Member): User {
  const {
    email: _email,
    unconfirmedEmail: _unconfirmed,
    isAdmin: _role,
    restrictedAt: _restricted,
    deletedAt: _deleted,
    totpSince: _totp,
    passkeySince: _passkey,
    hasPassword: _has,
    ...user
  } = member
  return user
}

const toAdminUser = (member: queries.Member): AdminUser => ({
  ...toUser(member),
  email: member.email ?? member.unconfirmedEmail,
  isEmailConfirmed: member.email !== null,
  isAdmin: member.isAdmin,
  state: stateOf(member),
  hasSecondFactor: member.totpSince !== null || member.passkeySince !== null,
  canSignIn: Boolean(member.hasPassword) && member.deletedAt === null,
})

function stateOf({ deletedAt, restrictedAt }: queries.Member): AdminUser['state'] {
  if (deletedAt !== null) return 'deleted'
  return restrictedAt === null ? 'active' : 'restricted'
}
