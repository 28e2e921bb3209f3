/** Tests what a shared response may contain of the first client that requests it, and from which database it is read. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import fastify, { type FastifyInstance } from 'fastify'
import { silentLog } from '#tests/support/test-installation.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { Context, Site, Viewer } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { CacheGroup } from './cache-group.ts'
import { ResponseCache } from './response-cache.ts'
import { createResponder, mayReachAnotherProcess, type ResponseSource } from './shared-response.ts'

const caches = new CacheGroup()

const ORIGIN = 'https://example.org'
const MEMBER: Viewer = { id: 7, isAdmin: false }
let opened: TestSites
let app: FastifyInstance
/** Site and viewer of the next request. */
let site: Site
let viewer: Viewer | null
let warnings: [object, string][]
let respond: ReturnType<typeof createResponder>
let cache: ResponseCache
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty', count: 2 })
  app = fastify()
  app.get('/*', async (request) => {
    const log = { ...silentLog, warn: (fields: object, message: string) => void warnings.push([fields, message]) }
    const ctx: Context = {
      site,
      db: site.db,
      viewer,
      log,
      headers: { set() {} },
      caller: { clientIp: '10.0.0.1', userAgent: 'Firefox', cookies: 'a=b', origin: ORIGIN, isOriginConfigured: true },
    }
    Object.assign(request, { ctx, origin: ORIGIN, isOriginKnown: true })
    const { response, view, isShared } = await respond(request)
    return { isShared, url: view.url, text: response.identity.toString(), headers: response.headers, viewed: response.viewed }
  })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await opened.close()
})
beforeEach(() => {
  site = { ...opened.main }
  viewer = null
  warnings = []
  cache = new ResponseCache(caches)
})

/** Serves a response that counts its renders. @returns the context of each render */
function serve(overrides: Partial<ResponseSource> = {}) {
  const rendered: { ctx: Context; isShared: boolean }[] = []
  respond = createResponder(cache, {
    view: ({ url, query }) => ({
      path: url.split('?')[0] ?? '',
      params: {},
      rawQuery: query as Record<string, unknown>,
      knownParameters: ['page'],
    }),
    async render(ctx, _view, isShared) {
      rendered.push({ ctx, isShared })
      return { status: 200, contentType: 'text/plain', body: `render ${rendered.length}`, headers: {} }
    },
    ...overrides,
  })
  return rendered
}
const get = async (url = '/things', headers: Record<string, string> = {}) => (await app.inject({ url, headers })).json()

test('anonymous clients get the shared response, rendered without any data of the caller', async () => {
  const rendered = serve()
  expect(await get('/things?page=2&x=1')).toEqual({
    isShared: true,
    url: '/things?page=2',
    text: 'render 1',
    headers: { 'content-type': 'text/plain' },
  })
  expect((await get('/things?page=2&x=2', { cookie: 'device=x' })).text).toBe('render 1')
  expect((await get('/things?page=3')).text).toBe('render 2')
  const [{ ctx, isShared } = { ctx: {} as Context, isShared: false }] = rendered
  const { log: _log, site: of, db, recordView: _record, isWithinNetworkLimit, ...rest } = ctx
  expect(isShared).toBe(true)
  expect(of).toBe(site)
  expect(db).toBe(site.db)
  expect(rest).toEqual({ viewer: null, caller: { clientIp: '', userAgent: '', origin: ORIGIN, isOriginConfigured: true } })
  expect(isWithinNetworkLimit).toBeTypeOf('function')
})

test('a shared render can count against a network limit without knowing the network', async () => {
  const rendered = serve()
  await get('/things')
  const calls: string[][] = []
  const limit = { isWithin: (...call: string[]) => calls.push(call) < 2 }
  const { ctx } = rendered[0] ?? {}
  expect([ctx?.isWithinNetworkLimit?.(limit), ctx?.isWithinNetworkLimit?.(limit)]).toEqual([true, false])
  expect(calls).toEqual([
    [site.id, '10.0.0.1'],
    [site.id, '10.0.0.1'],
  ])
})

test.each([
  ['a signed-in client', MEMBER, {}],
  ['a client with a session cookie', null, { cookie: 'session=x' }],
  ['a client that has just written', null, { cookie: 'fresh=1' }],
])('%s gets a private response that is not cached', async (_client, as, headers) => {
  const rendered = serve()
  viewer = as
  expect(await get('/things', headers)).toMatchObject({
    isShared: false,
    text: 'render 1',
    headers: { 'cache-control': 'private, no-cache', 'content-type': 'text/plain' },
  })
  expect((await get('/things', headers)).text).toBe('render 2')
  expect(rendered[0]).toMatchObject({ isShared: false, ctx: { viewer: as, caller: { clientIp: '10.0.0.1', cookies: 'a=b' } } })
  viewer = null
  expect((await get()).text).toBe('render 3')
})

