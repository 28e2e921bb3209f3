import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Site, Viewer } from '#platform/contract/context.ts'
import { createTrust } from '#platform/http/proxy.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeSettingsEndpoint } from '#features/sites/site-settings.contract.ts'
import { recordNavigationEndpoint, getAnalyticsEndpoint, OTHER_PAGES, SHOWN_DAYS, type DayOfVisits } from './analytics.contract.ts'
import { removeOldPageViews } from './analytics.service.ts'
import { normalizePath } from '#features/pages/page-url.policy.ts'
import { MAX_PATHS_PER_DAY, PageViewCounter, savePageViewDay, type CountedDay } from './page-views.service.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  await site.pageViews.flush()
  await site.ctx.db.deleteFrom('page_views').execute()
  await site.ctx.db.deleteFrom('page_visitors').execute()
  site.ctx.site.settings.analytics = true
})

const FIREFOX = { 'user-agent': 'Mozilla/5.0 Firefox/145.0' }
const move = (path: unknown, who: Viewer | null = null, headers: Record<string, string> = {}) =>
  site.call(who, recordNavigationEndpoint, { body: { path } }, { ...FIREFOX, ...headers })
const read = async () => {
  await site.pageViews.flush()
  return (await site.call(admin, getAnalyticsEndpoint)).body
}
const people = (n: number) => new Set(Array.from({ length: n }, () => crypto.randomUUID()))
const dayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('works', () => {
  test('off, it says so; an administrator switches it on', async () => {
    site.ctx.site.settings.analytics = false
    expect(await read()).toEqual({ isOn: false })
    expect((await move('/about')).body).toEqual({ isCounted: false })
    const { body } = await site.call(admin, changeSettingsEndpoint, { body: { analytics: true } })
    expect(body.analytics).toBe(true)
    expect((await site.call(null, { ...getAnalyticsEndpoint, path: '/api/site' })).body.analytics).toBe(true)
    expect((await move('/about')).body).toEqual({ isCounted: true })
    expect(await read()).toMatchObject({ isOn: true, pages: [{ path: '/about', views: 1 }] })
  })

  test('thirty days, today last, and the pages most looked at in them', async () => {
    const day = (ago: number, paths: [string, number][], visitors: number) =>
      savePageViewDay(site.ctx, dayAgo(ago), { paths: new Map(paths), visitors: people(visitors) })
    await day(0, [['/', 5]], 2)
    await day(0, [['/', 1]], 1)
    await day(29, [['/', 1], ['/about', 9]], 4) // prettier-ignore
    await day(30, [['/about', 100]], 50)
    for (let n = 0; n < 25; n++) await day(3, [[`/forum/${n}`, 1]], 0)
    const { days, pages } = await read()
    expect(days).toHaveLength(SHOWN_DAYS)
    expect(days.at(-1)).toEqual({ day: dayAgo(0), views: 6, visitors: 3 })
    expect(days[0]).toEqual({ day: dayAgo(29), views: 10, visitors: 4 })
    expect(days.filter(({ views }: DayOfVisits) => views > 0)).toHaveLength(3)
    expect(pages).toHaveLength(20)
    expect(pages.slice(0, 2)).toEqual([{ path: '/about', views: 9 }, { path: '/', views: 7 }]) // prettier-ignore
  })

  test('moves inside the app count, without a cookie', async () => {
    const article = await makeArticle(site.ctx)
    const product = await makeProduct(site.ctx)
    const topic = await makeTopic(site.ctx)
    const paths = ['/', `/articles/${article.slug}`, `/products/${product.slug}`, `/enquiry/${product.slug}`, `/forum/${topic}`]
    for (const path of paths) {
      const { status, body, headers } = await move(path, null, { 'x-forwarded-for': '10.7.7.7' })
      expect([path, status, body, headers['set-cookie']]).toEqual([path, 200, { isCounted: true }, undefined])
    }
    const { days, pages } = await read()
    expect(days.at(-1)).toMatchObject({ views: 5, visitors: 1 })
    expect(pages.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths.toSorted())
  })

  test('counts older than 400 days are removed', async () => {
    for (const ago of [399, 400, 401]) await savePageViewDay(site.ctx, dayAgo(ago), { paths: new Map([['/', 1]]), visitors: people(1) })
    await removeOldPageViews(site.ctx)
    const days = await site.ctx.db.selectFrom('page_views').select('day').orderBy('day').execute()
    expect(days.map(({ day }) => day)).toEqual([dayAgo(400), dayAgo(399)])
    expect(await site.ctx.db.selectFrom('page_visitors').select('day').execute()).toHaveLength(2)
  })

  test('2,000 paths a day are kept apart, the rest together', async () => {
    const many = new Map(Array.from({ length: MAX_PATHS_PER_DAY - 1 }, (_, n) => [`/forum/${n}`, 2]))
    await savePageViewDay(site.ctx, dayAgo(0), { paths: many, visitors: people(0) })
    const more = { paths: new Map([['/forum/1', 1], ['/less', 1], ['/more', 3], [OTHER_PAGES, 4]]), visitors: people(0) } // prettier-ignore
    await savePageViewDay(site.ctx, dayAgo(0), more)
    const views = new Map((await site.ctx.db.selectFrom('page_views').select(['path', 'views']).execute()).map((r) => [r.path, r.views]))
    expect(views.size).toBe(MAX_PATHS_PER_DAY + 1)
    expect(['/forum/1', '/more', '/less', OTHER_PAGES].map((path) => views.get(path))).toEqual([3, 3, undefined, 5])
    expect((await read()).pages[0]).toEqual({ path: OTHER_PAGES, views: 5 })
  })
})

