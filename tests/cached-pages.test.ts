/** Pages and their data are kept until something they show changes: nobody ever reads an old one. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import type { Site } from '#platform/context.ts'
import { singleSiteDirectory } from '#platform/site-directory.ts'
import { buildTestApp, openTestSites, type TestSites } from './support/test-site.ts'

let home: TestSites
let site: Site
let built: BuiltApp
beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  site = home.main
  built = await buildTestApp({ sites: singleSiteDirectory(site), pages: true })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const FRESH = { cookie: 'fresh=1' }
const get = (url: string, headers: Record<string, string> = {}) => built.app.inject({ url, headers })
const post = (url: string, payload: object) => built.app.inject({ method: 'POST', url, payload })

test('a topic, a reply and a review are on every page that shows them, at once, for the writer and for others', async () => {
  const title = 'A question nobody asked before'
  for (const headers of [{}, FRESH]) for (const path of ['/', '/forum', '/category/green-living']) await get(path, headers)
  const topic = (await post('/api/forums', { title, content: 'Words', categoryId: 5 })).json()
  for (const headers of [{}, FRESH]) {
    expect((await get('/forum', headers)).body).toContain(title)
    expect((await get('/category/green-living?tab=topics', headers)).body).toContain(title)
    expect((await get(`/forum/${topic.id}`, headers)).body).not.toContain('An answer at last')
  }
  await post('/api/forum-replies', { content: 'An answer at last', forumId: topic.id })
  for (const headers of [{}, FRESH]) expect((await get(`/forum/${topic.id}`, headers)).body).toContain('An answer at last')

  const product = (await get('/api/products/wayside-post-7')).json()
  for (const headers of [{}, FRESH])
    expect((await get('/products/wayside-post-7?tab=reviews', headers)).body).not.toContain('Stands straight')
  await post('/api/reviews', { productId: product.id, rating: 4, title: 'Stands straight', content: 'Two winters.' })
  for (const headers of [{}, FRESH]) {
    expect((await get('/products/wayside-post-7?tab=reviews', headers)).body).toContain('Stands straight')
    expect((await get('/', headers)).body).toContain('Two winters.')
  }
})

test('a change behind the server’s own back shows when the table is named', async () => {
  await get('/articles')
  await site.db.updateTable('articles').set({ title: 'Renamed in the dark' }).where('slug', '=', 'winter-range').execute()
  expect((await get('/articles')).body).not.toContain('Renamed in the dark')
  built.responseCache.invalidate(site.id, ['articles'])
  built.dataCache.invalidate(site.id, ['articles'])
  expect((await get('/articles')).body).toContain('Renamed in the dark')
})

test('a setting is part of every page', async () => {
  await get('/about')
  Object.assign(site.settings, { name: 'Green Street' })
  built.responseCache.invalidate(site.id, ['settings'])
  built.dataCache.invalidate(site.id, ['settings'])
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
  built.responseCache.invalidate(site.id, ['replies'])
  built.dataCache.invalidate(site.id, ['replies'])
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
