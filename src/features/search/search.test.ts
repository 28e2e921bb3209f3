/** Tests the search through the API. */
// Daily on PostgreSQL too: full-text index, change queue and similar words are implemented per engine.
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

const indexAll = () => indexChanges(site.ctx, sources)
const search = async (q: string, input: object = {}): Promise<SearchAnswer> => {
  const { status, body } = await site.call(null, searchEndpoint, { query: { q, ...input } })
  expect(status).toBe(200)
  return body as SearchAnswer
}
const searchUrls = async (q: string, input: object = {}): Promise<string[]> => (await search(q, input)).results.map(({ url }) => url)

test('words of deleted items are removed from the vocabulary', async () => {
  const { id } = await makeProduct(site.ctx, { name: 'Osprey anemometer', technicalSpecs: 'Rotor: 12 cups' })
  await indexAll()
  expect(await searchUrls('12 cups rotor')).toHaveLength(1)
  await site.ctx.db.deleteFrom('product_figures').where('product_id', '=', id).execute()
  await site.ctx.db.deleteFrom('products').where('id', '=', id).execute()
  await indexAll()
  expect(await site.ctx.db.selectFrom('search_words').selectAll().where('word', 'in', ['osprey', 'anemometer']).execute()).toEqual([])
})

/** The job takes less than a second on an idle machine; the timeout allows for a busy one. */
const JOB_POLLING = { timeout: 15_000 }
test('the job indexes a new guide and its later changes', async () => {
  const testApp = await buildTestApp({
    sites: singleSiteDirectory(site.ctx.site),
    actAs: () => administrator,
    jobs: jobs.filter(({ name }) => name === 'update search index'),
  })
  const send = async (method: 'POST' | 'PATCH', url: string, payload: object) => (await testApp.app.inject({ method, url, payload })).json()
  const article = await send('POST', '/api/articles', articleForm({ title: 'Peat and heather', status: 'published', publishedAt: null }))
  await expect.poll(() => searchUrls('heather peat'), JOB_POLLING).toEqual([`/articles/${article.slug}`])
  await send('PATCH', `/api/articles/${article.id}`, { title: 'Moss and lichen' })
  await expect.poll(() => searchUrls('lichen'), JOB_POLLING).toHaveLength(1)
  expect(await searchUrls('heather')).not.toContain(`/articles/${article.slug}`)
  await testApp.app.close()
})

