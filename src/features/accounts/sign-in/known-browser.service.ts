/**
 * Remembers the browsers that have signed in to an account. Such known browsers have their own attempt counter, so that password guessing
 * elsewhere does not delay them (throttle.service.ts). The cookie contains a random token and grants no access.
 */
import { findLowest } from '#db/find-lowest.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import type { Context } from '#platform/contract/context.ts'
import { formatCookie, readCookie } from '#platform/http/cookie.ts'
import { generateToken, hashToken } from '#features/accounts/sessions/session.service.ts'
import * as queries from './known-browser.queries.ts'

type CallerContext = Pick<Context, 'db' | 'caller'>
const DAY_SECONDS = 86_400
/** Browsers store a cookie for at most 400 days. */
const KNOWN_DAYS = 400
/** The maximum per account, because each sign-in without the cookie adds a browser. */
const MAX_BROWSERS = 20

const readDeviceToken = ({ caller }: Pick<Context, 'caller'>): string | undefined => {
  const token = caller && readCookie(caller.cookies, 'device', caller.origin)
  return token && /^[\w-]{43}$/.test(token) ? token : undefined
}

/** @returns the key of the browser's attempt counter for this account; `undefined` if the account does not know the browser */
export async function findKnownBrowser(ctx: CallerContext, userId: number): Promise<string | undefined> {
  const token = readDeviceToken(ctx)
  if (token === undefined) return undefined
  const tokenHash = hashToken(token)
  return (await queries.isBrowserOfUser(ctx, userId, tokenHash)) ? `${userId}:${tokenHash}` : undefined
}

/** Whether the account knows other browsers but not this one. The first browser of an account does not count as new. */
export const isNewBrowser = async (ctx: CallerContext, userId: number): Promise<boolean> =>
  (await findKnownBrowser(ctx, userId)) === undefined && (await queries.hasBrowsers(ctx, userId))

/** Makes the browser known to the account. Reuses the cookie's token only if the table contains it, so that a planted token is replaced. */
export async function rememberBrowser(ctx: Context, userId: number): Promise<void> {
  if (!ctx.caller) return
  const existingToken = readDeviceToken(ctx)
  const token =
    existingToken !== undefined && (await queries.isKnownBrowser(ctx, hashToken(existingToken))) ? existingToken : generateToken()
  await queries.upsertKnownBrowser(ctx, userId, hashToken(token), new Date().toISOString())
  await queries.deleteBrowsersBeyond(ctx, userId, MAX_BROWSERS)
  ctx.headers?.set('set-cookie', formatCookie('device', token, KNOWN_DAYS * DAY_SECONDS, ctx.caller.origin))
}

/**
 * Deletes all known browsers of the account except this one, or all if the cookie is missing. Called after a password change, because an
 * attacker may have known the old password.
 */
export async function deleteOtherBrowsers(ctx: CallerContext, userId: number): Promise<void> {
  const token = readDeviceToken(ctx)
  await queries.deleteBrowsersOfUser(ctx, userId, token && hashToken(token))
}

/** Deletes browsers that were not used for 400 days. Runs as a job. @returns when the next browser is due */
export async function removeOldBrowsers(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  const retentionMs = KNOWN_DAYS * DAY_SECONDS * 1000
  await queries.deleteBrowsersBefore(ctx, new Date(Date.now() - retentionMs).toISOString())
  return addMs(await findLowest(ctx.db, 'known_browsers', 'last_used_at'), retentionMs)
}
