/** Tests suggestions, search responses and search statistics, with an index of a few documents. */
import { afterEach, describe, expect, test } from 'vitest'
import { searchInput, ctx, features, fill, KINDS, indexDocuments, sourceOf, type Texts, useSmallIndex } from '#tests/support/small-index.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import { MAX_SEARCHES_PER_NETWORK } from './search-limits.policy.ts'
import { searchAndRecord, recordClick } from './recording/search-record.service.ts'
import { listEnabledKinds, findSearchResults } from './search.service.ts'
import { suggest } from './suggestions.service.ts'

useSmallIndex()

describe('suggestions', () => {
  const suggestTitles = async (q: string) => (await suggest(ctx, features, q)).suggestions.map(({ title }) => title)
  test.each<[string, string[], string, string[]]>([
    [
      'rank titles that begin with the input, then those that contain it, then those with its words',
      ['Noise of a heat pump', 'Pump of heat', 'Heat pump noise', 'Heat pump'],
      'heat pump',
      ['Heat pump', 'Heat pump noise', 'Noise of a heat pump', 'Pump of heat'],
    ],
    ['rank short titles first', ['Heat pumps at home', 'Heat pumps'], 'heat pu', ['Heat pumps', 'Heat pumps at home']],
    ['match other forms of a word', ['Heating pumps'], 'heat pump', ['Heating pumps']],
    ['match the last word as a prefix', ['Manifold'], 'manif', ['Manifold']],
    ['do not match an earlier word as a prefix', ['Manifold pump'], 'manif pump', ['Manifold pump']],
    ['match two letters', ['Zebra'], 'ze', ['Zebra']],
    ['do not match one letter', ['Zebra'], 'z', []],
    ['do not match one letter with a punctuation mark', ['Zebra'], 'z!', []],
    ['include two documents with the same title', ['Zebra', 'Zebra'], 'zebra', ['Zebra', 'Zebra']],
    ['match hyphenated words', ['Plug-in cars'], 'plug-in c', ['Plug-in cars']],
    ['are empty for punctuation', ['Zebra'], '!! ??', []],
  ])('%s', async (_behaviour, existing, q, expected) => {
    await fill(existing.map((title) => ({ title })))
    expect(await suggestTitles(q)).toEqual(expected)
  })
  test('do not match a finished word, followed by a space or a punctuation mark, as a prefix', async () => {
    await fill([{ title: 'Manifold' }, { title: 'Kettle', body: 'manif' }])
    expect(await suggestTitles('manif ')).toEqual(['Kettle'])
    expect(await suggestTitles('manif.')).toEqual(['Kettle'])
    expect(await suggestTitles('manif')).toEqual(['Manifold'])
  })
  test('prefer titles, are at most eight, and skip kinds of disabled features', async () => {
    await fill([
      ...Array.from({ length: 9 }, (_, number) => ({ title: `Pump ${number}`, kind: 'expert' })),
      { title: 'Pump talk', kind: 'topic', id: 20 },
      { title: 'Kettle', body: 'Pump, noise' },
    ])
    expect(await suggestTitles('pump')).toHaveLength(8)
    expect((await suggest(ctx, features, 'pump 3')).suggestions).toEqual([{ kind: 'expert', title: 'Pump 3', url: '/expert/4' }])
    expect(await suggestTitles('noise')).toEqual(['Kettle'])
    expect(await suggestTitles('pump talk')).toEqual(['Pump talk'])
    const featuresBefore = ctx.site.settings.features
    ctx.site.settings.features = { ...featuresBefore, forums: false }
    expect(listEnabledKinds(ctx, features)).toEqual(['expert', 'article'])
    expect(await suggestTitles('pump talk')).toEqual(expect.not.arrayContaining(['Pump talk']))
    ctx.site.settings.features = featuresBefore
    expect(listEnabledKinds(ctx, features)).toEqual(KINDS)
  })
  test('are ordered by URL if their scores are equal', async () => {
    await fill([
      { title: 'Zebra', url: '/c' },
      { title: 'Zebra', url: '/a' },
      { title: 'Zebra', url: '/b' },
    ])
    expect((await suggest(ctx, features, 'zebra')).suggestions.map(({ url }) => url)).toEqual(['/a', '/b', '/c'])
  })
})

