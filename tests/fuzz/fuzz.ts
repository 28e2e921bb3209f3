/** Properties of every response, for any role and input. */
import fc from 'fast-check'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { WRITTEN_TABLES_HEADER } from '#platform/client/query-refresh.client.ts'
import { callsOf, type FuzzCall } from './fuzz-calls.ts'
import type { FuzzFixture } from './fuzz-fixture.ts'
import { findLeaks } from './leaks.ts'
import { findDifferences } from './read-back.ts'

/** CPU time per call; on a fast, idle machine the slowest call takes a tenth of this. */
const MAX_CPU_MS = 10_000
/** Tables whose changes can end a session or revoke rights. */
const ABOUT_PEOPLE = /\b(users|sessions)\b/
/** Tables that a rejected or read-only call may change, by a pattern of method and path. */
const STORED_WHEN_REFUSED: readonly (readonly [call: RegExp, tables: readonly string[]])[] = [
  // A member's call of an administrator's endpoint is recorded, once an hour.
  [/./, ['audit_entries', 'one_time_tokens']],
  // Quotas and rate limits count every call; visits are counted too.
  [/./, ['quota_counts', 'rate_limits', 'visits', 'daily_salts']],
  // Failed sign-ins are counted, and a success resets the counter.
  [/\/(sign-in|login|me|archive)\b/, ['sign_in_failures']],
  // Account owners are notified of failed sign-ins by mail, once a day.
  [/\/(sign-in|login)\b/, ['mails', 'queued_jobs']],
  // Searches are counted per day.
  [/^GET \/api\/search\b/, ['search_counts']],
  // Failed remote pictures are cached for a while.
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
  /** fast-check path of a reported failure, to start with it. */
  path?: string | undefined
}

export const nameOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** @throws Error with the smallest call that violates a property, and how to reproduce it */
export async function fuzzEndpoint(fixture: FuzzFixture, endpoint: Endpoint, { seed, calls, path }: FuzzOptions): Promise<FuzzTally> {
  const tally: FuzzTally = { endpoint: nameOf(endpoint), calls: 0, accepted: 0, refused: 0, slowestMs: 0 }
  await fixture.restorePeople()
  const arbitrary = callsOf(endpoint, await fixture.findKnown(endpoint.path))
  const details = await fc.check(
    fc.asyncProperty(arbitrary, (call) => checkCall(fixture, endpoint, call, tally)),
    { seed, numRuns: calls, ...(path === undefined ? {} : { path }) },
  )
  if (!details.failed) return tally
  const { counterexample, counterexamplePath, errorInstance, numRuns, numShrinks } = details
  throw new Error(
    [
      errorInstance instanceof Error ? errorInstance.message : String(errorInstance),
      `Call: ${JSON.stringify(counterexample?.[0]).slice(0, 2000)}`,
      `Found at call ${numRuns}, shrunk ${numShrinks} times.`,
      `Reproduce: npm run test:fuzz -- --only '${tally.endpoint}' --seed ${details.seed} --path ${counterexamplePath}`,
    ].join('\n'),
  )
}

async function checkCall(fixture: FuzzFixture, endpoint: Endpoint, call: FuzzCall, tally: FuzzTally): Promise<void> {
  fixture.loggedErrors.length = 0
  const { status, text, headers, ms, cpuMs } = await fixture.ask(call)
  // Before any check can fail, so that the next call starts from the current state.
  const changed = await fixture.findChanged()
  tally.calls += 1
  tally[status < 400 ? 'accepted' : 'refused'] += 1
  tally.slowestMs = Math.max(tally.slowestMs, ms)
  const fail = (what: string) => {
    throw new Error(`${call.as} ${call.method} ${call.url}: ${what}\n${text.slice(0, 600)}\n${fixture.loggedErrors.join('\n')}`)
  }
  if (status >= 500) fail(`answered ${status}`)
  if (cpuMs > MAX_CPU_MS) fail(`took ${Math.round(cpuMs)} ms of CPU time`)
  const leaks = findLeaks(text, call.as, fixture.secrets)
  if (leaks.length > 0) fail(`the response contains ${leaks.join(' and ')}`)
  if (status >= 400 || endpoint.method === 'GET') {
    const allowed = STORED_WHEN_REFUSED.flatMap(([pattern, tables]) => (pattern.test(nameOf(endpoint)) ? tables : []))
    const stored = changed.filter((table) => !allowed.includes(table))
    if (stored.length > 0) fail(`answered ${status} and changed ${stored.join(', ')}`)
  } else if (String(headers['content-type']).startsWith('application/json')) {
    const differences = await findDifferences(fixture, nameOf(endpoint), call, text)
    if (differences && differences.length > 0) fail(`the stored values differ from the response: ${differences.join(', ')}`)
  }
  if (ABOUT_PEOPLE.test([headers[WRITTEN_TABLES_HEADER], ...changed].join(','))) await fixture.restorePeople()
}
