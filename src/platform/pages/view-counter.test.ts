import { describe, expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { hashVisitor, isPageView, isRobot, saveCountedViews, ViewCounter, VISIT_MS } from './view-counter.ts'

const site = { id: 'main' } as Site
const visitor = { clientIp: '192.0.2.1', userAgent: 'Mozilla/5.0' }
const findSalt = async () => Buffer.from('salt')
const createCounter = () => {
  const written: Record<string, number>[] = []
  const visits = new ViewCounter(findSalt, async (_site, table, visits) => {
    written.push(Object.fromEntries([...visits].map(([id, keys]) => [`${table}:${id}`, keys.size])))
  })
  return { visits, written }
}

test('AMB-24 counts a visitor once per visit and again after half an hour', async () => {
  const { visits, written } = createCounter()
  const startedAt = Date.parse('2026-01-05T10:00:00Z')
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, startedAt)
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, startedAt + 29 * 60_000)
  visits.recordView(site, { table: 'articles', id: 1 }, { ...visitor, clientIp: '192.0.2.2' }, startedAt)
  visits.recordView(site, { table: 'topics', id: 1 }, visitor, startedAt)
  await visits.flush()
  expect(written).toEqual([{ 'articles:1': 2 }, { 'topics:1': 1 }])
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, startedAt + 31 * 60_000)
  await visits.flush()
  expect(written.at(-1)).toEqual({ 'articles:1': 1 })
})

const ROBOTS = [
  '',
  'curl/8.5.0',
  'Wget/1.21.4',
  'Go-http-client/2.0',
  'node',
  'undici',
  'axios/1.7.2',
  'okhttp/4.12.0',
  'Java/17.0.9',
  'Dalvik/2.1.0 (Linux; U; Android 13; Pixel 7 Build/TQ3A)',
  'Some%20App/7 CFNetwork/1410.0.3 Darwin/22.6.0',
  'Apache-HttpClient/4.5.14 (Java/17.0.9)',
  'python-requests/2.32.3',
  'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)',
  'meta-externalagent/1.1 (+https://developers.facebook.com/docs/sharing/webmasters/crawler)',
  'Feedly/1.0 (+http://www.feedly.com/fetcher.html; like FeedFetcher-Google)',
  'Scrapy/2.11.2 (+https://scrapy.org)',
  'WhatsApp/2.23.20.0',
  'Googlebot/2.1',
  'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  'Mozilla/5.0 (compatible; YandexImages/3.0; +http://yandex.com/bots)',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/13.1.1 Safari/605.1.15 (Applebot/0.1)',
  'Mozilla/5.0 (Linux; Android 11; moto g power) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36 Chrome-Lighthouse',
  'Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; GPTBot/1.2; +https://openai.com/gptbot)',
  'Mozilla/5.0 (compatible; UptimeRobot/2.0; http://www.uptimerobot.com/)',
]
const PEOPLE = [
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/145.0.0.0 Safari/537.36',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Safari/537.36 Edg/145.0.0.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:146.0) Gecko/20100101 Firefox/146.0',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) GSA/380.0 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 [FBAN/FBIOS;FBAV/480.0]',
  'Mozilla/5.0 (Linux; Android 14; CUBOT KINGKONG 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/145.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; Android 13; SAMSUNG SM-S911B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/28.0 Chrome/130.0.0.0 Mobile Safari/537.36',
  'Mozilla/5.0 (Linux; U; Android 13; en-gb) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/123.0 Mobile Safari/537.36 OPR/80.0',
  'Opera/9.80 (J2ME/MIDP; Opera Mini/7.1.32052/29.3709; U; en) Presto/2.8.119 Version/11.10',
]
test.each(ROBOTS)('isRobot is true for %s', (userAgent) => expect(isRobot(userAgent)).toBe(true))
test.each(PEOPLE)('isRobot is false for %s', (userAgent) => expect(isRobot(userAgent)).toBe(false))

test('does not count views of robots', async () => {
  const { visits, written } = createCounter()
  for (const userAgent of ROBOTS) visits.recordView(site, { table: 'articles', id: 1 }, { ...visitor, userAgent })
  await visits.flush()
  expect(written).toEqual([])
})

