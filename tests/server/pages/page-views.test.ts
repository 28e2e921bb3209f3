/** Page views are counted whether a page is rendered, cached or not modified; robots and others are excluded. */
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { BuiltApp } from '#app/build-app.ts'
import { getAnalytics } from '#features/analytics/analytics.service.ts'
import type { Context, Site } from '#platform/contract/context.ts'
import { askSocket } from '#tests/support/socket.ts'
import { buildTestApp, openTestSites, signIn, type TestSites } from '#tests/support/test-site.ts'

let opened: TestSites
let sites: Site[]
let built: BuiltApp

async function start(): Promise<BuiltApp> {
  const find = (host: string) => sites[host.startsWith('other.') ? 1 : 0]
  const made = await buildTestApp({ sites: { main: opened.main, findByHost: find, isOpen: () => true, list: () => sites }, pages: true })
  await made.app.listen({ port: 0, host: '127.0.0.1' })
  return made
}
beforeAll(async () => {
  opened = await openTestSites({ content: 'demo', count: 2 })
  sites = opened.sites
  built = await start()
})
afterAll(async () => {
  await built.app.close()
  await opened.close()
})
beforeEach(async () => {
  await built.pageViews.flush()
  for (const site of sites) {
    site.settings.analytics = true
    await site.db.deleteFrom('page_views').execute()
    await site.db.deleteFrom('page_visitors').execute()
  }
})

let visitor = 0
const newVisitor = () => ({ 'x-forwarded-for': `10.5.${++visitor >> 8}.${visitor & 255}` })

async function look(path: string, options: Record<string, string> = {}, method = 'GET'): Promise<number> {
  const { port } = built.app.server.address() as AddressInfo
  const { host = 'localhost', ...headers } = options
  const all = { 'user-agent': 'Mozilla/5.0 Firefox/145.0', ...newVisitor(), ...headers }
  return (await askSocket(port, host, path, { method, headers: all })).status
}
async function countsOf(site: Site | undefined) {
  await built.pageViews.flush()
  const analytics = await getAnalytics({ site, db: site?.db } as Context)
  if (!analytics.isOn) throw new Error('off')
  const { views, visitors } = analytics.days.at(-1) ?? {}
  return { views, visitors, pages: Object.fromEntries(analytics.pages.map((page) => [page.path, page.views])) }
}
const nothing = { views: 0, visitors: 0, pages: {} }

test('two views by one visitor count as two views and one visitor, from any cache', async () => {
  const one = newVisitor()
  for (const path of ['/about', '/about?utm_source=letter', '/about/', '/products']) expect(await look(path, one)).toBe(200)
  await look('/about', { ...one, cookie: 'fresh=1' })
  await look('/about', { ...one, 'user-agent': 'Mozilla/5.0 Chrome/142' })
  await look('/about')
  expect(await countsOf(sites[0])).toEqual({ views: 7, visitors: 3, pages: { '/about': 6, '/products': 1 } })
})

test('a 304 response counts as a view', async () => {
  const etag = String((await built.app.inject({ url: '/about', headers: { host: 'localhost', 'user-agent': 'a bot' } })).headers['etag'])
  expect(await look('/about', { 'if-none-match': etag })).toBe(304)
  expect(await look('/articles/heat-pump-noise')).toBe(200)
  expect((await countsOf(sites[0])).pages).toEqual({ '/about': 1, '/articles/heat-pump-noise': 1 })
})

test('robots, Do Not Track, Global Privacy Control, prefetches, script requests and HEAD are not counted', async () => {
  for (const path of ['/about', '/articles/heat-pump-noise']) {
    const excluded: Record<string, string>[] = [
      { 'user-agent': 'Googlebot/2.1' },
      { 'user-agent': '' },
      { dnt: '1' },
      { 'sec-gpc': '1' },
      { 'sec-purpose': 'prefetch;prerender' },
      { purpose: 'prefetch' },
      { 'sec-fetch-dest': 'empty' },
    ]
    for (const headers of excluded) expect(await look(path, headers)).toBe(200)
    await look(path, {}, 'HEAD')
  }
  expect(await countsOf(sites[0])).toEqual(nothing)
  await look('/about', { dnt: '0', 'sec-fetch-dest': 'document' })
  expect(await countsOf(sites[0])).toMatchObject({ views: 1, visitors: 1 })
})

test('views of articles and topics count each visitor and member once, from the cache as well, and no robots', async () => {
  const viewsOf = async () => {
    await built.viewCounter.flush()
    const { db } = opened.main
    const article = await db.selectFrom('articles').select('views as n').where('slug', '=', 'winter-range').executeTakeFirstOrThrow()
    const topic = await db.selectFrom('topics').select('views as n').where('id', '=', 2).executeTakeFirstOrThrow()
    return [article.n, topic.n]
  }
  const cookie = await signIn({ site: opened.main, db: opened.main.db, log: built.app.log }, { isAdmin: false })
  const before = await viewsOf()
  for (const path of ['/articles/winter-range', '/forum/2']) {
    const [one, member] = [newVisitor(), newVisitor()]
    for (let n = 0; n < 3; n++) await look(path, one)
    await look(path)
    for (let n = 0; n < 3; n++) await look(path, { ...member, cookie })
    await look(path, { 'user-agent': 'Googlebot/2.1' })
    await look(path, { 'sec-purpose': 'prefetch' })
    const etag = String((await built.app.inject({ url: path, headers: { host: 'localhost', 'user-agent': 'a bot' } })).headers['etag'])
    expect(await look(path, { 'if-none-match': etag })).toBe(304)
  }
  expect(await viewsOf()).toEqual(before.map((n) => (n ?? 0) + 4))
})

test('missing pages, the account and the back-office are not counted', async () => {
  expect(await look('/nothing-here')).toBe(404)
  expect(await look('/categories/green-living')).toBe(308)
  for (const path of ['/account', '/admin', '/admin/products', '/api/site']) await look(path)
  expect(await countsOf(sites[0])).toEqual(nothing)
})

test('signed-in administrators are not counted, members are', async () => {
  for (const isAdmin of [true, false]) {
    const cookie = await signIn({ site: opened.main, db: opened.main.db, log: built.app.log }, { isAdmin })
    expect(await look('/about', { cookie })).toBe(200)
  }
  expect(await countsOf(sites[0])).toEqual({ views: 1, visitors: 1, pages: { '/about': 1 } })
})

test('each site counts its own views, while its setting is on', async () => {
  const [main, other] = sites as [Site, Site]
  const one = newVisitor()
  for (const host of ['localhost', 'other.example', 'other.example']) await look('/about', { ...one, host })
  expect(await countsOf(main)).toMatchObject({ views: 1, visitors: 1 })
  expect(await countsOf(other)).toMatchObject({ views: 2, visitors: 1 })
  other.settings.analytics = false
  await look('/about', { host: 'other.example' })
  expect(await getAnalytics({ site: other, db: other.db } as Context)).toEqual({ isOn: false })
  other.settings.analytics = true
  expect(await countsOf(other)).toMatchObject({ views: 2, visitors: 1 })
})

test('stopping flushes the counts, and a restart continues from them', async () => {
  for (let n = 0; n < 3; n++) await look('/forum')
  await built.app.close()
  const stored = await sites[0]?.db.selectFrom('page_views').select(['path', 'views']).execute()
  expect(stored).toEqual([{ path: '/forum', views: 3 }])
  built = await start()
  await look('/forum')
  expect(await countsOf(sites[0])).toEqual({ views: 4, visitors: 4, pages: { '/forum': 4 } })
})
