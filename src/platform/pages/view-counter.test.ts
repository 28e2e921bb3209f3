import { describe, expect, test } from 'vitest'
import type { Site } from '#platform/contract/context.ts'
import type { Feature } from '#platform/contract/feature.ts'
import { hashVisitor, isPageView, isRobot, saveCountedViews, ViewCounter, VISIT_MS } from './view-counter.ts'

const site = { id: 'main' } as Site
const visitor = { clientIp: '192.0.2.1', userAgent: 'Mozilla/5.0' }
const findSalt = async () => Buffer.from('salt')
const counting = () => {
  const written: Record<string, number>[] = []
  const visits = new ViewCounter(findSalt, async (_site, table, visits) => {
    written.push(Object.fromEntries([...visits].map(([id, keys]) => [`${table}:${id}`, keys.size])))
  })
  return { visits, written }
}

test('AMB-24 once per visit, again after half an hour, each visitor for themselves', async () => {
  const { visits, written } = counting()
  const at = Date.parse('2026-01-05T10:00:00Z')
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, at)
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, at + 29 * 60_000)
  visits.recordView(site, { table: 'articles', id: 1 }, { ...visitor, clientIp: '192.0.2.2' }, at)
  visits.recordView(site, { table: 'topics', id: 1 }, visitor, at)
  await visits.flush()
  expect(written).toEqual([{ 'articles:1': 2 }, { 'topics:1': 1 }])
  visits.recordView(site, { table: 'articles', id: 1 }, visitor, at + 31 * 60_000)
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
test.each(ROBOTS)('a robot does not count: %s', (userAgent) => expect(isRobot(userAgent)).toBe(true))
test.each(PEOPLE)('a person counts: %s', (userAgent) => expect(isRobot(userAgent)).toBe(false))

test('robots are not noted', async () => {
  const { visits, written } = counting()
  for (const userAgent of ROBOTS) visits.recordView(site, { table: 'articles', id: 1 }, { ...visitor, userAgent })
  await visits.flush()
  expect(written).toEqual([])
})

test('asking about a page, or for one in case it is wanted, is no look at it', () => {
  const look = (method: string, headers: Record<string, string> = {}) => isPageView({ method, headers })
  expect([look('GET'), look('GET', { 'sec-purpose': 'other' }), isPageView({ headers: {} })]).toEqual([true, true, true])
  expect(look('HEAD')).toBe(false)
  for (const name of ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'])
    for (const purpose of ['prefetch', 'prefetch;prerender', 'preview']) expect(look('GET', { [name]: purpose })).toBe(false)
})

test('what could not be written is kept for the next time', async () => {
  const written: number[] = []
  let broken = true
  const visits = new ViewCounter(findSalt, async (_site, _table, visits) => {
    if (broken) throw new Error('full disk')
    written.push(...[...visits.values()].map(({ size }) => size))
  })
  visits.recordView(site, { table: 'topics', id: 7 }, visitor)
  visits.recordView({ id: 'copy' } as Site, { table: 'topics', id: 7 }, visitor)
  await expect(visits.flush()).rejects.toThrow('full disk')
  broken = false
  await visits.flush()
  expect(written).toEqual([1, 1])
})

test('a visit ends half an hour after it was counted, to the millisecond', async () => {
  const { visits, written } = counting()
  const at = Date.parse('2026-01-05T10:00:00Z')
  const look = async (time: number) => {
    visits.recordView(site, { table: 'articles', id: 1 }, visitor, time)
    await visits.flush()
    return written.length
  }
  expect([await look(at), await look(at + VISIT_MS - 1), await look(at + VISIT_MS), await look(at + 2 * VISIT_MS - 1)]).toEqual([
    1, 1, 2, 2,
  ])
})

test('visitors are told apart by address, browser and salt, in sixteen letters', () => {
  const hash = (salt: string, clientIp: string, userAgent: string) => hashVisitor(Buffer.from(salt), { clientIp, userAgent })
  expect(hash('a', '192.0.2.1', 'x')).toMatch(/^[\w-]{16}$/)
  expect(hash('a', '192.0.2.1', 'x')).toBe(hash('a', '192.0.2.1', 'x'))
  expect(new Set([hash('a', '1', '2'), hash('b', '1', '2'), hash('a', '12', ''), hash('a', '', '12'), hash('a', '1', '3')]).size).toBe(5)
})

test('without a salt a look is not counted, and nothing fails', async () => {
  const written: unknown[] = []
  const visits = new ViewCounter(
    () => Promise.reject(new Error('no database')),
    async (...given) => void written.push(given),
  )
  visits.recordView(site, { table: 'articles', id: 1 }, visitor)
  await visits.flush()
  expect(written).toEqual([])
})

describe('what is written to the rows', () => {
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

  test('are the visits that nobody else has counted, in the order of the rows', async () => {
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
  test('where no feature counts them, that is a fault', async () => {
    await expect(save('topics', [[1, ['a']]], () => true)).rejects.toThrow('No feature counts views of topics')
  })
})
