/**
 * Throttles password guessing: after a number of consecutive failures, each further attempt is delayed, with exponential backoff.
 * A counter belongs to the account that it protects, not to the submitted name, and only a successful sign-in to that account resets it:
 *
 * - account from one network: five attempts, then delays of up to 15 minutes. Other networks are not affected;
 * - account from all networks, and network with any name: many more attempts and short delays, because an attacker could otherwise
 *   lock the owner out;
 * - known browser, and reauthentication in a session: each has its own counter, so that other clients cannot delay it;
 * - codes of a second factor: only clients that know the password reach them.
 *
 * A username has one slot, an email two: the account that has confirmed it and the newest one that claims it. An empty slot is counted
 * under a hash of the name with the same limits, so that responses do not reveal whether an account exists. Username and email of one
 * account are counted separately, so that delays do not reveal which email belongs to which username.
 *
 * An attempt is counted before the password is verified, so that concurrent attempts get no more tries than sequential ones.
 */
import { findLowest } from '#db/find-lowest.ts'
import { timeAfter, type NextDue } from '#platform/jobs/jobs.ts'
import { createHash } from 'node:crypto'
import { getDailySalt } from '#features/counting/daily-salt.service.ts'
import type { Caller, Context, Viewer } from '#platform/contract/context.ts'
import { tooManyRequests } from '#platform/contract/errors.ts'
import { rateLimitNetwork } from '#platform/http/proxy.ts'
import * as queries from './throttle.queries.ts'

type Db = Pick<Context, 'db'>
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
/** From this count on a known browser is treated as unknown, because its cookie may be stolen. */
const MAX_BROWSER_FAILURES = 50
const RETENTION_MS = 86_400_000

interface Counter {
  kind: keyof typeof LIMITS
  key: string
}

/** A counted attempt at a code, a passkey or a repeated password, until its result is known. */
export interface CountedAttempt {
  counters: readonly Counter[]
  /** If this attempt fails too, the next one is delayed. */
  isLast: boolean
}

/** An account that a submitted name may mean; both fields are `undefined` if none matches. */
export interface SignInSlot {
  accountId: number | undefined
  /** Counter key of a known browser, see known-browser.service.ts. */
  knownBrowser: string | undefined
}

/** The counted attempt for the account of one slot. */
export interface CountedSlot extends CountedAttempt {
  /** Above 0 the account is throttled: nothing was counted, and its password must not be verified. */
  waitS: number
  /** Consecutive failures on this account from all networks, including this attempt; 0 for a known browser. */
  failures: number
}

/** A counted sign-in attempt; `slots` in the order of `countSignIn`'s parameter. */
export interface SignInAttempt {
  slots: readonly CountedSlot[]
  network: readonly Counter[]
}

const hashOf = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('base64url')

/** IP addresses are stored only as hashes with a daily salt, which are meaningless after that day. */
const networkHash = async ({ db }: Db, { clientIp }: Caller): Promise<string> => hashOf(await getDailySalt(db), rateLimitNetwork(clientIp))

const NAME_KINDS = ['username', 'email'] as const
const subjectOfAccount = (id: number, kind: (typeof NAME_KINDS)[number]) => `${id}:${kind}`
const subjectOf = (name: string, { accountId }: SignInSlot, index: number): string =>
  accountId === undefined
    ? `${hashOf(name.trim().toLowerCase())}:${index}`
    : subjectOfAccount(accountId, name.includes('@') ? 'email' : 'username')

function countersOf(subject: string, network: string | undefined): Counter[] {
  const account: Counter = { kind: 'account', key: `account:${subject}` }
  return network === undefined ? [account] : [{ kind: 'pair', key: `pair:${subject}:${network}` }, account]
}

const findNetwork = ({ db, caller }: CallerContext): Promise<string> | undefined => caller && networkHash({ db }, caller)
const networkCounters = (network: string | undefined): Counter[] =>
  network === undefined ? [] : [{ kind: 'network', key: `network:${network}` }]

