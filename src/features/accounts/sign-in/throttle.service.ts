/**
 * Slows down password guessing: after some failed attempts in a row each further one has to wait, twice as long each time.
 * A counter belongs to the account that it protects, never to the typed text, and only a success of that account resets it:
 *
 * - an account from one network: five attempts, then waits of up to 15 minutes. Other networks are not affected;
 * - an account from all networks, and a network with any name: many more attempts and short waits, because an attacker could
 *   otherwise keep the owner out;
 * - a browser that the account was signed in with, and a session in which the password is asked for again: each has a counter
 *   of its own, so other clients cannot make it wait;
 * - codes of a second factor: only clients that know the password reach them.
 *
 * A typed name has one slot, a typed email address two: its confirmed holder and the last account that claimed it. An empty slot is
 * counted under a hash of the name, with the same limits, so that replies do not reveal whether an account exists. Username and
 * email address of one account are counted apart, so that waits do not reveal which address belongs to which username.
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
type Asking = Pick<Context, 'db' | 'caller'>

const FIRST_WAIT_S = 30
const MINUTE_S = 60
const QUARTER_S = 15 * MINUTE_S
const LIMITS = {
  pair: { free: 5, longestWaitS: QUARTER_S },
  account: { free: 100, longestWaitS: MINUTE_S },
  network: { free: 30, longestWaitS: MINUTE_S },
  browser: { free: 5, longestWaitS: MINUTE_S },
  session: { free: 5, longestWaitS: QUARTER_S },
  code: { free: 5, longestWaitS: QUARTER_S },
} as const
/** From here on a known browser is counted like an unknown one: its cookie may have been stolen. */
const MAX_BROWSER_FAILURES = 50
const FORGOTTEN_AFTER_MS = 86_400_000

interface Counter {
  kind: keyof typeof LIMITS
  key: string
}

/** A counted attempt at a code, a passkey or a repeated password, until its result is known. */
export interface CountedAttempt {
  counters: readonly Counter[]
  /** If this attempt fails too, the next one has to wait. */
  isLast: boolean
}

/** One account that a typed name may mean; both fields are undefined where no account matches. */
export interface SignInSlot {
  accountId: number | undefined
  /** Key of the browser that the account knows, see known-browser.service.ts. */
  knownBrowser: string | undefined
}

/** What an attempt counted against the account of one slot. */
export interface CountedSlot extends CountedAttempt {
  /** Above 0 the account has to wait: nothing was counted against it, and its password must not be verified. */
  waitS: number
  /** Failed attempts in a row on this account from all networks, including this one; 0 for a known browser. */
  failures: number
}

/** A counted attempt to sign in, in the order of its slots. */
export interface SignInAttempt {
  slots: readonly CountedSlot[]
  network: readonly Counter[]
}

const hashOf = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('base64url')

/** IP addresses are not stored: their hashes are meaningless after the day. */
const networkHash = async ({ db }: Db, { clientIp }: Caller): Promise<string> => hashOf(await getDailySalt(db), rateLimitNetwork(clientIp))

const FORMS = ['username', 'email'] as const
const subjectOfAccount = (id: number, form: (typeof FORMS)[number]) => `${id}:${form}`
const subjectOf = (name: string, { accountId }: SignInSlot, index: number): string =>
  accountId === undefined
    ? `${hashOf(name.trim().toLowerCase())}:${index}`
    : subjectOfAccount(accountId, name.includes('@') ? 'email' : 'username')

function countersOf(subject: string, network: string | undefined): Counter[] {
  const account: Counter = { kind: 'account', key: `account:${subject}` }
  return network === undefined ? [account] : [{ kind: 'pair', key: `pair:${subject}:${network}` }, account]
}

const findNetwork = ({ db, caller }: Asking): Promise<string> | undefined => caller && networkHash({ db }, caller)
const networkCounters = (network: string | undefined): Counter[] =>
  network === undefined ? [] : [{ kind: 'network', key: `network:${network}` }]

