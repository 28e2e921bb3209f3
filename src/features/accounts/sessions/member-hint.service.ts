/**
 * A cookie readable by JavaScript: public/start.js fills the header of shared cached pages from it before the first paint. It grants no
 * access; a forged one changes only the visitor's own screen until `GET /api/session` has loaded.
 */
import type { Context } from '#platform/contract/context.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import type { SignedIn } from '#features/accounts/account.contract.ts'
import { maxSessionSeconds } from './session-lifetime.policy.ts'

/** Read by public/start.js. */
export interface MemberHint {
  id: number
  name: string
  /** The path of an uploaded picture. */
  avatar: string | null
  role: 'member' | 'admin'
  unread: number
}

/** In code points. With the longest avatar path the cookie stays below 1 KB; browsers accept 4 KB, servers about 8 KB for all headers. */
const MAX_NAME = 40
const MAX_AVATAR = 200

/** @returns a cookie value: percent-encoded JSON */
function encodeMemberHint({ id, displayName, username, avatarUrl, isAdmin, unreadNotices }: SignedIn): string {
  const hint: MemberHint = {
    id,
    name: [...(displayName || username)].slice(0, MAX_NAME).join('').toWellFormed(),
    avatar: avatarUrl?.startsWith('/uploads/') && avatarUrl.length <= MAX_AVATAR ? avatarUrl : null,
    role: isAdmin ? 'admin' : 'member',
    unread: unreadNotices,
  }
  return encodeURIComponent(JSON.stringify(hint))
}

/**
 * Sets or removes the hint when it does not match the session.
 * @param user `null` without a session
 */
export function updateMemberHint({ caller, headers }: Pick<Context, 'caller' | 'headers'>, user: SignedIn | null): void {
  if (!caller || !headers) return
  const value = user ? encodeMemberHint(user) : ''
  if ((readCookie(caller.cookies, 'member', caller.origin) ?? '') === value) return
  headers.set('set-cookie', formatCookie('member', value, user ? maxSessionSeconds(user.isAdmin) : 0, caller.origin))
}
