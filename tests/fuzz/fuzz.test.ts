/**
 * The short form of `npm run test:fuzz`: calls that are made up from the contract, as everybody there is. By day all of a day's runs
 * make the same ones, so that whoever sees a failure sees it again.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { fuzzEndpoint, nameOf, type FuzzTally } from './fuzz.ts'
import { openFuzzFixture, type FuzzFixture } from './fuzz-fixture.ts'
import { readPages } from './pages-after.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { chooseSeed } from '#tests/support/test-seed.ts'
import { apiRoutes } from '#app/registry.ts'

const onServer = Boolean(inject('databaseUrl') as string | undefined)
const { FUZZ_PATH, FUZZ_CALLS, FUZZ_ONLY = '' } = process.env
const seed = chooseSeed('FUZZ_SEED')
/** For each endpoint; one that reads is called before and after those that write. `test:fuzz` makes 300 on PostgreSQL too. */
const DEFAULT_CALLS = isNightly ? (onServer ? 50 : 300) : 15
const CALLS = Number(FUZZ_CALLS ?? DEFAULT_CALLS)

/** What leaves little for others to be tried on comes last: it turns features off, and deletes the demo content. */
const LAST = ['DELETE /api/admin/demo-content', 'PATCH /api/admin/settings']
const chosen = apiRoutes.map(({ endpoint }) => endpoint).filter((endpoint) => nameOf(endpoint).includes(FUZZ_ONLY))
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
test.each(turns)('$name', async (turn) => {
  expect(await fuzz(turn)).toBeGreaterThan(0)
})
test.skipIf(FUZZ_ONLY !== '')('whatever was stored by all this, every page that shows it can be read', async () => {
  await fixture.restorePeople()
  // By day two of the five roles: they read all that the server has.
  expect(await readPages(fixture, isNightly ? undefined : ['visitor', 'admin'])).toBeGreaterThan(isNightly ? 300 : 100)
})
test.each(lastTurns)('$name', async (turn) => {
  expect(await fuzz(turn)).toBeGreaterThan(0)
})

test.skipIf(FUZZ_ONLY !== '')('what is made up reaches behind the contracts: most endpoints have accepted something', () => {
  const accepting = new Set(tallies.filter(({ accepted }) => accepted > 0).map(({ endpoint }) => endpoint))
  const never = new Set(tallies.map(({ endpoint }) => endpoint).filter((endpoint) => !accepting.has(endpoint)))
  expect(accepting.size, `never: ${[...never].join(', ')}`).toBeGreaterThan(CALLS < 50 ? 30 : onServer ? 50 : 90)
})