test('a source can decide which requests get the shared response', async () => {
  serve({ isShared: ({ headers }) => headers['x-shared'] === 'yes' })
  viewer = MEMBER
  const responses = [await get('/a', { 'x-shared': 'yes' }), await get('/a', { 'x-shared': 'yes' }), await get('/a')]
  expect(responses.map(({ text, isShared }) => [text, isShared])).toEqual([
    ['render 1', true],
    ['render 1', true],
    ['render 2', false],
  ])
})

test('a write to a table that was read or declared re-renders the response', async () => {
  const rendered: string[] = []
  serve({
    extraTables: ['declared'],
    async render({ db }) {
      await db.selectFrom('categories').selectAll().execute()
      rendered.push('')
      return { status: 200, contentType: 'text/plain', body: `render ${rendered.length}`, headers: {} }
    },
  })
  const after = async (table: string) => {
    caches.invalidate(site.id, [table])
    return (await get()).text
  }
  expect([await after('nothing'), await after('other'), await after('declared'), await after('categories')]).toEqual([
    'render 1',
    'render 1',
    'render 2',
    'render 3',
  ])
})

test('a response records the first item that was viewed', async () => {
  serve({
    async render(ctx) {
      ctx.recordView?.({ table: 'topics', id: 1 })
      ctx.recordView?.({ table: 'topics', id: 2 })
      return { status: 200, contentType: 'text/plain', body: '', headers: {} }
    },
  })
  expect((await get()).viewed).toEqual({ table: 'topics', id: 1 })
})

test('responses with headers over the limit of proxies get 414', async () => {
  const rendering = (length: number) => async () => ({
    status: 200,
    contentType: 'text/plain',
    body: '',
    headers: { link: 'x'.repeat(length) },
  })
  serve({ render: rendering(6_000 - 8) })
  expect((await app.inject('/fits')).statusCode).toBe(200)
  serve({ render: rendering(6_000 - 7) })
  expect((await app.inject('/long')).json()).toMatchObject({ code: 'request.too_long', message: 'The address is too long.' })
})

test.each<
  [replica: string, isCurrent: boolean, onReplica: 'succeeds' | 'is not found' | 'throws' | 'status 500', readFrom: string, warned: number]
>([
  ['is current', true, 'succeeds', 'replica', 0],
  ['lags', false, 'succeeds', 'primary', 0],
  ['throws', true, 'throws', 'replica, primary', 1],
  ['responds with 500', true, 'status 500', 'replica, primary', 1],
  ['throws an AppError', true, 'is not found', 'replica', 0],
])('a shared response whose replica %s', async (_replica, isCurrent, onReplica, readFrom, warned) => {
  const replica = opened.sites[1] as Site
  site.replica = { db: replica.db, isCurrent: () => isCurrent }
  const from: string[] = []
  serve({
    async render({ db }) {
      from.push(db === replica.db ? 'replica' : 'primary')
      if (db !== replica.db || onReplica === 'succeeds') return { status: 200, contentType: 'text/plain', body: 'read', headers: {} }
      if (onReplica === 'status 500') return { status: 500, contentType: 'text/plain', body: 'out', headers: {} }
      throw onReplica === 'is not found' ? notFound('thing') : new Error('broken')
    },
  })
  const response = await get()
  expect(from.join(', ')).toBe(readFrom)
  expect(onReplica === 'is not found' ? response.code : response.text).toBe(onReplica === 'is not found' ? 'thing.not_found' : 'read')
  expect(warnings).toEqual(warned ? [[{ site: site.id }, 'rendering from the replica failed']] : [])
})

test('a private response is read from the primary database', async () => {
  const rendered = serve()
  viewer = MEMBER
  site.replica = { db: (opened.sites[1] as Site).db, isCurrent: () => true }
  await get()
  expect(rendered[0]?.ctx.db).toBe(site.db)
})

test('members can reach another process except on SQLite', () => {
  const hasProcesses = opened.engine.name !== 'sqlite'
  const ctx = { site, db: site.db, log: silentLog }
  expect(mayReachAnotherProcess({ ...ctx, viewer: null })).toBe(true)
  expect(mayReachAnotherProcess({ ...ctx, viewer: MEMBER })).toBe(hasProcesses)
})
