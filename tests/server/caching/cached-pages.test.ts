/** Pages and their data are cached until something that they show changes. After every write of the API: tests/server/properties/fresh.test.ts. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { BuiltApp } from '#app/build-app.ts'
import type { Site, Viewer } from '#platform/contract/context.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

let home: TestSites
let site: Site
let built: BuiltApp
let viewer: Viewer | null = null
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  site = home.main
  built = await buildTestApp({ sites: singleSiteDirectory(site), actAs: () => viewer, pages: true })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const FRESH = { cookie: 'fresh=1' }
const get = (url: string, headers: Record<string, string> = {}) => built.app.inject({ url, headers })

describe('a product that is changed', () => {
  const change = async (id: number, body: object) => {
    viewer = await makeUser(site, { isAdmin: true })
    const { statusCode } = await built.app.inject({ method: 'PATCH', url: `/api/products/${id}`, payload: body })
    viewer = null
    expect(statusCode).toBe(200)
  }
  interface Item {
    id: number
    slug: string
    description: string
  }
  const list = async (): Promise<Item[]> => (await get('/api/products?pageSize=100')).json()
  /** How the page of each product was answered. */
  async function readPages(items: Item[]): Promise<Map<string, 'kept' | 'unchanged' | 'made anew'>> {
    const answered = new Map<string, 'kept' | 'unchanged' | 'made anew'>()
    for (const { slug } of items) {
      const before = built.responseCache.counts
      await get(`/products/${slug}`)
      const { hits, unchanged } = built.responseCache.counts
      answered.set(slug, hits > before.hits ? 'kept' : unchanged > before.unchanged ? 'unchanged' : 'made anew')
    }
    return answered
  }

  test('has its own page made anew; those beside it are the same, and the others are not even looked at', async () => {
    const items = await list()
    const [product] = items
    if (!product) throw new Error('There are no products.')
    await readPages(items)
    expect(new Set((await readPages(items)).values())).toEqual(new Set(['kept']))
    // On the cards of other pages stands only the beginning.
    await change(product.id, { description: `${product.description} At last.` })
    const answered = await readPages(items)
    const these = (how: string) => items.map(({ slug }) => slug).filter((slug) => answered.get(slug) === how)
    expect(these('made anew')).toEqual([product.slug])
    expect(these('unchanged').length).toBeGreaterThan(0)
    expect(these('kept').length).toBeGreaterThan(items.length / 2)
    expect((await get(`/products/${product.slug}`)).body).toContain('At last.')
  })
})

test('a change behind the server’s own back shows when the table is named', async () => {
  await get('/articles')
  await site.db.updateTable('articles').set({ title: 'Renamed in the dark' }).where('slug', '=', 'winter-range').execute()
  expect((await get('/articles')).body).not.toContain('Renamed in the dark')
  built.caches.invalidate(site.id, ['articles'])
  expect((await get('/articles')).body).toContain('Renamed in the dark')
})

test('a setting is part of every page', async () => {
  await get('/about')
  Object.assign(site.settings, { name: 'Green Street' })
  built.caches.invalidate(site.id, ['settings'])
  expect((await get('/about')).body).toContain('Green Street')
})

test('AMB-24 views count on kept pages too, once per visitor', async () => {
  const visit = (address: string, headers: Record<string, string> = {}) =>
    get('/articles/heat-pump-noise', { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': address, ...headers })
  for (const address of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) await visit(address)
  await visit('192.0.2.3', FRESH)
  await built.viewCounter.flush()
  expect((await get('/api/articles/heat-pump-noise', { 'user-agent': 'a bot' })).json().views).toBe(3)
})

test('a campaign’s parameters make no other page, and 304 goes to who has it', async () => {
  const first = await get('/products')
  const entries = built.responseCache.size.entries
  const second = await get('/products?utm_source=letter&fbclid=1')
  expect([second.body === first.body, built.responseCache.size.entries]).toEqual([true, entries])
  expect((await get('/products', { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)
})

test('a page without its data is not kept', async () => {
  await site.db.schema.alterTable('replies').renameTo('replies_away').execute()
  built.caches.invalidate(site.id, ['replies'])
  expect((await get('/forum/2')).statusCode).toBe(200)
  await site.db.schema.alterTable('replies_away').renameTo('replies').execute()
  expect((await get('/forum/2')).body).toContain('reply-')
})

test('ROUTE-08 everybody who asks at once is sent on', async () => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => get('/products/plover-home-7/enquiry')))
  expect(answers.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual(
    Array(5).fill([308, '/enquiry/plover-home-7']),
  )
})
