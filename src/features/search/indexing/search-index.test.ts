/** Tests the indexing of written items, rebuilds and merges of the index. */
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
const listCalls: [number, number][] = []
const thing: SearchSource = {
  kind: 'thing',
  label: 'Things',
  find: async (_ctx, ids) => ids.flatMap((id) => things.get(id) ?? []),
  listIds: async (_ctx, after, limit) => {
    listCalls.push([after, limit])
    return [...things.keys()].filter((id) => id > after).slice(0, limit)
  },
}
const putThing = (id: number, title: string, properties: Partial<SearchDocument> = {}) =>
  things.set(id, { id, url: `/thing/${id}`, title, body: '', ...properties })
const enqueue = (kind: string, ...ids: number[]) =>
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
const readState = async (): Promise<Record<string, number>> =>
  Object.fromEntries((await ctx.db.selectFrom('search_state').selectAll().execute()).map(({ key, value }) => [key, value]))
const readWords = async () => {
  const rows = await ctx.db.selectFrom('search_words').selectAll().orderBy('word').execute()
  return rows.map(({ word, term, documents, outgoing }) => `${word} ${term} ${documents} ${outgoing}`)
}
const readTitles = async () =>
  (await ctx.db.selectFrom('search_documents').select('title').orderBy('title').execute()).map(({ title }) => title)
const readQueue = async () => {
  const rows = await ctx.db.selectFrom('search_changes').select(['kind', 'subject_id']).orderBy('id').execute()
  return rows.map(({ kind, subject_id }) => [kind, subject_id])
}

describe('a queued item', () => {
  test('is stored with its properties, and counted', async () => {
    putThing(1, 'Pumps', {
      headings: 'Noise',
      summary: 'Quiet',
      body: 'Pumps run',
      category: 'solar',
      date: '2026-01-01T00:00:00.000Z',
      rating: { average: 5, count: 4 },
    })
    putThing(2, 'Pump', { quality: 0.7, rating: { average: 5, count: 4 } })
    putThing(3, 'Lamp')
    await enqueue('thing', 1, 2, 3, 4)
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
        is_demo: false,
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
        is_demo: false,
      },
      expect.objectContaining({ subject_id: 3, rating_average: null, rating_count: null, quality: 0 }),
    ])
    expect(rows.map(({ terms }) => terms.split('\n').slice(1))).toEqual([
      [' pump ', ' nois ', ' quiet ', ' pump run ', ' solar '],
      [' pump ', '  ', '  ', '  ', '  '],
      [' lamp ', '  ', '  ', '  ', '  '],
    ])
    const storedWords = ['lamp lamp 1 0', 'noise nois 1 0', 'pump pump 1 0', 'pumps pump 1 0', 'quiet quiet 1 0', 'run run 1 0']
    expect(await readWords()).toEqual(storedWords)
    expect(await readState()).toEqual({
      version: ANALYSIS_VERSION,
      documents: 3,
      unmerged: 3,
      titleLength: 12,
      headingLength: 4,
      summaryLength: 5,
      bodyLength: 8,
    })
    expect(await readQueue()).toEqual([])
  })

  test('replaces its old document, and a deleted item is removed with its words', async () => {
    putThing(1, 'Quiet pump')
    putThing(2, 'Pump')
    await enqueue('thing', 1, 2)
    await indexChanges(ctx, [thing])
    putThing(1, 'Loud pump', { body: 'Roar' })
    things.delete(2)
    await enqueue('thing', 1, 1, 2)
    await indexChanges(ctx, [thing])
    expect(await readTitles()).toEqual(['Loud pump'])
    expect(await readWords()).toEqual(['loud loud 1 0', 'pump pump 1 0', 'roar roar 1 0'])
    expect(await readState()).toEqual({
      version: ANALYSIS_VERSION,
      documents: 1,
      unmerged: 3,
      titleLength: 9,
      bodyLength: 4,
    })
  })

  test('of a kind without a source is removed, and other kinds stay', async () => {
    putThing(1, 'Pump')
    await enqueue('thing', 1)
    await enqueue('other', 1)
    await indexChanges(ctx, [thing, { ...thing, kind: 'other', find: async () => [{ id: 1, url: '/other/1', title: 'Lamp', body: '' }] }])
    expect(await readTitles()).toEqual(['Lamp', 'Pump'])
    await enqueue('other', 1)
    await indexChanges(ctx, [thing])
    expect(await readTitles()).toEqual(['Pump'])
    expect(await readQueue()).toEqual([])
  })

  test.each([9, 10, 11, 25])('is indexed in batches until the queue is empty: %i items', async (count) => {
    for (let id = 1; id <= count; id += 1) putThing(id, `Pump ${id}`)
    await enqueue('thing', ...things.keys())
    await indexChanges(ctx, [thing])
    expect(await readTitles()).toHaveLength(count)
    expect((await readState())['documents']).toBe(count)
    expect(await readQueue()).toEqual([])
  })

  test('is indexed by the job, which is then not due again', async () => {
    for (let id = 1; id <= 12; id += 1) putThing(id, `Pump ${id}`)
    await enqueue('thing', ...things.keys())
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
    expect(await readTitles()).toHaveLength(12)
    expect(await readQueue()).toEqual([])
    expect(await indexChangesWithinTime(ctx, [thing])).toBeUndefined()
  })
})

