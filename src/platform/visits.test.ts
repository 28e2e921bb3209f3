import { expect, test } from 'vitest'
import type { Site } from './context.ts'
import { Visits } from './visits.ts'

const site = { id: 'main' } as Site
const visitor = { address: '192.0.2.1', userAgent: 'Mozilla/5.0' }
const counting = () => {
  const written: Record<string, number>[] = []
  const visits = new Visits(async (_site, table, counts) => {
    written.push(Object.fromEntries([...counts].map(([id, views]) => [`${table}:${id}`, views])))
  })
  return { visits, written }
}

test('AMB-24 once per visit, again after half an hour, each visitor for themselves', async () => {
  const { visits, written } = counting()
  const at = Date.parse('2026-01-05T10:00:00Z')
  visits.note(site, { table: 'articles', id: 1 }, visitor, at)
  visits.note(site, { table: 'articles', id: 1 }, visitor, at + 29 * 60_000)
  visits.note(site, { table: 'articles', id: 1 }, { ...visitor, address: '192.0.2.2' }, at)
  visits.note(site, { table: 'topics', id: 1 }, visitor, at)
  await visits.flush()
  expect(written).toEqual([{ 'articles:1': 2 }, { 'topics:1': 1 }])
  visits.note(site, { table: 'articles', id: 1 }, visitor, at + 31 * 60_000)
  await visits.flush()
  expect(written.at(-1)).toEqual({ 'articles:1': 1 })
})

test('robots do not count', async () => {
  const { visits, written } = counting()
  for (const userAgent of ['', 'Googlebot/2.1', 'curl/8']) visits.note(site, { table: 'articles', id: 1 }, { ...visitor, userAgent })
  await visits.flush()
  expect(written).toEqual([])
})

test('what could not be written is kept for the next time', async () => {
  const written: number[] = []
  let broken = true
  const visits = new Visits(async (_site, _table, counts) => {
    if (broken) throw new Error('full disk')
    written.push(...counts.values())
  })
  visits.note(site, { table: 'topics', id: 7 }, visitor)
  visits.note({ id: 'copy' } as Site, { table: 'topics', id: 7 }, visitor)
  await expect(visits.flush()).rejects.toThrow('full disk')
  broken = false
  await visits.flush()
  expect(written).toEqual([1, 1])
})
