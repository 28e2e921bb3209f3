/** Which looks at pages are counted, and what is written of them. */
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
const from = (headers: PageRequestInfo['headers'] = {}, more: Partial<PageRequestInfo> = {}): PageRequestInfo => ({
  headers: { 'user-agent': FIREFOX, ...headers },
  socket: { remoteAddress: '10.0.0.1' } as PageRequestInfo['socket'],
  ...more,
})

/** It may be read from the database first. */
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

describe('a look', () => {
  test.each<[string, PageRequestInfo, boolean]>([
    ['/about', from(), true],
    ['/about?x=1#y', from(), true],
    ['/about', from({ dnt: '0', 'sec-gpc': '0' }), true],
    ['/about', from({ dnt: '1' }), false],
    ['/about', from({ 'sec-gpc': '1' }), false],
    ['/about', from({ 'user-agent': 'Googlebot/2.1' }), false],
    ['/about', from({ 'user-agent': undefined }), false],
    ['/admin/products', from(), false],
  ])('at %s by %j is counted: %s', async (url, request, isCounted) => {
    const { counts, written } = counter()
    expect(counts.recordPath(site('a'), url, request, NOW)).toBe(isCounted)
    await counts.flush()
    expect(written).toEqual(isCounted ? [['a', '2026-11-24', { '/about': 1 }, [keyOf('2026-11-24')]]] : [])
  })
  test('views of one network are counted up to its daily limit', async () => {
    const { counts, written } = counter()
    const busy = site('a')
    const one = Array.from({ length: MAX_VIEWS_OF_NETWORK + 5 }, () => counts.recordPath(busy, '/about', from(), NOW))
    expect(one.filter(Boolean)).toHaveLength(MAX_VIEWS_OF_NETWORK)
    const elsewhere = from({}, { socket: { remoteAddress: '10.0.0.2' } as PageRequestInfo['socket'] })
    expect(counts.recordPath(busy, '/about', elsewhere, NOW)).toBe(true)
    await counts.flush()
    expect(written[0]?.[2]).toEqual({ '/about': MAX_VIEWS_OF_NETWORK + 1 })
  })
  test.each<[PageRequestInfo, boolean]>([
    [from({}, { url: '/about' }), true],
    [from({ 'sec-fetch-dest': 'document' }, { url: '/about' }), true],
    [from({ 'sec-fetch-dest': 'empty' }, { url: '/about' }), false],
    [from({ 'sec-purpose': 'prefetch' }, { url: '/about' }), false],
    [from({}, { url: '/about', method: 'HEAD' }), false],
    [from(), true],
  ])('at a page that was answered to %j is counted: %s', async (request, isCounted) => {
    const { counts, written } = counter()
    counts.recordPageView(site('a'), request, NOW)
    await counts.flush()
    expect(written.map(([, , paths]) => paths)).toEqual(isCounted ? [{ [request.url ?? '/']: 1 }] : [])
  })
})

describe('what is written', () => {
  test('is by site and day, each visitor once a day, and only once', async () => {
    const { counts, written } = counter()
    const [a, b] = [site('a'), site('b')]
    const other = from({ 'user-agent': `${FIREFOX} other` })
    for (const [where, path, who, at] of [
      [a, '/', from(), NOW],
      [a, '/', from(), NOW],
      [a, '/about', other, NOW],
      [b, '/', from(), NOW],
      [a, '/', from(), NOW + DAY_MS],
    ] as const)
      counts.recordPath(where, path, who, at)
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
    counts.recordPath(a, '/', from(), NOW + DAY_MS)
    await counts.flush()
    expect(written).toEqual([['a', tomorrow, { '/': 1 }, []]])
  })
  test('names so many pages of a day, and those that are too long together', async () => {
    const { counts, written } = counter()
    const a = site('a')
    const long = `/${'x'.repeat(MAX_PATH_LENGTH - 1)}`
    counts.recordPath(a, long, from(), NOW)
    counts.recordPath(a, `${long}x`, from(), NOW)
    for (let n = 2; n <= MAX_PATHS_PER_DAY + 2; n += 1) counts.recordPath(a, `/nowhere/${n}`, from(), NOW)
    counts.recordPath(a, long, from(), NOW)
    await counts.flush()
    const paths = written[0]?.[2] ?? {}
    expect([paths[long], paths[OTHER_PAGES], Object.keys(paths).length]).toEqual([2, 4, MAX_PATHS_PER_DAY])
  })
  test('of a site that cannot be written to waits, keeps no other from it, and is added to', async () => {
    let isBroken = true
    const { counts, written } = counter({ fails: (id) => isBroken && id !== 'b' })
    for (const id of ['a', 'b', 'c']) counts.recordPath(site(id), '/', from(), NOW)
    const a = site('a')
    counts.recordPath(a, '/about', from(), NOW)
    await expect(counts.flush()).rejects.toThrow('a cannot be written to')
    expect(written.map(([id]) => id)).toEqual(['b'])
    isBroken = false
    counts.recordPath(a, '/about', from(), NOW)
    await counts.flush()
    expect(written.slice(1).map(([id, , paths, visitors]) => [id, paths, visitors.length])).toEqual([
      ['a', { '/': 1 }, 1],
      ['c', { '/': 1 }, 1],
      ['a', { '/about': 2 }, 0],
    ])
  })
  test('without a salt counts the look and no visitor', async () => {
    const { counts, written } = counter({ salt: () => Promise.reject(new Error('no database')) })
    counts.recordPath(site('a'), '/', from(), NOW)
    await counts.flush()
    expect(written).toEqual([['a', '2026-11-24', { '/': 1 }, []]])
  })
})
