/**
 * A session is an opaque token in the browser's cookie. The table holds only its hash, so a leaked table opens nothing.
 * A session lasts thirty days from the last visit.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Context, Viewer } from '#platform/context.ts'
import * as queries from './session.queries.ts'

const COOKIE = 'session'
const DAYS = 30
const NOTE_SEEN_EVERY_MS = 5 * 60_000

export const hashToken = (token: string): string => createHash('sha256').update(token).digest('base64url')
/** 256 random bits, safe in a cookie and in an address. */
export const generateToken = (): string => randomBytes(32).toString('base64url')

/** Who a request's cookie belongs to; null for a visitor, a stranger's cookie or a session that has ended. */
export async function findViewer(ctx: Context, cookieHeader: string | undefined): Promise<Viewer | null> {
  const token = tokenOf(cookieHeader)
  if (!token) return null
  const row = await queries.findSessionByTokenHash(ctx, hashToken(token))
  const now = new Date()
  if (!row || row.expiresAt <= now.toISOString()) return null
  if (now.getTime() - Date.parse(row.lastSeenAt) > NOTE_SEEN_EVERY_MS)
    await queries.updateSessionSeen(ctx, row.id, now.toISOString(), expiry(now))
  return {
    id: row.userId,
    isAdmin: row.isAdmin,
    sessionId: row.id,
    isRestricted: row.restrictedAt !== null,
    hasSecondFactor: row.totpSince !== null,
  }
}

/** Starts a session and puts its cookie on the answer. A session the browser had before ends. */
export async function openSession(ctx: Context, userId: number): Promise<void> {
  const token = generateToken()
  const now = new Date()
  if (ctx.viewer?.sessionId) await queries.deleteSession(ctx, ctx.viewer.sessionId, ctx.viewer.id)
  await queries.insertSession(ctx, {
    userId,
    tokenHash: hashToken(token),
    browser: describeBrowser(ctx.caller?.userAgent ?? ''),
    at: now.toISOString(),
    expiresAt: expiry(now),
  })
  setCookie(ctx, token, DAYS * 86_400)
}

/** Ends the caller's own session and takes its cookie away. */
export async function closeSession(ctx: Context): Promise<void> {
  if (ctx.viewer?.sessionId) await queries.deleteSession(ctx, ctx.viewer.sessionId, ctx.viewer.id)
  setCookie(ctx, '', 0)
}

/** Housekeeping: sessions and links whose time is over. */
export const removeExpiredSessions = (ctx: Pick<Context, 'db'>): Promise<void> =>
  queries.deleteExpiredSessions(ctx, new Date().toISOString())

const expiry = (from: Date) => new Date(from.getTime() + DAYS * 86_400_000).toISOString()

function setCookie(ctx: Context, value: string, maxAge: number): void {
  const secure = ctx.caller?.origin.startsWith('https:') ? '; Secure' : ''
  ctx.headers?.set('set-cookie', `${COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`)
}

function tokenOf(cookieHeader: string | undefined): string | undefined {
  for (const part of cookieHeader?.split(';') ?? []) {
    const [name, value] = part.trim().split('=')
    if (name === COOKIE && value && /^[\w-]{20,100}$/.test(value)) return value
  }
  return undefined
}

/** "Firefox on Linux": enough to know one's own sessions apart, and no more than that is kept. */
export function describeBrowser(userAgent: string): string {
  const find = (names: [string, RegExp][]) => names.find(([, pattern]) => pattern.test(userAgent))?.[0]
  const browser = find([
    ['Edge', /Edg(e|A|iOS)?\//],
    ['Opera', /OPR\//],
    ['Samsung Internet', /SamsungBrowser/],
    ['Firefox', /Firefox|FxiOS/],
    ['Chrome', /Chrom(e|ium)|CriOS/],
    ['Safari', /Safari/],
  ])
  const system = find([
    ['Android', /Android/],
    ['iPhone', /iPhone/],
    ['iPad', /iPad/],
    ['Windows', /Windows/],
    ['macOS', /Mac OS X/],
    ['Linux', /Linux|X11/],
  ])
  return [browser ?? 'A browser', system].filter(Boolean).join(' on ')
}