test('isPageView is false for HEAD and prefetches', () => {
  const isView = (method: string, headers: Record<string, string> = {}) => isPageView({ method, headers })
  expect(isView('GET')).toBe(true)
  expect(isView('GET', { 'sec-purpose': 'other' })).toBe(true)
  expect(isPageView({ headers: {} })).toBe(true)
  expect(isView('HEAD')).toBe(false)
  for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])
    for (const purpose of ['prefetch', 'prefetch;prerender', 'preview']) expect(isView('GET', { [name]: purpose })).toBe(false)
})

test('retries failed writes at the next flush', async () => {
  const written: number[] = []
  let isFailing = true
  const visits = new ViewCounter(findSalt, async (_site, _table, visits) => {
    if (isFailing) throw new Error('full disk')
    written.push(...[...visits.values()].map(({ size }) => size))
  })
  visits.recordView(site, { table: 'topics', id: 7 }, visitor)
  visits.recordView({ id: 'tenant' } as Site, { table: 'topics', id: 7 }, visitor)
  await expect(visits.flush()).rejects.toThrow('full disk')
  isFailing = false
  await visits.flush()
  expect(written).toEqual([1, 1])
})

test('a visit ends exactly half an hour after it was counted', async () => {
  const { visits, written } = createCounter()
  const startedAt = Date.parse('2026-01-05T10:00:00Z')
  const countAfterView = async (time: number) => {
    visits.recordView(site, { table: 'articles', id: 1 }, visitor, time)
    await visits.flush()
    return written.length
  }
  expect([
    await countAfterView(startedAt),
    await countAfterView(startedAt + VISIT_MS - 1),
    await countAfterView(startedAt + VISIT_MS),
    await countAfterView(startedAt + 2 * VISIT_MS - 1),
  ]).toEqual([1, 1, 2, 2])
})

test('hashVisitor returns 16 characters that depend on IP address, user agent and salt', () => {
  const hash = (salt: string, clientIp: string, userAgent: string) => hashVisitor(Buffer.from(salt), { clientIp, userAgent })
  expect(hash('a', '192.0.2.1', 'x')).toMatch(/^[\w-]{16}$/)
  expect(hash('a', '192.0.2.1', 'x')).toBe(hash('a', '192.0.2.1', 'x'))
  expect(new Set([hash('a', '1', '2'), hash('b', '1', '2'), hash('a', '12', ''), hash('a', '', '12'), hash('a', '1', '3')]).size).toBe(5)
})

test('does not count and does not throw if the salt is unavailable', async () => {
  const written: unknown[] = []
  const visits = new ViewCounter(
    () => Promise.reject(new Error('no database')),
    async (...call) => void written.push(call),
  )
  visits.recordView(site, { table: 'articles', id: 1 }, visitor)
  await visits.flush()
  expect(written).toEqual([])
})

describe('saveCountedViews', () => {
  const added: [number, number][] = []
  const features = [
    { name: 'other' },
    { name: 'things', countedViews: { articles: async (_ctx: object, id: number, views: number) => void added.push([id, views]) } },
  ] as unknown as Feature[]
  const here = { ...site, db: { transaction: () => ({ execute: (work: (db: object) => Promise<void>) => work({}) }) } } as unknown as Site
  const save = (table: 'articles' | 'topics', visits: [number, string[]][], isClaimed: (key: string) => boolean) =>
    saveCountedViews(
      features,
      async (_ctx, keys) => new Set(keys.filter(isClaimed)),
      here,
      table,
      new Map(visits.map(([id, keys]) => [id, new Set(keys)])),
    )

  test('adds the claimed visits in the order of row ids', async () => {
    const visits: [number, string[]][] = [
      [10, ['a', 'b', 'c']],
      [9, ['d']],
      [2, ['e', 'f']],
    ]
    await save('articles', visits, (key) => !['b', 'd'].includes(key))
    expect(added).toEqual([
      [2, 2],
      [10, 2],
    ])
  })
  test('throws if no feature counts views of the table', async () => {
    await expect(save('topics', [[1, ['a']]], () => true)).rejects.toThrow('No feature counts views of topics')
  })
})
