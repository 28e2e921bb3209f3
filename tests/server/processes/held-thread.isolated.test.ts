/**
 * No endpoint or page blocks the event loop: each is called with the worst input that its contract accepts, by everyone allowed to call
 * it. What counts is this thread's CPU time, compared with plain text of the same length.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { BuiltApp } from '#app/build-app.ts'
import { apiRoutes } from '#app/registry.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { EVENT_STREAM, type Endpoint } from '#platform/contract/endpoint.ts'
import { singleSiteDirectory } from '#platform/contract/site-directory.ts'
import { ATTACKS, plainWords } from '#tests/support/attack-corpus.ts'
import { fillSite } from '#tests/support/fill-site.ts'
import { largestBody, type Schema } from '#tests/support/worst-body.ts'
import { isNightly } from '#tests/support/run-mode.ts'
import { measureSlowness } from '#tests/support/slowness.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'

/** CPU time that is never a finding, on current hardware. */
const FREE_MS = 50
/** Maximum ratio to the same call with plain text, above a noise floor; a slow machine is slow with both. */
const MAX_TIMES = 6
const NOISE_MS = 15
const TRIES = 4
/** Ratio below which a call is not measured again. */
const SAME_TIMES = 2

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = null
const people: Record<string, Viewer | null> = { guest: null }
let callerNumber = 0

beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
  await built.app.ready()
  const ctx: Context = { site: home.main, db: home.main.db, viewer: null, log: built.app.log }
  if (isNightly) people['member'] = await makeUser(ctx)
  people['administrator'] = await makeUser(ctx, { isAdmin: true })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

afterAll(() => {
  if (isNightly) console.table(held)
})

interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  payload?: string | Buffer | undefined
  headers?: Record<string, string>
}

/** Sends a call and measures this thread's CPU time; waiting for other threads or the disk is not counted. */
async function send({ payload, ...call }: Call): Promise<{ ms: number; status: number; wrong: string[] }> {
  callerNumber++
  const headers = {
    'x-forwarded-for': `10.${1 + (callerNumber >> 16)}.${(callerNumber >> 8) & 255}.${callerNumber & 255}`,
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  }
  const before = process.threadCpuUsage()
  const { statusCode: status, body } = await built.app.inject({ ...call, headers, ...(payload === undefined ? {} : { payload }) })
  const { user, system } = process.threadCpuUsage(before)
  return { ms: (user + system) / 1000, status, wrong: status === 400 ? fieldsOf(body) : [] }
}

function fieldsOf(body: string): string[] {
  const { errors = [] } = JSON.parse(body) as { errors?: { path: string }[] }
  return errors.map(({ path }) => path.split('.').at(-1) ?? '')
}

interface Finding {
  what: string
  plainMs: number
  ms: number
}
const held: Finding[] = []

/** Compares the minimum of several tries, because other load only adds time. @returns the finding if the attack is too slow, or [] */
async function compare(what: string, attack: () => Call | Promise<Call>, plain: () => Call | Promise<Call>): Promise<Finding[]> {
  let [ms, plainMs] = [Infinity, Infinity]
  for (let tried = 0; tried < TRIES; tried++) {
    ms = Math.min(ms, (await send(await attack())).ms)
    if (ms < FREE_MS) return []
    plainMs = Math.min(plainMs, (await send(await plain())).ms)
    if (ms < SAME_TIMES * Math.max(NOISE_MS, plainMs)) return []
  }
  const finding = { what, plainMs: Math.round(plainMs), ms: Math.round(ms) }
  held.push(finding)
  return ms > MAX_TIMES * Math.max(NOISE_MS * measureSlowness(), plainMs) ? [finding] : []
}

/** By day one of each kind that once was slow; at night all. */
const DAILY = [
  '"!["',
  '"> "',
  '"1,"',
  '"a-"',
  '"# a\\n"',
  'a wide table of short rows',
  'headings of one name',
  'digits in bold in a quotation',
]
const attacks = [...ATTACKS].filter(([name]) => isNightly || DAILY.includes(name))

/** Fills the parameters of a path: ids are 1, other names come from the text. */
const pathOf = (path: string, text: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? '1' : encodeURIComponent(text.slice(0, 100))))

type Text = (length: number) => string
const BODY_LIMIT = 128 * 1024

