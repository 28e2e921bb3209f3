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
const navigate = (path: unknown, viewer: Viewer | null = null, headers: Record<string, string> = {}) =>
  site.call(viewer, recordNavigationEndpoint, { body: { path } }, { ...FIREFOX, ...headers })
const getStatistics = async () => {
  await site.pageViews.flush()
  return (await site.call(admin, getAnalyticsEndpoint)).body
}
const makeVisitorIds = (count: number) => new Set(Array.from({ length: count }, () => crypto.randomUUID()))
const getDayAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

describe('page view statistics', () => {
  test('are off until an administrator switches them on', async () => {
    site.ctx.site.settings.analytics = false
    expect(await getStatistics()).toEqual({ isOn: false })
    expect((await navigate('/about')).body).toEqual({ isCounted: false })
    const { body } = await site.call(admin, changeSettingsEndpoint, { body: { analytics: true } })
    expect(body.analytics).toBe(true)
    expect((await site.call(null, { ...getAnalyticsEndpoint, path: '/api/site' })).body.analytics).toBe(true)
    expect((await navigate('/about')).body).toEqual({ isCounted: true })
    expect(await getStatistics()).toMatchObject({ isOn: true, pages: [{ path: '/about', views: 1 }] })
  })

  test('contain thirty days, today last, and the most viewed pages of these days', async () => {
    const saveDay = (daysAgo: number, paths: [string, number][], visitors: number) =>
      savePageViewDay(site.ctx, getDayAgo(daysAgo), { paths: new Map(paths), visitors: makeVisitorIds(visitors) })
    await saveDay(0, [['/', 5]], 2)
    await saveDay(0, [['/', 1]], 1)
    await saveDay(29, [['/', 1], ['/about', 9]], 4) // prettier-ignore
    await saveDay(30, [['/about', 100]], 50)
    for (let n = 0; n < 25; n++) await saveDay(3, [[`/forum/${n}`, 1]], 0)
    const { days, pages } = await getStatistics()
    expect(days).toHaveLength(SHOWN_DAYS)
    expect(days.at(-1)).toEqual({ day: getDayAgo(0), views: 6, visitors: 3 })
    expect(days[0]).toEqual({ day: getDayAgo(29), views: 10, visitors: 4 })
    expect(days.filter(({ views }: DayOfVisits) => views > 0)).toHaveLength(3)
    expect(pages).toHaveLength(20)
    expect(pages.slice(0, 2)).toEqual([{ path: '/about', views: 9 }, { path: '/', views: 7 }]) // prettier-ignore
  })

  test('count client-side navigations without setting a cookie', async () => {
    const article = await makeArticle(site.ctx)
    const product = await makeProduct(site.ctx)
    const topic = await makeTopic(site.ctx)
    const paths = ['/', `/articles/${article.slug}`, `/products/${product.slug}`, `/enquiry/${product.slug}`, `/forum/${topic}`]
    for (const path of paths) {
      const { status, body, headers } = await navigate(path, null, { 'x-forwarded-for': '10.7.7.7' })
      expect({ path, status, body, cookie: headers['set-cookie'] }).toEqual({ path, status: 200, body: { isCounted: true } })
    }
    const { days, pages } = await getStatistics()
    expect(days.at(-1)).toMatchObject({ views: 5, visitors: 1 })
    expect(pages.map(({ path }: { path: string }) => path).toSorted()).toEqual(paths.toSorted())
  })

  test('are deleted after 400 days', async () => {
    for (const daysAgo of [399, 400, 401])
      await savePageViewDay(site.ctx, getDayAgo(daysAgo), { paths: new Map([['/', 1]]), visitors: makeVisitorIds(1) })
    await removeOldPageViews(site.ctx)
    const days = await site.ctx.db.selectFrom('page_views').select('day').orderBy('day').execute()
    expect(days.map(({ day }) => day)).toEqual([getDayAgo(400), getDayAgo(399)])
    expect(await site.ctx.db.selectFrom('page_visitors').select('day').execute()).toHaveLength(2)
  })

  test('store up to 2,000 paths per day and combine all others', async () => {
    const manyPaths = new Map(Array.from({ length: MAX_PATHS_PER_DAY - 1 }, (_, n) => [`/forum/${n}`, 2]))
    await savePageViewDay(site.ctx, getDayAgo(0), { paths: manyPaths, visitors: makeVisitorIds(0) })
    const moreViews = { paths: new Map([['/forum/1', 1], ['/less', 1], ['/more', 3], [OTHER_PAGES, 4]]), visitors: makeVisitorIds(0) } // prettier-ignore
    await savePageViewDay(site.ctx, getDayAgo(0), moreViews)
    const views = new Map((await site.ctx.db.selectFrom('page_views').select(['path', 'views']).execute()).map((r) => [r.path, r.views]))
    expect(views.size).toBe(MAX_PATHS_PER_DAY + 1)
    expect(['/forum/1', '/more', '/less', OTHER_PAGES].map((path) => views.get(path))).toEqual([3, 3, undefined, 5])
    expect((await getStatistics()).pages[0]).toEqual({ path: OTHER_PAGES, views: 5 })
  })
})

