/** What must hold of every answer, whoever asks and whatever they send. */
import fc from 'fast-check'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { WRITTEN_TABLES_HEADER } from '#platform/client/query-refresh.client.ts'
import { callsOf, type FuzzCall } from './fuzz-calls.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'
import { findLeaks } from './leaks.ts'
import { findUnlike } from './read-back.ts'

/** Of the processor's time, whoever else wants it: alone on a fast machine the slowest takes a tenth of this. */
const MAX_CPU_MS = 10_000
/** Whose writing ends a session, or takes a right away. */
const ABOUT_PEOPLE = /\b(users|sessions)\b/
/**
 * What a call that is refused, or only reads, stores on purpose: that somebody was there, and how often. By a part of its method and path.
 */
const STORED_WHEN_REFUSED: readonly (readonly [call: RegExp, tables: readonly string[]])[] = [
  // A member at an administrator's call is noted, once an hour.
  [/./, ['audit_entries', 'one_time_tokens']],
  // How often a copy has done what costs much, whatever came of it.
  [/./, ['quota_counts', 'rate_limits', 'visits', 'daily_salts']],
  // A wrong password or code is counted, and a right one ends the count.
  [/\/(sign-in|login|me|archive)\b/, ['sign_in_failures']],
  // Whoever owns an account is told of wrong passwords and codes: by mail, once a day.
  [/\/(sign-in|login)\b/, ['mails', 'queued_jobs']],
  // What people look for is counted by the day.
  [/^GET \/api\/search\b/, ['search_counts']],
  // Where no picture was found is known for a while.
  [/\/uploads\/remote/, ['remote_pictures']],
]

export interface FuzzTally {
  endpoint: string
  calls: number
  accepted: number
  refused: number
  slowestMs: number
}
export interface FuzzOptions {
  seed: number
  calls: number
  /** Of a failure that was printed: begins there. */
  path?: string | undefined
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** @throws Error with the smallest call that breaks what must hold, and with how to make it again */
export async function fuzzEndpoint(fixture: FuzzFixture, endpoint: Endpoint, { seed, calls, path }: FuzzOptions): Promise<FuzzTally> {
  const tally: FuzzTally = { endpoint: nameOf(endpoint), calls: 0, accepted: 0, refused: 0, slowestMs: 0 }
  await fixture.restorePeople()
  const arbitrary = callsOf(endpoint, await fixture.findKnown(endpoint.path))
  const details = await fc.check(
    fc.asyncProperty(arbitrary, (call) => holds(fixture, endpoint, call, tally)),
    { seed, numRuns: calls, ...(path === undefined ? {} : { path }) },
  )
  if (!details.failed) return tally
  const { counterexample, counterexamplePath, errorInstance, numRuns, numShrinks } = details
  throw new Error(
    [
      errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      `Call: ${JSON.stringify(counterexample?.[0]).slice(0, 2000)}`,
      `Found at call ${numRuns}, made ${numShrinks} times smaller.`,
      `Again: npm run test:fuzz -- --only '${tally.endpoint}' --seed ${details.seed} --path ${counterexamplePath}`,
    ].join('\n'),
  )
}

async function holds(fixture: FuzzFixture, endpoint: Endpoint, call: FuzzCall, tally: FuzzTally): Promise<void> {
  fixture.faults.length = 0
  const { status, text, headers, ms, cpuMs } = await fixture.ask(call)
  // Before anything may be found wrong: the next call begins with what is stored then.
  const changed = await fixture.findChanged()
  tally.calls += 1
  tally[status < 400 ? 'accepted' : 'refused'] += 1
  tally.slowestMs = Math.max(tally.slowestMs, ms)
  const fail = (what: string) => {
    throw new Error(`${call.as} ${call.method} ${call.url}: ${what}\n${text.slice(0, 600)}\n${fixture.faults.join('\n')}`)
  }
  if (status >= 500) fail(`answered ${status}`)
  if (cpuMs > MAX_CPU_MS) fail(`took ${Math.round(cpuMs)} ms of the processor`)
  const leaks = findLeaks(text, call.as, fixture.secrets)
  if (leaks.length > 0) fail(`the answer holds ${leaks.join(' and ')}`)
  if (status >= 400 || endpoint.method === 'GET') {
    const allowed = STORED_WHEN_REFUSED.flatMap(([pattern, tables]) => (pattern.test(nameOf(endpoint)) ? tables : []))
    const stored = changed.filter((table) => !allowed.includes(table))
    if (stored.length > 0) fail(`answered ${status} and changed ${stored.join(', ')}`)
  } else if (String(headers['content-type']).startsWith('application/json')) {
    const unlike = await findUnlike(fixture, nameOf(endpoint), call, text)
    if (unlike && unlike.length > 0) fail(`what is read afterwards is not what was said: ${unlike.join(', ')}`)
  }
  if (ABOUT_PEOPLE.test([headers[WRITTEN_TABLES_HEADER], ...changed].join(','))) await fixture.restorePeople()
}
