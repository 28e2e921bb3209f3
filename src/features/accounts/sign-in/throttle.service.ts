/**
 * Throttles password guessing: after a number of consecutive failures, each further attempt is delayed, with exponential backoff.
 * Failures are counted for the account that the submitted name means. Only its owner resets the counters, by signing in or by setting a new
 * password with a link. There are counters for
 *
 * - an account and one network: five attempts, then delays of up to 15 minutes. Other networks are not affected;
 * - an account from all networks, and a network with any name: many more attempts and shorter delays, because an attacker could otherwise
 *   lock the owner out. A successful sign-in does not reset the counter of the network;
 * - a known browser, and reauthentication in a session: other clients cannot delay these;
 * - the codes of a second factor, which only clients that know the password can submit.
 *
 * A username has one slot. An email has two: for the account that has confirmed it, and for the newest one that claims it. An empty slot is
 * counted under a hash of the name with the same limits, so that responses do not reveal whether an account exists. Username and email of
 * an account are counted separately, so that delays do not reveal which email belongs to which username.
 *
 * An attempt is counted before the password is verified, so that concurrent attempts get no more tries than sequential ones.
 */
import { findLowest } from '#db/find-lowest.ts'
import { addMs, type NextDue } from '#platform/jobs/jobs.ts'
import { createHash } from 'node:crypto'
import { getDailySalt } from '#features/counting/daily-salt.service.ts'
import type { Caller, Context, Viewer } from '#platform/contract/context.ts'
import { tooManyRequests } from '#platform/contract/errors.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import * as queries from './throttle.queries.ts'

type DbContext = Pick<Context, 'db'>
type CallerContext = Pick<Context, 'db' | 'caller'>

const FIRST_WAIT_S = 30
const MINUTE_S = 60
const QUARTER_HOUR_S = 15 * MINUTE_S
const LIMITS = {
  pair: { freeAttempts: 5, maxWaitS: QUARTER_HOUR_S },
  account: { freeAttempts: 100, maxWaitS: MINUTE_S },
  network: { freeAttempts: 30, maxWaitS: MINUTE_S },
  browser: { freeAttempts: 5, maxWaitS: MINUTE_S },
  session: { freeAttempts: 5, maxWaitS: QUARTER_HOUR_S },
  code: { freeAttempts: 5, maxWaitS: QUARTER_HOUR_S },
} as const
/** The number of failures from which a known browser is treated as unknown, because its cookie may be stolen. */
const MAX_BROWSER_FAILURES = 50
const RETENTION_MS = 86_400_000

interface Counter {
  kind: keyof typeof LIMITS
  key: string
}

/** An attempt that has been counted as a failure, and is reset or refunded if it does not fail. */
export interface CountedAttempt {
  counters: readonly Counter[]
  /** Whether the next attempt is delayed if this one fails too. */
  isLast: boolean
}

/** An account that a submitted name may mean. `accountId` is `undefined` if there is no such account. */
export interface SignInSlot {
  accountId: number | undefined
  /** The counter key from `findKnownBrowser`; `undefined` if the account does not know the browser. */
  knownBrowser: string | undefined
}

/** An attempt that has been counted for the account of a slot. */
export interface CountedSlot extends CountedAttempt {
  /** Seconds to wait. If above 0, the account is throttled: nothing was counted, and its password must not be verified. */
  waitS: number
  /** The consecutive failures for this account from all networks, including this attempt; 0 for a known browser or a throttled account. */
  failures: number
}

/**
 * A counted sign-in attempt. `slots` has the order of the parameter of `countSignIn`; `network` is empty if the network was not counted.
 */
export interface SignInAttempt {
  slots: readonly CountedSlot[]
  network: readonly Counter[]
}

const hashParts = (...parts: (string | Buffer)[]) =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('base64url')

/** Hashes the IP address with a daily salt, so that the stored hash is meaningless after that day. */
const hashNetwork = async ({ db }: DbContext, { clientIp }: Caller): Promise<string> =>
  hashParts(await getDailySalt(db), rateLimitNetwork(clientIp))

const NAME_KINDS = ['username', 'email'] as const
const getAccountSubject = (id: number, kind: (typeof NAME_KINDS)[number]) => `${id}:${kind}`
const getSlotSubject = (name: string, { accountId }: SignInSlot, index: number): string =>
  accountId === undefined
    ? `${hashParts(name.trim().toLowerCase())}:${index}`
    : getAccountSubject(accountId, name.includes('@') ? 'email' : 'username')

function listAccountCounters(subject: string, network: string | undefined): Counter[] {
  const account: Counter = { kind: 'account', key: `account:${subject}` }
  return network === undefined ? [account] : [{ kind: 'pair', key: `pair:${subject}:${network}` }, account]
}

