/**
 * Guessing passwords becomes slow: after some wrong attempts in a row each further one has to wait, twice as long each time.
 * What is counted, and how long the longest wait is, depends on who could be kept out by it:
 *
 * - a name from one network: five, then up to a quarter of an hour. It keeps nobody else out;
 * - a name from anywhere, whether there is such an account or not, and a network with any name: many more, and short waits, as
 *   strangers could otherwise keep somebody out;
 * - a browser that the account was signed in with, and a session in which the password is asked again: they count for
 *   themselves alone, and nobody else can make them wait;
 * - codes of a second factor: only whoever knows the password comes so far.
 *
 * An attempt is counted before the password is looked at, so that a hundred at once are no better than one by one.
 */
import { findLowest } from '#db/find-lowest.ts'
import { timeAfter, type NextDue } from '#platform/jobs.ts'
import { createHash } from 'node:crypto'
import { getDailySalt } from '#features/counting/daily-salt.service.ts'
import type { Caller, Context, Viewer } from '#platform/context.ts'
import { tooManyRequests } from '#platform/errors.ts'
import { rateLimitNetwork } from '#platform/proxy.ts'
import * as queries from './throttle.queries.ts'

type Db = Pick<Context, 'db'>
type Asking = Pick<Context, 'db' | 'caller'>

const FIRST_WAIT_S = 30
const MINUTE_S = 60
const QUARTER_S = 15 * MINUTE_S
const LIMITS = {
  pair: { free: 5, longestWaitS: QUARTER_S },
  name: { free: 100, longestWaitS: MINUTE_S },
  network: { free: 30, longestWaitS: MINUTE_S },
  browser: { free: 5, longestWaitS: MINUTE_S },
  session: { free: 5, longestWaitS: QUARTER_S },
  code: { free: 5, longestWaitS: QUARTER_S },
} as const
/** Then a known browser is one like any other: somebody else may have its cookie. */
const MAX_BROWSER_FAILURES = 50
const FORGOTTEN_AFTER_MS = 86_400_000

interface Counter {
  kind: keyof typeof LIMITS
  key: string
}

/** One attempt that was counted, until it is known what became of it. */
export interface SignInAttempt {
  counters: readonly Counter[]
  /** If this one is wrong too, the next has to wait. */
  isLast: boolean
  /** Wrong ones in a row for this name from everywhere, this one with them. */
  onName: number
}

const hashOf = (...parts: (string | Buffer)[]) => parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest('base64url')
const nameHash = (name: string) => hashOf(name.trim().toLowerCase())
const nameCounter = (name: string): Counter => ({ kind: 'name', key: `name:${nameHash(name)}` })

/** Addresses are not kept: their hashes mean nothing once the day is over. */
const networkHash = async ({ db }: Db, { clientIp }: Caller): Promise<string> => hashOf(await getDailySalt(db), rateLimitNetwork(clientIp))

/** In the order in which all hold them: two never wait for each other. */
async function countersFor({ db, caller }: Asking, name: string): Promise<Counter[]> {
  if (!caller) return [nameCounter(name)]
  const network = await networkHash({ db }, caller)
  return [{ kind: 'pair', key: `pair:${nameHash(name)}:${network}` }, nameCounter(name), { kind: 'network', key: `network:${network}` }]
}

/**
 * Counts an attempt to sign in.
 * @param knownBrowser the account and the browser that it knows, see known-browser.service.ts
 * @throws AppError 429 when it comes too soon; then nothing is counted
 */
export async function countSignIn(ctx: Asking, name: string, knownBrowser?: string): Promise<SignInAttempt> {
  const own: Counter | undefined = knownBrowser === undefined ? undefined : { kind: 'browser', key: `browser:${knownBrowser}` }
  const isKnown = own !== undefined && (await queries.findFailures(ctx, own.key)) < MAX_BROWSER_FAILURES
  return count(ctx, isKnown ? [own] : await countersFor(ctx, name))
}

/** The password asked again of somebody who is signed in. @throws AppError 429 */
export const countReauthentication = (ctx: Db, { id, sessionId }: Viewer): Promise<SignInAttempt> =>
  count(ctx, [{ kind: 'session', key: sessionId === undefined ? `user:${id}` : `session:${sessionId}` }])

