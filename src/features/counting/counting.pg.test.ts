/** Tests counters that several processes share through PostgreSQL. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import * as queries from './counting.queries.ts'
import { getDailySalt } from './daily-salt.service.ts'
import { claimVisits, removeOldCounts } from './visit.service.ts'

let sites: TestSites
beforeAll(async () => void (sites = await openTestSites({ content: 'empty', count: 1 })))
afterAll(() => sites.close())

const getTimeAfter = (ms: number) => new Date(Date.parse('2026-03-04T12:00:00Z') + ms).toISOString()

const addHit = async (key: string, now: string, resetsAt: string) => {
  const [counted] = await queries.addHits(sites.main, [{ key, hits: 1, resetsAt }], now)
  if (!counted) throw new Error('The hit was not counted.')
  return { hits: counted.hits, resetsAt: counted.resetsAt }
}

test('addHits counts concurrent calls within a window and restarts at 1 after it', async () => {
  const hits = await Promise.all(Array.from({ length: 20 }, () => addHit('a call', getTimeAfter(0), getTimeAfter(60_000))))
  expect(hits.map((hit) => hit.hits).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n + 1))
  expect(new Set(hits.map((hit) => hit.resetsAt))).toEqual(new Set([getTimeAfter(60_000)]))
  expect(await addHit('a call', getTimeAfter(59_999), getTimeAfter(119_999))).toEqual({ hits: 21, resetsAt: getTimeAfter(60_000) })
  expect(await addHit('a call', getTimeAfter(60_000), getTimeAfter(120_000))).toEqual({ hits: 1, resetsAt: getTimeAfter(120_000) })
  expect((await addHit('another call', getTimeAfter(60_000), getTimeAfter(120_000))).hits).toBe(1)
})

test('claimVisits returns each visit to only one of two processes, and again once it has expired', async () => {
  const now = Date.parse(getTimeAfter(0))
  const keys = Array.from({ length: 6_000 }, (_, n) => `visit ${n}`)
  const claimedSets = await Promise.all([claimVisits(sites.main, keys, 1000, now), claimVisits(sites.main, keys.toReversed(), 1000, now)])
  expect(claimedSets.reduce((sum, { size }) => sum + size, 0)).toBe(6_000)
  expect((await claimVisits(sites.main, ['visit 1', 'visit new'], 1000, now + 999)).size).toBe(1)
  expect((await claimVisits(sites.main, ['visit 1'], 1000, now + 1000)).size).toBe(1)
  await removeOldCounts(sites.main, now + 5_000)
  expect(await sites.main.db.selectFrom('visits').selectAll().execute()).toEqual([])
})

test('processes share one encrypted salt per day, which is deleted after the day', async () => {
  const now = Date.parse(getTimeAfter(0))
  const secondConnection = await sites.engine.connect(sites.main.id)
  const [firstSalt, secondSalt] = await Promise.all([getDailySalt(sites.main.db, now), getDailySalt(secondConnection, now)])
  expect(firstSalt.equals(secondSalt)).toBe(true)
  const rows = await sites.main.db.selectFrom('daily_salts').selectAll().execute()
  expect(rows).toHaveLength(1)
  expect(rows[0]?.sealed).not.toContain(firstSalt.toString('base64url'))
  const nextSalt = await getDailySalt(sites.main.db, now + 86_400_000)
  expect(nextSalt.equals(firstSalt)).toBe(false)
  await removeOldCounts(sites.main, now + 86_400_000)
  expect((await sites.main.db.selectFrom('daily_salts').select('day').execute()).map(({ day }) => day)).toEqual(['2026-03-05'])
  await secondConnection.destroy()
})
