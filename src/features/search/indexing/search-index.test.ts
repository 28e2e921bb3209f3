/** How the index is kept true to what is published: what it counts, and what it does when it is made anew. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Context } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { SearchDocument, SearchSource } from '#features/search/search.context.ts'
import { requestIndexRebuild, collectSources, indexChanges, indexChangesWithinTime, rebuildIndex } from './search-index.service.ts'
import { ANALYSIS_VERSION } from '#features/search/language/text-analysis.policy.ts'

let sites: TestSites
let ctx: Context
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
})
afterAll(() => sites.close())
beforeEach(async () => {
  things.clear()
  for (const table of ['search_documents', 'search_words', 'search_state', 'search_changes'] as const)
    await ctx.db.deleteFrom(table).execute()
})

const things = new Map<number, SearchDocument>()
const lists: [number, number][] = []
const thing: SearchSource = {
  kind: 'thing',
  label: 'Things',
  find: async (_ctx, ids) => ids.flatMap((id) => things.get(id) ?? []),
  listIds: async (_ctx, after, limit) => {
    lists.push([after, limit])
    return [...things.keys()].filter((id) => id > after).slice(0, limit)
  },
}
const put = (id: number, title: string, more: Partial<SearchDocument> = {}) =>
  things.set(id, { id, url: `/thing/${id}`, title, body: '', ...more })
const note = (kind: string, ...ids: number[]) =>
  ctx.db
    .insertInto('search_changes')
    .values(ids.map((subject_id) => ({ kind, subject_id })))
    .execute()
const setState = async (values: Record<string, number>) => {
  for (const [key, value] of Object.entries(values))
    await ctx.db
      .insertInto('search_state')
      .values({ key, value })
      .onConflict((clash) => clash.column('key').doUpdateSet({ value }))
      .execute()
}
const state = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await ctx.db.selectFrom('search_state').selectAll().execute()).map(({ key, value }) => [key, value]))
const words = async () => {
  const rows = await ctx.db.selectFrom('search_words').selectAll().orderBy('word').execute()
  return rows.map(({ word, term, documents, outgoing }) => `${word} ${term} ${documents} ${outgoing}`)
}
const titles = async () =>
  (await ctx.db.selectFrom('search_documents').select('title').orderBy('title').execute()).map(({ title }) => title)
const waiting = async () =>
  (await ctx.db.selectFrom('search_changes').select(['kind', 'subject_id']).orderBy('id').execute()).map(({ kind, subject_id }) => [
    kind,
    subject_id,
  ])

describe('what was written', () => {
  test('is stored with all that is known of it, and counted', async () => {
    put(1, 'Pumps', {
      headings: 'Noise',
      summary: 'Quiet',
      body: 'Pumps run',
      category: 'solar',
      date: '2026-01-01T00:00:00.000Z',
      rating: { average: 5, count: 4 },
    })
    put(2, 'Pump', { quality: 0.7, rating: { average: 5, count: 4 } })
    put(3, 'Lamp')
    await note('thing', 1, 2, 3, 4)
    await indexChanges(ctx, [thing])
    const rows = await ctx.db.selectFrom('search_documents').selectAll().orderBy('subject_id').execute()
    expect(rows.map(({ id: _id, terms: _terms, ...row }) => row)).toEqual([
      {
        kind: 'thing',
        subject_id: 1,
        url: '/thing/1',
        title: 'Pumps',
        headings: 'Noise',
        summary: 'Quiet',
        body: 'Pumps run',
        category: 'solar',
        date: '2026-01-01T00:00:00.000Z',
        rating_average: 5,
        rating_count: 4,
        quality: 0.5,
        generation: 0,
      },
      {
        kind: 'thing',
        subject_id: 2,
        url: '/thing/2',
        title: 'Pump',
        headings: '',
        summary: '',
        body: '',
        category: null,
        date: null,
        rating_average: 5,
        rating_count: 4,
        quality: 0.7,
        generation: 0,
      },
      expect.objectContaining({ subject_id: 3, rating_average: null, rating_count: null, quality: 0 }),
    ])
    expect(rows.map(({ terms }) => terms.split('\n').slice(1))).toEqual([
      [' pump ', ' nois ', ' quiet ', ' pump run ', ' solar '],
      [' pump ', '  ', '  ', '  ', '  '],
      [' lamp ', '  ', '  ', '  ', '  '],
    ])
    expect(await words()).toEqual(['lamp lamp 1 0', 'noise nois 1 0', 'pump pump 1 0', 'pumps pump 1 0', 'quiet quiet 1 0', 'run run 1 0'])
    expect(await state()).toEqual({
      version: ANALYSIS_VERSION,
      documents: 3,
      unmerged: 3,
      titleLength: 12,
      headingLength: 4,
      summaryLength: 5,
      bodyLength: 8,
    })
    expect(await waiting()).toEqual([])
  })

  test('anew takes the place of what was there, and what is gone goes with its words', async () => {
    put(1, 'Quiet pump')
    put(2, 'Pump')
    await note('thing', 1, 2)
    await indexChanges(ctx, [thing])
    put(1, 'Loud pump', { body: 'Roar' })
    things.delete(2)
    await note('thing', 1, 1, 2)
    await indexChanges(ctx, [thing])
    expect(await titles()).toEqual(['Loud pump'])
    expect(await words()).toEqual(['loud loud 1 0', 'pump pump 1 0', 'roar roar 1 0'])
    expect(await state()).toEqual({
      version: ANALYSIS_VERSION,
      documents: 1,
      unmerged: 3,
      titleLength: 9,
      bodyLength: 4,
    })
  })

  test('of a kind that nobody gives any more is taken out, and that of others stays', async () => {
    put(1, 'Pump')
    await note('thing', 1)
    await note('other', 1)
    await indexChanges(ctx, [thing, { ...thing, kind: 'other', find: async () => [{ id: 1, url: '/other/1', title: 'Lamp', body: '' }] }])
    expect(await titles()).toEqual(['Lamp', 'Pump'])
    await note('other', 1)
    await indexChanges(ctx, [thing])
    expect(await titles()).toEqual(['Pump'])
    expect(await waiting()).toEqual([])
  })

  test.each([9, 10, 11, 25])('is put in to the end, %i things', async (count) => {
    for (let id = 1; id <= count; id += 1) put(id, `Pump ${id}`)
    await note('thing', ...things.keys())
    await indexChanges(ctx, [thing])
    expect([(await titles()).length, (await state())['documents'], await waiting()]).toEqual([count, count, []])
  })

  test('is put in by the job, which then has nothing more to do', async () => {
    for (let id = 1; id <= 12; id += 1) put(id, `Pump ${id}`)
    await note('thing', ...things.keys())
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
    expect([(await titles()).length, await waiting()]).toEqual([12, []])
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
  })
})

test('a new index takes what comes with the software, and nothing else that is not noted', async () => {
  put(1, 'Pump')
  const page: SearchSource = { ...thing, kind: 'page', hasNoRows: true }
  await indexChanges(ctx, [thing, page])
  expect(await ctx.db.selectFrom('search_documents').select(['kind', 'title']).execute()).toEqual([{ kind: 'page', title: 'Pump' }])
  put(2, 'Lamp')
  await indexChanges(ctx, [thing, page])
  expect(await titles()).toEqual(['Pump'])
})

describe('all of it anew', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['when it is told so', () => rebuildIndex(ctx, [thing])],
    ['when its terms were made otherwise', () => setState({ version: ANALYSIS_VERSION - 1 }).then(() => indexChanges(ctx, [thing]))],
    [
      'when that was asked for',
      async () => {
        expect(await requestIndexRebuild(ctx)).toBe(true)
        expect((await state())['version']).toBe(0)
        await indexChangesWithinTime(ctx, [thing])
      },
    ],
  ])('is %s', async (_when, rebuild) => {
    put(1, 'Quiet pump', { headings: 'Noise', summary: 'Short', body: 'A body' })
    put(2, 'Pump')
    await note('thing', 1, 2)
    await indexChanges(ctx, [thing])
    const before = [await words(), await state()]
    // Never noted: found by going through all there are, and through all that is stored.
    put(3, 'Lamp')
    things.delete(2)
    await rebuild()
    expect(await titles()).toEqual(['Lamp', 'Quiet pump'])
    expect(await words()).toEqual([
      'body bodi 1 0',
      'lamp lamp 1 0',
      'noise nois 1 0',
      'pump pump 1 0',
      'quiet quiet 1 0',
      'short short 1 0',
    ])
    expect(await state()).toEqual({
      version: ANALYSIS_VERSION,
      generation: 1,
      rebuilding: 0,
      documents: 2,
      unmerged: 4,
      titleLength: 14,
      headingLength: 4,
      summaryLength: 5,
      bodyLength: 4,
      'outgoing documents': 2,
      'outgoing titleLength': 14,
      'outgoing headingLength': 4,
      'outgoing summaryLength': 5,
      'outgoing bodyLength': 4,
    })
    expect(await ctx.db.selectFrom('search_documents').select('generation').distinct().execute()).toEqual([{ generation: 1 }])
    // And once more, back to what it was.
    put(2, 'Pump')
    things.delete(3)
    await rebuildIndex(ctx, [thing])
    expect([await words(), await state()]).toEqual([
      before[0],
      { ...(before[1] as object), ...(await state()), documents: 2, titleLength: 14, generation: 2, rebuilding: 0 },
    ])
  })

  test('goes through all things, five hundred at a time, and through all that is stored', async () => {
    for (let id = 1; id <= 501; id += 1) put(id, `Pump ${id}`)
    lists.length = 0
    await rebuildIndex(ctx, [thing])
    expect(lists).toEqual([
      [0, 500],
      [500, 500],
      [501, 500],
    ])
    expect((await titles()).length).toBe(501)
    things.clear()
    await rebuildIndex(ctx, [thing])
    expect([await titles(), await words()]).toEqual([[], []])
    expect(await state()).toMatchObject({ documents: 0, titleLength: 0, generation: 2 })
  })

  test('is not asked of an index that is not there yet', async () => {
    expect(await requestIndexRebuild(ctx)).toBe(false)
    expect(await state()).toEqual({})
  })
})

describe('it is put into one piece', () => {
  test.each([
    [{ unmerged: 499 }, 499],
    [{ unmerged: 500 }, 0],
    [{ unmerged: 599, documents: 1000 }, 599],
    [{ unmerged: 600, documents: 1000 }, 0],
    [{ unmerged: 600, documents: 1000, merging: 1 }, 0],
  ])('with %j there are %i documents in pieces afterwards', async (given, unmerged) => {
    await setState({ version: ANALYSIS_VERSION, ...given })
    await indexChanges(ctx, [thing])
    expect(await state()).toEqual({ version: ANALYSIS_VERSION, ...given, unmerged, ...(unmerged === 0 ? { merging: 0 } : {}) })
  })
})

test('what features give is one list', () => {
  expect(
    collectSources(() => [
      { name: 'a', standsOn: [], search: [thing] },
      { name: 'b', standsOn: [] },
    ]),
  ).toEqual([thing])
})
