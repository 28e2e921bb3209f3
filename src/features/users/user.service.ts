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
 * Lists members. Only administrators may filter and sort, and they get more fields; they also see members while the feature
 * `userAccounts` is off. Closed accounts are listed only with `state: 'deleted'`.
 * @throws AppError 403 `auth.admin_only` if a non-administrator filters or sorts; 404 for non-administrators while `userAccounts` is off
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
  const [pageIds, total] = await Promise.all([lists.listUserIds(ctx, filter, { page, perPage }), lists.countUsers(ctx, filter)])
  const members = await queries.listMembersByIds(ctx, pageIds)
  return { items: members.map(isAdmin ? toAdminUser : toUser), total }
}

export async function getUser(ctx: Context, id: number): Promise<User> {
  const member = await queries.findMember(ctx, id)
  if (!member || member.deletedAt !== null) throw notFound('user')
  return toUser(member)
}

/** @throws AppError 404 for unknown and closed accounts, and while the feature `userAccounts` is off */
export async function assertPublicMember(ctx: Context, id: number): Promise<void> {
  if (!ctx.site.settings.features.userAccounts || !(await queries.hasOpenAccount(ctx, id))) throw notFound('user')
}

/** Returns a member with the fields that only administrators get, also for a closed account. */
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
 * Returns the id of the author of a post: the signed-in member or, if the site lets guests post, the Community Guest.
 * @param claimedUserId the `userId` that the browser sent; it grants nothing
 * @throws AppError 401 if `claimedUserId` is a member whose session has ended, or if guests cannot post; 403 if it is not the viewer, if
 *   the viewer is restricted, or, unless the viewer is an administrator, while `userAccounts` is off
 */
export function actingUserId(ctx: Context, claimedUserId: number | undefined): number {
  if (!ctx.viewer && hasLostSession(ctx, claimedUserId)) throw sessionEnded()
  if (!ctx.site.settings.features.userAccounts && !ctx.viewer?.isAdmin)
    throw forbidden('accounts.off', 'Posting is switched off on this site.')
  if (!ctx.viewer && !ctx.site.settings.guestPosting) throw unauthenticated(ctx.caller)
  if (ctx.viewer?.isRestricted) throw forbidden('user.restricted', 'Your account is restricted: you can read, but not post.')
  const id = ctx.viewer?.id ?? GUEST_ID
  if (claimedUserId !== undefined && claimedUserId !== id) throw forbidden('user.not_you', 'You cannot post as another member.')
  return id
}

/**
 * For requests without a viewer: whether the browser sent a sign of a session that has ended, which is a member's `userId`, `X-Acting-As`,
 * or a session cookie. The cookie is ignored if `claimedUserId` is the guest's.
 */
const hasLostSession = ({ caller }: Context, claimedUserId: number | undefined): boolean =>
  claimedUserId === GUEST_ID
    ? caller?.actingAs !== undefined && caller.actingAs !== GUEST_ID
    : claimedUserId !== undefined || namesSession(caller)

/** Minimum interval between updates of `last_active`. It avoids lock contention on busy rows, such as the guest's. */
const ACTIVITY_INTERVAL_MS = 60_000

/**
 * Updates the time of the user's last activity, at most once a minute.
 * @param lastActive the stored time, if the caller has read it; then no statement is needed within the minute
 */
export async function recordActivity(ctx: Pick<Context, 'db'>, id: number, at: string, lastActive?: string | null): Promise<void> {
  const before = Date.parse(at) - ACTIVITY_INTERVAL_MS
  if (typeof lastActive === 'string' && Date.parse(lastActive) >= before) return
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
  state: getState(member),
  hasSecondFactor: member.totpSince !== null || member.passkeySince !== null,
  canSignIn: Boolean(member.hasPassword) && member.deletedAt === null,
})

function getState({ deletedAt, restrictedAt }: queries.Member): AdminUser['state'] {
  if (deletedAt !== null) return 'deleted'
  return restrictedAt === null ? 'active' : 'restricted'
}
