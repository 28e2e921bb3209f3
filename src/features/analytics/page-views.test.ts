/** Which page views are counted, and what is stored. */
import { describe, expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import { hashVisitor } from '#platform/pages/view-counter.ts'
import { MAX_PATH_LENGTH, OTHER_PAGES } from './analytics.contract.ts'
import { MAX_PATHS_PER_DAY, MAX_VIEWS_OF_NETWORK, PageViewCounter, type PageRequestInfo } from './page-views.service.ts'

const NOW = Date.parse('2026-11-24T12:00:00.000Z')
const DAY_MS = 86_400_000
const FIREFOX = 'Mozilla/5.0 Firefox/145.0'
const SALT = Buffer.from('salt')
const site = (id: string) => ({ id }) as Site
const requestWith = (headers: PageRequestInfo['headers'] = {}, more: Partial<PageRequestInfo> = {}): PageRequestInfo => ({
  headers: { 'user-agent': FIREFOX, ...headers },
  socket: { remoteAddress: '10.0.0.1' } as PageRequestInfo['socket'],
  ...more,
})

/** Resolves later, as the salt may be read from the database. */
const findLateSalt = (): Promise<Buffer> => new Promise((resolve) => setImmediate(() => resolve(SALT)))

type Written = [site: string, day: string, paths: Record<string, number>, visitors: string[]]
function counter({ salt = findLateSalt, fails = () => false }: { salt?: () => Promise<Buffer>; fails?: (site: string) => boolean } = {}) {
  const written: Written[] = []
  const counts = new PageViewCounter(
    () => false,
    salt,
    async ({ id }, day, { paths, visitors }) => {
      if (fails(id)) throw new Error(`${id} cannot be written to`)
      written.push([id, day, Object.fromEntries(paths), [...visitors]])
    },
  )
  return { counts, written }
}
const keyOf = (day: string, clientIp = '10.0.0.1', userAgent = FIREFOX) => `${day}:${hashVisitor(SALT, { clientIp, userAgent })}`

describe('a page view', () => {
  test.each<[string, PageRequestInfo, boolean]>([
    ['/about', requestWith(), true],
    ['/about?x=1#y', requestWith(), true],
    ['/about', requestWith({ dnt: '0', 'sec-gpc': '0' }), true],
    ['/about', requestWith({ dnt: '1' }), false],
    ['/about', requestWith({ 'sec-gpc': '1' }), false],
    ['/about', requestWith({ 'user-agent': 'Googlebot/2.1' }), false],
    ['/about', requestWith({ 'user-agent': undefined }), false],
    ['/admin/products', requestWith(), false],
  ])('of %s with %j is counted: %s', async (url, request, isCounted) => {
    const { counts, written } = counter()
    expect(counts.recordPath(site('a'), url, request, NOW)).toBe(isCounted)
    await counts.flush()
    expect(written).toEqual(isCounted ? [['a', '2026-11-24', { '/about': 1 }, [keyOf('2026-11-24')]]] : [])
  })
  test('is counted up to the daily limit of its network', async () => {
    const { counts, written } = counter()
    const a = site('a')
    const results = Array.from({ length: MAX_VIEWS_OF_NETWORK + 5 }, () => counts.recordPath(a, '/about', requestWith(), NOW))
    expect(results.filter(Boolean)).toHaveLength(MAX_VIEWS_OF_NETWORK)
    const otherNetwork = requestWith({}, { socket: { remoteAddress: '10.0.0.2' } as PageRequestInfo['socket'] })
    expect(counts.recordPath(a, '/about', otherNetwork, NOW)).toBe(true)
    await counts.flush()
    expect(written[0]?.[2]).toEqual({ '/about': MAX_VIEWS_OF_NETWORK + 1 })
  })
  test.each<[PageRequestInfo, boolean]>([
    [requestWith({}, { url: '/about' }), true],
    [requestWith({ 'sec-fetch-dest': 'document' }, { url: '/about' }), true],
    [requestWith({ 'sec-fetch-dest': 'empty' }, { url: '/about' }), false],
    [requestWith({ 'sec-purpose': 'prefetch' }, { url: '/about' }), false],
    [requestWith({}, { url: '/about', method: 'HEAD' }), false],
    [requestWith(), true],
  ])('of a page rendered for %j is counted: %s', async (request, isCounted) => {
    const { counts, written } = counter()
    counts.recordPageView(site('a'), request, NOW)
    await counts.flush()
    expect(written.map(([, , paths]) => paths)).toEqual(isCounted ? [{ [request.url ?? '/']: 1 }] : [])
  })
})

describe('flush', () => {
  test('writes views by site and day, each visitor once a day, and each view once', async () => {
    const { counts, written } = counter()
    const [a, b] = [site('a'), site('b')]
    const other = requestWith({ 'user-agent': `${FIREFOX} other` })
    for (const [where, path, request, at] of [
      [a, '/', requestWith(), NOW],
      [a, '/', requestWith(), NOW],
      [a, '/about', other, NOW],
      [b, '/', requestWith(), NOW],
      [a, '/', requestWith(), NOW + DAY_MS],
    ] as const)
      counts.recordPath(where, path, request, at)
    await counts.flush()
    const [today, tomorrow] = ['2026-11-24', '2026-11-25']
    expect(written).toEqual([
      ['a', today, { '/': 2, '/about': 1 }, [keyOf(today), keyOf(today, '10.0.0.1', `${FIREFOX} other`)]],
      ['a', tomorrow, { '/': 1 }, [keyOf(tomorrow)]],
      ['b', today, { '/': 1 }, [keyOf(today)]],
    ])
    written.length = 0
    await counts.flush()
    expect(written).toEqual([])
    counts.recordPath(a, '/', requestWith(), NOW + DAY_MS)
    await counts.flush()
    expect(written).toEqual([['a', tomorrow, { '/': 1 }, []]])
  })
  test('combines paths beyond MAX_PATHS_PER_DAY and too long paths as OTHER_PAGES', async () => {
    const { counts, written } = counter()
    const a = site('a')
    const long = `/${'x'.repeat(MAX_PATH_LENGTH - 1)}`
    counts.recordPath(a, long, requestWith(), NOW)
    counts.recordPath(a, `${long}x`, requestWith(), NOW)
    for (let n = 2; n <= MAX_PATHS_PER_DAY + 2; n += 1) counts.recordPath(a, `/nowhere/${n}`, requestWith(), NOW)
    counts.recordPath(a, long, requestWith(), NOW)
    await counts.flush()
    const paths = written[0]?.[2] ?? {}
    expect(paths[long]).toBe(2)
    expect(paths[OTHER_PAGES]).toBe(4)
    expect(Object.keys(paths)).toHaveLength(MAX_PATHS_PER_DAY)
  })
  test('retains the counts of a failing site, writes those of others, and adds later views', async () => {
    let isBroken = true
    const { counts, written } = counter({ fails: (id) => isBroken && id !== 'b' })
    for (const id of ['a', 'b', 'c']) counts.recordPath(site(id), '/', requestWith(), NOW)
    const a = site('a')
    counts.recordPath(a, '/about', requestWith(), NOW)
    await expect(counts.flush()).rejects.toThrow('a cannot be written to')
    expect(written.map(([id]) => id)).toEqual(['b'])
    isBroken = false
    counts.recordPath(a, '/about', requestWith(), NOW)
    await counts.flush()
    expect(written.slice(1).map(([id, , paths, visitors]) => [id, paths, visitors.length])).toEqual([
      ['a', { '/': 1 }, 1],
      ['c', { '/': 1 }, 1],
      ['a', { '/about': 2 }, 0],
    ])
  })
  test('counts the view without a visitor if the salt is unavailable', async () => {
    const { counts, written } = counter({ salt: () => Promise.reject(new Error('no database')) })
    counts.recordPath(site('a'), '/', requestWith(), NOW)
    await counts.flush()
    expect(written).toEqual([['a', '2026-11-24', { '/': 1 }, []]])
  })
})
