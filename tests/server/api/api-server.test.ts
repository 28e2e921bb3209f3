/** Behaviour common to all API calls, over HTTP and in process, tested with minimal endpoints. */
import { Readable } from 'node:stream'
import { gunzipSync } from 'node:zlib'
import rateLimit from '@fastify/rate-limit'
import fastify, { type FastifyInstance, type InjectOptions } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addReadDependencies, addWriteDependencies, createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { idempotencyStore } from '#features/idempotency/idempotency.service.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { ApiError } from '#platform/client/api.client.ts'
import { registerRoutes, type RateLimiters } from '#platform/http/api-server.ts'
import { indexRoutes, inProcessTransport, type CachedData } from '#platform/http/in-process-transport.ts'
import type { Context, ViewedItem, Viewer } from '#platform/contract/context.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { EventStreams } from '#platform/http/event-streams.ts'
import { registerErrorHandler } from '#platform/http/error-handler.ts'
import { badRequest, tooManyRequests } from '#platform/contract/errors.ts'
import { ResponseCache } from '#platform/cache/response-cache.ts'
import { route } from '#platform/contract/route.ts'
import { CacheGroup } from '#platform/cache/cache-group.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import { z } from '#platform/contract/zod.ts'

const caches = new CacheGroup()

const ORIGIN = 'https://example.org'
const MEMBER: Viewer = { id: 7, isAdmin: false }
const ADMIN: Viewer = { id: 1, isAdmin: true }
const Thing = z.object({ name: z.string() })
const Nothing = z.object({})
const TOPIC: ViewedItem = { table: 'topics', id: 5 }
const json = { response: Thing, summary: '' }

/** The handler calls, in order. */
let calls: { path: string; ctx: Context; input: { query: unknown; body: unknown } }[] = []
const record = <I extends { query: unknown; body: unknown }>(path: string, ctx: Context, input: I) => void calls.push({ path, ctx, input })
const number = () => ({ name: `call ${calls.length}` })

const routes = [
  route(
    endpoint('GET /api/things', {
      summary: '',
      query: z.object({ page: z.coerce.number().default(1), perPage: z.coerce.number().default(10) }),
      response: z.array(Thing),
      list: true,
    }),
    async (ctx, input) => {
      record('/api/things', ctx, input)
      addReadDependencies(['topics', 'products:id=5'])
      return { items: [number()], total: 30 }
    },
  ),
  route(endpoint('GET /api/things/:id', { ...json, params: z.object({ id: z.coerce.number() }) }), async (ctx, input) => {
    record('/api/things/:id', ctx, input)
    addReadDependencies(['topics'])
    ctx.recordView?.(TOPIC)
    ctx.headers?.set('x-thing', String(input.params.id))
    return number()
  }),
  ...(['member', 'storable', 'private'] as const).map((kind) =>
    route(
      endpoint(`GET /api/${kind}`, {
        ...json,
        access: kind === 'private' ? 'public' : 'member',
        isStorable: kind === 'storable',
        isPrivate: kind === 'private',
      }),
      async (ctx, input) => (record(`/api/${kind}`, ctx, input), number()),
    ),
  ),
  route(endpoint('GET /api/list.csv', { summary: '', response: z.string(), contentType: 'text/csv' }), async () => 'a,b\n'),
  route(endpoint('GET /api/own.json', { ...json, contentType: 'application/json' }), async () => ({ name: 'Kettle' })),
  route(
    endpoint('GET /api/all.zip', { summary: '', response: z.unknown(), contentType: 'application/zip' }),
    async ({ headers }) => (headers?.set('content-disposition', 'attachment'), Readable.from([Buffer.from('zip')])),
  ),
  route(
    endpoint('POST /api/things', { ...json, body: z.object({ does: z.string().optional() }), maxBodyBytes: 60 }),
    async (ctx, input) => {
      record('POST /api/things', ctx, input)
      if (input.body.does !== 'nothing') addWriteDependencies(['topics:id=5', 'secrets', 'articles'])
      if (input.body.does === 'fail') throw badRequest('Too bad.', [{ path: 'does', message: 'Bad.' }])
      if (input.body.does === 'find') ctx.headers?.status?.(200)
      ctx.headers?.set('x-made', 'yes')
      return number()
    },
  ),
  route(endpoint('DELETE /api/things/:id', { summary: '', response: Nothing }), async () => ({})),
  route(endpoint('POST /api/look', { summary: '', response: Nothing, hasNoEffectOnReads: true }), async () => ({})),
  route(
    endpoint('POST /api/picture', {
      ...json,
      body: z.instanceof(Buffer),
      access: 'member',
      feature: 'forums',
      maxFileBytes: 50,
    }),
    async (_ctx, { body }) => ({ name: `${body.length} bytes` }),
  ),
  route(endpoint('POST /api/limited', { summary: '', response: Nothing, rateLimit: { max: 2, minutes: 3 } }), async () => ({})),
  route(endpoint('GET /api/fail', { ...json }), async (_ctx) => {
    throw failure
  }),
]
let failure: unknown

