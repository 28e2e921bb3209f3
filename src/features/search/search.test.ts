/** The one search: only what everybody may see, a second after it was written, and in the same order on both engines. */
// Daily on PostgreSQL too: the index, the notes of what was written and the words that are spelt alike are each engine's own.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { jobs } from '#app/registry.ts'
import { articleForm, makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { buildTestApp, openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listSearchSuggestionsEndpoint, searchEndpoint, type SearchAnswer } from './search.contract.ts'
import { collectSources, indexChanges, rebuildIndex } from './indexing/search-index.service.ts'

let site: TestSite
let administrator: Viewer
const sources = collectSources(() => features)
beforeAll(async () => {
  site = await openTestSite()
  administrator = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const index = () => indexChanges(site.ctx, sources)
const find = async (q: string, more: object = {}): Promise<SearchAnswer> => {
  const { status, body } = await site.call(null, searchEndpoint, { query: { q, ...more } })
  expect(status).toBe(200)
  return body as SearchAnswer
}
const urls = async (q: string, more: object = {}): Promise<string[]> => (await find(q, more)).results.map(({ url }) => url)

test('the words of what was deleted leave the vocabulary', async () => {
  const { id } = await makeProduct(site.ctx, { name: 'Osprey anemometer', technicalSpecs: 'Rotor: 12 cups' })
  await index()
  expect(await urls('12 cups rotor')).toHaveLength(1)
  await site.ctx.db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  await site.ctx.db.deleteFrom('products').where('id', '=', id).execute()
  await index()
  expect(await site.ctx.db.selectFrom('search_words').selectAll().where('word', 'in', ['osprey', 'anemometer']).execute()).toEqual([])
})

/** It takes less than a second where nothing else is to be done. */
const SOON = { timeout: 15_000 }
test('a guide that is written is found by itself, and so is what it says now', async () => {
  const own = await buildTestApp({
    sites: singleSiteDirectory(site.ctx.site),
    actAs: () => administrator,
    jobs: jobs.filter(({ name }) => name === 'put into the search what was written'),
  })
  const send = async (method: 'POST' | 'PATCH', url: string, payload: object) => (await own.app.inject({ method, url, payload })).json()
  const made = await send('POST', '/api/articles', articleForm({ title: 'Peat and heather', status: 'published', publishedAt: null }))
  await expect.poll(() => urls('heather peat'), SOON).toEqual([`/articles/${made.slug}`])
  await send('PATCH', `/api/articles/${made.id}`, { title: 'Moss and lichen' })
  await expect.poll(() => urls('lichen'), SOON).toHaveLength(1)
  expect(await urls('heather')).not.toContain(`/articles/${made.slug}`)
  await own.app.close()
})

test('rows come and go without their words being counted wrong, also when all of it is made anew', async () => {
  await index()
  const read = async () => ({
    words: await site.ctx.db.selectFrom('search_words').select(['word', 'term', 'documents', 'outgoing']).orderBy('word').execute(),
    documents: await site.ctx.db.selectFrom('search_documents').select(['kind', 'subject_id', 'terms']).orderBy('url').execute(),
    totals: await site.ctx.db
      .selectFrom('search_state')
      .selectAll()
      .where('key', 'in', ['documents', 'bodyLength'])
      .orderBy('key')
      .execute(),
  })
  const before = await read()
  await site.ctx.db
    .insertInto('search_documents')
    .values({ ...ORPHAN })
    .execute()
  await rebuildIndex(site.ctx, sources)
  expect(await read()).toEqual(before)
})
const ORPHAN = {
  kind: 'article',
  subject_id: 999_999,
  url: '/articles/nowhere',
  title: 'Nowhere',
  headings: '',
  summary: '',
  body: '',
  category: null,
  date: null,
  rating_average: null,
  rating_count: null,
  quality: 0,
  terms: ' nowhere ',
  generation: 0,
}

describe('what is typed', () => {
  test('words are found in any order, in other forms, run together and apart, with errors, with synonyms and units', async () => {
    const { slug } = await makeArticle(site.ctx, {
      title: 'Sizing underfloor pipework',
      summary: 'A heat pump of 7.5 kW likes wide pipes.',
      content: '## Manifolds\n\nThe installer balanced the loops.',
    })
    await index()
    const page = `/articles/${slug}`
    for (const q of [
      'pipework underfloor',
      'balancing loops',
      'heatpump pipes',
      'under floor pipework',
      'pipewrok',
      'undrefloor',
      'ASHP pipes',
      '7.5kW pipes',
      '7.5 kilowatts pipes',
      'manif',
      'how do I size the pipework?',
      '7.5kW',
      'loopspipeworkunderfloor',
    ])
      expect(await urls(q), q).toContain(page)
    expect(await find('undrefloor')).toMatchObject({ corrected: 'underfloor' })
    // As it was typed where that is asked for.
    expect(await find('undrefloor', { exact: '1' })).not.toHaveProperty('corrected')
    expect(await find('undrefloor', { exact: '1' })).toMatchObject({ total: 0 })
    expect((await find('7.6kW manifolds')).corrected).toBeUndefined()
    for (const q of ['', '   ', '!!!', '"', '%', '\u{1f300}', 'x'.repeat(100)]) expect(await find(q), q).toMatchObject({ total: 0 })
    // They are words, and never part of a statement.
    for (const q of ["' or 1=1 --", 'qt* AND (', 'NEAR(', 'terms:x', 'a & | !b <-> c:*', '\\', "'"]) await find(q)
  })

  test('an excerpt says where the words stand, and is plain text whatever was written', async () => {
    await makeTopic(site.ctx, { title: 'Odd markup', content: 'First. Then <b onclick="x">grommets</b> & **Grommet** came. Last.' })
    await index()
    const [result] = (await find('grommet')).results
    expect(result?.matches.map(([start, end]) => result.excerpt.slice(start, end))).toEqual(['grommets', 'Grommet'])
    expect(result?.excerpt).toContain('<b onclick')
  })

  test('where nothing is found, guides that have something of the words are near', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'Trimming a paraffin lantern', categoryId: 2, content: 'It burns 410 kW.' })
    await makeTopic(site.ctx, { title: 'Paraffin in the lantern', categoryId: 2 })
    await index()
    const nearest = async (q: string, more: object = {}) => {
      const answer = await find(q, more)
      expect(answer, q).toMatchObject({ total: 0, kinds: {} })
      return answer.nearest?.map(({ url }) => url)
    }
    // In another category, with an error that was meant, as a part of a word, with another figure: guides only.
    expect(await nearest('lantern', { category: 'electric-vehicles' })).toEqual([`/articles/${slug}`])
    expect(await nearest('parafin lanten', { exact: '1' })).toEqual([`/articles/${slug}`])
    expect(await nearest('lanternfish')).toEqual([`/articles/${slug}`])
    expect(await nearest('977 kW')).toContain(`/articles/${slug}`)
    expect(await nearest('xylographic zeppelins')).toBeUndefined()
    expect(await find('lantern')).not.toHaveProperty('nearest')
    const before = site.ctx.site.settings.features
    site.ctx.site.settings.features = { ...before, articles: false, forums: false }
    expect(await nearest('lanternfish')).toBeUndefined()
    site.ctx.site.settings.features = before
  })

  test('pages, kinds and categories narrow the answer, and too much is refused', async () => {
    for (let at = 0; at < 5; at += 1) await makeArticle(site.ctx, { title: `Ferret ${at}`, categoryId: at < 2 ? 1 : 2 })
    await makeTopic(site.ctx, { title: 'A ferret in the loft', categoryId: 1 })
    await index()
    const all = await find('ferret')
    expect(all).toMatchObject({ total: 6, kinds: { article: 5, topic: 1 } })
    expect(await find('ferret', { kind: 'topic' })).toMatchObject({ total: 1, kinds: { article: 5, topic: 1 } })
    const second = await find('ferret', { perPage: 4, page: 2 })
    expect(second.results).toEqual(all.results.slice(4))
    expect((await find('ferret', { category: 'electric-vehicles' })).total).toBe(3)
    for (const query of [{ q: 'x'.repeat(101) }, { perPage: 51 }, { page: 0 }])
      expect((await site.call(null, searchEndpoint, { query })).status).toBe(400)
  })

  test('suggestions are titles, at most eight, for a word that is not finished', async () => {
    for (let at = 0; at < 10; at += 1) await makeArticle(site.ctx, { title: `Weathervane number ${at}` })
    await index()
    const suggest = async (q: string) => (await site.call(null, listSearchSuggestionsEndpoint, { query: { q } })).body.suggestions
    expect(await suggest('weatherv')).toHaveLength(8)
    expect((await suggest('number weath'))[0]).toEqual({
      kind: 'article',
      title: expect.stringContaining('Weathervane'),
      url: expect.any(String),
    })
    expect(await suggest('w')).toEqual([])
  })
})

test('after many writes the index is put into one piece, and goes on from where that was cut off', async () => {
  const state = async () =>
    Object.fromEntries(
      (await site.ctx.db.selectFrom('search_state').select(['key', 'value']).execute()).map(({ key, value }) => [key, value]),
    )
  const { slug } = await makeArticle(site.ctx, { title: 'Theodolite lessons' })
  await index()
  expect((await state())['unmerged']).toBeGreaterThan(0)
  for (const merging of [0, 1]) {
    for (const [key, value] of Object.entries({ unmerged: 100_000, merging }))
      await site.ctx.db
        .insertInto('search_state')
        .values({ key, value })
        .onConflict((clash) => clash.column('key').doUpdateSet({ value }))
        .execute()
    await index()
    expect(await state()).toMatchObject({ unmerged: 0, merging: 0 })
    expect(await urls('theodolite')).toEqual([`/articles/${slug}`])
  }
})