test('a new index contains pages of the software, but no other items that were not queued', async () => {
  putThing(1, 'Pump')
  const page: SearchSource = { ...thing, kind: 'page', hasNoRows: true }
  await indexChanges(ctx, [thing, page])
  expect(await ctx.db.selectFrom('search_documents').select(['kind', 'title']).execute()).toEqual([{ kind: 'page', title: 'Pump' }])
  putThing(2, 'Lamp')
  await indexChanges(ctx, [thing, page])
  expect(await readTitles()).toEqual(['Pump'])
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
        expect((await readState())['version']).toBe(0)
        await indexChangesWithinTime(ctx, [thing])
      },
    ],
  ])('indexes all items %s', async (_when, rebuild) => {
    putThing(1, 'Quiet pump', { headings: 'Noise', summary: 'Short', body: 'A body' })
    putThing(2, 'Pump')
    await enqueue('thing', 1, 2)
    await indexChanges(ctx, [thing])
    const before = { words: await readWords(), state: await readState() }
    // These changes are not queued. The rebuild finds them by listing all items and all stored documents.
    putThing(3, 'Lamp')
    things.delete(2)
    await rebuild()
    expect(await readTitles()).toEqual(['Lamp', 'Quiet pump'])
    expect(await readWords()).toEqual([
      'body bodi 1 0',
      'lamp lamp 1 0',
      'noise nois 1 0',
      'pump pump 1 0',
      'quiet quiet 1 0',
      'short short 1 0',
    ])
    expect(await readState()).toEqual({
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
    putThing(2, 'Pump')
    things.delete(3)
    await rebuildIndex(ctx, [thing])
    expect(await readWords()).toEqual(before.words)
    expect(await readState()).toEqual({
      ...before.state,
      ...(await readState()),
      documents: 2,
      titleLength: 14,
      generation: 2,
      rebuilding: 0,
    })
  })

  test('lists all items in batches of 500, and removes stale documents', async () => {
    for (let id = 1; id <= 501; id += 1) putThing(id, `Pump ${id}`)
    listCalls.length = 0
    await rebuildIndex(ctx, [thing])
    expect(listCalls).toEqual([
      [0, 500],
      [500, 500],
      [501, 500],
    ])
    expect((await readTitles()).length).toBe(501)
    things.clear()
    await rebuildIndex(ctx, [thing])
    expect(await readTitles()).toEqual([])
    expect(await readWords()).toEqual([])
    expect(await readState()).toMatchObject({ documents: 0, titleLength: 0, generation: 2 })
  })

  test('cannot be requested before the index exists', async () => {
    expect(await requestIndexRebuild(ctx)).toBe(false)
    expect(await readState()).toEqual({})
  })
})

describe('a merge', () => {
  test.each([
    [{ unmerged: 499 }, 499],
    [{ unmerged: 500 }, 0],
    [{ unmerged: 599, documents: 1000 }, 599],
    [{ unmerged: 600, documents: 1000 }, 0],
    [{ unmerged: 600, documents: 1000, merging: 1 }, 0],
  ])('of an index with the state %j leaves %i unmerged documents', async (initial, unmerged) => {
    await setState({ version: ANALYSIS_VERSION, ...initial })
    await indexChanges(ctx, [thing])
    expect(await readState()).toEqual({ version: ANALYSIS_VERSION, ...initial, unmerged, ...(unmerged === 0 ? { merging: 0 } : {}) })
  })
})

test('collectSources returns the sources of all features', () => {
  const features = [
    { name: 'a', dependsOn: [], search: [thing] },
    { name: 'b', dependsOn: [] },
  ]
  expect(collectSources(() => features)).toEqual([thing])
})