function callOf(endpoint: Endpoint, text: Text, refused?: ReadonlyMap<string, number>): Call {
  const { method, path, body, query, maxFileBytes, maxBodyBytes = BODY_LIMIT } = endpoint
  const asked = Object.entries(largestBody(schemaOf(query), text, refused) as object).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).slice(0, 3000)}`,
  )
  const url = `${pathOf(path, text(100))}${asked.length ? `?${asked.join('&')}` : ''}`
  if (method === 'GET') return { method, url }
  if (maxFileBytes) return { method, url, payload: Buffer.from(text(1_000_000)), headers: { 'content-type': 'image/png' } }
  for (let share = 1; ; share /= 2) {
    // Some patterns have a fixed part that stays in.
    const part: Text = (length) => text(Math.floor(length * share)).slice(0, Math.ceil(length * share))
    const payload = JSON.stringify(largestBody(schemaOf(body), part, refused))
    if (Buffer.byteLength(payload) <= maxBodyBytes || share < SMALLEST_SHARE) return { method, url, payload }
  }
}

/** A body that is still too large consists of its lists, and is rejected by its size. */
const SMALLEST_SHARE = 1e-6

/** Repeats until the contract accepts the call: rejected input is parsed too, but accepted input goes further. */
async function settle(endpoint: Endpoint, text: Text): Promise<ReadonlyMap<string, number>> {
  const refused = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const { status, wrong } = await send(callOf(endpoint, text, refused))
    if (status !== 400 || wrong.length === 0) break
    for (const name of wrong) refused.set(name, (refused.get(name) ?? 0) + 1)
  }
  return refused
}
const ROUNDS = 6
/** Returns whether the text contains control characters, which single-line fields reject. */
const hasLines = (text: Text): boolean => /\p{Cc}/u.test(text(1000))

/** Multi-line texts are compared with multi-line plain text: ten thousand CSV rows take longer than one. */
const plainLines: Text = (length) => plainWords(length).replaceAll('. ', '.\n')

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

test('the daily attacks are in the corpus', () => {
  expect(DAILY.filter((name) => !ATTACKS.has(name))).toEqual([])
})

/** Endpoints with bodies of twenty megabytes are tested at night. */
const LONGEST_BY_DAY = 4 * 1024 * 1024
const order = { GET: 0, POST: 1, PATCH: 2, DELETE: 3 }
const endpoints = apiRoutes
  .map(({ endpoint }) => endpoint)
  .toSorted((a, b) => order[a.method] - order[b.method])
  .filter(({ contentType }) => contentType !== EVENT_STREAM)
  .filter(({ maxBodyBytes = 0 }) => isNightly || maxBodyBytes <= LONGEST_BY_DAY)
  .filter((_, at) => isNightly || at % 3 === 0)

/** By day every third endpoint is tested with one attack, in rotation. */
const IN_TURN = isNightly ? 1 : DAILY.length

test.each(endpoints.map((endpoint, at) => [`${endpoint.method} ${endpoint.path}`, endpoint, at] as const))(
  '%s does not block the event loop',
  async (name, endpoint, at) => {
    const found: Finding[] = []
    for (const [role, actor] of Object.entries(people)) {
      if ((endpoint.access !== 'public' && !actor) || (endpoint.access === 'admin' && !actor?.isAdmin)) continue
      viewer = actor
      const plain = await settle(endpoint, plainWords)
      const lines = await settle(endpoint, plainLines)
      // Endpoints that take only numbers get the same call for every attack.
      const tried = new Set<string>()
      for (const [attack, text] of attacks.filter((_, turn) => turn % IN_TURN === at % IN_TURN)) {
        const [baseline, refused] = hasLines(text) ? [plainLines, lines] : [plainWords, plain]
        const { url, payload = '' } = callOf(endpoint, text, refused)
        const call = `${url} ${payload.toString()}`
        if (tried.has(call)) continue
        tried.add(call)
        found.push(
          ...(await compare(
            `${name} as ${role}: ${attack}`,
            () => callOf(endpoint, text, refused),
            () => callOf(endpoint, baseline, refused),
          )),
        )
      }
    }
    expect(found).toEqual([])
  },
  isNightly ? 600_000 : undefined,
)

// Pages, feeds and lists that show long texts. Each test fills the site with many of them; the administrator bypasses the cache.
test.each(isNightly ? attacks : [])('pages that show %s do not block the event loop', async (name, text) => {
  viewer = people['administrator'] ?? null
  const found: Finding[] = []
  const bad = await fillSite(built.app, text)
  for (const [at, first] of bad.entries()) {
    // A second request would read warm memory: each attempt renders texts that were never rendered before.
    let url: string | undefined = first
    const attack = async (): Promise<Call> => {
      const call = { method: 'GET', url: url ?? (await fillSite(built.app, text))[at] ?? '' } as const
      url = undefined
      return call
    }
    const plain = async (): Promise<Call> => ({ method: 'GET', url: (await fillSite(built.app, plainWords))[at] ?? '' })
    found.push(...(await compare(`${first}: ${name}`, attack, plain)))
  }
  expect(found).toEqual([])
})

// Input outside the body: URLs, headers, malformed JSON.
test.each(attacks.filter((_, turn) => isNightly || turn % 6 === 0))(
  'requests made of %s do not block the event loop',
  async (name, text) => {
    viewer = null
    const inHeader = (length: number) => text(length).replaceAll(/[^\x20-\x7e]/g, '~')
    const inPath = (length: number) => encodeURI(text(length)).slice(0, length).replace(/%.?$/, '')
    const headers = ['cookie', 'accept-encoding', 'accept', 'accept-language', 'user-agent', 'referer', 'if-none-match', 'range', 'origin']
    const shapes = (words: Text): [string, Call][] => {
      const [header, path] =
        words === plainWords
          ? [plainWords, (length: number) => encodeURI(plainWords(length)).slice(0, length).replace(/%.?$/, '')]
          : [inHeader, inPath]
      return [
        ...headers.map((one): [string, Call] => [one, { method: 'GET', url: '/articles', headers: { [one]: header(14_000) } }]),
        ['x-forwarded-for', { method: 'GET', url: '/articles', headers: { 'x-forwarded-for': header(14_000) } }],
        ['content-type', { method: 'POST', url: '/api/forums', payload: '{}', headers: { 'content-type': header(14_000) } }],
        ['path', { method: 'GET', url: `/${path(14_000)}` }],
        ['page', { method: 'GET', url: `/articles/${path(14_000)}` }],
        ['art', { method: 'GET', url: `/art/${path(14_000)}.svg` }],
        ['share', { method: 'GET', url: `/share/article/${path(14_000)}.png` }],
        ['query', { method: 'GET', url: `/products?${path(14_000)}` }],
        [
          'parameters',
          {
            method: 'GET',
            url: `/products?search=${encodeURIComponent(words(100))}&category=${encodeURIComponent(words(100))}&${path(12_000)}`,
          },
        ],
        ['body', { method: 'POST', url: '/api/forums', payload: words(BODY_LIMIT - 100) }],
        [
          'form',
          {
            method: 'POST',
            url: '/forum',
            payload: words(BODY_LIMIT - 100),
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          },
        ],
      ]
    }
    const plain = new Map(shapes(plainWords))
    const found: Finding[] = []
    for (const [where, call] of shapes(text))
      found.push(
        ...(await compare(
          `${where}: ${name}`,
          () => call,
          () => plain.get(where) ?? call,
        )),
      )
    expect(found).toEqual([])
  },
)

test.each([
  ['nested arrays', '['.repeat(60_000) + ']'.repeat(60_000)],
  ['nested objects', '{"a":'.repeat(20_000) + '1' + '}'.repeat(20_000)],
  ['many names', `{${Array.from({ length: 9000 }, (_, n) => `"k${n}":1`).join(',')}}`],
  ['many numbers', `[${'1,'.repeat(60_000)}1]`],
  ['a long number', `{"categoryId":${'9'.repeat(120_000)}}`],
  ['escapes', `{"title":"${'\\u0000'.repeat(20_000)}"}`],
  ['a nesting in a text', `{"title":${'['.repeat(50_000)}${']'.repeat(50_000)},"content":${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}}`],
])('JSON of %s does not block the event loop', async (name, payload) => {
  viewer = null
  const plain = JSON.stringify({ title: plainWords(200), content: plainWords(100_000) })
  for (const url of ['/api/forums', '/api/sign-in', '/api/enquiries', '/api/nowhere'])
    expect(
      await compare(
        `${url}: ${name}`,
        () => ({ method: 'POST', url, payload }),
        () => ({ method: 'POST', url, payload: plain }),
      ),
    ).toEqual([])
})
