/** Tests search statistics, synonyms and pinned pages, for administrators. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as admin from './search-admin.contract.ts'
import { recordSearchClickEndpoint, searchEndpoint, type SearchAnswer } from '#features/search/search.contract.ts'
import { DEFAULT_SYNONYMS } from '#features/search/language/default-synonyms.policy.ts'
import { findPinnedUrls, getSearchReport, loadSynonymIndex, purgeSearchCounts } from './search-admin.service.ts'
import { collectSources, indexChanges } from '#features/search/indexing/search-index.service.ts'

let site: TestSite
let administrator: Viewer
beforeAll(async () => {
  site = await openTestSite()
  administrator = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const indexQueuedItems = () =>
  indexChanges(
    site.ctx,
    collectSources(() => features),
  )
const search = async (q: string): Promise<SearchAnswer> => (await site.call(null, searchEndpoint, { query: { q } })).body
const searchUrls = async (q: string): Promise<string[]> => (await search(q)).results.map(({ url }) => url)

describe('an administrator', () => {
  test('sees queries that were used on three days, queries without results and opened pages, but nothing that identifies visitors', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'Barometer basics' })
    await indexQueuedItems()
    await search('Barometer')
    await search('xylographic zeppelins')
    await search('ada@example.org barometer')
    await site.call(null, searchEndpoint, { query: { q: 'barom', uncounted: '1' } })
    const click = await site.call(null, recordSearchClickEndpoint, { body: { q: 'barometer', url: `/articles/${slug}` } })
    expect(click.status).toBe(200)
    await site.call(null, recordSearchClickEndpoint, { body: { q: 'barometer', url: '/nowhere/at/all' } })
    const getReport = async () => (await site.call(administrator, admin.getSearchReportEndpoint)).body as admin.SearchReport
    expect((await getReport()).searches).toEqual([])
    expect((await getReport()).clicked).toEqual([{ url: `/articles/${slug}`, title: 'Barometer basics', clicks: 1 }])
    const days = [1, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10))
    for (const query of ['barometer', 'xylographic zeppelins'])
      await site.ctx.db
        .insertInto('search_counts')
        .values(days.map((day) => ({ day, query, searches: 2, results: query === 'barometer' ? 1 : 0 })))
        .execute()
    expect((await getReport()).searches).toContainEqual({ query: 'barometer', count: 5, results: 1, clicks: 1 })
    expect((await getReport()).withoutResult).toEqual([{ query: 'xylographic zeppelins', count: 5, results: 0, clicks: 0 }])
    for (const uncounted of ['%@%', 'barom'])
      expect(await site.ctx.db.selectFrom('search_counts').selectAll().where('query', 'like', uncounted).execute()).toEqual([])
    for (const viewer of [null, await makeUser(site.ctx)])
      expect((await site.call(viewer, admin.getSearchReportEndpoint)).status).toBe(viewer ? 403 : 401)
  })

  test('pins a page to a query, and unpins it', async () => {
    const [first, second] = [await makeArticle(site.ctx, { title: 'Gutter guards' }), await makeArticle(site.ctx, { title: 'Rain chains' })]
    await indexQueuedItems()
    expect(await searchUrls('gutter')).toEqual([`/articles/${first.slug}`])
    const pin = { query: ' Gutter ', url: `/articles/${second.slug}` }
    const pinResponse = await site.call(administrator, admin.addSearchPinEndpoint, { body: pin })
    expect(pinResponse).toMatchObject({ status: 201, body: { query: 'gutter', title: 'Rain chains' } })
    expect(await searchUrls('gutter')).toEqual([`/articles/${second.slug}`, `/articles/${first.slug}`])
    expect((await site.call(administrator, admin.addSearchPinEndpoint, { body: pin })).status).toBe(409)
    expect(
      (await site.call(administrator, admin.addSearchPinEndpoint, { body: { query: 'x', url: 'https://elsewhere.example' } })).status,
    ).toBe(400)
    // A page that is not public stays hidden, pinned or not.
    await site.ctx.db.updateTable('articles').set({ status: 'draft' }).where('id', '=', second.id).execute()
    await indexQueuedItems()
    expect(await searchUrls('gutter')).toEqual([`/articles/${first.slug}`])
    expect((await site.call(administrator, admin.listSearchPinsEndpoint)).body).toMatchObject([{ query: 'gutter', title: null }])
    expect((await site.call(administrator, admin.removeSearchPinEndpoint, { params: { id: pinResponse.body.id } })).status).toBe(200)
    expect((await site.call(administrator, admin.removeSearchPinEndpoint, { params: { id: pinResponse.body.id } })).status).toBe(404)
  })

  test('sets synonyms, which work both ways, and restores the defaults', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'The whirligig beetle' })
    await indexQueuedItems()
    expect(await searchUrls('spinning insect')).toEqual([])
    const change = (groups: string[][] | null) => site.call(administrator, admin.changeSearchSynonymsEndpoint, { body: { groups } })
    expect((await change([['whirligig beetle', 'spinning insect']])).body).toEqual({
      groups: [['whirligig beetle', 'spinning insect']],
      isFirstSet: false,
    })
    expect(await searchUrls('spinning insect')).toEqual([`/articles/${slug}`])
    expect((await change([])).body).toMatchObject({ isFirstSet: false })
    expect((await change([['alone']])).status).toBe(400)
    expect((await change(null)).body.isFirstSet).toBe(true)
    expect((await change(null)).body.groups).toContainEqual(expect.arrayContaining(['EV', 'BEV', 'electric car']))
  })

  test('pins at most five pages per query and 500 in all, with entries in the audit log', async () => {
    await site.ctx.db.deleteFrom('search_pins').execute()
    const add = (query: string, url: string) => site.call(administrator, admin.addSearchPinEndpoint, { body: { query, url } })
    const pinResponse = await add(' Copper  Roof ', '/a')
    expect(pinResponse.body).toEqual({
      id: expect.any(Number),
      query: 'copper roof',
      url: '/a',
      title: null,
      createdAt: expect.any(String),
    })
    expect(await add('copper roof', '/a')).toMatchObject({
      status: 409,
      body: { code: 'search_pin.already', message: 'This page is already pinned to this query.' },
    })
    for (const url of ['/b', '/c', '/d', '/e']) expect((await add('copper roof', url)).status).toBe(201)
    const tooManyPins = { status: 409, body: { code: 'search_pin.too_many', message: 'You cannot pin more pages to this query.' } }
    expect(await add('copper roof', '/f')).toMatchObject(tooManyPins)
    const fillerPins = Array.from({ length: 494 }, (_, index) => ({
      query: `q${index}`,
      url: '/a',
      created_at: '2026-01-01T00:00:00.000Z',
    }))
    await site.ctx.db.insertInto('search_pins').values(fillerPins).execute()
    expect((await add('the last', '/a')).status).toBe(201)
    expect(await add('one more', '/a')).toMatchObject(tooManyPins)
    for (const query of ['ada@example.org', '0207 946 0000'])
      expect(await add(query, '/a')).toMatchObject({
        status: 400,
        body: { message: 'Please enter the words that people search for.', errors: [{ path: 'query', message: 'Please enter the words' }] },
      })
    await site.call(administrator, admin.removeSearchPinEndpoint, { params: { id: pinResponse.body.id } })
    expect((await listAuditEntries('search_pin.create', 'search_pin.remove')).slice(-7)).toMatchObject([
      {
        action: 'search_pin.create',
        subject_id: null,
        subject_title: 'Search for “copper roof”',
        after: { query: 'copper roof', url: '/a' },
      },
      ...['/b', '/c', '/d', '/e'].map((url) => ({ action: 'search_pin.create', after: { query: 'copper roof', url } })),
      { action: 'search_pin.create', subject_title: 'Search for “the last”' },
      { action: 'search_pin.remove', subject_title: 'Search for “copper roof”', before: { query: 'copper roof', url: '/a' } },
    ])
    expect(await findPinnedUrls(site.ctx, ' COPPER roof')).toEqual(['/b', '/c', '/d', '/e'])
    expect(await findPinnedUrls(site.ctx, ' ')).toEqual([])
    await site.ctx.db.deleteFrom('search_pins').execute()
  })

  test('finds the numbers of synonym groups in the audit log, and the synonym index is memoised until the groups change', async () => {
    await changeSynonyms(null)
    await changeSynonyms([
      ['alder', 'birch'],
      ['cedar', 'elm'],
    ])
    const index = await loadSynonymIndex(site.ctx)
    expect(await loadSynonymIndex(site.ctx)).toBe(index)
    expect([...index.groups.keys()]).toEqual(['alder', 'birch', 'cedar', 'elm'])
    await changeSynonyms([['alder', 'birch']])
    expect([...(await loadSynonymIndex(site.ctx)).groups.keys()]).toEqual(['alder', 'birch'])
    await changeSynonyms([])
    expect((await loadSynonymIndex(site.ctx)).groups.size).toBe(0)
    await changeSynonyms(null)
    const first = await loadSynonymIndex(site.ctx)
    expect(await loadSynonymIndex(site.ctx)).toBe(first)
    expect(first.knows('ashp')).toBe(true)
    const counts = (await listAuditEntries('search.synonyms')).slice(-5).map(({ before, after }) => [before?.groups, after?.groups])
    expect(counts).toEqual([
      // The audit log omits unchanged values.
      [undefined, undefined],
      [DEFAULT_SYNONYMS.length, 2],
      [2, 1],
      [1, 0],
      [1, DEFAULT_SYNONYMS.length],
    ])
    expect((await listAuditEntries('search.synonyms')).at(-1)).toMatchObject({
      subject_type: 'settings',
      subject_id: null,
      subject_title: 'Search synonyms',
    })
  })

  test('sees the counts of the requested number of days including today, and at most 100 rows per list', async () => {
    for (const table of ['search_counts', 'search_clicks'] as const) await site.ctx.db.deleteFrom(table).execute()
    const getDayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
    const insertCounts = (query: string, days: number[], results: number) =>
      site.ctx.db
        .insertInto('search_counts')
        .values(days.map((daysAgo) => ({ day: getDayAgo(daysAgo), query, searches: 1, results })))
        .execute()
    await insertCounts('alder', [0, 1, 6, 7], 4)
    for (let number = 0; number < 101; number += 1) await insertCounts(`birch ${number}`, [0, 1, 2], 0)
    await site.ctx.db
      .insertInto('search_clicks')
      .values(Array.from({ length: 101 }, (_, number) => ({ day: getDayAgo(6), query: 'alder', url: `/${number}`, clicks: 1 })))
      .execute()
    const report = await getSearchReport(site.ctx, 7)
    expect(report.total).toBe(306)
    expect(report.searches).toHaveLength(100)
    expect(report.withoutResult).toHaveLength(100)
    expect(report.clicked).toHaveLength(100)
    expect(report.searches[0]).toEqual({ query: 'alder', count: 3, results: 4, clicks: 101 })
    expect(report.withoutResult.every(({ query }) => query.startsWith('birch'))).toBe(true)
    expect((await getSearchReport(site.ctx, 6)).clicked).toEqual([])
  })

  test('does not see counts older than a year, which are deleted day by day', async () => {
    for (const table of ['search_counts', 'search_clicks'] as const) await site.ctx.db.deleteFrom(table).execute()
    const now = Date.parse('2026-11-24T13:00:00Z')
    expect(await purgeSearchCounts(site.ctx, now)).toBeNull()
    for (const day of ['2025-11-23', '2025-11-24', '2026-11-24'])
      await site.ctx.db.insertInto('search_counts').values({ day, query: 'alder', searches: 1, results: 1 }).execute()
    expect(await purgeSearchCounts(site.ctx, now)).toBe('2026-11-25T00:00:00.000Z')
    expect((await site.ctx.db.selectFrom('search_counts').select('day').orderBy('day').execute()).map(({ day }) => day)).toEqual([
      '2025-11-24',
      '2026-11-24',
    ])
  })

  const changeSynonyms = (groups: string[][] | null) => site.call(administrator, admin.changeSearchSynonymsEndpoint, { body: { groups } })
  const listAuditEntries = async (...actions: ('search.synonyms' | 'search_pin.create' | 'search_pin.remove')[]) => {
    const rows = await site.ctx.db.selectFrom('audit_entries').selectAll().where('action', 'in', actions).orderBy('id').execute()
    const parseJson = (text: string | null) => (text === null ? undefined : (JSON.parse(text) as Record<string, unknown>))
    return rows.map(({ before, after, ...row }) => ({ ...row, before: parseJson(before), after: parseJson(after) }))
  }
})
