/** What every call of the API has in common, over HTTP and in process, looked at with calls that do next to nothing. */
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

/** What the handlers were called with, and in what order. */
let calls: { path: string; ctx: Context; input: { query: unknown; body: unknown } }[] = []
const noted = <I extends { query: unknown; body: unknown }>(path: string, ctx: Context, input: I) => void calls.push({ path, ctx, input })
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
      noted('/api/things', ctx, input)
      addReadDependencies(['topics', 'products:id=5'])
      return { items: [number()], total: 30 }
    },
  ),
  route(endpoint('GET /api/things/:id', { ...json, params: z.object({ id: z.coerce.number() }) }), async (ctx, input) => {
    noted('/api/things/:id', ctx, input)
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
      async (ctx, input) => (noted(`/api/${kind}`, ctx, input), number()),
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
      noted('POST /api/things', ctx, input)
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
let told: unknown[]
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
      told.push(['invalidate', site.id, [...tables]])
      caches.invalidate(site.id, tables)
    },
    secretTables: new Set(['secrets']),
    callerKey: ({ headers }) => String(headers['x-caller']),
    recordView: (_request, viewed) => void told.push(['viewed', viewed]),
    onTablesWritten: (site, tables) => void told.push(['written', site.id, [...tables]]),
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
  told = []
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
  test('of a list says how many there are, where the others are, and from which tables', async () => {
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

  test('is done once for everybody, by what the contract knows of the address', async () => {
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

  test('tells what was looked at, each time, and carries what its service has set', async () => {
    expect((await ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect((await ask('/api/things/5')).headers['x-thing']).toBe('5')
    expect(calls).toHaveLength(1)
    expect(told).toEqual([
      ['viewed', TOPIC],
      ['viewed', TOPIC],
    ])
  })

  test('that has not changed is 304, with what it would say of keeping it', async () => {
    const { headers } = await ask('/api/things')
    const again = await ask('/api/things', { headers: { 'if-none-match': String(headers['etag']) } })
    expect(again).toMatchObject({ status: 304, text: '' })
    const { 'content-type': _type, 'content-length': _length, ...kept } = headers
    expect(again.headers).toEqual(kept)
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

  test('is packed as the caller likes', async () => {
    const { headers, bytes } = await ask('/api/things', { headers: { 'accept-encoding': 'gzip' } })
    expect([headers['content-encoding'], headers['content-length']]).toEqual(['gzip', String(bytes.length)])
    expect(gunzipSync(bytes).toString()).toBe('[{"name":"call 1"}]')
  })

  test.each<[url: string, who: Viewer | null, caching: string, times: number]>([
    ['/api/things/5', null, 'no-cache', 1],
    ['/api/things/5', MEMBER, 'private, no-cache', 2],
    ['/api/private', null, 'no-store', 2],
    ['/api/private', MEMBER, 'no-store', 2],
    ['/api/member', MEMBER, 'no-store', 2],
    ['/api/storable', MEMBER, 'private, no-cache', 2],
  ])('%s for %j is kept as it may be', async (url, who, caching, times) => {
    viewer = who
    expect((await ask(url)).headers['cache-control']).toBe(caching)
    expect((await ask(url)).headers['cache-control']).toBe(caching)
    expect(calls).toHaveLength(times)
  })

  test('of a file is the file', async () => {
    expect(await ask('/api/list.csv')).toMatchObject({ text: 'a,b\n', headers: { 'content-type': 'text/csv' } })
    expect(await ask('/api/own.json')).toMatchObject({
      text: '{\n  "name": "Kettle"\n}\n',
      headers: { 'content-type': 'application/json' },
    })
    const zip = await ask('/api/all.zip')
    expect(zip).toMatchObject({ text: 'zip', headers: { 'content-type': 'application/zip', 'content-disposition': 'attachment' } })
    expect(zip.headers).not.toHaveProperty('etag')
    expect(told).toHaveLength(2)
  })
})

describe('a write', () => {
  test('says what it has changed, and all that was made of it is made anew', async () => {
    const before = await ask('/api/things')
    told = []
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
    expect(told).toEqual([
      ['invalidate', opened.main.id, tables],
      ['written', opened.main.id, tables],
    ])
    caches.invalidate(opened.main.id, ['topics'])
    expect((await ask('/api/things')).text).not.toBe(before.text)
  })

  test('that fails may have changed something before it did', async () => {
    const { status, headers } = await post('/api/things', { does: 'fail' })
    expect([status, headers['x-written-tables'], headers['set-cookie']]).toEqual([400, undefined, undefined])
    expect(told.map((one) => (one as string[])[0])).toEqual(['invalidate', 'written'])
  })

  test('that changes nothing tells nobody', async () => {
    const { status, headers } = await post('/api/things', { does: 'nothing' })
    expect([status, headers['x-written-tables'], told]).toEqual([201, undefined, []])
  })

  test('that found it there already says so', async () => {
    expect((await post('/api/things', { does: 'find' })).status).toBe(200)
  })

  test('tells an administrator of all tables', async () => {
    viewer = ADMIN
    expect((await post('/api/things')).headers['x-written-tables']).toBe('articles,secrets,topics')
    viewer = MEMBER
    expect((await post('/api/things')).headers['x-written-tables']).toBe('articles,topics')
  })

  test('asks a visitor to be answered afresh; a member only where there are other processes', async () => {
    const isMarked = async (url: string, who: Viewer | null) => {
      viewer = who
      return 'set-cookie' in (await post(url)).headers
    }
    expect([await isMarked('/api/things', null), await isMarked('/api/look', null), await isMarked('/api/things', MEMBER)]).toEqual([
      true,
      false,
      opened.engine.name !== 'sqlite',
    ])
  })

  test.each([
    ['application/json', 201],
    ['Application/JSON; charset=utf-8', 201],
    ['text/plain', 415],
    ['application/jsonp', 415],
    ['application/x-www-form-urlencoded', 415],
  ])('of %s: %i', async (type, status) => {
    const answer = await post('/api/things', '{}', { headers: { 'content-type': type } })
    expect(answer.status).toBe(status)
    const refusal = { message: 'Send JSON with the content type application/json.', code: 'request.not_json' }
    expect(JSON.parse(answer.text)).toMatchObject(status === 415 ? refusal : {})
  })

  test('has a body, but for a deletion', async () => {
    expect((await ask('/api/things', { method: 'POST' })).status).toBe(415)
    expect((await ask('/api/things/5', { method: 'DELETE' })).status).toBe(200)
  })

  test('may be as long as its line says', async () => {
    const of = (length: number) => `{"does":"${'x'.repeat(length - 11)}"}`
    const json = { headers: { 'content-type': 'application/json' } }
    expect([(await post('/api/things', of(60), json)).status, (await post('/api/things', of(61), json)).status]).toEqual([201, 413])
    expect((await post('/api/look', of(1000), json)).status).toBe(201)
  })
})

describe('a file that is sent', () => {
  const send = (type: string, length = 50) => post('/api/picture', 'x'.repeat(length), { headers: { 'content-type': type } })
  test('is refused before it is read, by who sends it and by what it is', async () => {
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

test('what has a limit counts each caller for itself, and has one place to count in', async () => {
  const limited = async (caller: string) => {
    const { status, headers } = await post('/api/limited', {}, { headers: { 'x-caller': caller } })
    return [status, headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']]
  }
  expect([await limited('a'), await limited('a'), await limited('b'), (await limited('a'))[0]]).toEqual([
    [201, '2', '1'],
    [201, '2', '0'],
    [201, '2', '1'],
    429,
  ])
  const { headers } = await post('/api/limited', {}, { headers: { 'x-caller': 'c' } })
  expect(Number(headers['x-ratelimit-reset'])).toBeGreaterThan(120)
  expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(180)
  expect([...limiters.keys()]).toEqual(['/api/limited'])
})

describe('in process', () => {
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
  const transportOf = (isKept = true) =>
    inProcessTransport(
      index,
      { ...contextOf(), caller, recordView: (one) => void views.push(one) },
      isKept ? data : undefined,
      () => void (personal += 1),
    )
  async function call(method: string, path: string, input = {}, isKept = true) {
    const tables: string[][] = []
    const dependencies = createDependencies()
    const result = await trackDependencies(dependencies, () =>
      transportOf(isKept)(method, path, input, (from) => void tables.push([...from])),
    )
    return { result, tables, reads: [...dependencies.reads].toSorted(), writes: [...dependencies.writes] }
  }

  test('what everybody may read is read once, and whoever uses it depends on it', async () => {
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

  test('what is read with nowhere to keep it is read each time, as whoever asks', async () => {
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

  test.each<[method: string, path: string, who: Viewer | null, isPersonal: boolean]>([
    ['GET', '/api/things', MEMBER, false],
    ['GET', '/api/private', null, true],
    ['GET', '/api/member', MEMBER, true],
    ['GET', '/api/storable', MEMBER, false],
    ['POST', '/api/things', null, false],
  ])('%s %s for %j is kept for nobody', async (method, path, who, isPersonal) => {
    viewer = who
    await call(method, path)
    await call(method, path)
    expect([calls.length, data.size.entries, personal]).toEqual([2, 0, isPersonal ? 2 : 0])
  })

  test('a write makes old what it has changed, also where it fails', async () => {
    const tables = ['topics:id=5', 'secrets', 'articles']
    expect(await call('POST', '/api/things')).toMatchObject({ result: { name: 'call 1' }, writes: tables, tables: [['settings']] })
    const dependencies = createDependencies()
    const failing = trackDependencies(dependencies, () => transportOf()('POST', '/api/things', { body: { does: 'fail' } }))
    await expect(failing).rejects.toMatchObject({ status: 400, serverMessage: 'Too bad.', errors: [{ path: 'does', message: 'Bad.' }] })
    await expect(failing).rejects.toThrow(ApiError)
    expect([...dependencies.writes]).toEqual(tables)
  })

  test.each<[what: string, path: string, fault: unknown, said: object, log: string | undefined]>([
    ['what is not there', '/api/nowhere', undefined, { status: 404, serverMessage: 'No such page.', errors: [] }, undefined],
    ['what is refused', '/api/member', undefined, { status: 401, serverMessage: 'Please sign in first.', errors: [] }, undefined],
    [
      'a database that cannot be reached',
      '/api/fail',
      Object.assign(new Error('secret'), { code: 'ECONNREFUSED' }),
      { status: 503, serverMessage: 'The site cannot reach its data just now. Please try again in a moment.', errors: [] },
      'database unreachable',
    ],
    [
      'a fault',
      '/api/fail',
      new Error('secret'),
      { status: 500, serverMessage: 'Something broke on our side.', errors: [] },
      'page data loading failed',
    ],
  ])('%s is told as over HTTP', async (_what, path, fault, said, log) => {
    failure = fault
    await expect(call('GET', path)).rejects.toMatchObject(said)
    expect(logged).toEqual(log === undefined ? [] : [[{ err: fault, path }, log]])
  })
})
