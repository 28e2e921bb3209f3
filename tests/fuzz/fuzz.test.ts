/**
 * The short form of `npm run test:fuzz`: calls generated from the contracts, in every role. By day the seed is the same for all runs of a
 * day, so that failures are reproducible.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fuzzEndpoint, nameOf, type FuzzTally } from './fuzz.ts'
import { openFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts'
import { readPages } from './pages-after.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { chooseSeed } from '#tests/support/test-seed.ts'
import { apiRoutes } from '#app/registry.ts'
import { EVENT_STREAM } from '#platform/contract/endpoint.ts'

const onServer = Boolean(inject('databaseUrl') as string | undefined)
const { FUZZ_PATH, FUZZ_CALLS, FUZZ_ONLY = '' } = process.env
const seed = chooseSeed('FUZZ_SEED')
/** Calls per endpoint; reads are called before and after the writes. `test:fuzz` makes 300 on PostgreSQL too. */
const DEFAULT_CALLS = isNightly ? (onServer ? 50 : 300) : 15
const CALLS = Number(FUZZ_CALLS ?? DEFAULT_CALLS)

/** Endpoints that leave little to test, because they switch features off or delete the demo content. */
const LAST = ['DELETE /api/admin/demo-content', 'PATCH /api/admin/settings']
const chosen = apiRoutes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => nameOf(endpoint).includes(FUZZ_ONLY) && endpoint.contentType !== EVENT_STREAM)
const isLast = (endpoint: (typeof chosen)[number]) => LAST.includes(nameOf(endpoint))
const reads = chosen.filter(({ method }) => method === 'GET')
const writes = chosen.filter(({ method }) => method !== 'GET')
const half = FUZZ_PATH === undefined ? Math.ceil(CALLS / 2) : CALLS
const turns = [
  ...reads.map((endpoint) => ({ name: `${nameOf(endpoint)}, before`, endpoint, calls: half })),
  ...writes.filter((one) => !isLast(one)).map((endpoint) => ({ name: nameOf(endpoint), endpoint, calls: CALLS })),
  ...(FUZZ_PATH === undefined ? reads.map((endpoint) => ({ name: `${nameOf(endpoint)}, after`, endpoint, calls: half })) : []),
]
const lastTurns = writes.filter(isLast).map((endpoint) => ({ name: nameOf(endpoint), endpoint, calls: CALLS }))

let fixture: FuzzFixture
const tallies: FuzzTally[] = []
beforeAll(async () => {
  fixture = await openFuzzFixture()
})
afterAll(async () => {
  await fixture.close()
  const sum = (name: 'calls' | 'accepted' | 'refused') => tallies.reduce((all, one) => all + one[name], 0)
  const slowest = tallies.toSorted((one, other) => other.slowestMs - one.slowestMs)[0]
  console.log(
    `fuzz on ${onServer ? 'PostgreSQL' : 'SQLite'}, seed ${seed}: ${sum('calls')} calls of ${new Set(tallies.map((one) => one.endpoint)).size} endpoints, ` +
      `${sum('accepted')} accepted, ${sum('refused')} refused; slowest ${slowest?.endpoint} with ${Math.round(slowest?.slowestMs ?? 0)} ms`,
  )
})

const fuzz = async ({ endpoint, calls }: (typeof turns)[number]) => {
  const tally = await fuzzEndpoint(fixture, endpoint, { seed, calls, path: FUZZ_PATH })
  tallies.push(tally)
  return tally.calls
}
test.each(turns)('$name has no errors, leaks or partial writes', async (turn) => {
  expect(await fuzz(turn)).toBeGreaterThan(0)
})
test.skipIf(FUZZ_ONLY !== '')('every page can be read after fuzzing', async () => {
  await fixture.restorePeople()
  // By day two of the five roles, which read everything between them.
  expect(await readPages(fixture, isNightly ? undefined : ['visitor', 'admin'])).toBeGreaterThan(isNightly ? 300 : 100)
})
test.each(lastTurns)('$name has no errors, leaks or partial writes', async (turn) => {
  expect(await fuzz(turn)).toBeGreaterThan(0)
})

test.skipIf(FUZZ_ONLY !== '')('most endpoints have accepted some of the generated calls', () => {
  const accepting = new Set(tallies.filter(({ accepted }) => accepted > 0).map(({ endpoint }) => endpoint))
  const never = new Set(tallies.map(({ endpoint }) => endpoint).filter((endpoint) => !accepting.has(endpoint)))
  expect(accepting.size, `never: ${[...never].join(', ')}`).toBeGreaterThan(CALLS < 50 ? 30 : onServer ? 50 : 90)
})
