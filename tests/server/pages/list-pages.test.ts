/** Public lists and pages in special cases: past the last page, without matches, of closed accounts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import type { BuiltApp } from '#app/build-app.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { eraseAccount } from '#features/accounts/administration/administrator.queries.ts'
import { collectSources, rebuildIndex } from '#features/search/indexing/search-index.service.ts'
import { MAX_SEARCHES_PER_NETWORK } from '#features/search/search-limits.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

let demo: TestSites
let empty: TestSites
let built: BuiltApp
let bare: BuiltApp
beforeAll(async () => {
  demo = await openTestSites({ content: 'demo' })
  empty = await openTestSites({ content: 'empty' })
  built = await buildTestApp({ sites: singleSiteDirectory(demo.main), pages: true })
  const sources = collectSources(() => features)
  await rebuildIndex({ ...demo.main, site: demo.main, log: { info() {}, warn() {}, error() {} } } as never, sources)
  bare = await buildTestApp({ sites: singleSiteDirectory(empty.main), pages: true })
})
afterAll(async () => {
  for (const one of [built, bare]) await one.app.close()
  for (const one of [demo, empty]) await one.close()
})

const get = async (url: string, of = built) => {
  const { statusCode, body } = await of.app.inject({ url })
  return { status: statusCode, main: /<main[\s\S]*<\/main>/.exec(body)?.[0].replaceAll('<!-- -->', '') ?? '' }
}

describe('a page after the last one', () => {
  test.each(['/articles', '/forum', '/products', '/forum/2', '/products/wayside-post-7?tab=reviews', '/search?q=heat', '/newsletter'])(
    'is 404 for %s, while the first page is 200',
    async (path) => {
      const join = path.includes('?') ? '&' : '?'
      expect((await get(`${path}${join}page=9999`)).status).toBe(path.startsWith('/search') ? 200 : 404)
      expect((await get(`${path}${join}page=999`)).status).toBe(404)
      expect((await get(path)).status).toBe(200)
    },
  )
  test('is 200 for the first page of an empty list', async () => {
    for (const path of ['/articles', '/forum', '/products']) expect((await get(path, bare)).status).toBe(200)
  })
})

describe('the search report', () => {
  test('counts pages of one network up to the daily limit, with the calls of the API', async () => {
    const counted = async () => {
      const { total } = await demo.main.db
        .selectFrom('search_counts')
        .select(({ fn }) => fn.sum<number>('searches').as('total'))
        .executeTakeFirstOrThrow()
      return Number(total)
    }
    const ask = async (path: string, remoteAddress: string, times: number) => {
      for (let n = 0; n < times; n++) await built.app.inject({ url: `${path}?q=invented${n % 5}word`, remoteAddress })
    }
    const before = await counted()
    await ask('/search', '198.51.100.7', MAX_SEARCHES_PER_NETWORK + 5)
    await ask('/api/search', '198.51.100.7', 5)
    expect((await counted()) - before).toBe(MAX_SEARCHES_PER_NETWORK)
    await ask('/search', '198.51.100.8', 1)
    expect((await counted()) - before).toBe(MAX_SEARCHES_PER_NETWORK + 1)
  })
})

describe('a list without a match', () => {
  test('offers results of the whole site in the list of articles', async () => {
    const { main } = await get('/articles?search=boiler+heat+pump+noise+kettle')
    expect(main.includes('No guide contains these exact words. Found on the whole site:')).toBe(true)
    expect(main.includes('No articles found')).toBe(false)
    expect(main.includes('Nothing matches')).toBe(false)
  })
  test.each([
    ['/forum?search=hearthstone+keep+battery', 'topic', 'No topics'],
    ['/products?search=boiler+heat+pump+noise+kettle', 'product', 'No products found'],
  ])('offers results of the whole site in the list of %s', async (url, noun, otherText) => {
    const { main } = await get(url)
    expect(main.includes(`No ${noun} contains these exact words. Found on the whole site:`)).toBe(true)
    expect(main.includes(otherText)).toBe(false)
    expect(main).not.toMatch(/<b class="num">0<\/b>/)
    expect(main.includes('Nothing matches')).toBe(false)
  })
  test('says that nothing matches if the whole site has no results', async () => {
    const { main } = await get('/articles?search=xqzvwk')
    expect(main.includes('No articles found')).toBe(true)
  })
  test('says that there are no articles or products yet on an empty site', async () => {
    const articles = (await get('/articles', bare)).main
    expect(articles.includes('No articles yet')).toBe(true)
    expect(articles.includes('Nothing matches')).toBe(false)
    expect((await get('/products', bare)).main.includes('No products yet')).toBe(true)
  })
})

describe('a closed account', () => {
  test('has no link to its profile, in the structured data either', async () => {
    const { id } = await makeUser(demo.main)
    await demo.main.db.updateTable('topics').set({ user_id: id }).where('id', '=', 3).execute()
    await demo.main.db.updateTable('replies').set({ user_id: id }).where('topic_id', '=', 3).execute()
    const { id: open } = await makeUser(demo.main)
    await demo.main.db.updateTable('topics').set({ user_id: open }).where('id', '=', 4).execute()
    await eraseAccount(demo.main, id, new Date().toISOString())
    expect((await get('/forum/4')).main.includes(`/user/${open}`)).toBe(true)
    const { main } = await get('/forum/3')
    expect(main.includes('Deleted member')).toBe(true)
    expect(main.includes(`/user/${id}`)).toBe(false)
  })
})
