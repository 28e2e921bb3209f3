import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { HitCounter } from './hit-counter.ts'

let site: TestSite
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())

test('concurrent calls through two counters are each counted once', async () => {
  const processes = [new HitCounter(site.ctx), new HitCounter(site.ctx)]
  const calls = Array.from({ length: 90 }, (_, at) => ({ at, key: `network ${at % 3}` }))
  const counted = await Promise.all(calls.map(async ({ at, key }) => ({ key, ...(await processes[at % 2]?.add(key, 60_000)) })))
  for (const key of ['network 0', 'network 1', 'network 2'])
    expect(
      counted
        .filter((one) => one.key === key)
        .map(({ hits = 0 }) => hits)
        .toSorted((a, b) => a - b),
    ).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
})

test('more keys than MAX_KEYS are counted in several statements', async () => {
  const counter = new HitCounter(site.ctx)
  const counted = await Promise.all(Array.from({ length: 250 }, (_, at) => counter.add(`crowd ${at}`, 60_000)))
  expect(counted.map(({ hits }) => hits)).toEqual(Array.from({ length: 250 }, () => 1))
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

test('a database error rejects all waiting calls, and the next call is tried again', async () => {
  const counter = new HitCounter({ db: site.ctx.db.withSchema('nowhere') })
  await expect(Promise.all([counter.add('a', 1_000), counter.add('b', 1_000)])).rejects.toThrow(/nowhere/)
  await expect(counter.add('a', 1_000)).rejects.toThrow(/nowhere/)
})
