/**
 * Each write is sent twice at once, over two connections of PostgreSQL: it must end as if it had been sent once after the other. No call may fail,
 * no rows may be created twice, and stored totals must equal their rows.
 */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { features } from '#app/features.ts'
import { collectTables } from '#platform/contract/feature.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { WRITE_CALLS } from './all-calls.ts'
import { COUNTERS } from './atomic-exceptions.ts'
import { wholeSiteCalls } from './calls/content.calls.ts'
import { ENDS_DIFFERENTLY, SITE_WIDE } from './concurrent-exceptions.ts'
import { Ledgers } from './ledgers.ts'
import { createSampler } from './sampler.ts'
import { openWorld, type Reply, type World } from './world.ts'

const TABLES = collectTables(features)
  .map(({ name }) => name)
  .filter((name) => !(name in COUNTERS) && !(name in SITE_WIDE))

let world: World
let ledgers: Ledgers
let known: readonly string[]
beforeAll(async () => {
  world = await openWorld()
  ledgers = await Ledgers.open(inject('databaseUrl'), world)
  known = await ledgers.findDifferences()
})
afterAll(async () => {
  await ledgers.close()
  await world.close()
})

const sampler = createSampler()

/** @returns by day one in `n` of the calls, by night all */
function chooseCalls(sample: string, n: number) {
  return WRITE_CALLS.filter(({ title }) => isNightly || sampler.draws(n, `${sample} ${title}`))
}

/** @returns what the requests were answered with, and by how many rows each table has grown */
async function observe(send: () => Promise<Reply[]>) {
  const before = await ledgers.countRows(TABLES)
  const replies = await send()
  const after = await ledgers.countRows(TABLES)
  const grown = TABLES.flatMap((name) => {
    const rows = (after.get(name) ?? 0) - (before.get(name) ?? 0)
    return rows === 0 ? [] : [`${name} ${rows}`]
  })
  return {
    statuses: replies.map(({ status }) => status).toSorted((one, other) => one - other),
    grown,
    texts: replies.map(({ text }) => text.slice(0, 300)),
  }
}

async function expectLedgersToAgree() {
  const before = known
  // Those of an earlier call are reported there.
  known = await ledgers.findDifferences()
  expect(
    known.filter((difference) => !before.includes(difference)),
    `Again with TEST_SEED=${sampler.seed}`,
  ).toEqual([])
}

test.each(chooseCalls('twice', 2))('$title sent twice at once ends as if sent one after the other', async (call) => {
  // Calls that change the whole site can be sent only once.
  const first = wholeSiteCalls.includes(call) ? undefined : await world.prepare(call)
  const inTurn = first && (await observe(async () => [await first.send(), await first.send()]))
  const second = await world.prepare(call)
  const atOnce = await observe(() => Promise.all([second.send(), second.send()]))
  expect(Math.max(...atOnce.statuses), atOnce.texts.join('\n')).toBeLessThan(500)
  expect(Math.min(...atOnce.statuses), atOnce.texts.join('\n')).toBeLessThan(300)
  const { statuses, grown } = inTurn && !(call.title in ENDS_DIFFERENTLY) ? inTurn : atOnce
  expect(atOnce, atOnce.texts.join('\n')).toMatchObject({ statuses, grown })
  await expectLedgersToAgree()
})

const BY_TWO = chooseCalls('by two', 4).filter((call) => call.as !== 'visitor' && !wholeSiteCalls.includes(call))

test.each(BY_TWO)('$title sent by two at once leaves totals that agree', async (call) => {
  const { send, sendAs } = await world.prepare(call)
  const other = await world.createActor(call.as)
  const replies = await Promise.all([send(), sendAs(other)])
  for (const { status, text } of replies) expect(status, text).toBeLessThan(500)
  expect(replies.some(({ status }) => status < 300)).toBe(true)
  await expectLedgersToAgree()
})