/**
 * Counts an attempt to sign in against every account that the name may mean.
 * @param slots one for a username, two for an email address
 * @throws AppError 429 when every account has to wait; then nothing is counted
 */
export async function countSignIn(ctx: Asking, name: string, slots: readonly SignInSlot[]): Promise<SignInAttempt> {
  const network = await findNetwork(ctx)
  const owned: Counter[][] = []
  for (const [index, slot] of slots.entries()) {
    const browser: Counter | undefined =
      slot.knownBrowser === undefined ? undefined : { kind: 'browser', key: `browser:${slot.knownBrowser}` }
    const isKnown = browser !== undefined && (await queries.findFailures(ctx, browser.key)) < MAX_BROWSER_FAILURES
    owned.push(isKnown ? [browser] : countersOf(subjectOf(name, slot, index), network))
  }
  return countSlots(ctx, owned, networkCounters(network))
}

/** The password asked again of a signed-in member. @throws AppError 429 */
export const countReauthentication = (ctx: Db, { id, sessionId }: Viewer): Promise<CountedAttempt> =>
  count(ctx, [{ kind: 'session', key: sessionId === undefined ? `user:${id}` : `session:${sessionId}` }])

/** The password asked together with a link from a mail. @throws AppError 429 */
export const countLinkPassword = (ctx: Db, tokenHash: string): Promise<CountedAttempt> =>
  count(ctx, [{ kind: 'session', key: `link:${tokenHash}` }])

/** A passkey cannot be guessed, so that only its network is counted. @throws AppError 429 */
export const countPasskey = async (ctx: Asking): Promise<CountedAttempt> => count(ctx, networkCounters(await findNetwork(ctx)))

/** A code, after the right password. @throws AppError 429 */
export const countCode = (ctx: Db, userId: number): Promise<CountedAttempt> => count(ctx, [{ kind: 'code', key: `code:${userId}` }])

/** After a success: resets the counters that belong to it. */
export const forgiveAttempt = (ctx: Db, { counters }: CountedAttempt): Promise<void> =>
  queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )

/** After a success on one slot: resets its counters. The other slot and the network get only this attempt back. */
export async function forgiveSignIn(ctx: Db, { slots, network }: SignInAttempt, opened: number): Promise<void> {
  for (const [index, slot] of slots.entries()) await (index === opened ? forgiveAttempt(ctx, slot) : refundAttempt(ctx, slot))
  await refundAttempt(ctx, { counters: network })
}

/** The attempt neither succeeded nor failed, for example because the code was missing. */
export async function refundAttempt(ctx: Db, { counters }: Pick<CountedAttempt, 'counters'>): Promise<void> {
  for (const counter of counters) await refund(ctx, counter)
}

export async function refundSignIn(ctx: Db, { slots, network }: SignInAttempt): Promise<void> {
  for (const counted of [...slots, { counters: network }]) await refundAttempt(ctx, counted)
}

/** Resets what was counted against an account, by a client that has just proved to be its owner. */
export async function forgetAttemptsOn(ctx: Asking, accountId: number): Promise<void> {
  const network = await findNetwork(ctx)
  const counters = FORMS.flatMap((form) => countersOf(subjectOfAccount(accountId, form), network))
  await queries.deleteAttempts(
    ctx,
    counters.map(({ key }) => key),
  )
}

/**
 * Resets counters after the commit of what the client has done. They are locked in the order of their keys, so that no transaction may hold them
 * next to other rows. A counter that is not reset only makes a later wait longer: the call does not fail for it.
 */
export async function resetAfterCommit({ log }: Pick<Context, 'log'>, reset: () => Promise<void>): Promise<void> {
  await reset().catch((error: unknown) => log.error({ err: error }, 'sign-in counters not reset'))
}

/** Housekeeping. */
export async function removeOldAttempts(ctx: Db): Promise<NextDue> {
  await queries.deleteAttemptsBefore(ctx, new Date(Date.now() - FORGOTTEN_AFTER_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'sign_in_failures', 'last_at'), FORGOTTEN_AFTER_MS)
}

type Held = Map<string, { failures: number; waitS: number }>

