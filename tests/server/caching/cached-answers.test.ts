/**
 * Whatever a stranger adds to a request, the answer that is kept for everybody is the same to the byte: over every page of the table
 * and every call that is kept, with parameters, headers and hosts that nobody knows.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { wordOf } from '#tests/support/attacks/flood.ts'
import { sendRaw, type RawResponse } from '#tests/support/attacks/send-raw.ts'
import { isNightly } from '#tests/support/run-mode.ts'

/** Said of one answer alone, or of the connection. */
const OWN_HEADERS = new Set(['x-ratelimit-remaining', 'x-ratelimit-reset', 'date', 'x-request-id', 'connection', 'keep-alive'])
/** What stands in a path, where something of the demo has that name. */
const PARTS: Record<string, readonly string[]> = {
  '/articles/:slug': ['winter-range'],
  '/articles/expert/:id': ['1'],
  '/forum/:id': ['2'],
  '/products/:slug': ['wayside-post-7'],
  '/enquiry/:slug': ['wayside-post-7'],
  '/category/:slug': ['green-living'],
  '/today/:slug': ['cap.electricity'],
  '/user/:id': ['2'],
  '/tools/:slug': ['solar'],
}
const FEEDS = [
  '/feed.xml',
  '/feed.atom',
  '/feed.json',
  '/category/green-living/feed.xml',
  '/forum/2/feed.atom',
  '/today/feed.json',
  '/sitemap.xml',
  '/api/openapi.json',
  '/api/docs',
]

interface Cached {
  path: string
  known: readonly string[]
}
const pageAddresses: Cached[] = PAGES.map((page) => ({
  path: page.path.replace(/:\w+/, () => PARTS[page.path]?.[0] ?? '1'),
  known: parametersOf(page).names,
}))
const callAddresses: Cached[] = apiRoutes
  .map(({ endpoint }) => endpoint)
  .filter(({ method, access, contentType }) => method === 'GET' && access === 'public' && contentType !== 'application/zip')
  .map(({ path, query }) => ({
    path: path.replaceAll(/:(\w+)/g, (_, name: string) =>
      /slug/i.test(name) ? slugOf(path) : path.startsWith('/api/figures') ? 'cap.electricity' : name === 'tool' ? 'supply' : '2',
    ),
    known: 'shape' in query ? Object.keys(query.shape ?? {}) : [],
  }))
function slugOf(path: string): string {
  if (path.startsWith('/api/products')) return 'wayside-post-7'
  return path.startsWith('/api/articles/') && !path.includes('category') ? 'winter-range' : 'green-living'
}

let installation: TestInstallation
let url: string
beforeAll(async () => {
  installation = await openTestInstallation({ content: 'demo' })
})
afterAll(() => installation.close())

interface Asked {
  path: string
  host?: string
  headers?: readonly string[]
}
const ask = ({ path, host = new URL(url).host, headers = [] }: Asked): Promise<RawResponse> =>
  sendRaw(url, `GET ${path} HTTP/1.1\r\n${[`Host: ${host}`, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`)

/** All of an answer but what is said of this one alone. */
const readShared = ({ status, headers, text }: RawResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
  body: text.slice(text.indexOf('\r\n\r\n')),
})

/** Chance that is the same each time. */
function* createChance(seed: number): Generator<number, never> {
  for (let state = seed; ;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    yield state / 2 ** 32
  }
}

const STRANGE_HEADERS = [
  'X-Forwarded-Host: evil.example',
  'X-Forwarded-Proto: https',
  'X-Forwarded-Port: 444',
  'X-Forwarded-Prefix: /evil',
  'X-Forwarded-For: 192.0.2.9',
  'Forwarded: host=evil.example;proto=https',
  'X-Original-URL: /admin',
  'X-Rewrite-URL: /admin',
  'X-HTTP-Method-Override: DELETE',
  'X-Host: evil.example',
  'X-Forwarded-Server: evil.example',
  'Accept-Language: de-DE,de;q=0.9',
  'Accept: application/json',
  'Cookie: theme=evil; lang=de; sessions=1',
  'Origin: https://evil.example',
  'Referer: https://evil.example/',
  'User-Agent: <script>alert(1)</script>',
  'Range: bytes=0-10',
  'If-Modified-Since: Thu, 01 Jan 1970 00:00:00 GMT',
  'Idempotency-Key: evil-evil-evil-evil',
  'Authorization: Bearer evil',
  'X-Requested-With: evil',
  'Cache-Control: no-cache',
  'DNT: 1',
]
const pick = <T>(of: readonly T[], chance: Iterator<number, never>): T => of[Math.floor(chance.next().value * of.length)] as T

