/**
 * A browser that an account was signed in with is known to it: wrong passwords that others type for that account do not make
 * it wait. Its cookie says nothing by itself and opens nothing; it has a counter of its own (throttle.service.ts).
 */
import { findLowest } from '#db/find-lowest.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import { generateToken, hashToken } from '#features/accounts/sessions/session.service.ts'
import * as queries from './known-browser.queries.ts'

type Asking = Pick<Context, 'db' | 'caller'>
const DAY_S = 86_400
/** As long as browsers keep a cookie. */
const KNOWN_DAYS = 400
/** Of one account; whoever signs in without cookies would add one each time. */
const MAX_BROWSERS = 20

const tokenOf = ({ caller }: Pick<Context, 'caller'>): string | undefined => {
  const token = caller && readCookie(caller.cookies, 'device', caller.origin)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** @returns what its attempts for this account are counted by; undefined for a browser that this account was not signed in with */
export async function findKnownBrowser(ctx: Asking, userId: number): Promise<string | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  return (await queries.isBrowserOfUser(ctx, userId, tokenHash)) ? `${userId}:${tokenHash}` : undefined
}

/** Whether the account was signed in before, and never with this browser. Nobody is told of the first. */
export const isNewBrowser = async (ctx: Asking, userId: number): Promise<boolean> =>
  (await findKnownBrowser(ctx, userId)) === undefined && (await queries.hasBrowsers(ctx, userId))

/** From now on this browser is known to the account. What its cookie held stays only if it was ours. */
export async function rememberBrowser(ctx: Context, userId: number): Promise<void> {
  if (!ctx.caller) return
  const held = tokenOf(ctx)
  const token = held !== undefined && (await queries.isBrowserOfAnybody(ctx, hashToken(held))) ? held : generateToken()
  await queries.upsertKnownBrowser(ctx, userId, hashToken(token), new Date().toISOString())
  await queries.deleteBrowsersBeyond(ctx, userId, MAX_BROWSERS)
  ctx.headers?.set('set-cookie', formatCookie('device', token, KNOWN_DAYS * DAY_S, ctx.caller.origin))
}

/** With a new password: who knew the old one may have been somebody else. */
export async function forgetOtherBrowsers(ctx: Asking, userId: number): Promise<void> {
  const token = tokenOf(ctx)
  await queries.deleteBrowsersOfUser(ctx, userId, token && hashToken(token))
}

/** Housekeeping. */
export async function removeOldBrowsers(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  const retentionMs = KNOWN_DAYS * DAY_S * 1000
  await queries.deleteBrowsersBefore(ctx, new Date(Date.now() - retentionMs).toISOString())
  return timeAfter(await findLowest(ctx.db, 'known_browsers', 'last_used_at'), retentionMs)
}
