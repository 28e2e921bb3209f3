/** What an administrator sees of searches, and sets. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as admin from './search-admin.contract.ts'
import { recordSearchClickEndpoint, searchEndpoint, type SearchAnswer } from './search.contract.ts'
import { collectSources, indexChanges } from './search-index.service.ts'

let site: TestSite
let administrator: Viewer
beforeAll(async () => {
  site = await openTestSite()
  administrator = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const index = () =>
  indexChanges(
    site.ctx,
    collectSources(() => features),
  )
const find = async (q: string): Promise<SearchAnswer> => (await site.call(null, searchEndpoint, { query: { q } })).body
const urls = async (q: string): Promise<string[]> => (await find(q)).results.map(({ url }) => url)

describe('an administrator', () => {
  test('sees what is searched for on three days, what finds nothing and what is opened, and never who', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'Barometer basics' })
    await index()
    await find('Barometer')
    await find('xylographic zeppelins')
    await find('ada@example.org barometer')
    await site.call(null, searchEndpoint, { query: { q: 'barom', uncounted: '1' } })
    const click = await site.call(null, recordSearchClickEndpoint, { body: { q: 'barometer', url: `/articles/${slug}` } })
    expect(click.status).toBe(200)
    await site.call(null, recordSearchClickEndpoint, { body: { q: 'barometer', url: '/nowhere/at/all' } })
    const report = async () => (await site.call(administrator, admin.getSearchReportEndpoint)).body as admin.SearchReport
    expect((await report()).searches).toEqual([])
    expect((await report()).clicked).toEqual([{ url: `/articles/${slug}`, title: 'Barometer basics', clicks: 1 }])
    const days = [1, 2].map((days) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10))
    for (const query of ['barometer', 'xylographic zeppelins'])
      await site.ctx.db
        .insertInto('search_counts')
        .values(days.map((day) => ({ day, query, searches: 2, results: query === 'barometer' ? 1 : 0 })))
        .execute()
    expect((await report()).searches).toContainEqual({ query: 'barometer', count: 5, results: 1, clicks: 1 })
    expect((await report()).withoutResult).toEqual([{ query: 'xylographic zeppelins', count: 5, results: 0, clicks: 0 }])
    for (const uncounted of ['%@%', 'barom'])
      expect(await site.ctx.db.selectFrom('search_counts').selectAll().where('query', 'like', uncounted).execute()).toEqual([])
    for (const who of [null, await makeUser(site.ctx)])
      expect((await site.call(who, admin.getSearchReportEndpoint)).status).toBe(who ? 403 : 401)
  })

  test('puts a page first, and takes that back', async () => {
    const [first, second] = [await makeArticle(site.ctx, { title: 'Gutter guards' }), await makeArticle(site.ctx, { title: 'Rain chains' })]
    await index()
    expect(await urls('gutter')).toEqual([`/articles/${first.slug}`])
    const pin = { query: ' Gutter ', url: `/articles/${second.slug}` }
    const made = await site.call(administrator, admin.addSearchPinEndpoint, { body: pin })
    expect(made).toMatchObject({ status: 201, body: { query: 'gutter', title: 'Rain chains' } })
    expect(await urls('gutter')).toEqual([`/articles/${second.slug}`, `/articles/${first.slug}`])
    expect((await site.call(administrator, admin.addSearchPinEndpoint, { body: pin })).status).toBe(409)
    expect(
      (await site.call(administrator, admin.addSearchPinEndpoint, { body: { query: 'x', url: 'https://elsewhere.example' } })).status,
    ).toBe(400)
    // What is not public stays unseen, pinned or not.
    await site.ctx.db.updateTable('articles').set({ status: 'draft' }).where('id', '=', second.id).execute()
    await index()
    expect(await urls('gutter')).toEqual([`/articles/${first.slug}`])
    expect((await site.call(administrator, admin.listSearchPinsEndpoint)).body).toMatchObject([{ query: 'gutter', title: null }])
    expect((await site.call(administrator, admin.removeSearchPinEndpoint, { params: { id: made.body.id } })).status).toBe(200)
    expect((await site.call(administrator, admin.removeSearchPinEndpoint, { params: { id: made.body.id } })).status).toBe(404)
  })

  test('says which words mean the same, both ways, and goes back to the first set', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'The whirligig beetle' })
    await index()
    expect(await urls('spinning insect')).toEqual([])
    const change = (groups: string[][] | null) => site.call(administrator, admin.changeSearchSynonymsEndpoint, { body: { groups } })
    expect((await change([['whirligig beetle', 'spinning insect']])).body).toEqual({
      groups: [['whirligig beetle', 'spinning insect']],
      isFirstSet: false,
    })
    expect(await urls('spinning insect')).toEqual([`/articles/${slug}`])
    expect((await change([])).body).toMatchObject({ isFirstSet: false })
    expect((await change([['alone']])).status).toBe(400)
    expect((await change(null)).body.isFirstSet).toBe(true)
    expect((await change(null)).body.groups).toContainEqual(expect.arrayContaining(['EV', 'BEV', 'electric car']))
  })
})