/** Locks the rows of all counters until the transaction ends: sorted, to avoid deadlocks. */
async function lockCounters(trx: Db, counters: readonly Counter[], now: number): Promise<Held> {
  const held: Held = new Map()
  for (const { kind, key } of counters.toSorted((a, b) => (a.key < b.key ? -1 : 1))) {
    if (held.has(key)) continue
    const { failures, blockedUntil } = await queries.lockAttempts(trx, key, new Date(now).toISOString())
    held.set(key, { failures, waitS: waitOf(kind, blockedUntil, now) })
  }
  return held
}

const longestWait = (held: Held, counters: readonly Counter[]) => Math.max(0, ...counters.map(({ key }) => held.get(key)?.waitS ?? 0))

/** Adds a failure to each counter. @returns whether one of them has to wait from now on */
async function addFailures(trx: Db, held: Held, counters: readonly Counter[], now: number): Promise<boolean> {
  let isLast = false
  for (const { kind, key } of counters) {
    const failures = (held.get(key)?.failures ?? 0) + 1
    const { free, longestWaitS } = LIMITS[kind]
    const waitS = failures < free ? 0 : Math.min(longestWaitS, FIRST_WAIT_S * 2 ** (failures - free))
    await queries.updateAttempts(trx, key, failures, waitS > 0 ? new Date(now + waitS * 1000).toISOString() : null)
    if (waitS > 0) isLast = true
  }
  return isLast
}

function count({ db }: Db, counters: readonly Counter[]): Promise<CountedAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const held = await lockCounters({ db: trx }, counters, now)
    const waitS = longestWait(held, counters)
    if (waitS > 0) throw tooManyRequests('auth.too_many', waitS)
    return { counters, isLast: await addFailures({ db: trx }, held, counters, now) }
  })
}

/** @param owned the counters of each slot; a known browser is not counted with its network */
function countSlots({ db }: Db, owned: readonly Counter[][], network: readonly Counter[]): Promise<SignInAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const isKnown = (counters: Counter[]) => counters.every(({ kind }) => kind === 'browser')
    const shared = owned.every(isKnown) ? [] : network
    const held = await lockCounters({ db: trx }, [...owned.flat(), ...shared], now)
    const waits = owned.map((counters) => longestWait(held, isKnown(counters) ? counters : [...counters, ...shared]))
    if (waits.every((waitS) => waitS > 0)) throw tooManyRequests('auth.too_many', Math.min(...waits))
    const counted = owned.some((counters, index) => waits[index] === 0 && !isKnown(counters)) ? shared : []
    const isLastOfNetwork = await addFailures({ db: trx }, held, counted, now)
    const slots: CountedSlot[] = []
    for (const [index, counters] of owned.entries()) {
      const waitS = waits[index] ?? 0
      if (waitS > 0) {
        slots.push({ counters: [], waitS, isLast: false, failures: 0 })
        continue
      }
      const isLast = await addFailures({ db: trx }, held, counters, now)
      const account = counters.find(({ kind }) => kind === 'account')
      const failures = account ? (held.get(account.key)?.failures ?? 0) + 1 : 0
      slots.push({ counters, waitS, isLast: isLast || (isLastOfNetwork && !isKnown(counters)), failures })
    }
    return { slots, network: counted }
  })
}

/** In seconds. A wait that is longer than the longest was set before the clock was put back: it is over. */
function waitOf(kind: Counter['kind'], blockedUntil: string | null, now: number): number {
  const left = blockedUntil === null ? 0 : Math.ceil((Date.parse(blockedUntil) - now) / 1000)
  return left > LIMITS[kind].longestWaitS ? 0 : Math.max(0, left)
}

/** The attempt would have been refused during a wait: a wait that is there now came with it, or with a later one that it brought to the limit. */
function refund({ db }: Db, { key }: Counter): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { failures } = await queries.lockAttempts({ db: trx }, key, new Date().toISOString())
    await queries.updateAttempts({ db: trx }, key, Math.max(0, failures - 1), null)
  })
}
