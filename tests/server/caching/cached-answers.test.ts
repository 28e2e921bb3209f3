/**
 * Cache poisoning: whatever a client adds to a request, the shared response is byte-identical. Covers every page of the table and every
 * cached call, with unknown parameters, headers and hosts.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { apiRoutes } from '#app/registry.ts'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { PAGES } from '#features/pages/page-table.policy.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'
import { createWord } from '#tests/support/attacks/flood.ts'
import { sendRaw, type RawResponse } from '#tests/support/attacks/send-raw.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { isStreamed } from '#platform/contract/endpoint.ts'

/** Headers that belong to one response or connection. */
const OWN_HEADERS = new Set(['x-ratelimit-remaining', 'x-ratelimit-reset', 'date', 'x-request-id', 'connection', 'keep-alive'])
/** Path parameters with existing values of the demo content. */
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
const cachedPages: Cached[] = PAGES.map((page) => ({
  path: page.path.replace(/:\w+/, () => PARTS[page.path]?.[0] ?? '1'),
  known: parametersOf(page).names,
}))
const cachedCalls: Cached[] = apiRoutes
  .map(({ endpoint }) => endpoint)
  .filter((endpoint) => endpoint.method === 'GET' && endpoint.access === 'public' && !isStreamed(endpoint))
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

/** Returns the response without the headers that differ in each response. */
const readShared = ({ status, headers, text }: RawResponse) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !OWN_HEADERS.has(name))),
  body: text.slice(text.indexOf('\r\n\r\n')),
})

/** Seeded pseudo-random numbers. */
function* createRandom(seed: number): Generator<number, never> {
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
const pick = <T>(of: readonly T[], random: Iterator<number, never>): T => of[Math.floor(random.next().value * of.length)] as T

/** Adds headers and unknown parameters that must not affect the response. */
function addStrangeness({ path, known }: Cached, random: Iterator<number, never>): Asked {
  const strange = () => createWord(Math.floor(random.next().value * 1e6), 6)
  const names = [
    strange(),
    ...known.map((name) => name.toUpperCase()),
    ...known.map((name) => `${name}[]`),
    '__proto__',
    'constructor',
    'utm_source',
  ]
  const unknown = names.filter((name) => !known.includes(name))
  const added = Array.from({ length: 1 + Math.floor(random.next().value * 4) }, () => `${pick(unknown, random)}=${strange()}`)
  const headers = Array.from({ length: 3 }, () => pick(STRANGE_HEADERS, random))
  return { path: `${path}${path.includes('?') ? '&' : '?'}${added.join('&')}`, headers: [...new Set(headers)] }
}

const ROUNDS = 6
/** Invalidates all cached responses. */
function invalidateAll(): void {
  installation.built.caches.invalidate(installation.main.id, ['settings'])
}

describe('additions of one client do not appear in responses to others', () => {
  beforeAll(async () => {
    await installation.start({ pages: true, listens: true, publicUrl: 'http://localhost', trustProxy: false })
    url = `http://localhost:${installation.port}`
  })
  const all = [...cachedPages, ...cachedCalls, ...FEEDS.map((path) => ({ path, known: [] }))]
  test('nearly all URLs of the test exist', async () => {
    expect(cachedPages.length).toBeGreaterThan(20)
    expect(cachedCalls.length).toBeGreaterThan(20)
    const statuses = await Promise.all(all.map(async ({ path }) => [(await ask({ path })).status, path] as const))
    const missing = statuses.filter(([status]) => status !== 200).map(([status, path]) => `${status} ${path}`)
    expect(missing.length, missing.join('\n')).toBeLessThan(16)
  })
  test.each(all.map((one, seed) => [one.path, one, seed] as const))('for %s', async (path, cached, seed) => {
    const random = createRandom(seed + 1)
    invalidateAll()
    const own = readShared(await ask({ path }))
    for (let round = 0; round < ROUNDS; round++) {
      const strange = addStrangeness(cached, random)
      // The strange request comes first, so that its response is the one that gets cached.
      invalidateAll()
      expect(readShared(await ask(strange)), JSON.stringify(strange)).toEqual(own)
      expect(readShared(await ask({ path })), JSON.stringify(strange)).toEqual(own)
    }
    expect(JSON.stringify(own)).not.toMatch(/evil\.example/)
  })

  test('port, trailing dot and case of the host do not change the response', async () => {
    for (const path of ['/', '/about', '/api/products?perPage=3', '/feed.xml']) {
      const own = readShared(await ask({ path, host: 'localhost' }))
      for (const host of ['LOCALHOST', 'localhost.', 'localhost:99', 'LocalHost.:80'])
        expect(readShared(await ask({ path, host })), host + path).toEqual(own)
    }
  })

  test('a repeated known parameter does not change the response to a single one', async () => {
    // By day a ninth of the URLs, at night all.
    for (const { path, known } of all.filter((_, at) => isNightly || at % 9 === 0)) {
      for (const name of known) {
        invalidateAll()
        const twice = ask({ path: `${path}?${name}=1&${name}=2` })
        const joined = ask({ path: `${path}?${name}=1%2C2` })
        const [, own] = await Promise.all([twice, joined])
        invalidateAll()
        expect(readShared(await ask({ path: `${path}?${name}=1%2C2` })), `${path} ${name}`).toEqual(readShared(own))
      }
    }
  })
})

describe('without PUBLIC_URL', () => {
  beforeAll(async () => {
    await installation.start({ pages: true, listens: true, trustProxy: false })
    url = `http://localhost:${installation.port}`
  })
  test('responses to a made-up host are neither cached nor served to others', async () => {
    const paths = ['/', '/about', '/articles', '/api/products?perPage=3', '/feed.xml', '/sitemap.xml', '/api/openapi.json']
    const own = await Promise.all(paths.map(async (path) => readShared(await ask({ path }))))
    const { entries } = installation.built.responseCache.size
    const data = installation.built.dataCache.size
    for (const host of ['evil.example', 'evil.sustainable-tech.evil.example', '192.0.2.1', 'localhost.evil.example'])
      for (const path of paths) expect((await ask({ path, host })).status, path).toBe(200)
    expect(installation.built.responseCache.size.entries).toBe(entries)
    expect(installation.built.dataCache.size).toEqual(data)
    for (const [at, path] of paths.entries()) expect(readShared(await ask({ path }))).toEqual(own[at])
  })
})
