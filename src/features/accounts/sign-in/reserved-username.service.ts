/**
 * Rejects names that members cannot take: those that resemble the site or its staff, belong to closed accounts, or were given up recently.
 */
import { findLowest } from '#db/find-lowest.ts'
import type { Context } from '#platform/contract/context.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { isReservedName } from '#platform/text/names-policy.ts'
import { usernameConflict } from '#features/accounts/profile/profile-conflicts.ts'
import * as queries from './given-up-username.queries.ts'

const RESERVED_DAYS = 90
const RESERVED_MS = RESERVED_DAYS * 86_400_000
const timeAgo = (ms: number): string => new Date(Date.now() - ms).toISOString()

/** Whether the username has the form that closed accounts get, such as `deleted-7`. */
export const isClosedAccountName = (username: string): boolean => /^deleted-\d+$/i.test(username)

/**
 * Checks every new username, including those that administrators choose, against closed accounts and names that were given up. Does not
 * check for active accounts: the unique index does.
 * @param userId the account to rename, which may take a former name back; `undefined` for a new account
 * @throws AppError 409
 */
export async function assertUsernameFree(ctx: Pick<Context, 'db'>, username: string, userId?: number): Promise<void> {
  if (isClosedAccountName(username) || (await queries.isGivenUpUsername(ctx, username, timeAgo(RESERVED_MS), userId)))
    throw usernameConflict()
}

/** Lists the name of the site and, on a tenant site, that of the main site, whose staff members must not impersonate. */
const listSiteNames = ({ settings, operator }: Context['site']): string[] => [settings.name, ...(operator ? [operator.name] : [])]

/** Checks a username that a member chooses. @throws AppError 409 */
export function assertUsernameAllowed({ site }: Pick<Context, 'site'>, username: string): void {
  if (isReservedName(username, listSiteNames(site))) throw usernameConflict()
}

/** Checks a display name that a member chooses; administrators may use reserved names. @throws AppError 400 */
export function assertDisplayNameAllowed({ site, viewer }: Pick<Context, 'site' | 'viewer'>, displayName: string | undefined): void {
  if (displayName === undefined || viewer?.isAdmin === true || !isReservedName(displayName, listSiteNames(site))) return
  const message = 'That name is reserved. Please choose another.'
  throw badRequest(message, [{ path: 'displayName', message }])
}

/** Called when an account is renamed: for 90 days, only this account can take its former name. */
export const reserveUsername = (ctx: Pick<Context, 'db'>, username: string, userId: number): Promise<void> =>
  queries.upsertGivenUpUsername(ctx, username, userId, new Date().toISOString())

/** Called when an account is closed: no account can take its current and former names for 90 days. */
export async function reserveUsernamesOfClosedAccount(ctx: Pick<Context, 'db'>, userId: number, username: string): Promise<void> {
  await queries.detachGivenUpUsernames(ctx, userId)
  await queries.upsertGivenUpUsername(ctx, username, null, new Date().toISOString())
}

/** Deletes expired reservations. Runs as a job. @returns when the next reservation expires */
export async function removeExpiredReservations(ctx: Pick<Context, 'db'>): Promise<NextDue> {
  await queries.deleteGivenUpUsernamesBefore(ctx, timeAgo(RESERVED_MS))
  return addMs(await findLowest(ctx.db, 'given_up_usernames', 'given_up_at'), RESERVED_MS)
}