test('a rebuild reproduces the counts of words and documents, and removes orphaned documents', async () => {
  await indexAll()
  const readIndex = async () => ({
    words: await site.ctx.db.selectFrom('search_words').select(['word', 'term', 'documents', 'outgoing']).orderBy('word').execute(),
    documents: await site.ctx.db.selectFrom('search_documents').select(['kind', 'subject_id', 'terms']).orderBy('url').execute(),
    totals: await site.ctx.db
      .selectFrom('search_state')
      .selectAll()
      .where('key', 'in', ['documents', 'bodyLength'])
      .orderBy('key')
      .execute(),
  })
  const before = await readIndex()
  await site.ctx.db
    .insertInto('search_documents')
    .values({ ...ORPHAN })
    .execute()
  await rebuildIndex(site.ctx, sources)
  expect(await readIndex()).toEqual(before)
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

describe('a query', () => {
  test('matches words in any order, other forms, compounds, typing errors, synonyms and units', async () => {
    const { slug } = await makeArticle(site.ctx, {
      title: 'Sizing underfloor pipework',
      summary: 'A heat pump of 7.5 kW likes wide pipes.',
      content: '## Manifolds\n\nThe installer balanced the loops.',
    })
    await indexAll()
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
      expect(await searchUrls(q), q).toContain(page)
    expect(await search('undrefloor')).toMatchObject({ corrected: 'underfloor' })
    // With `exact`, the words are searched without spelling correction.
    expect(await search('undrefloor', { exact: '1' })).not.toHaveProperty('corrected')
    expect(await search('undrefloor', { exact: '1' })).toMatchObject({ total: 0 })
    expect((await search('7.6kW manifolds')).corrected).toBeUndefined()
    for (const q of ['', '   ', '!!!', '"', '%', '\u{1f300}', 'x'.repeat(100)]) expect(await search(q), q).toMatchObject({ total: 0 })
    // Operators are treated as words, never as part of a statement.
    for (const q of ["' or 1=1 --", 'qt* AND (', 'NEAR(', 'terms:x', 'a & | !b <-> c:*', '\\', "'"]) await search(q)
  })

  test('returns excerpts as plain text, with the positions of the matches', async () => {
    await makeTopic(site.ctx, { title: 'Odd markup', content: 'First. Then <b onclick="x">grommets</b> & **Grommet** came. Last.' })
    await indexAll()
    const [result] = (await search('grommet')).results
    expect(result?.matches.map(([start, end]) => result.excerpt.slice(start, end))).toEqual(['grommets', 'Grommet'])
    expect(result?.excerpt).toContain('<b onclick')
  })

  test('returns the nearest guides if nothing was found', async () => {
    const { slug } = await makeArticle(site.ctx, { title: 'Trimming a paraffin lantern', categoryId: 2, content: 'It burns 410 kW.' })
    await makeTopic(site.ctx, { title: 'Paraffin in the lantern', categoryId: 2 })
    await indexAll()
    const findNearest = async (q: string, input: object = {}) => {
      const response = await search(q, input)
      expect(response, q).toMatchObject({ total: 0, kinds: {} })
      return response.nearest?.map(({ url }) => url)
    }
    // Guides, but no topics, are found in another category, with a typing error despite `exact`, as part of a word, or by a unit alone.
    expect(await findNearest('lantern', { category: 'electric-vehicles' })).toEqual([`/articles/${slug}`])
    expect(await findNearest('parafin lanten', { exact: '1' })).toEqual([`/articles/${slug}`])
    expect(await findNearest('lanternfish')).toEqual([`/articles/${slug}`])
    expect(await findNearest('977 kW')).toContain(`/articles/${slug}`)
    expect(await findNearest('xylographic zeppelins')).toBeUndefined()
    expect(await search('lantern')).not.toHaveProperty('nearest')
    const featuresBefore = site.ctx.site.settings.features
    site.ctx.site.settings.features = { ...featuresBefore, articles: false, forums: false }
    expect(await findNearest('lanternfish')).toBeUndefined()
    site.ctx.site.settings.features = featuresBefore
  })

  test('can be limited to a page, kind and category, and returns 400 for parameters beyond their limits', async () => {
    for (let number = 0; number < 5; number += 1) await makeArticle(site.ctx, { title: `Ferret ${number}`, categoryId: number < 2 ? 1 : 2 })
    await makeTopic(site.ctx, { title: 'A ferret in the loft', categoryId: 1 })
    await indexAll()
    const allResults = await search('ferret')
    expect(allResults).toMatchObject({ total: 6, kinds: { article: 5, topic: 1 } })
    expect(await search('ferret', { kind: 'topic' })).toMatchObject({ total: 1, kinds: { article: 5, topic: 1 } })
    const secondPage = await search('ferret', { perPage: 4, page: 2 })
    expect(secondPage.results).toEqual(allResults.results.slice(4))
    expect((await search('ferret', { category: 'electric-vehicles' })).total).toBe(3)
    for (const query of [{ q: 'x'.repeat(101) }, { perPage: 51 }, { page: 0 }])
      expect((await site.call(null, searchEndpoint, { query })).status).toBe(400)
  })

  test('gets at most eight suggestions, also for an unfinished word', async () => {
    for (let number = 0; number < 10; number += 1) await makeArticle(site.ctx, { title: `Weathervane number ${number}` })
    await indexAll()
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

test('many writes trigger a merge of the index, and an interrupted merge is continued', async () => {
  const readState = async () =>
    Object.fromEntries(
      (await site.ctx.db.selectFrom('search_state').select(['key', 'value']).execute()).map(({ key, value }) => [key, value]),
    )
  const { slug } = await makeArticle(site.ctx, { title: 'Theodolite lessons' })
  await indexAll()
  expect((await readState())['unmerged']).toBeGreaterThan(0)
  for (const merging of [0, 1]) {
    for (const [key, value] of Object.entries({ unmerged: 100_000, merging }))
      await site.ctx.db
        .insertInto('search_state')
        .values({ key, value })
        .onConflict((oc) => oc.column('key').doUpdateSet({ value }))
        .execute()
    await indexAll()
    expect(await readState()).toMatchObject({ unmerged: 0, merging: 0 })
    expect(await searchUrls('theodolite')).toEqual([`/articles/${slug}`])
  }
})