const findNetworkHash = ({ db, caller }: CallerContext): Promise<string> | undefined => caller && hashNetwork({ db }, caller)
const listNetworkCounters = (network: string | undefined): Counter[] =>
  network === undefined ? [] : [{ kind: 'network', key: `network:${network}` }]

/**
 * Counts a sign-in attempt for every account that the name may mean.
 * @param slots one for a username, two for an email
 * @throws AppError 429 if every account is throttled; nothing is counted then
 */
export async function countSignIn(ctx: CallerContext, name: string, slots: readonly SignInSlot[]): Promise<SignInAttempt> {
  const network = await findNetworkHash(ctx)
  const slotCounters: Counter[][] = []
  for (const [index, slot] of slots.entries()) {
    const browser: Counter | undefined =
      slot.knownBrowser === undefined ? undefined : { kind: 'browser', key: `browser:${slot.knownBrowser}` }
    const isKnownBrowser = browser !== undefined && (await queries.findFailures(ctx, browser.key)) < MAX_BROWSER_FAILURES
    slotCounters.push(isKnownBrowser ? [browser] : listAccountCounters(getSlotSubject(name, slot, index), network))
  }
  return countSlots(ctx, slotCounters, listNetworkCounters(network))
}

/** Counts a reauthentication for the session. @throws AppError 429 after too many */
export const countReauthentication = (ctx: DbContext, { id, sessionId }: Viewer): Promise<CountedAttempt> =>
  countAttempt(ctx, [{ kind: 'session', key: sessionId === undefined ? `user:${id}` : `session:${sessionId}` }])

/** Counts a password that was submitted with a mailed link. @throws AppError 429 after too many */
export const countLinkPassword = (ctx: DbContext, tokenHash: string): Promise<CountedAttempt> =>
  countAttempt(ctx, [{ kind: 'session', key: `link:${tokenHash}` }])

/** Counts a passkey, only for the network, because passkeys cannot be guessed. @throws AppError 429 after too many */
export const countPasskey = async (ctx: CallerContext): Promise<CountedAttempt> =>
  countAttempt(ctx, listNetworkCounters(await findNetworkHash(ctx)))

/** Counts a second-factor code, which follows a correct password. @throws AppError 429 after too many */
export const countCode = (ctx: DbContext, userId: number): Promise<CountedAttempt> =>
  countAttempt(ctx, [{ kind: 'code', key: `code:${userId}` }])

/** Resets the counters of a successful attempt. */
export const resetAttempt = (ctx: DbContext, { counters }: CountedAttempt): Promise<void> =>
  queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )

/** Resets the counters of the slot whose password matched. For the other slot and the network, only this attempt is subtracted. */
export async function resetSignIn(ctx: DbContext, { slots, network }: SignInAttempt, matchIndex: number): Promise<void> {
  for (const [index, slot] of slots.entries()) await (index === matchIndex ? resetAttempt(ctx, slot) : refundAttempt(ctx, slot))
  await refundAttempt(ctx, { counters: network })
}

/** Subtracts an attempt from its counters, for example because the code was missing. Earlier failures stay counted. */
export async function refundAttempt(ctx: DbContext, { counters }: Pick<CountedAttempt, 'counters'>): Promise<void> {
  for (const counter of counters) await refundCounter(ctx, counter)
}

export async function refundSignIn(ctx: DbContext, { slots, network }: SignInAttempt): Promise<void> {
  for (const countedAttempt of [...slots, { counters: network }]) await refundAttempt(ctx, countedAttempt)
}

/** Resets the account's counters, for the client's network and for all networks, after the client has authenticated as its owner. */
export async function resetAttemptsOf(ctx: CallerContext, accountId: number): Promise<void> {
  const network = await findNetworkHash(ctx)
  const counters = NAME_KINDS.flatMap((kind) => listAccountCounters(getAccountSubject(accountId, kind), network))
  await queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )
}

/**
 * Runs a reset of counters. Call it after the commit, because counter rows must not be locked together with other rows (deadlock
 * avoidance). A failed reset only lengthens later delays, so it is logged and does not fail the call.
 */
export async function resetAfterCommit({ log }: Pick<Context, 'log'>, reset: () => Promise<void>): Promise<void> {
  await reset().catch((error: unknown) => log.error({ err: error }, 'sign-in counters not reset'))
}

/** Deletes counters a day after their last attempt. Runs as a job. @returns when the next counter is due */
export async function removeOldAttempts(ctx: DbContext): Promise<NextDue> {
  await queries.deleteAttemptsBefore(ctx, new Date(Date.now() - RETENTION_MS).toISOString())
  return addMs(await findLowest(ctx.db, 'sign_in_failures', 'last_at'), RETENTION_MS)
}

