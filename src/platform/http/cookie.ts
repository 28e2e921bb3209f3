/**
 * The cookies that this server sets, and how they are read again. Over https their names begin with `__Host-`: a browser takes
 * such a one only from this very host over https, so that no other host of the domain and nobody on the wire can plant one.
 * Over http, where no browser would take it, they have their plain names.
 */
export type CookieName = 'session' | 'device' | 'fresh' | 'member'

const SECURE_PREFIX = '__Host-'

/** What the cookie is called where this origin is visited. */
export const cookieName = (name: CookieName, origin: string): string => (origin.startsWith('https:') ? SECURE_PREFIX + name : name)

/**
 * A `Set-Cookie` header. Scripts can read only `member`, which is made for them.
 * @param maxAge seconds; 0 takes the cookie away
 */
export const formatCookie = (name: CookieName, value: string, maxAge: number, origin: string): string =>
  [
    `${cookieName(name, origin)}=${value}; Path=/; Max-Age=${maxAge}`,
    ...(name === 'member' ? [] : ['HttpOnly']),
    'SameSite=Lax',
    ...(origin.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** Of whoever must get a fresh answer: they are signed in, or have just written something. Whatever the origin: being asked once too often harms nobody. */
const FRESH = /(?:^|;\s*)(?:__Host-)?(?:session|fresh)=/
/** Whether this visitor must get a fresh answer. @param header all cookies, as the browser sent them */
export const bypassesCache = (header: string | undefined): boolean => header !== undefined && FRESH.test(header)

const SESSION = /(?:^|;\s*)(?:__Host-)?session=/
/** Whether this visitor may be signed in. @param header all cookies, as the browser sent them */
export const hasSession = (header: string | undefined): boolean => header !== undefined && SESSION.test(header)

const MEMBER = /(?:^|;\s*)(?:__Host-)?member=/
/** Whether the browser has a hint of who is signed in (member-hint.service.ts). @param header all cookies, as the browser sent them */
export const hasMemberHint = (header: string | undefined): boolean => header !== undefined && MEMBER.test(header)

const ADMINISTRATOR = /(?:^|;\s*)(?:__Host-)?member=[^;]*%22role%22%3A%22admin%22/
/** Whether the hint says that an administrator is signed in. It proves nothing: for statistics only. @param header all cookies, as the browser sent them */
export const hintsAtAdministrator = (header: string | undefined): boolean => header !== undefined && ADMINISTRATOR.test(header)

const JUST_WRITTEN = /(?:^|;\s*)(?:__Host-)?fresh=/
/** Whether this visitor has just written something. @param header all cookies, as the browser sent them */
export const hasJustWritten = (header: string | undefined): boolean => header !== undefined && JUST_WRITTEN.test(header)

/** Set for a while on whoever has written something: another process may not have heard of it yet. */
export const freshCookie = (origin: string): string => formatCookie('fresh', '1', 60, origin)

/** @param header all cookies, as the browser sent them */
export function readCookie(header: string | undefined, name: CookieName, origin: string): string | undefined {
  const wanted = cookieName(name, origin)
  for (const part of header?.split(';') ?? []) {
    const [found, value] = part.trim().split('=')
    if (found === wanted) return value
  }
  return undefined
}
