/**
 * Guessing passwords becomes slow: after five wrong attempts in a row each further one has to wait, twice as long each
 * time. Counted for each name that is tried, whether there is such an account or not, and for each address.
 * An attempt is counted before the password is looked at, so that a hundred at once are no better than one by one.
 */
import { createHash, randomBytes } from 'node:crypto'
import type { Context } from '#platform/context.ts'
import { tooManyRequests } from '#platform/errors.ts'
import { rateLimitNetwork } from '#platform/proxy.ts'
import * as queries from './throttle.queries.ts'

type Db = Pick<Context, 'db'>
const FREE_ATTEMPTS = 5
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 15 * 60
const FORGOTTEN_AFTER_MS = 86_400_000

/** Addresses are not kept: their hashes mean nothing once this process ends. */
const salt = randomBytes(16)
const accountKey = (name: string) => `account:${createHash('sha256').update(name.trim().toLowerCase()).digest('base64url')}`
const addressKey = (address: string) => `address:${createHash('sha256').update(salt).update(rateLimitNetwork(address)).digest('base64url')}`

/**
 * Counts an attempt.
 * @returns whether, if this one is wrong too, the next has to wait
 * @throws AppError 429 when it comes too soon
 */
export async function countAttempt(ctx: Pick<Context, 'db' | 'caller'>, name: string): Promise<{ isLast: boolean }> {
  const account = await count(ctx, accountKey(name), FREE_ATTEMPTS)
  const address = ctx.caller ? await count(ctx, addressKey(ctx.caller.clientIp), FREE_ATTEMPTS) : { wait: 0, isLast: false }
  const wait = Math.max(account.wait, address.wait)
  if (wait > 0) throw tooManyRequests('auth.too_many', wait)
  return { isLast: account.isLast || address.isLast }
}

/** The attempt was right: the account starts anew. The address only gets this attempt back. */
export async function resetAttempts(ctx: Pick<Context, 'db' | 'caller'>, names: (string | null)[]): Promise<void> {
  await queries.deleteAttempts(
    ctx,
    names.filter((name) => name !== null).map((name) => accountKey(name)),
  )
  if (ctx.caller) await giveBack(ctx, addressKey(ctx.caller.clientIp))
}

/** The attempt was neither right nor wrong: only the code was missing. */
export async function refundAttempt(ctx: Pick<Context, 'db' | 'caller'>, name: string): Promise<void> {
  await giveBack(ctx, accountKey(name))
  if (ctx.caller) await giveBack(ctx, addressKey(ctx.caller.clientIp))
}

/** Housekeeping. */
export const removeOldAttempts = (ctx: Db): Promise<void> =>
  queries.deleteAttemptsBefore(ctx, new Date(Date.now() - FORGOTTEN_AFTER_MS).toISOString())

function count({ db }: Db, key: string, free: number): Promise<{ wait: number; isLast: boolean }> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const row = await queries.lockAttempts({ db: trx }, key, new Date(now).toISOString())
    const left = row.blockedUntil ? Math.ceil((Date.parse(row.blockedUntil) - now) / 1000) : 0
    if (left > 0) return { wait: left, isLast: false }
    const failures = row.failures + 1
    const isLast = failures >= free
    const wait = Math.min(LONGEST_WAIT_S, FIRST_WAIT_S * 2 ** (failures - free))
    await queries.upsertAttempts({ db: trx }, key, failures, isLast ? new Date(now + wait * 1000).toISOString() : null)
    return { wait: 0, isLast }
  })
}

function giveBack({ db }: Db, key: string): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { failures } = await queries.lockAttempts({ db: trx }, key, new Date().toISOString())
    await queries.upsertAttempts({ db: trx }, key, Math.max(0, failures - 1), null)
  })
}
