/**
 * Known browsers: an account remembers the browsers that have signed in to it. They have their own attempt counter, so that password
 * guessing elsewhere does not delay them (throttle.service.ts). The cookie is a random token and grants no access.
 */
import { findLowest } from '#db/find-lowest.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import { generateToken, hashToken } from '#features/accounts/sessions/session.service.ts'
import * as queries from './known-browser.queries.ts'

type CallerContext = Pick<Context, 'db' | 'caller'>
const DAY_S = 86_400
/** The maximum lifetime of a cookie in browsers. */
const KNOWN_DAYS = 400
/** Limit per account, because each sign-in without cookies adds a browser. */
const MAX_BROWSERS = 20

const tokenOf = ({ caller }: Pick<Context, 'caller'>): string | undefined => {
  const token = caller && readCookie(caller.cookies, 'device', caller.origin)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** @returns the key of the browser's attempt counter for this account; `undefined` when the account does not know the browser */
export async function findKnownBrowser(ctx: CallerContext, userId: number): Promise<string | undefined> {
  const token = tokenOf(ctx)
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  return (await queries.isBrowserOfUser(ctx, userId, tokenHash)) ? `${userId}:${tokenHash}` : undefined
}

/** Returns whether the account knows other browsers but not this one. The first browser of an account is not reported as new. */
export const isNewBrowser = async (ctx: CallerContext, userId: number): Promise<boolean> =>
  (await findKnownBrowser(ctx, userId)) === undefined && (await queries.hasBrowsers(ctx, userId))

/** Makes the browser known to the account. Reuses the cookie's token only if it is in the table, so that a planted one is replaced. */
export async function rememberBrowser(ctx: Context, userId: number): Promise<void> {
  if (!ctx.caller) return
  const existing = tokenOf(ctx)
  const token = existing !== undefined && (await queries.isKnownBrowser(ctx, hashToken(existing))) ? existing : generateToken()
  await queries.upsertKnownBrowser(ctx, userId, hashToken(token), new Date().toISOString())
  await queries.deleteBrowsersBeyond(ctx, userId, MAX_BROWSERS)
  ctx.headers?.set('set-cookie', formatCookie('device', token, KNOWN_DAYS * DAY_S, ctx.caller.origin))
}

/** Called after a password change, because someone else may have known the old password. */
export async function deleteOtherBrowsers(ctx: CallerContext, userId: number): Promise<void> {
  const token = tokenOf(ctx)
  await queries.deleteBrowsersOfUser(ctx, userId, token && hashToken(token))
}

/** Job: deletes browsers that were not used for 400 days. */
export async function removeOldBrowsers(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  const retentionMs = KNOWN_DAYS * DAY_S * 1000
  await queries.deleteBrowsersBefore(ctx, new Date(Date.now() - retentionMs).toISOString())
  return timeAfter(await findLowest(ctx.db, 'known_browsers', 'last_used_at'), retentionMs)
}