describe('the search response', () => {
  const DOCUMENTS: Texts[] = [
    {
      title: 'Pump elm',
      summary: 'It is quiet.',
      body: 'Nothing else.',
      category: 'heat-pumps',
      date: '2026-01-02T00:00:00.000Z',
      rating: { average: 4.5, count: 2 },
    },
    { title: 'Pump fir', kind: 'topic', body: 'A long story of a pump that was loud. And more.' },
    { title: 'Pump oak', kind: 'article', rating: { average: 4, count: 0 } },
  ]
  test('contains the known properties of each result and the number of results per kind', async () => {
    await fill(DOCUMENTS)
    expect(await findSearchResults(ctx, features, searchInput('pump'))).toEqual({
      query: 'pump',
      total: 3,
      kinds: { article: 1, expert: 1, topic: 1 },
      results: [
        { kind: 'article', title: 'Pump oak', url: '/article/3', excerpt: '', matches: [] },
        {
          kind: 'expert',
          title: 'Pump elm',
          url: '/expert/1',
          excerpt: 'It is quiet.',
          matches: [],
          category: 'heat-pumps',
          date: '2026-01-02T00:00:00.000Z',
          rating: { average: 4.5, count: 2 },
        },
        { kind: 'topic', title: 'Pump fir', url: '/topic/2', excerpt: 'A long story of a pump that was loud.', matches: [[18, 22]] },
      ],
    })
  })
  test.each<[object, string[], number]>([
    [{ kind: 'topic' }, ['Pump fir'], 1],
    [{ kind: 'nothing' }, [], 0],
    [{ perPage: 2 }, ['Pump oak', 'Pump elm'], 3],
    [{ perPage: 2, page: 2 }, ['Pump fir'], 3],
    [{ perPage: 2, page: 3 }, [], 3],
    [{ category: 'heat-pumps' }, ['Pump elm'], 1],
  ])('with the input %j contains the titles %j, and the total %i', async (input, titles, total) => {
    await fill(DOCUMENTS)
    const response = await findSearchResults(ctx, features, searchInput('pump', input))
    expect(response.results.map(({ title }) => title)).toEqual(titles)
    expect(response.total).toBe(total)
    expect(response).not.toHaveProperty('nearest')
  })
  test('contains the three nearest guides if nothing was found', async () => {
    await fill([
      ...Array.from({ length: 4 }, (_, number) => ({ title: `Lantern ${number}`, kind: 'article' })),
      { title: 'Lantern', kind: 'topic', id: 9 },
    ])
    const response = await findSearchResults(ctx, features, searchInput('lanternfish'))
    expect(response).toMatchObject({ query: 'lanternfish', total: 0, kinds: {}, results: [] })
    expect(response.nearest?.map(({ title, excerpt, matches }) => ({ title, excerpt, matches }))).toEqual(
      [3, 2, 1].map((number) => ({ title: `Lantern ${number}`, excerpt: '', matches: [] })),
    )
    expect(await findSearchResults(ctx, features, searchInput('zeppelin'))).toEqual({ query: 'zeppelin', total: 0, kinds: {}, results: [] })
    expect(await findSearchResults(ctx, features, searchInput('lanten'))).toMatchObject({ corrected: 'lantern', total: 5 })
    expect(await findSearchResults(ctx, features, searchInput('lanten', { exact: '1' }))).toMatchObject({ total: 0, nearest: [{}, {}, {}] })
    expect(
      await findSearchResults(ctx, () => [{ name: 'small', dependsOn: [], search: [sourceOf('topic')] }], searchInput('lanternfish')),
    ).not.toHaveProperty('nearest')
  })
})

describe('search statistics', () => {
  const getToday = () => new Date().toISOString().slice(0, 10)
  afterEach(() => indexDocuments.clear())
  test('count the first page of a search of all kinds, with its number of results', async () => {
    await fill([{ title: 'Pump' }, { title: 'Pump house' }])
    const days = new Set([getToday()])
    const response = await searchAndRecord(ctx, features, searchInput(' The  PUMP '))
    expect(response.total).toBe(2)
    await searchAndRecord(ctx, features, searchInput('the pump'))
    await searchAndRecord(ctx, features, searchInput('house'))
    for (const uncounted of [
      searchInput('kettle', { page: 2 }),
      searchInput('kettle', { kind: 'expert' }),
      searchInput('kettle', { uncounted: '1' }),
      searchInput('a@b.example'),
    ])
      await searchAndRecord(ctx, features, uncounted)
    days.add(getToday())
    const rows = await ctx.db.selectFrom('search_counts').selectAll().orderBy('query').execute()
    expect(rows.map(({ query, searches, results }) => ({ query, searches, results }))).toEqual([
      { query: 'house', searches: 1, results: 1 },
      { query: 'the pump', searches: 2, results: 2 },
    ])
    for (const { day } of nonEmpty(rows)) expect(days).toContain(day)
  })
  test('stop counting searches and clicks of a network at its daily limit', async () => {
    await fill([{ title: 'Pump' }])
    const callFrom = (clientIp: string) => ({ ...ctx, caller: { clientIp, userAgent: '', origin: '' } })
    for (let n = 0; n < MAX_SEARCHES_PER_NETWORK + 5; n++) {
      await searchAndRecord(callFrom('198.51.100.7'), features, searchInput(`invented ${n}`))
      await recordClick(callFrom('198.51.100.7'), { q: 'pump', url: '/expert/1' })
    }
    const counts = await ctx.db.selectFrom('search_counts').select('query').execute()
    expect(counts).toHaveLength(MAX_SEARCHES_PER_NETWORK)
    const { clicks } = await ctx.db.selectFrom('search_clicks').select('clicks').where('query', '=', 'pump').executeTakeFirstOrThrow()
    expect(clicks).toBe(MAX_SEARCHES_PER_NETWORK)
    const response = await searchAndRecord(callFrom('198.51.100.8'), features, searchInput('another network'))
    expect(response.total).toBe(0)
    expect(await ctx.db.selectFrom('search_counts').select('query').where('query', '=', 'another network').execute()).toHaveLength(1)
    await ctx.db.deleteFrom('search_counts').execute()
    await ctx.db.deleteFrom('search_clicks').execute()
  })
  test('count clicks on indexed pages only', async () => {
    await fill([{ title: 'Pump' }])
    const days = new Set([getToday()])
    for (const [q, url] of [
      ['Pump ', '/expert/1'],
      ['pump', '/expert/1'],
      ['pump', '/nowhere'],
      ['a@b.example', '/expert/1'],
    ] as const)
      expect(await recordClick(ctx, { q, url })).toEqual({ ok: true })
    days.add(getToday())
    const rows = await ctx.db.selectFrom('search_clicks').selectAll().execute()
    expect(rows).toEqual([{ day: expect.any(String), query: 'pump', url: '/expert/1', clicks: 2 }])
    expect(days).toContain(rows[0]?.day)
  })
})
