/**
 * Opens, resolves and closes sessions. A session is an opaque token in a cookie. The table stores only its hash, so a leaked table grants
 * no access. session-lifetime.policy.ts defines how long a session lasts.
 */
import { findLowest } from '#db/find-lowest.ts'
import type { NextDue } from '#platform/jobs/jobs.ts'
import { createHash, randomBytes } from 'node:crypto'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { describeDatabaseProblem } from '#platform/http/database-problem.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import { updateMemberHint } from './member-hint.service.ts'
import * as queries from './session.queries.ts'
import { maxSessionSeconds, sessionExpiresAt } from './session-lifetime.policy.ts'

/** The minimum interval between updates of `last_seen_at`. */
const SEEN_INTERVAL_MS = 5 * 60_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
/** @returns 256 random bits in base64url */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/**
 * Resolves the session cookie and records that the session is in use.
 * @returns `null` without a cookie, and for unknown or ended sessions
 */
export async function findViewer(ctx: Context): Promise<Viewer | null> {
  const token = ctx.caller && readCookie(ctx.caller.cookies, 'session', ctx.caller.origin)
  if (!token || !/^[\w-]{20,100}$/.test(token)) return null
  const row = await queries.findSessionByTokenHash(ctx, hashToken(token))
  if (!row) return null
  const now = Date.now()
  if (isSessionOver(row, now)) return null
  if (now - Date.parse(row.lastSeenAt) > SEEN_INTERVAL_MS) {
    const expiresAt = sessionExpiresAt(row.isAdmin, Date.parse(row.createdAt), now)
    await queries.updateSessionSeen(ctx, row.id, new Date(now).toISOString(), new Date(expiresAt).toISOString()).catch((error: unknown) => {
      // Requests that only read must work even while the database accepts no writes.
      const problem = describeDatabaseProblem(error)
      if (!problem) throw error
      ctx.log.warn({ site: ctx.site.id }, problem.reason)
    })
  }
  return {
    id: row.userId,
    isAdmin: row.isAdmin,
    sessionId: row.id,
    isRestricted: row.restrictedAt !== null,
    hasSecondFactor: row.hasSecondFactor,
    ...(row.isAdmin && !row.hasSecondFactor ? { isSecondFactorRecommended: await queries.hasSecuredAdministrator(ctx) } : {}),
  }
}

/** Whether the session has expired. Applies the current timeouts too, in case the stored expiry is later. */
export function isSessionOver({ isAdmin, createdAt, lastSeenAt, expiresAt }: queries.SessionRow, now: number): boolean {
  return Math.min(Date.parse(expiresAt), sessionExpiresAt(isAdmin, Date.parse(createdAt), Date.parse(lastSeenAt))) <= now
}

/** Creates a session and sets its cookie. Ends the previous session of the browser. */
export async function openSession(ctx: Context, { id, isAdmin }: { id: number; isAdmin: boolean }): Promise<void> {
  const token = generateToken()
  const now = Date.now()
  if (ctx.viewer?.sessionId) await queries.deleteSession(ctx, ctx.viewer.sessionId, ctx.viewer.id)
  await queries.insertSession(ctx, {
    userId: id,
    tokenHash: hashToken(token),
    browser: describeBrowser(ctx.caller?.userAgent ?? ''),
    createdAt: new Date(now).toISOString(),
    expiresAt: new Date(sessionExpiresAt(isAdmin, now, now)).toISOString(),
  })
  setSessionCookie(ctx, token, maxSessionSeconds(isAdmin))
}

/**
 * Ends the caller's session and removes its cookies. `Clear-Site-Data` clears cached pages but not storage, because theme and comparisons
 * belong to the browser. Client code removes the member's drafts and the administrator flag.
 */
export async function closeSession(ctx: Context): Promise<void> {
  if (ctx.viewer?.sessionId) await queries.deleteSession(ctx, ctx.viewer.sessionId, ctx.viewer.id)
  setSessionCookie(ctx, '', 0)
  updateMemberHint(ctx, null)
  ctx.headers?.set('clear-site-data', '"cache"')
}

/** Deletes expired sessions. Runs as a job. @returns when the next session expires */
export async function removeExpiredSessions(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  await queries.deleteExpiredSessions(ctx, new Date().toISOString())
  return findLowest(ctx.db, 'sessions', 'expires_at')
}

/** Deletes expired one-time tokens. Runs as a job. @returns when the next token expires */
export async function removeExpiredTokens(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  await queries.deleteExpiredTokens(ctx, new Date().toISOString())
  return findLowest(ctx.db, 'one_time_tokens', 'expires_at')
}

const setSessionCookie = (ctx: Context, value: string, maxAgeSeconds: number): void =>
  ctx.headers?.set('set-cookie', formatCookie('session', value, maxAgeSeconds, ctx.caller?.origin ?? ''))

/** @returns a description such as "Firefox on Linux", which is enough to tell sessions apart; the user agent itself is not stored */
export function describeBrowser(userAgent: string): string {
  const findName = (names: [string, RegExp][]) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = findName([
    ['Edge', /Edg(e|A|iOS)?\//],
    ['Opera', /OPR\//],
    ['Samsung Internet', /SamsungBrowser/],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrom(e|ium)|CriOS/],
    ['Safari', /Safari/],
  ])
  const system = findName([
    ['Android', /Android/],
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS X/],
    ['Linux', /Linux|X11/],
  ])
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