/** A passkey. It cannot be guessed, and its name is no secret: nobody is kept out by what others send. @throws AppError 429 */
export const countPasskey = async (ctx: Asking): Promise<SignInAttempt> =>
  count(ctx, ctx.caller ? [{ kind: 'network', key: `network:${await networkHash(ctx, ctx.caller)}` }] : [])

/** A code, after the right password. @throws AppError 429 */
export const countCode = (ctx: Db, userId: number): Promise<SignInAttempt> => count(ctx, [{ kind: 'code', key: `code:${userId}` }])

/** The attempt was right: what is its own starts anew. The network only gets this attempt back. */
export async function forgiveAttempt(ctx: Db, { counters }: SignInAttempt): Promise<void> {
  await queries.deleteAttempts(
    ctx,
    counters.filter(({ kind }) => kind !== 'network').map(({ key }) => key),
  )
  for (const counter of counters) if (counter.kind === 'network') await giveBack(ctx, counter)
}

/** The attempt was neither right nor wrong: only the code was missing. */
export async function refundAttempt(ctx: Db, { counters }: SignInAttempt): Promise<void> {
  for (const counter of counters) await giveBack(ctx, counter)
}

/** Whoever has proved who they are need not wait for what others typed as their name. */
export async function forgetAttemptsOn(ctx: Asking, names: (string | null)[]): Promise<void> {
  for (const name of names) {
    if (name === null) continue
    const counters = (await countersFor(ctx, name)).filter(({ kind }) => kind !== 'network')
    await queries.deleteAttempts(
      ctx,
      counters.map(({ key }) => key),
    )
  }
}

/** Housekeeping. */
export async function removeOldAttempts(ctx: Db): Promise<NextDue> {
  await queries.deleteAttemptsBefore(ctx, new Date(Date.now() - FORGOTTEN_AFTER_MS).toISOString())
  return timeAfter(await findLowest(ctx.db, 'sign_in_failures', 'last_at'), FORGOTTEN_AFTER_MS)
}

function count({ db }: Db, counters: readonly Counter[]): Promise<SignInAttempt> {
  return db.transaction().execute(async (trx) => {
    const now = Date.now()
    const held = []
    for (const counter of counters)
      held.push({ ...counter, ...(await queries.lockAttempts({ db: trx }, counter.key, new Date(now).toISOString())) })
    const wait = Math.max(...held.map(({ kind, blockedUntil }) => waitOf(kind, blockedUntil, now)))
    if (wait > 0) throw tooManyRequests('auth.too_many', wait)
    const attempt = { counters, isLast: false, onName: 0 }
    for (const { kind, key, failures: before } of held) {
      const failures = before + 1
      const { free, longestWaitS } = LIMITS[kind]
      const waitS = failures < free ? 0 : Math.min(longestWaitS, FIRST_WAIT_S * 2 ** (failures - free))
      await queries.updateAttempts({ db: trx }, key, failures, waitS > 0 ? new Date(now + waitS * 1000).toISOString() : null)
      if (waitS > 0) attempt.isLast = true
      if (kind === 'name') attempt.onName = failures
    }
    return attempt
  })
}

/** In seconds. One that is longer than any was set before the clock was put back: it is over. */
function waitOf(kind: Counter['kind'], blockedUntil: string | null, now: number): number {
  const left = blockedUntil === null ? 0 : Math.ceil((Date.parse(blockedUntil) - now) / 1000)
  return left > LIMITS[kind].longestWaitS ? 0 : Math.max(0, left)
}

/** Nobody had to wait when it was counted, or it would have been refused: a wait that is there now came with it, or with one that it brought to the limit. */
function giveBack({ db }: Db, { key }: Counter): Promise<void> {
  return db.transaction().execute(async (trx) => {
    const { failures } = await queries.lockAttempts({ db: trx }, key, new Date().toISOString())
    await queries.updateAttempts({ db: trx }, key, Math.max(0, failures - 1), null)
  })
}