type LockedCounters = Map<string, { failures: number; waitS: number }>

/** Locks the rows of all counters for the transaction, sorted by key to avoid deadlocks. */
async function lockCounters(trx: DbContext, counters: readonly Counter[], now: number): Promise<LockedCounters> {
  const locked: LockedCounters = new Map()
  for (const { kind, key } of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (locked.has(key)) continue
    const { failures, blockedUntil } = await queries.lockAttempts(trx, key, new Date(now).toISOString())
    locked.set(key, { failures, waitS: getWaitS(kind, blockedUntil, now) })
  }
  return locked
}

const getMaxWaitS = (locked: LockedCounters, counters: readonly Counter[]) =>
  Math.max(0, ...counters.map(({ key }) => locked.get(key)?.waitS ?? 0))

/** Adds a failure to each counter. @returns whether this started or lengthened a delay */
async function addFailures(trx: DbContext, locked: LockedCounters, counters: readonly Counter[], now: number): Promise<boolean> {
  let isLast = false
  for (const { kind, key } of counters) {
    const failures = (locked.get(key)?.failures ?? 0) + 1
    const { freeAttempts, maxWaitS } = LIMITS[kind]
    const waitS = failures < freeAttempts ? 0 : Math.min(maxWaitS, FIRST_WAIT_S * 2 ** (failures - freeAttempts))
    await queries.updateAttempts(trx, key, failures, waitS > 0 ? new Date(now + waitS * 1000).toISOString() : null)
    if (waitS > 0) isLast = true
  }
  return isLast
}

function countAttempt({ db }: DbContext, counters: readonly Counter[]): Promise<CountedAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const locked = await lockCounters({ db: trx }, counters, now)
    const waitS = getMaxWaitS(locked, counters)
    if (waitS > 0) throw tooManyRequests('auth.too_many', waitS)
    return { counters, isLast: await addFailures({ db: trx }, locked, counters, now) }
  })
}

/** @param network counters of the network; attempts by known browsers are not added to them */
function countSlots({ db }: DbContext, slotCounters: readonly Counter[][], network: readonly Counter[]): Promise<SignInAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const isKnownBrowser = (counters: Counter[]) => counters.every(({ kind }) => kind === 'browser')
    const sharedCounters = slotCounters.every(isKnownBrowser) ? [] : network
    const locked = await lockCounters({ db: trx }, [...slotCounters.flat(), ...sharedCounters], now)
    const waitsS = slotCounters.map((counters) =>
      getMaxWaitS(locked, isKnownBrowser(counters) ? counters : [...counters, ...sharedCounters]),
    )
    if (waitsS.every((waitS) => waitS > 0)) throw tooManyRequests('auth.too_many', Math.min(...waitsS))
    const countedNetwork = slotCounters.some((counters, index) => waitsS[index] === 0 && !isKnownBrowser(counters)) ? sharedCounters : []
    const isLastOfNetwork = await addFailures({ db: trx }, locked, countedNetwork, now)
    const slots: CountedSlot[] = []
    for (const [index, counters] of slotCounters.entries()) {
      const waitS = waitsS[index] ?? 0
      if (waitS > 0) {
        slots.push({ counters: [], waitS, isLast: false, failures: 0 })
        continue
      }
      const isLast = await addFailures({ db: trx }, locked, counters, now)
      const account = counters.find(({ kind }) => kind === 'account')
      const failures = account ? (locked.get(account.key)?.failures ?? 0) + 1 : 0
      slots.push({ counters, waitS, isLast: isLast || (isLastOfNetwork && !isKnownBrowser(counters)), failures })
    }
    return { slots, network: countedNetwork }
  })
}

/** @returns the seconds left; 0 if they exceed the maximum, which means that the clock was set back */
function getWaitS(kind: Counter['kind'], blockedUntil: string | null, now: number): number {
  const leftS = blockedUntil === null ? 0 : Math.ceil((Date.parse(blockedUntil) - now) / 1000)
  return leftS > LIMITS[kind].maxWaitS ? 0 : Math.max(0, leftS)
}

/**
 * Subtracts a failure and removes the delay. A delay from before the attempt would have rejected it, so this or a later attempt caused it.
 */
function refundCounter({ db }: DbContext, { key }: Counter): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { failures } = await queries.lockAttempts({ db: trx }, key, new Date().toISOString())
    await queries.updateAttempts({ db: trx }, key, Math.max(0, failures - 1), null)
  })
}
