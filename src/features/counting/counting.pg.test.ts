/** Counters shared by several processes through PostgreSQL; with SQLite they are in memory. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import * as queries from './counting.queries.ts'
import { getDailySalt } from './daily-salt.service.ts'
import { claimVisits, removeOldCounts } from './visit.service.ts'

let sites: TestSites
beforeAll(async () => void (sites = await openTestSites({ content: 'empty', count: 1 })))
afterAll(() => sites.close())

const at = (ms: number) => new Date(Date.parse('2026-03-04T12:00:00Z') + ms).toISOString()

const addHit = async (key: string, now: string, resetsAt: string) => {
  const [counted] = await queries.addHits(sites.main, [{ key, hits: 1, resetsAt }], now)
  if (!counted) throw new Error('The hit was not counted.')
  return { hits: counted.hits, resetsAt: counted.resetsAt }
}

test('addHits counts concurrent calls within a window and restarts at 1 after it', async () => {
  const hits = await Promise.all(Array.from({ length: 20 }, () => addHit('a call', at(0), at(60_000))))
  expect(hits.map((one) => one.hits).toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(new Set(hits.map((one) => one.resetsAt))).toEqual(new Set([at(60_000)]))
  expect(await addHit('a call', at(59_999), at(119_999))).toEqual({ hits: 21, resetsAt: at(60_000) })
  expect(await addHit('a call', at(60_000), at(120_000))).toEqual({ hits: 1, resetsAt: at(120_000) })
  expect((await addHit('another call', at(60_000), at(120_000))).hits).toBe(1)
})

test('claimVisits returns a visit to one of two processes, and again after its expiry', async () => {
  const now = Date.parse(at(0))
  const keys = Array.from({ length: 6_000 }, (_, n) => `visit ${n}`)
  const claimed = await Promise.all([claimVisits(sites.main, keys, 1000, now), claimVisits(sites.main, keys.toReversed(), 1000, now)])
  expect(claimed.reduce((sum, { size }) => sum + size, 0)).toBe(6_000)
  expect((await claimVisits(sites.main, ['visit 1', 'visit new'], 1000, now + 999)).size).toBe(1)
  expect((await claimVisits(sites.main, ['visit 1'], 1000, now + 1000)).size).toBe(1)
  await removeOldCounts(sites.main, now + 5_000)
  expect(await sites.main.db.selectFrom('visits').selectAll().execute()).toEqual([])
})

test('processes share one encrypted salt per day, which is deleted after the day', async () => {
  const now = Date.parse(at(0))
  const again = await sites.engine.connect(sites.main.id)
  const [one, other] = await Promise.all([getDailySalt(sites.main.db, now), getDailySalt(again, now)])
  expect(one.equals(other)).toBe(true)
  const rows = await sites.main.db.selectFrom('daily_salts').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sealed).not.toContain(one.toString('base64url'))
  const next = await getDailySalt(sites.main.db, now + 86_400_000)
  expect(next.equals(one)).toBe(false)
  await removeOldCounts(sites.main, now + 86_400_000)
  expect((await sites.main.db.selectFrom('daily_salts').select('day').execute()).map(({ day }) => day)).toEqual(['2026-03-05'])
  await again.destroy()
})