/** The same request with something added that must not count. Its parameters are none that the answer depends on. */
function addStrangeness({ path, known }: Cached, chance: Iterator<number, never>): Asked {
  const strange = () => wordOf(Math.floor(chance.next().value * 1e6), 6)
  const names = [
    strange(),
    ...known.map((name) => name.toUpperCase()),
    ...known.map((name) => `${name}[]`),
    '__proto__',
    'constructor',
    'utm_source',
  ]
  const unknown = names.filter((name) => !known.includes(name))
  const added = Array.from({ length: 1 + Math.floor(chance.next().value * 4) }, () => `${pick(unknown, chance)}=${strange()}`)
  const headers = Array.from({ length: 3 }, () => pick(STRANGE_HEADERS, chance))
  return { path: `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`, headers: [...new Set(headers)] }
}

const ROUNDS = 6
/** Nothing is kept any more. */
function forgetAll(): void {
  installation.built.caches.invalidate(installation.main.id, ['settings'])
}

describe('nothing that a stranger adds is in what the others get', () => {
  beforeAll(async () => {
    await installation.start({ pages: true, listens: true, publicUrl: 'http://localhost', trustProxy: false })
    url = `http://localhost:${installation.port}`
  })
  const all = [...pageAddresses, ...callAddresses, ...FEEDS.map((path) => ({ path, known: [] }))]
  test('all of them are tried, and nearly all are there', async () => {
    expect([pageAddresses.length > 20, callAddresses.length > 20]).toEqual([true, true])
    const statuses = await Promise.all(all.map(async ({ path }) => [(await ask({ path })).status, path] as const))
    expect(statuses.filter(([status]) => status !== 200).map(([, path]) => path).length).toBeLessThan(13)
  })
  test.each(all.map((one, seed) => [one.path, one, seed] as const))('%s', async (path, address, seed) => {
    const chance = createChance(seed + 1)
    forgetAll()
    const own = readShared(await ask({ path }))
    for (let round = 0; round < ROUNDS; round++) {
      const strange = addStrangeness(address, chance)
      // The stranger comes first: what is made for them is what the others get.
      forgetAll()
      expect(readShared(await ask(strange)), JSON.stringify(strange)).toEqual(own)
      expect(readShared(await ask({ path })), JSON.stringify(strange)).toEqual(own)
    }
    expect(JSON.stringify(own)).not.toMatch(/evil\.example/)
  })

  test('a port, a last dot and capitals in the host make no other answer', async () => {
    for (const path of ['/', '/about', '/api/products?perPage=3', '/feed.xml']) {
      const own = readShared(await ask({ path, host: 'localhost' }))
      for (const host of ['LOCALHOST', 'localhost.', 'localhost:99', 'LocalHost.:80'])
        expect(readShared(await ask({ path, host })), host + path).toEqual(own)
    }
  })

  test('a known parameter that is given twice leaves the answer to one of them as it is', async () => {
    // By day a ninth of the addresses, at night all of them.
    for (const { path, known } of all.filter((_, at) => isNightly || at % 9 === 0)) {
      for (const name of known) {
        forgetAll()
        const twice = ask({ path: `${path}?${name}=1&${name}=2` })
        const joined = ask({ path: `${path}?${name}=1%2C2` })
        const [, own] = await Promise.all([twice, joined])
        forgetAll()
        expect(readShared(await ask({ path: `${path}?${name}=1%2C2` })), `${path} ${name}`).toEqual(readShared(own))
      }
    }
  })
})

describe('as long as the site does not know its own name', () => {
  beforeAll(async () => {
    await installation.start({ pages: true, listens: true, trustProxy: false })
    url = `http://localhost:${installation.port}`
  })
  test('what is made for a made-up host is for nobody else, and is not kept', async () => {
    const paths = ['/', '/about', '/articles', '/api/products?perPage=3', '/feed.xml', '/sitemap.xml', '/api/openapi.json']
    const own = await Promise.all(paths.map(async (path) => readShared(await ask({ path }))))
    const { entries } = installation.built.responseCache.size
    const data = installation.built.dataCache.size
    for (const host of ['evil.example', 'evil.sustainable-tech.evil.example', '192.0.2.1', 'localhost.evil.example'])
      for (const path of paths) expect([path, (await ask({ path, host })).status]).toEqual([path, 200])
    expect(installation.built.responseCache.size.entries).toBe(entries)
    expect(installation.built.dataCache.size).toEqual(data)
    for (const [at, path] of paths.entries()) expect(readShared(await ask({ path }))).toEqual(own[at])
  })
})