let opened: TestSites
let app: FastifyInstance
let limiters: RateLimiters
let cache: ResponseCache
let viewer: Viewer | null
let notified: unknown[]
const logged: [object, string][] = []
const contextOf = (): Context => ({
  site: opened.main,
  db: opened.main.db,
  viewer,
  log: { info() {}, warn() {}, error: (about, message) => void logged.push([about, message]) },
})
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty' })
  app = fastify()
  registerErrorHandler(app)
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => tooManyRequests('rate.limited', 60) })
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { ctx: contextOf(), origin: ORIGIN, isOriginKnown: true })
  })
  cache = new ResponseCache(caches)
  limiters = registerRoutes(app, routes, {
    responseCache: cache,
    invalidate(site, tables) {
      notified.push(['invalidate', site.id, [...tables]])
      caches.invalidate(site.id, tables)
    },
    eventStreams: new EventStreams(DEFAULT_LIMITS.live),
    secretTables: new Set(['secrets']),
    callerKey: ({ headers }) => String(headers['x-caller']),
    recordView: (_request, viewed) => void notified.push(['viewed', viewed]),
    onTablesWritten: (site, tables) => void notified.push(['written', site.id, [...tables]]),
    idempotency: idempotencyStore,
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await opened.close()
})
beforeEach(() => {
  viewer = null
  calls = []
  notified = []
  logged.length = 0
  caches.invalidate(opened.main.id, ['settings'])
})

async function ask(url: string, options: InjectOptions = {}) {
  const { statusCode, headers, payload, rawPayload } = await app.inject({ url, ...options })
  const { connection: _connection, date: _date, ...rest } = headers
  return { status: statusCode, headers: rest, text: payload, bytes: rawPayload }
}
const post = (url: string, payload: object | string = {}, more: InjectOptions = {}) => ask(url, { method: 'POST', payload, ...more })
const ETAG = expect.stringMatching(/^W\/".+"$/)
const JSON_TYPE = 'application/json; charset=utf-8'
const VARY = 'accept-encoding, cookie'

