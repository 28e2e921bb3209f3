/**
 * Nobody holds the request's thread: every endpoint is called with the worst that its contract lets in, by everybody who may call it,
 * and so are the pages that show it. What counts is the time that this thread computes, beside that for plain words of the same length.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { BuiltApp } from '#app/build-app.ts'
import { apiRoutes } from '#app/registry.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/context.ts'
import type { Endpoint } from '#platform/endpoint.ts'
import { singleSiteDirectory } from '#platform/site-directory.ts'
import { ATTACKS, plainWords } from './support/attack-corpus.ts'
import { worstBody, type Schema } from './support/worst-body.ts'
import { isNightly } from './support/run-mode.ts'
import { buildTestApp, openTestSites, type TestSites } from './support/test-site.ts'

/** What a call may compute beyond any comparison, on a machine of today. */
const FREE_MS = 50
/** As often as the same call with plain words, or as the free time: a slow machine is slow with both. */
const MAX_TIMES = 6
const TRIES = 4

let home: TestSites
let built: BuiltApp
let viewer: Viewer | null = null
const people: Record<string, Viewer | null> = { guest: null }
let address = 0

beforeAll(async () => {
  home = await openTestSites({ content: 'demo' })
  built = await buildTestApp({ sites: singleSiteDirectory(home.main), pages: true, actAs: () => viewer })
  await built.app.ready()
  const ctx: Context = { site: home.main, db: home.main.db, viewer: null, log: built.app.log }
  people['member'] = await makeUser(ctx)
  people['administrator'] = await makeUser(ctx, { isAdmin: true })
})
afterAll(async () => {
  await built.app.close()
  await home.close()
})

const STAT: any = {}
afterAll(() => {
  for (const [k, v] of Object.entries(STAT)) console.log('S', k, JSON.stringify(v))
})
interface Call {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  url: string
  payload?: string | Buffer | undefined
  headers?: Record<string, string>
}

/** How long this thread computes over a call; what it waits for, in other threads or on the disk, is not counted. */
async function heldMs({ payload, ...call }: Call): Promise<{ ms: number; status: number }> {
  address++
  const headers = {
    'x-forwarded-for': `10.${1 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`,
    ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    ...call.headers,
  }
  const before = process.threadCpuUsage()
  const { statusCode } = await built.app.inject({ ...call, headers, ...(payload === undefined ? {} : { payload }) })
  const { user, system } = process.threadCpuUsage(before)
  const k = `${call.method} ${call.url.split('?')[0]!.slice(0, 40)} ${viewer?.isAdmin ? 'A' : viewer ? 'M' : 'G'}`
  const e = (STAT[k] ??= {})
  e[statusCode] = (e[statusCode] ?? 0) + 1
  e['max'] = Math.max(e['max'] ?? 0, Math.round((user + system) / 1000))
  return { ms: (user + system) / 1000, status: statusCode }
}

interface Finding {
  what: string
  plainMs: number
  ms: number
}
const held: Finding[] = []

/** The least of some tries, as everything else on the machine only adds. @returns what is too much, for a list that a test holds empty */
async function compare(what: string, attack: () => Call, plain: () => Call): Promise<Finding[]> {
  let [ms, plainMs] = [Infinity, Infinity]
  for (let tried = 0; tried < TRIES; tried++) {
    ms = Math.min(ms, (await heldMs(attack())).ms)
    if (ms < FREE_MS) return []
    plainMs = Math.min(plainMs, (await heldMs(plain())).ms)
  }
  const finding = { what, plainMs: Math.round(plainMs), ms: Math.round(ms) }
  held.push(finding)
  return ms > MAX_TIMES * Math.max(FREE_MS, plainMs) ? [finding] : []
}

/** By day those that once took long, or stand for a kind; at night all. */
const DAILY = [
  ...['"!["', '"["', '"^[a"', '"> "', '"- "', '"`a``"', '"a@a.aa "', '"http://"', '"a\\u0301\\u0323"', '"1"', '"1,"', '" "', '" \\n"'],
  ...['"<"', '"&"', '"£1 "', '"1-2 "', '": "', '"/"', '"-"', '"a-"', '"\\n"', '"# a\\n"', '"a,b\\n"', '"\\t"', '"."', '"10 kWh "', '"a@"'],
  ...[
    'a wide table of short rows',
    'a large table',
    'headings of one name',
    'digits in bold in a quotation',
    'blanks and a word',
    'footnotes',
  ],
]
const attacks = [...ATTACKS].filter(([name]) => isNightly || DAILY.includes(name))

/** What a test needs of others is made anew for each call: addresses have numbers in them that exist. */
const pathOf = (path: string, words: string) =>
  path.replace(/:(\w+)/g, (_, name: string) => (/id$/i.test(name) ? '1' : encodeURIComponent(words.slice(0, 100))))

function callOf({ method, path, body, query, maxFileBytes, maxBodyBytes = 128 * 1024 }: Endpoint, text: (length: number) => string): Call {
  const asked = Object.entries(worstBody(schemaOf(query), text) as object).map(
    ([name, value]) => `${name}=${encodeURIComponent(String(value)).slice(0, 3000)}`,
  )
  const url = `${pathOf(path, text(100))}${asked.length ? `?${asked.join('&')}` : ''}`
  if (method === 'GET') return { method, url }
  if (maxFileBytes)
    return { method, url, payload: Buffer.from(text(Math.min(maxFileBytes, 1_000_000))), headers: { 'content-type': 'image/png' } }
  for (let share = 1; ; share /= 2) {
    const payload = JSON.stringify(worstBody(schemaOf(body), (length) => text(Math.floor(length * share))))
    if (Buffer.byteLength(payload) <= maxBodyBytes) return { method, url, payload }
  }
}

const schemaOf = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema

test('the daily attacks are in the corpus', () => {
  expect(DAILY.filter((name) => !ATTACKS.has(name))).toEqual([])
})

const order = { GET: 0, POST: 1, PATCH: 2, DELETE: 3 }
const endpoints = apiRoutes.map(({ endpoint }) => endpoint).toSorted((a, b) => order[a.method] - order[b.method])

test.each(endpoints.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))('%s', async (name, endpoint) => {
  const found: Finding[] = []
  for (const [who, person] of Object.entries(people)) {
    if ((endpoint.access !== 'public' && !person) || (endpoint.access === 'admin' && !person?.isAdmin)) continue
    viewer = person
    for (const [attack, text] of attacks)
      found.push(
        ...(await compare(
          `${name} as ${who}: ${attack}`,
          () => callOf(endpoint, text),
          () => callOf(endpoint, plainWords),
        )),
      )
  }
  expect(found).toEqual([])
})