/**
 * Counts a sign-in attempt for every account that the name may mean.
 * @param slots one for a username, two for an email address
 * @throws AppError 429 when every account is throttled; then nothing is counted
 */
export async function countSignIn(ctx: CallerContext, name: string, slots: readonly SignInSlot[]): Promise<SignInAttempt> {
  const network = await findNetwork(ctx)
  const slotCounters: Counter[][] = []
  for (const [index, slot] of slots.entries()) {
    const browser: Counter | undefined =
      slot.knownBrowser === undefined ? undefined : { kind: 'browser', key: `browser:${slot.knownBrowser}` }
    const isKnown = browser !== undefined && (await queries.findFailures(ctx, browser.key)) < MAX_BROWSER_FAILURES
    slotCounters.push(isKnown ? [browser] : countersOf(subjectOf(name, slot, index), network))
  }
  return countSlots(ctx, slotCounters, networkCounters(network))
}

/** Counts a reauthentication. @throws AppError 429 */
export const countReauthentication = (ctx: Db, { id, sessionId }: Viewer): Promise<CountedAttempt> =>
  count(ctx, [{ kind: 'session', key: sessionId === undefined ? `user:${id}` : `session:${sessionId}` }])

/** Counts a password submitted with a mailed link. @throws AppError 429 */
export const countLinkPassword = (ctx: Db, tokenHash: string): Promise<CountedAttempt> =>
  count(ctx, [{ kind: 'session', key: `link:${tokenHash}` }])

/** Counts a passkey, for the network only because passkeys cannot be guessed. @throws AppError 429 */
export const countPasskey = async (ctx: CallerContext): Promise<CountedAttempt> => count(ctx, networkCounters(await findNetwork(ctx)))

/** Counts a second-factor code, after a correct password. @throws AppError 429 */
export const countCode = (ctx: Db, userId: number): Promise<CountedAttempt> => count(ctx, [{ kind: 'code', key: `code:${userId}` }])

/** Called after success: resets the attempt's counters. */
export const resetAttempt = (ctx: Db, { counters }: CountedAttempt): Promise<void> =>
  queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )

/** Called after success on one slot: resets its counters. The other slot and the network are only refunded this attempt. */
export async function resetSignIn(ctx: Db, { slots, network }: SignInAttempt, matchIndex: number): Promise<void> {
  for (const [index, slot] of slots.entries()) await (index === matchIndex ? resetAttempt(ctx, slot) : refundAttempt(ctx, slot))
  await refundAttempt(ctx, { counters: network })
}

/** Called when the attempt neither succeeded nor failed, for example because the code was missing. */
export async function refundAttempt(ctx: Db, { counters }: Pick<CountedAttempt, 'counters'>): Promise<void> {
  for (const counter of counters) await refund(ctx, counter)
}

export async function refundSignIn(ctx: Db, { slots, network }: SignInAttempt): Promise<void> {
  for (const counted of [...slots, { counters: network }]) await refundAttempt(ctx, counted)
}

/** Resets the account's counters for the client's network, after the client has authenticated as its owner. */
export async function resetAttemptsOf(ctx: CallerContext, accountId: number): Promise<void> {
  const network = await findNetwork(ctx)
  const counters = NAME_KINDS.flatMap((kind) => countersOf(subjectOfAccount(accountId, kind), network))
  await queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )
}

/**
 * Resets counters after the commit, because counter rows must not be locked together with other rows (deadlock avoidance). A failed reset
 * only lengthens later delays, so it is logged and does not fail the call.
 */
export async function resetAfterCommit({ log }: Pick<Context, 'log'>, reset: () => Promise<void>): Promise<void> {
  await reset().catch((error: unknown) => log.error({ err: error }, 'sign-in counters not reset'))
}

