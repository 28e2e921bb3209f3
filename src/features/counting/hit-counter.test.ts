import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { HitCounter } from './hit-counter.ts'

let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

test('concurrent calls through two counters are each counted once', async () => {
  const counters = [new HitCounter(site.ctx), new HitCounter(site.ctx)]
  const calls = Array.from({ length: 90 }, (_, index) => ({ index, key: `network ${index % 3}` }))
  const countedCalls = await Promise.all(calls.map(async ({ index, key }) => ({ key, ...(await counters[index % 2]?.add(key, 60_000)) })))
  for (const key of ['network 0', 'network 1', 'network 2'])
    expect(
      countedCalls
        .filter((call) => call.key === key)
        .map(({ hits = 0 }) => hits)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, index) => index + 1))
})

test('250 keys, more than fit into one statement, are each counted once', async () => {
  const counter = new HitCounter(site.ctx)
  const countedHits = await Promise.all(Array.from({ length: 250 }, (_, index) => counter.add(`crowd ${index}`, 60_000)))
  expect(countedHits.map(({ hits }) => hits)).toEqual(Array.from({ length: 250 }, () => 1))
})

test('the count restarts at 1 when the window has expired', async () => {
  const counter = new HitCounter(site.ctx)
  expect((await counter.add('passing', 60_000)).hits).toBe(1)
  expect((await counter.add('passing', 60_000)).hits).toBe(2)
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.now() + 61_000)
  expect((await counter.add('passing', 60_000)).hits).toBe(1)
  vi.useRealTimers()
})

test('a database error rejects all waiting calls, and the next call runs a new statement', async () => {
  const counter = new HitCounter({ db: site.ctx.db.withSchema('nowhere') })
  await expect(Promise.all([counter.add('a', 1_000), counter.add('b', 1_000)])).rejects.toThrow(/nowhere/)
  await expect(counter.add('a', 1_000)).rejects.toThrow(/nowhere/)
})
