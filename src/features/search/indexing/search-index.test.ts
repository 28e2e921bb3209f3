/** Indexing of written items, rebuilds and merges of the index. */
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
      .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
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

describe('a queued item', () => {
  test('is stored with its properties, and counted', async () => {
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

  test('replaces its old document, and a deleted item is removed with its words', async () => {
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

  test('of a kind without a source is removed, and other kinds stay', async () => {
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

  test.each([9, 10, 11, 25])('is indexed in batches until the queue is empty: %i items', async (count) => {
    for (let id = 1; id <= count; id += 1) put(id, `Pump ${id}`)
    await note('thing', ...things.keys())
    await indexChanges(ctx, [thing])
    expect(await titles()).toHaveLength(count)
    expect((await state())['documents']).toBe(count)
    expect(await waiting()).toEqual([])
  })

  test('is indexed by the job, which is then not due again', async () => {
    for (let id = 1; id <= 12; id += 1) put(id, `Pump ${id}`)
    await note('thing', ...things.keys())
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
    expect(await titles()).toHaveLength(12)
    expect(await waiting()).toEqual([])
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
  })
})

test('a new index contains pages of the software, but no other items that were not queued', async () => {
  put(1, 'Pump')
  const page: SearchSource = { ...thing, kind: 'page', hasNoRows: true }
  await indexChanges(ctx, [thing, page])
  expect(await ctx.db.selectFrom('search_documents').select(['kind', 'title']).execute()).toEqual([{ kind: 'page', title: 'Pump' }])
  put(2, 'Lamp')
  await indexChanges(ctx, [thing, page])
  expect(await titles()).toEqual(['Pump'])
})

describe('a rebuild', () => {
  test.each<[string, () => Promise<unknown>]>([
    ['when called', () => rebuildIndex(ctx, [thing])],
    [
      'when the version of the analysis has changed',
      () => setState({ version: ANALYSIS_VERSION - 1 }).then(() => indexChanges(ctx, [thing])),
    ],
    [
      'when requested',
      async () => {
        expect(await requestIndexRebuild(ctx)).toBe(true)
        expect((await state())['version']).toBe(0)
        await indexChangesWithinTime(ctx, [thing])
      },
    ],
  ])('indexes all items %s', async (_when, rebuild) => {
    put(1, 'Quiet pump', { headings: 'Noise', summary: 'Short', body: 'A body' })
    put(2, 'Pump')
    await note('thing', 1, 2)
    await indexChanges(ctx, [thing])
    const before = { words: await words(), state: await state() }
    // Never queued: found by listing all items and all stored documents.
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
    // A second rebuild restores the first state.
    put(2, 'Pump')
    things.delete(3)
    await rebuildIndex(ctx, [thing])
    expect(await words()).toEqual(before.words)
    expect(await state()).toEqual({
      ...before.state,
      ...(await state()),
      documents: 2,
      titleLength: 14,
      generation: 2,
      rebuilding: 0,
    })
  })

  test('lists all items in batches of 500, and removes stale documents', async () => {
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
    expect(await titles()).toEqual([])
    expect(await words()).toEqual([])
    expect(await state()).toMatchObject({ documents: 0, titleLength: 0, generation: 2 })
  })

  test('cannot be requested before the index exists', async () => {
    expect(await requestIndexRebuild(ctx)).toBe(false)
    expect(await state()).toEqual({})
  })
})

describe('a merge', () => {
  test.each([
    [{ unmerged: 499 }, 499],
    [{ unmerged: 500 }, 0],
    [{ unmerged: 599, documents: 1000 }, 599],
    [{ unmerged: 600, documents: 1000 }, 0],
    [{ unmerged: 600, documents: 1000, merging: 1 }, 0],
  ])('of %j leaves %i unmerged documents', async (initial, unmerged) => {
    await setState({ version: ANALYSIS_VERSION, ...initial })
    await indexChanges(ctx, [thing])
    expect(await state()).toEqual({ version: ANALYSIS_VERSION, ...initial, unmerged, ...(unmerged === 0 ? { merging: 0 } : {}) })
  })
})

test('collectSources returns the sources of all features', () => {
  expect(
    collectSources(() => [
      { name: 'a', dependsOn: [], search: [thing] },
      { name: 'b', dependsOn: [] },
    ]),
  ).toEqual([thing])
})