/** Job: deletes counters a day after their last attempt. */
export async function removeOldAttempts(ctx: Db): Promise<NextDue> {
  await queries.deleteAttemptsBefore(ctx, new Date(Date.now() - RETENTION_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'sign_in_failures', 'last_at'), RETENTION_MS)
}

type LockedCounters = Map<string, { failures: number; waitS: number }>

/** Locks the rows of all counters for the transaction, sorted by key to avoid deadlocks. */
async function lockCounters(trx: Db, counters: readonly Counter[], now: number): Promise<LockedCounters> {
  const locked: LockedCounters = new Map()
  for (const { kind, key } of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (locked.has(key)) continue
    const { failures, blockedUntil } = await queries.lockAttempts(trx, key, new Date(now).toISOString())
    locked.set(key, { failures, waitS: waitOf(kind, blockedUntil, now) })
  }
  return locked
}

const maxWait = (locked: LockedCounters, counters: readonly Counter[]) =>
  Math.max(0, ...counters.map(({ key }) => locked.get(key)?.waitS ?? 0))

/** Adds a failure to each counter. @returns whether this started a delay */
async function addFailures(trx: Db, locked: LockedCounters, counters: readonly Counter[], now: number): Promise<boolean> {
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

function count({ db }: Db, counters: readonly Counter[]): Promise<CountedAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const locked = await lockCounters({ db: trx }, counters, now)
    const waitS = maxWait(locked, counters)
    if (waitS > 0) throw tooManyRequests('auth.too_many', waitS)
    return { counters, isLast: await addFailures({ db: trx }, locked, counters, now) }
  })
}

/** @param slotCounters the counters of each slot; known browsers are not counted for the network */
function countSlots({ db }: Db, slotCounters: readonly Counter[][], network: readonly Counter[]): Promise<SignInAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const isKnown = (counters: Counter[]) => counters.every(({ kind }) => kind === 'browser')
    const shared = slotCounters.every(isKnown) ? [] : network
    const locked = await lockCounters({ db: trx }, [...slotCounters.flat(), ...shared], now)
    const waits = slotCounters.map((counters) => maxWait(locked, isKnown(counters) ? counters : [...counters, ...shared]))
    if (waits.every((waitS) => waitS > 0)) throw tooManyRequests('auth.too_many', Math.min(...waits))
    const counted = slotCounters.some((counters, index) => waits[index] === 0 && !isKnown(counters)) ? shared : []
    const isLastOfNetwork = await addFailures({ db: trx }, locked, counted, now)
    const slots: CountedSlot[] = []
    for (const [index, counters] of slotCounters.entries()) {
      const waitS = waits[index] ?? 0
      if (waitS > 0) {
        slots.push({ counters: [], waitS, isLast: false, failures: 0 })
        continue
      }
      const isLast = await addFailures({ db: trx }, locked, counters, now)
      const account = counters.find(({ kind }) => kind === 'account')
      const failures = account ? (locked.get(account.key)?.failures ?? 0) + 1 : 0
      slots.push({ counters, waitS, isLast: isLast || (isLastOfNetwork && !isKnown(counters)), failures })
    }
    return { slots, network: counted }
  })
}

/** @returns seconds left; 0 for more than the maximum, which means that the clock was set back */
function waitOf(kind: Counter['kind'], blockedUntil: string | null, now: number): number {
  const left = blockedUntil === null ? 0 : Math.ceil((Date.parse(blockedUntil) - now) / 1000)
  return left > LIMITS[kind].maxWaitS ? 0 : Math.max(0, left)
}

/** Also removes the delay: it cannot predate the attempt, which would have been rejected, so this or a later attempt caused it. */
function refund({ db }: Db, { key }: Counter): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { failures } = await queries.lockAttempts({ db: trx }, key, new Date().toISOString())
    await queries.updateAttempts({ db: trx }, key, Math.max(0, failures - 1), null)
  })
}