describe('PageViewCounter', () => {
  const findSalt = async () => Buffer.from('salt')
  const createCounter = (onWrite: (day: string, counts: CountedDay) => void) =>
    new PageViewCounter(createTrust(false), findSalt, async (_site, day, counts) => onWrite(day, counts))
  const makeRequest = (remoteAddress: string) => ({ headers: FIREFOX, socket: { remoteAddress } })
  const mainSite = { id: 'main' } as Site

  test('counts a visitor once per day and stores no IP address', async () => {
    const writtenDays: [string, CountedDay][] = []
    const counter = createCounter((...dayAndCounts) => writtenDays.push(dayAndCounts))
    const beforeMidnight = Date.parse('2026-01-05T23:59:00Z')
    for (const time of [beforeMidnight, beforeMidnight + 1000, beforeMidnight + 60_000])
      counter.recordPath(mainSite, '/about', makeRequest('192.0.2.1'), time)
    await counter.flush()
    expect(writtenDays.map(([day, { paths, visitors }]) => [day, [...paths], visitors.size])).toEqual([
      ['2026-01-05', [['/about', 2]], 1],
      ['2026-01-06', [['/about', 1]], 1],
    ])
    expect(writtenDays.map(([, { visitors }]) => [...visitors].join(' ')).join(' ')).not.toContain('192.0.2.1')
  })
  test('ignores X-Forwarded-For without a trusted proxy', async () => {
    let visitors = 0
    const counter = createCounter((_day, counts) => (visitors += counts.visitors.size))
    for (const forwardedFor of ['10.0.0.1', '10.0.0.2'])
      counter.recordPath(mainSite, '/', { ...makeRequest('192.0.2.1'), headers: { ...FIREFOX, 'x-forwarded-for': forwardedFor } })
    await counter.flush()
    expect(visitors).toBe(1)
  })
  test('retains counts that could not be written, and still writes those of other sites', async () => {
    const writtenCounts: string[] = []
    let isBroken = true
    const counter = new PageViewCounter(createTrust(false), findSalt, async ({ id }, _day, { paths, visitors }) => {
      if (isBroken && id === 'main') throw new Error('full disk')
      writtenCounts.push(`${id} ${[...paths].join()} ${visitors.size}`)
    })
    for (const countedSite of [mainSite, { id: 'other' } as Site]) counter.recordPath(countedSite, '/', makeRequest('192.0.2.1'))
    await expect(counter.flush()).rejects.toThrow('full disk')
    isBroken = false
    counter.recordPath(mainSite, '/', makeRequest('192.0.2.1'))
    await counter.flush()
    expect(writtenCounts).toEqual(['other /,1 1', 'main /,2 1'])
  })
  test('normalizePath removes the query and trailing slashes', () => {
    expect(['/', '//', '/about/', '/about?a=b#c', '/forum/1?page=2'].map(normalizePath)).toEqual(['/', '/', '/about', '/about', '/forum/1'])
  })
  test('normalizePath maps equivalent spellings to one path', () => {
    expect(['/%61bout', '/About', '/%41BOUT//', '/abou%74?a=b'].map(normalizePath)).toEqual(Array(4).fill('/about'))
    expect(['/ARTICLES/winter%2Drange', '/articles/winter%2drange/'].map(normalizePath)).toEqual(Array(2).fill('/articles/winter-range'))
    expect(['/FORUM/007', '/articles/EXPERT/3'].map(normalizePath)).toEqual(['/forum/7', '/articles/expert/3'])
    // Encoded slashes and question marks, the letter case of slugs, and invalid escapes make a difference.
    expect(['/a%2fb', '/about%3fx', '/articles/Winter', '/%', '/caf%c3%a9'].map(normalizePath)).toEqual([
      '/a%2Fb',
      '/about%3Fx',
      '/articles/Winter',
      '/%',
      '/caf%C3%A9',
    ])
  })
})

describe('POST /api/page-views', () => {
  test.each([['about'], [''], ['/about?x=1'], ['/a b'], [`/${'x'.repeat(200)}`], [7], [undefined], ['https://elsewhere.example/']])(
    'returns 400 for the path %s',
    async (path) => expect((await navigate(path)).status).toBe(400),
  )
  test('does not count paths that are not public pages of the site', async () => {
    const hiddenTopicId = await makeTopic(site.ctx, { status: 'hidden' })
    for (const path of [
      '/buy-things',
      '/articles/buy-things',
      '/forum/999999',
      '/forum/x',
      `/forum/${hiddenTopicId}`,
      '/admin',
      '/account',
      '/articles/%',
    ])
      expect((await navigate(path)).body, path).toEqual({ isCounted: false })
    site.ctx.site.settings.features.forums = false
    expect((await navigate('/forum')).body).toEqual({ isCounted: false })
    site.ctx.site.settings.features.forums = true
    expect((await getStatistics()).pages).toEqual([])
  })
  test('returns 429 after 120 requests within a minute', async () => {
    const getNextStatus = async () => (await navigate('/about', null, { 'x-forwarded-for': '10.8.8.8' })).status
    for (let n = 0; n < 120; n++) expect(await getNextStatus()).toBe(200)
    expect(await getNextStatus()).toBe(429)
  })
})

test('navigations of administrators, robots and visitors who send DNT or GPC are not counted', async () => {
  const responses = [
    await navigate('/about', admin),
    await navigate('/about', null, { 'user-agent': 'Googlebot/2.1' }),
    await navigate('/about', null, { dnt: '1' }),
    await navigate('/about', null, { 'sec-gpc': '1' }),
  ]
  expect(responses.map(({ body }) => body.isCounted)).toEqual([false, false, false, false])
  expect((await navigate('/about', await makeUser(site.ctx))).body).toEqual({ isCounted: true })
})

test('SEC-05 the statistics return 401 for visitors and 403 for members', async () => {
  expect((await site.call(null, getAnalyticsEndpoint)).status).toBe(401)
  expect((await site.call(await makeUser(site.ctx), getAnalyticsEndpoint)).status).toBe(403)
})
