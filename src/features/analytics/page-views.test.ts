/** Tests which page views are counted, and what is stored. */
import { describe, expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import { hashVisitor } from '#platform/pages/view-counter.ts'
import { MAX_PATH_LENGTH, OTHER_PAGES } from './analytics.contract.ts'
import { MAX_PATHS_PER_DAY, MAX_VIEWS_OF_NETWORK, PageViewCounter, type PageRequestInfo } from './page-views.service.ts'

const NOW = Date.parse('2026-11-24T12:00:00.000Z')
const DAY_MS = 86_400_000
const FIREFOX = 'Mozilla/5.0 Firefox/145.0'
const SALT = Buffer.from('salt')
const makeSite = (id: string) => ({ id }) as Site
const makeRequest = (headers: PageRequestInfo['headers'] = {}, properties: Partial<PageRequestInfo> = {}): PageRequestInfo => ({
  headers: { 'user-agent': FIREFOX, ...headers },
  socket: { remoteAddress: '10.0.0.1' } as PageRequestInfo['socket'],
  ...properties,
})

/** Resolves asynchronously, as the salt may be read from the database. */
const findLateSalt = (): Promise<Buffer> => new Promise((resolve) => setImmediate(() => resolve(SALT)))

type WrittenDay = [site: string, day: string, paths: Record<string, number>, visitors: string[]]
function createCounter({
  salt = findLateSalt,
  fails = () => false,
}: { salt?: () => Promise<Buffer>; fails?: (site: string) => boolean } = {}) {
  const writtenDays: WrittenDay[] = []
  const counter = new PageViewCounter(
    () => false,
    salt,
    async ({ id }, day, { paths, visitors }) => {
      if (fails(id)) throw new Error(`${id} cannot be written to`)
      writtenDays.push([id, day, Object.fromEntries(paths), [...visitors]])
    },
  )
  return { counter, writtenDays }
}
const hashKey = (day: string, clientIp = '10.0.0.1', userAgent = FIREFOX) => `${day}:${hashVisitor(SALT, { clientIp, userAgent })}`

describe('a page view', () => {
  test.each<[string, PageRequestInfo, boolean]>([
    ['/about', makeRequest(), true],
    ['/about?x=1#y', makeRequest(), true],
    ['/about', makeRequest({ dnt: '0', 'sec-gpc': '0' }), true],
    ['/about', makeRequest({ dnt: '1' }), false],
    ['/about', makeRequest({ 'sec-gpc': '1' }), false],
    ['/about', makeRequest({ 'user-agent': 'Googlebot/2.1' }), false],
    ['/about', makeRequest({ 'user-agent': undefined }), false],
    ['/admin/products', makeRequest(), false],
  ])('of %s by a request with %j is counted: %s', async (url, request, isCounted) => {
    const { counter, writtenDays } = createCounter()
    expect(counter.recordPath(makeSite('a'), url, request, NOW)).toBe(isCounted)
    await counter.flush()
    expect(writtenDays).toEqual(isCounted ? [['a', '2026-11-24', { '/about': 1 }, [hashKey('2026-11-24')]]] : [])
  })
  test('is counted up to the daily limit of its network', async () => {
    const { counter, writtenDays } = createCounter()
    const a = makeSite('a')
    const wereCounted = Array.from({ length: MAX_VIEWS_OF_NETWORK + 5 }, () => counter.recordPath(a, '/about', makeRequest(), NOW))
    expect(wereCounted.filter(Boolean)).toHaveLength(MAX_VIEWS_OF_NETWORK)
    const otherNetwork = makeRequest({}, { socket: { remoteAddress: '10.0.0.2' } as PageRequestInfo['socket'] })
    expect(counter.recordPath(a, '/about', otherNetwork, NOW)).toBe(true)
    await counter.flush()
    expect(writtenDays[0]?.[2]).toEqual({ '/about': MAX_VIEWS_OF_NETWORK + 1 })
  })
  test.each<[PageRequestInfo, boolean]>([
    [makeRequest({}, { url: '/about' }), true],
    [makeRequest({ 'sec-fetch-dest': 'document' }, { url: '/about' }), true],
    [makeRequest({ 'sec-fetch-dest': 'empty' }, { url: '/about' }), false],
    [makeRequest({ 'sec-purpose': 'prefetch' }, { url: '/about' }), false],
    [makeRequest({}, { url: '/about', method: 'HEAD' }), false],
    [makeRequest(), true],
  ])('of a page rendered for %j is counted: %s', async (request, isCounted) => {
    const { counter, writtenDays } = createCounter()
    counter.recordPageView(makeSite('a'), request, NOW)
    await counter.flush()
    expect(writtenDays.map(([, , paths]) => paths)).toEqual(isCounted ? [{ [request.url ?? '/']: 1 }] : [])
  })
})

describe('flush', () => {
  test('writes the views by site and day, each visitor once per day, and each view once', async () => {
    const { counter, writtenDays } = createCounter()
    const [a, b] = [makeSite('a'), makeSite('b')]
    const otherBrowser = makeRequest({ 'user-agent': `${FIREFOX} other` })
    for (const [countedSite, path, request, time] of [
      [a, '/', makeRequest(), NOW],
      [a, '/', makeRequest(), NOW],
      [a, '/about', otherBrowser, NOW],
      [b, '/', makeRequest(), NOW],
      [a, '/', makeRequest(), NOW + DAY_MS],
    ] as const)
      counter.recordPath(countedSite, path, request, time)
    await counter.flush()
    const [today, tomorrow] = ['2026-11-24', '2026-11-25']
    expect(writtenDays).toEqual([
      ['a', today, { '/': 2, '/about': 1 }, [hashKey(today), hashKey(today, '10.0.0.1', `${FIREFOX} other`)]],
      ['a', tomorrow, { '/': 1 }, [hashKey(tomorrow)]],
      ['b', today, { '/': 1 }, [hashKey(today)]],
    ])
    writtenDays.length = 0
    await counter.flush()
    expect(writtenDays).toEqual([])
    counter.recordPath(a, '/', makeRequest(), NOW + DAY_MS)
    await counter.flush()
    expect(writtenDays).toEqual([['a', tomorrow, { '/': 1 }, []]])
  })
  test('combines paths beyond MAX_PATHS_PER_DAY and too long paths as OTHER_PAGES', async () => {
    const { counter, writtenDays } = createCounter()
    const a = makeSite('a')
    const longestPath = `/${'x'.repeat(MAX_PATH_LENGTH - 1)}`
    counter.recordPath(a, longestPath, makeRequest(), NOW)
    counter.recordPath(a, `${longestPath}x`, makeRequest(), NOW)
    for (let n = 2; n <= MAX_PATHS_PER_DAY + 2; n += 1) counter.recordPath(a, `/nowhere/${n}`, makeRequest(), NOW)
    counter.recordPath(a, longestPath, makeRequest(), NOW)
    await counter.flush()
    const paths = writtenDays[0]?.[2] ?? {}
    expect(paths[longestPath]).toBe(2)
    expect(paths[OTHER_PAGES]).toBe(4)
    expect(Object.keys(paths)).toHaveLength(MAX_PATHS_PER_DAY)
  })
  test('retains the counts of a site that cannot be written, writes those of others, and adds later views', async () => {
    let isBroken = true
    const { counter, writtenDays } = createCounter({ fails: (id) => isBroken && id !== 'b' })
    for (const id of ['a', 'b', 'c']) counter.recordPath(makeSite(id), '/', makeRequest(), NOW)
    const a = makeSite('a')
    counter.recordPath(a, '/about', makeRequest(), NOW)
    await expect(counter.flush()).rejects.toThrow('a cannot be written to')
    expect(writtenDays.map(([id]) => id)).toEqual(['b'])
    isBroken = false
    counter.recordPath(a, '/about', makeRequest(), NOW)
    await counter.flush()
    expect(writtenDays.slice(1).map(([id, , paths, visitors]) => [id, paths, visitors.length])).toEqual([
      ['a', { '/': 1 }, 1],
      ['c', { '/': 1 }, 1],
      ['a', { '/about': 2 }, 0],
    ])
  })
  test('counts the view without a visitor if the salt is unavailable', async () => {
    const { counter, writtenDays } = createCounter({ salt: () => Promise.reject(new Error('no database')) })
    counter.recordPath(makeSite('a'), '/', makeRequest(), NOW)
    await counter.flush()
    expect(writtenDays).toEqual([['a', '2026-11-24', { '/': 1 }, []]])
  })
})
