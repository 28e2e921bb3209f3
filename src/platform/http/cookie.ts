/**
 * Formats and reads the server's cookies. Over https their names have the prefix `__Host-`, with which browsers accept a cookie only
 * from this host over https, so that neither subdomains nor network attackers can set one. Over http, where browsers reject the prefix,
 * they have plain names.
 */
export type CookieName = 'session' | 'device' | 'fresh' | 'member'

const SECURE_PREFIX = '__Host-'

/** Returns the name of a cookie on an origin, with or without the prefix. */
export const cookieName = (name: CookieName, origin: string): string => (origin.startsWith('https:') ? SECURE_PREFIX + name : name)

/**
 * Formats a `Set-Cookie` header. All cookies but `member`, which JavaScript reads, are HttpOnly.
 * @param maxAgeSeconds 0 deletes the cookie
 */
export const formatCookie = (name: CookieName, value: string, maxAgeSeconds: number, origin: string): string =>
  [
    `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${maxAgeSeconds}`,
    ...(name === 'member' ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Matches with and without the prefix, whatever the origin: bypassing the cache once too often is harmless. */
const FRESH = /(?:^|;\s*)(?:__Host-)?(?:session|fresh)=/
/** Whether the client is signed in or has just written, so that it must not get a cached response. @param header the Cookie header */
export const bypassesCache = (header: string | undefined): boolean => header !== undefined && FRESH.test(header)

const SESSION = /(?:^|;\s*)(?:__Host-)?session=/
/** Whether the client may be signed in. */
export const hasSession = (header: string | undefined): boolean => header !== undefined && SESSION.test(header)

const MEMBER = /(?:^|;\s*)(?:__Host-)?member=/
/** Whether the client has a member hint (member-hint.service.ts). */
export const hasMemberHint = (header: string | undefined): boolean => header !== undefined && MEMBER.test(header)

const ADMINISTRATOR = /(?:^|;\s*)(?:__Host-)?member=[^;]*%22role%22%3A%22admin%22/
/** Whether the member hint names an administrator. Not authenticated: for statistics only. */
export const hintsAtAdministrator = (header: string | undefined): boolean => header !== undefined && ADMINISTRATOR.test(header)

const JUST_WRITTEN = /(?:^|;\s*)(?:__Host-)?fresh=/
/** Whether the client has just written. */
export const hasJustWritten = (header: string | undefined): boolean => header !== undefined && JUST_WRITTEN.test(header)

/** Formats the cookie that bypasses caches for 60 s after a write, which other processes may not have seen yet. */
export const freshCookie = (origin: string): string => formatCookie('fresh', '1', 60, origin)

/** Reads a cookie from the Cookie header. @returns its first value; undefined if it is absent */
export function readCookie(header: string | undefined, name: CookieName, origin: string): string | undefined {
  const expectedName = cookieName(name, origin)
  for (const part of header?.split(';') ?? []) {
    const [partName, value] = part.trim().split('=')
    if (partName === expectedName) return value
  }
  return undefined
}
