// Daily on PostgreSQL too: it searches differently.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { findMatchingIds, foldText, MAX_MATCHES } from './search-index.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const find = (term: string) => findMatchingIds(site.ctx.db, 'topics', term)

test('findMatchingIds ignores case and matches accents, wildcards, quotes and backslashes literally', async () => {
  const titles = ['Ünder CAFÉ', '100% solar_roof', `He said "yes", didn't he`, String.raw`back\slash`, 'STRASSE und Straße']
  const ids = await Promise.all(titles.map((title) => makeTopic(site.ctx, { title, content: '-' })))
  const expected: [string, number[]][] = [
    ['ünder', [0]],
    ['ÜNDER', [0]],
    ['é', [0]],
    ['0%', [1]],
    ['r_r', [1]],
    ['rxr', []],
    ['"yes"', [2]],
    [`n't`, [2]],
    ['k\\s', [3]],
    ['\\', [3]],
    ['straße', [4]],
    ['%', [1]],
  ]
  for (const [term, positions] of expected)
    expect(new Set(await find(term)), term).toEqual(new Set(positions.map((position) => ids[position])))
})

test('updates and deletes are indexed', async () => {
  const id = await makeTopic(site.ctx, { title: 'Aardvark', content: '-' })
  await site.ctx.db
    .updateTable('topics')
    .set({ search_text: foldText('Pangolin') })
    .where('id', '=', id)
    .execute()
  expect(await find('aardvark')).toEqual([])
  expect(await find('pangolin')).toEqual([id])
  await site.ctx.db.deleteFrom('topics').where('id', '=', id).execute()
  expect(await find('pangolin')).toEqual([])
})

test('findMatchingIds returns at most MAX_MATCHES rows, the newest', async () => {
  const rows = Array.from({ length: MAX_MATCHES + 50 }, (_, index) => ({
    title: `Common ${index}`,
    content: '-',
    category_id: 1,
    user_id: 1,
    created_at: '2026-01-01T00:00:00.000Z',
    active_at: '2026-01-01T00:00:00.000Z',
    search_text: 'wallaby',
  }))
  for (let index = 0; index < rows.length; index += 50)
    await site.ctx.db
      .insertInto('topics')
      .values(rows.slice(index, index + 50))
      .execute()
  const found = await find('wallaby')
  expect(found).toHaveLength(MAX_MATCHES)
  const { newest } = await site.ctx.db
    .selectFrom('topics')
    .select((eb) => eb.fn.max('id').as('newest'))
    .executeTakeFirstOrThrow()
  expect(found[0]).toBe(newest)
})
