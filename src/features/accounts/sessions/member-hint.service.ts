/**
 * Sets a cookie that JavaScript can read: public/start.js fills the header of shared cached pages from it before the first paint. The
 * cookie grants no access; a forged one changes only the visitor's own screen until `GET /api/session` has loaded.
 */
import type { Context } from '#platform/contract/context.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import type { SignedIn } from '#features/accounts/account.contract.ts'
import { maxSessionSeconds } from './session-lifetime.policy.ts'

/** The value of the cookie, which public/start.js reads. */
export interface MemberHint {
  id: number
  name: string
  /** The path of an uploaded picture; `null` without one, or if the path is too long. */
  avatar: string | null
  role: 'member' | 'admin'
  unread: number
}

/** With these limits, the cookie stays below 1 KB. Browsers accept 4 KB per cookie, and servers about 8 KB for all headers. */
const MAX_NAME_CODE_POINTS = 40
const MAX_AVATAR_LENGTH = 200

/** @returns the value of the cookie: percent-encoded JSON */
function encodeMemberHint({ id, displayName, username, avatarUrl, isAdmin, unreadNotices }: SignedIn): string {
  const hint: MemberHint = {
    id,
    name: [...(displayName || username)].slice(0, MAX_NAME_CODE_POINTS).join('').toWellFormed(),
    avatar: avatarUrl?.startsWith('/uploads/') && avatarUrl.length <= MAX_AVATAR_LENGTH ? avatarUrl : null,
    role: isAdmin ? 'admin' : 'member',
    unread: unreadNotices,
  }
  return encodeURIComponent(JSON.stringify(hint))
}

/**
 * Sets or removes the cookie if it does not match the session.
 * @param user the signed-in member; `null` without a session
 */
export function updateMemberHint({ caller, headers }: Pick<Context, 'caller' | 'headers'>, user: SignedIn | null): void {
  if (!caller || !headers) return
  const value = user ? encodeMemberHint(user) : ''
  if ((readCookie(caller.cookies, 'member', caller.origin) ?? '') === value) return
  headers.set('set-cookie', formatCookie('member', value, user ? maxSessionSeconds(user.isAdmin) : 0, caller.origin))
}