describe('what is noted in memory', () => {
  const findSalt = async () => Buffer.from('salt')
  const counting = (write: (day: string, counted: CountedDay) => void) =>
    new PageViewCounter(createTrust(false), findSalt, async (_site, day, one) => write(day, one))
  const asked = (address: string) => ({ headers: FIREFOX, socket: { remoteAddress: address } })
  const here = { id: 'main' } as Site

  test('a visitor is new on each day, and nobody’s address is in what is written', async () => {
    const written: [string, CountedDay][] = []
    const views = counting((...one) => written.push(one))
    const at = Date.parse('2026-01-05T23:59:00Z')
    for (const time of [at, at + 1000, at + 60_000]) views.recordPath(here, '/about', asked('192.0.2.1'), time)
    await views.flush()
    expect(written.map(([day, { paths, visitors }]) => [day, [...paths], visitors.size])).toEqual([
      ['2026-01-05', [['/about', 2]], 1],
      ['2026-01-06', [['/about', 1]], 1],
    ])
    expect(written.map(([, { visitors }]) => [...visitors].join(' ')).join(' ')).not.toContain('192.0.2.1')
  })
  test('without a trusted proxy its header says nothing', async () => {
    let visitors = 0
    const views = counting((_day, one) => (visitors += one.visitors.size))
    for (const told of ['10.0.0.1', '10.0.0.2'])
      views.recordPath(here, '/', { ...asked('192.0.2.1'), headers: { ...FIREFOX, 'x-forwarded-for': told } })
    await views.flush()
    expect(visitors).toBe(1)
  })
  test('what could not be written is kept, and keeps no other site waiting', async () => {
    const written: string[] = []
    let isBroken = true
    const views = new PageViewCounter(createTrust(false), findSalt, async ({ id }, _day, { paths, visitors }) => {
      if (isBroken && id === 'main') throw new Error('full disk')
      written.push(`${id} ${[...paths].join()} ${visitors.size}`)
    })
    for (const one of [here, { id: 'copy' } as Site]) views.recordPath(one, '/', asked('192.0.2.1'))
    await expect(views.flush()).rejects.toThrow('full disk')
    isBroken = false
    views.recordPath(here, '/', asked('192.0.2.1'))
    await views.flush()
    expect(written).toEqual(['copy /,1 1', 'main /,2 1'])
  })
  test('a path is counted without its query and its last slash', () => {
    expect(['/', '//', '/about/', '/about?a=b#c', '/forum/1?page=2'].map(normalizePath)).toEqual(['/', '/', '/about', '/about', '/forum/1'])
  })
  test('one address, one count: however it is spelt', () => {
    expect(['/%61bout', '/About', '/%41BOUT//', '/abou%74?a=b'].map(normalizePath)).toEqual(Array(4).fill('/about'))
    expect(['/ARTICLES/winter%2Drange', '/articles/winter%2drange/'].map(normalizePath)).toEqual(Array(2).fill('/articles/winter-range'))
    expect(['/FORUM/007', '/articles/EXPERT/3'].map(normalizePath)).toEqual(['/forum/7', '/articles/expert/3'])
    // What is another address stays one: a slash, a question mark, a letter of somebody's name for a page.
    expect(['/a%2fb', '/about%3fx', '/articles/Winter', '/%', '/caf%c3%a9'].map(normalizePath)).toEqual([
      '/a%2Fb',
      '/about%3Fx',
      '/articles/Winter',
      '/%',
      '/caf%C3%A9',
    ])
  })
})

describe('refuses bad input', () => {
  test.each([['about'], [''], ['/about?x=1'], ['/a b'], [`/${'x'.repeat(200)}`], [7], [undefined], ['https://elsewhere.example/']])(
    '%s',
    async (path) => expect((await move(path)).status).toBe(400),
  )
  test('an address that is no page of this site is not counted', async () => {
    const hidden = await makeTopic(site.ctx, { status: 'hidden' })
    for (const path of [
      '/buy-things',
      '/articles/buy-things',
      '/forum/999999',
      '/forum/x',
      `/forum/${hidden}`,
      '/admin',
      '/account',
      '/articles/%',
    ])
      expect([path, (await move(path)).body]).toEqual([path, { isCounted: false }])
    site.ctx.site.settings.features.forums = false
    expect((await move('/forum')).body).toEqual({ isCounted: false })
    site.ctx.site.settings.features.forums = true
    expect((await read()).pages).toEqual([])
  })
  test('too many at once', async () => {
    const again = async () => (await move('/about', null, { 'x-forwarded-for': '10.8.8.8' })).status
    for (let n = 0; n < 120; n++) expect(await again()).toBe(200)
    expect(await again()).toBe(429)
  })
})

test('leaves out administrators, robots and whoever asks for it', async () => {
  const answers = [
    await move('/about', admin),
    await move('/about', null, { 'user-agent': 'Googlebot/2.1' }),
    await move('/about', null, { dnt: '1' }),
    await move('/about', null, { 'sec-gpc': '1' }),
  ]
  expect(answers.map(({ body }) => body.isCounted)).toEqual([false, false, false, false])
  expect((await move('/about', await makeUser(site.ctx))).body).toEqual({ isCounted: true })
})

test('SEC-05 refuses strangers', async () => {
  expect((await site.call(null, getAnalyticsEndpoint)).status).toBe(401)
  expect((await site.call(await makeUser(site.ctx), getAnalyticsEndpoint)).status).toBe(403)
})