describe('a read', () => {
  test('of a list has its total count, pagination links and the tables that it read', async () => {
    const link = (page: number, rel: string) => `<${ORIGIN}/api/things?page=${page}&perPage=10>; rel="${rel}"`
    expect(await ask('/api/things?page=2')).toMatchObject({
      status: 200,
      text: '[{"name":"call 1"}]',
      headers: {
        'content-type': JSON_TYPE,
        'cache-control': 'no-cache',
        'content-length': '19',
        'x-total-count': '30',
        link: [link(1, 'first'), link(1, 'prev'), link(3, 'next'), link(3, 'last')].join(', '),
        'x-read-tables': 'products,settings,topics',
        etag: ETAG,
        vary: VARY,
      },
    })
  })

  test('is cached by known parameters, and recomputed after an invalidation of its dependencies', async () => {
    const texts = async (...urls: string[]) => (await Promise.all(urls.map((url) => ask(url)))).map(({ text }) => text)
    const [first] = await texts('/api/things?page=2')
    expect(await texts('/api/things?page=2&x=1', '/api/things?x=2&page=2')).toEqual([first, first])
    expect(await texts('/api/things?page=3')).not.toEqual([first])
    expect(calls.map(({ input }) => input.query)).toEqual([
      { page: 2, perPage: 10 },
      { page: 3, perPage: 10 },
    ])
    caches.invalidate(opened.main.id, ['products'])
    expect(await texts('/api/things?page=2')).toEqual([first])
    caches.invalidate(opened.main.id, ['products:id=5'])
    expect(await texts('/api/things?page=2')).not.toEqual([first])
  })

  test('records the view each time, and has the headers of its service, also from the cache', async () => {
    expect((await ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect((await ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect(calls).toHaveLength(1)
    expect(notified).toEqual([
      ['viewed', TOPIC],
      ['viewed', TOPIC],
    ])
  })

  test('with a matching ETag returns 304 with the caching headers', async () => {
    const { headers } = await ask('/api/things')
    const again = await ask('/api/things', { headers: { 'if-none-match': String(headers['etag']) } })
    expect(again).toMatchObject({ status: 304, text: '' })
    const { 'content-type': _type, 'content-length': _length, ...cachingHeaders } = headers
    expect(again.headers).toEqual(cachingHeaders)
    expect(again.headers).toMatchObject({ etag: headers['etag'], 'cache-control': 'no-cache', vary: VARY })
    viewer = MEMBER
    calls = []
    const own = await ask('/api/storable')
    calls = []
    expect((await ask('/api/storable', { headers: { 'if-none-match': String(own.headers['etag']) } })).headers).toEqual({
      etag: own.headers['etag'],
      'cache-control': 'private, no-cache',
      'x-read-tables': own.headers['x-read-tables'],
      vary: VARY,
    })
  })

  test('is compressed as the client accepts', async () => {
    const { headers, bytes } = await ask('/api/things', { headers: { 'accept-encoding': 'gzip' } })
    expect(headers['content-encoding']).toBe('gzip')
    expect(headers['content-length']).toEqual(String(bytes.length))
    expect(gunzipSync(bytes).toString()).toBe('[{"name":"call 1"}]')
  })

  test.each<[url: string, actor: Viewer | null, caching: string, times: number]>([
    ['/api/things/5', null, 'no-cache', 1],
    ['/api/things/5', MEMBER, 'private, no-cache', 2],
    ['/api/private', null, 'no-store', 2],
    ['/api/private', MEMBER, 'no-store', 2],
    ['/api/member', MEMBER, 'no-store', 2],
    ['/api/storable', MEMBER, 'private, no-cache', 2],
  ])('%s for %j has the right Cache-Control', async (url, actor, caching, times) => {
    viewer = actor
    expect((await ask(url)).headers['cache-control']).toBe(caching)
    expect((await ask(url)).headers['cache-control']).toBe(caching)
    expect(calls).toHaveLength(times)
  })

  test('of a file returns its content and type', async () => {
    expect(await ask('/api/list.csv')).toMatchObject({ text: 'a,b\n', headers: { 'content-type': 'text/csv' } })
    expect(await ask('/api/own.json')).toMatchObject({
      text: '{\n  "name": "Kettle"\n}\n',
      headers: { 'content-type': 'application/json' },
    })
    const zip = await ask('/api/all.zip')
    expect(zip).toMatchObject({ text: 'zip', headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' } })
    expect(zip.headers).not.toHaveProperty('etag')
    expect(notified).toHaveLength(2)
  })
})

describe('a write', () => {
  test('reports the tables written, and invalidates what depends on them', async () => {
    const before = await ask('/api/things')
    notified = []
    const answer = await post('/api/things')
    expect(answer).toMatchObject({
      status: 201,
      text: '{"name":"call 2"}',
      headers: {
        'content-type': JSON_TYPE,
        'x-made': 'yes',
        'x-written-tables': 'articles,topics',
        'set-cookie': '__Host-fresh=1; Path=/; Max-Age=60; HttpOnly; SameSite=Lax; Secure',
      },
    })
    const tables = ['topics:id=5', 'secrets', 'articles']
    expect(notified).toEqual([
      ['invalidate', opened.main.id, tables],
      ['written', opened.main.id, tables],
    ])
    caches.invalidate(opened.main.id, ['topics'])
    expect((await ask('/api/things')).text).not.toBe(before.text)
  })

  test('that fails still invalidates', async () => {
    const { status, headers } = await post('/api/things', { does: 'fail' })
    expect(status).toBe(400)
    expect(headers['x-written-tables']).toBeUndefined()
    expect(headers['set-cookie']).toBeUndefined()
    expect(notified.map((one) => (one as string[])[0])).toEqual(['invalidate', 'written'])
  })

  test('that changes nothing invalidates nothing', async () => {
    const { status, headers } = await post('/api/things', { does: 'nothing' })
    expect(status).toBe(201)
    expect(headers['x-written-tables']).toBeUndefined()
    expect(notified).toEqual([])
  })

  test('that finds an existing item returns 200', async () => {
    expect((await post('/api/things', { does: 'find' })).status).toBe(200)
  })

  test('reports secret tables to administrators only', async () => {
    viewer = ADMIN
    expect((await post('/api/things')).headers['x-written-tables']).toBe('articles,secrets,topics')
    viewer = MEMBER
    expect((await post('/api/things')).headers['x-written-tables']).toBe('articles,topics')
  })

  test('sets the fresh cookie for visitors, and for members only with several processes', async () => {
    const isMarked = async (url: string, actor: Viewer | null) => {
      viewer = actor
      return 'set-cookie' in (await post(url)).headers
    }
    expect(await isMarked('/api/things', null)).toBe(true)
    expect(await isMarked('/api/look', null)).toBe(false)
    expect(await isMarked('/api/things', MEMBER)).toEqual(opened.engine.name !== 'sqlite')
  })

  test.each([
    ['application/json', 201],
    ['Application/JSON; charset=utf-8', 201],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('with content type %s returns %i', async (type, status) => {
    const answer = await post('/api/things', '{}', { headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    const refusal = { message: 'Send JSON with the content type application/json.', code: 'request.not_json' }
    expect(JSON.parse(answer.text)).toMatchObject(status === 415 ? refusal : {})
  })

  test('requires a body, except for a deletion', async () => {
    expect((await ask('/api/things', { method: 'POST' })).status).toBe(415)
    expect((await ask('/api/things/5', { method: 'DELETE' })).status).toBe(200)
  })

  test('accepts a body up to the contract’s limit', async () => {
    const of = (length: number) => `{"does":"${'x'.repeat(length - 11)}"}`
    const json = { headers: { 'content-type': 'application/json' } }
    expect((await post('/api/things', of(60), json)).status).toBe(201)
    expect((await post('/api/things', of(61), json)).status).toBe(413)
    expect((await post('/api/look', of(1000), json)).status).toBe(201)
  })
})

describe('an upload', () => {
  const send = (type: string, length = 50) => post('/api/picture', 'x'.repeat(length), { headers: { 'content-type': type } })
  test('is rejected before it is read, by permission, size and type', async () => {
    const answers: [number, string][] = []
    const note = async ({ status, text }: { status: number; text: string }) =>
      void answers.push([status, (JSON.parse(text) as { code?: string; name?: string }).code ?? JSON.parse(text).name])
    await note(await send('image/png'))
    viewer = MEMBER
    await note(await send('image/png', 51))
    await note(await send('application/json'))
    await note(await send('x-image/png'))
    await note(await send('IMAGE/png'))
    const { features } = opened.main.settings
    opened.main.settings.features = { ...features, forums: false }
    viewer = null
    await note(await send('text/plain'))
    opened.main.settings.features = features
    expect(answers).toEqual([
      [401, 'auth.sign_in_needed'],
      [413, 'request.too_large'],
      [415, 'request.not_a_file'],
      [415, 'request.not_a_file'],
      [201, '50 bytes'],
      [404, 'page.not_found'],
    ])
  })
})

test('a rate limit counts each caller separately, with one store per endpoint', async () => {
  const limited = async (caller: string) => {
    const { status, headers } = await post('/api/limited', {}, { headers: { 'x-caller': caller } })
    return { status, limit: headers['x-ratelimit-limit'], remaining: headers['x-ratelimit-remaining'] }
  }
  expect(await limited('a')).toEqual({ status: 201, limit: '2', remaining: '1' })
  expect(await limited('a')).toEqual({ status: 201, limit: '2', remaining: '0' })
  expect(await limited('b')).toEqual({ status: 201, limit: '2', remaining: '1' })
  expect((await limited('a')).status).toBe(429)
  const { headers } = await post('/api/limited', {}, { headers: { 'x-caller': 'c' } })
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(120)
  expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(180)
  expect([...limiters.keys()]).toEqual(['/api/limited'])
})

describe('the in-process transport', () => {
  const index = indexRoutes(routes)
  let data: TableCache<CachedData>
  let views: ViewedItem[]
  let personal: number
  beforeEach(() => {
    data = new TableCache(caches, 1_000_000)
    views = []
    personal = 0
  })
  const caller = { clientIp: '10.0.0.1', userAgent: '', origin: ORIGIN }
  const transportOf = (isCached = true) =>
    inProcessTransport(
      index,
      { ...contextOf(), caller, recordView: (one) => void views.push(one) },
      isCached ? data : undefined,
      () => void (personal += 1),
    )
  async function call(method: string, path: string, input = {}, isCached = true) {
    const tables: string[][] = []
    const dependencies = createDependencies()
    const result = await trackDependencies(dependencies, () =>
      transportOf(isCached)(method, path, input, (from) => void tables.push([...from])),
    )
    return { result, tables, reads: [...dependencies.reads].toSorted(), writes: [...dependencies.writes] }
  }

  test('caches public reads, and callers inherit their dependencies', async () => {
    const first = await call('GET', '/api/things/:id', { params: { id: 5 } })
    expect(first).toEqual({ result: { name: 'call 1' }, tables: [['settings', 'topics']], reads: ['settings', 'topics'], writes: [] })
    expect(await call('GET', '/api/things/:id', { params: { id: 5 } })).toEqual(first)
    expect((await call('GET', '/api/things/:id', { params: { id: 6 } })).result).toEqual({ name: 'call 2' })
    expect(views).toEqual([TOPIC, TOPIC, TOPIC])
    expect(calls[0]?.ctx.caller).toBeUndefined()
    caches.invalidate(opened.main.id, ['topics'])
    expect((await call('GET', '/api/things/:id', { params: { id: 5 } })).result).toEqual({ name: 'call 3' })
    expect(data.size.entries).toBe(2)
    expect(personal).toBe(0)
  })

  test('reads without a cache each time, as the caller', async () => {
    const one = await call('GET', '/api/things', { query: { page: 2 } }, false)
    expect(one).toEqual({
      result: { items: [{ name: 'call 1' }], total: 30 },
      tables: [['products', 'settings', 'topics']],
      reads: ['products:id=5', 'topics'],
      writes: [],
    })
    expect((await call('GET', '/api/things', { query: { page: 2 } }, false)).result).toMatchObject({ items: [{ name: 'call 2' }] })
    expect(calls[0]?.ctx.caller).toEqual(caller)
  })

  test.each<[method: string, path: string, actor: Viewer | null, isPersonal: boolean]>([
    ['GET', '/api/things', MEMBER, false],
    ['GET', '/api/private', null, true],
    ['GET', '/api/member', MEMBER, true],
    ['GET', '/api/storable', MEMBER, false],
    ['POST', '/api/things', null, false],
  ])('does not cache %s %s for %j', async (method, path, actor, isPersonal) => {
    viewer = actor
    await call(method, path)
    await call(method, path)
    expect(calls.length).toBe(2)
    expect(data.size.entries).toBe(0)
    expect(personal).toEqual(isPersonal ? 2 : 0)
  })

  test('reports the tables written, even if the write fails', async () => {
    const tables = ['topics:id=5', 'secrets', 'articles']
    expect(await call('POST', '/api/things')).toMatchObject({ result: { name: 'call 1' }, writes: tables, tables: [['settings']] })
    const dependencies = createDependencies()
    const failing = trackDependencies(dependencies, () => transportOf()('POST', '/api/things', { body: { does: 'fail' } }))
    await expect(failing).rejects.toMatchObject({ status: 400, serverMessage: 'Too bad.', errors: [{ path: 'does', message: 'Bad.' }] })
    await expect(failing).rejects.toThrow(ApiError)
    expect([...dependencies.writes]).toEqual(tables)
  })

  test.each<[what: string, path: string, error: unknown, expected: object, log: string | undefined]>([
    ['a missing path', '/api/nowhere', undefined, { status: 404, serverMessage: 'No such page.', errors: [] }, undefined],
    ['a refused call', '/api/member', undefined, { status: 401, serverMessage: 'Please sign in first.', errors: [] }, undefined],
    [
      'a database that cannot be reached',
      '/api/fail',
      Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
      { status: 503, serverMessage: 'The site cannot reach its data just now. Please try again in a moment.', errors: [] },
      'database unreachable',
    ],
    [
      'an unexpected error',
      '/api/fail',
      new Error('secret'),
      { status: 500, serverMessage: 'Something broke on our side.', errors: [] },
      'page data loading failed',
    ],
  ])('reports %s as over HTTP', async (_what, path, error, expected, log) => {
    failure = error
    await expect(call('GET', path)).rejects.toMatchObject(expected)
    expect(logged).toEqual(log === undefined ? [] : [[{ err: error, path }, log]])
  })
})
