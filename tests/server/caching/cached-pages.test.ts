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

describe('a changed product', () => {
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
  /** Returns for each product whether its page came from the cache, was unchanged, or was re-rendered. */
  async function readPages(items: Item[]): Promise<Map<string, 'cached' | 'unchanged' | 'rendered'>> {
    const states = new Map<string, 'cached' | 'unchanged' | 'rendered'>()
    for (const { slug } of items) {
      const before = built.responseCache.counts
      await get(`/products/${slug}`)
      const { hits, unchanged } = built.responseCache.counts
      states.set(slug, hits > before.hits ? 'cached' : unchanged > before.unchanged ? 'unchanged' : 'rendered')
    }
    return states
  }

  test('re-renders its own page, leaves pages with its card unchanged, and does not touch the others', async () => {
    const items = await list()
    const [product] = items
    if (!product) throw new Error('There are no products.')
    await readPages(items)
    expect(new Set((await readPages(items)).values())).toEqual(new Set(['cached']))
    // Cards on other pages show only the beginning of the description.
    await change(product.id, { description: `${product.description} At last.` })
    const states = await readPages(items)
    const withState = (state: string) => items.map(({ slug }) => slug).filter((slug) => states.get(slug) === state)
    expect(withState('rendered')).toEqual([product.slug])
    expect(withState('unchanged').length).toBeGreaterThan(0)
    expect(withState('cached').length).toBeGreaterThan(items.length / 2)
    expect((await get(`/products/${product.slug}`)).body).toContain('At last.')
  })
})

test('a direct change of a table shows after the table is invalidated', async () => {
  await get('/articles')
  await site.db.updateTable('articles').set({ title: 'Renamed directly' }).where('slug', '=', 'plug-in-solar').execute()
  expect((await get('/articles')).body).not.toContain('Renamed directly')
  built.caches.invalidate(site.id, ['articles'])
  expect((await get('/articles')).body).toContain('Renamed directly')
})

test('a changed setting invalidates every page', async () => {
  await get('/about')
  Object.assign(site.settings, { name: 'Green Street' })
  built.caches.invalidate(site.id, ['settings'])
  expect((await get('/about')).body).toContain('Green Street')
})

test('AMB-24 views of cached pages are counted once per visitor', async () => {
  const visit = (clientIp: string, headers: Record<string, string> = {}) =>
    get('/articles/heat-pump-noise', { 'user-agent': 'Mozilla/5.0', 'x-forwarded-for': clientIp, ...headers })
  for (const clientIp of ['192.0.2.1', '192.0.2.2', '192.0.2.1']) await visit(clientIp)
  await visit('192.0.2.3', FRESH)
  await built.viewCounter.flush()
  expect((await get('/api/articles/heat-pump-noise', { 'user-agent': 'a bot' })).json().views).toBe(3)
})

test('tracking parameters share the cached page, and a matching ETag returns 304', async () => {
  const first = await get('/products')
  const entries = built.responseCache.size.entries
  const second = await get('/products?utm_source=letter&fbclid=1')
  expect(second.body === first.body).toBe(true)
  expect(built.responseCache.size.entries).toEqual(entries)
  expect((await get('/products', { 'if-none-match': String(first.headers['etag']) })).statusCode).toBe(304)
})

test('a page whose data failed to load is not cached', async () => {
  await site.db.schema.alterTable('replies').renameTo('replies_away').execute()
  built.caches.invalidate(site.id, ['replies'])
  expect((await get('/forum/2')).statusCode).toBe(200)
  await site.db.schema.alterTable('replies_away').renameTo('replies').execute()
  expect((await get('/forum/2')).body).toContain('reply-')
})

test('ROUTE-08 concurrent requests all receive the redirect', async () => {
  const responses = await Promise.all(Array.from({ length: 5 }, () => get('/products/plover-home-7/enquiry')))
  expect(responses.map(({ statusCode, headers }) => [statusCode, headers['location']])).toEqual(
    Array(5).fill([308, '/enquiry/plover-home-7']),
  )
})
