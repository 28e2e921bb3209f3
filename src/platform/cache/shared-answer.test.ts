/** What an answer that many get may know of whoever asks first, and from which database it is read. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import fastify, { type FastifyInstance } from 'fastify'
import { silentLog } from '#tests/support/test-installation.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import type { Context, Site, Viewer } from '#platform/contract/context.ts'
import { notFound } from '#platform/contract/errors.ts'
import { CacheGroup } from './cache-group.ts'
import { ResponseCache } from './response-cache.ts'
import { createResponder, mayReachAnotherProcess, type AnswerSource } from './shared-answer.ts'

const caches = new CacheGroup()

const ORIGIN = 'https://example.org'
const MEMBER: Viewer = { id: 7, isAdmin: false }
let opened: TestSites
let app: FastifyInstance
/** What the next request is, beside its headers. */
let site: Site
let viewer: Viewer | null
let warnings: [object, string][]
let respond: ReturnType<typeof createResponder>
let cache: ResponseCache
beforeAll(async () => {
  opened = await openTestSites({ content: 'empty', count: 2 })
  app = fastify()
  app.get('/*', async (request) => {
    const log = { ...silentLog, warn: (about: object, message: string) => void warnings.push([about, message]) }
    const ctx: Context = {
      site,
      db: site.db,
      viewer,
      log,
      headers: { set() {} },
      caller: { clientIp: '10.0.0.1', userAgent: 'Firefox', cookies: 'a=b', origin: ORIGIN, isOriginConfigured: true },
    }
    Object.assign(request, { ctx, origin: ORIGIN, isOriginKnown: true })
    const { answer, view, isShared } = await respond(request)
    return { isShared, url: view.url, text: answer.identity.toString(), headers: answer.headers, viewed: answer.viewed }
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

/** An answer that counts how often it was made, and says what it was made with. */
function serve(more: Partial<AnswerSource> = {}) {
  const rendered: { ctx: Context; isShared: boolean }[] = []
  respond = createResponder(cache, {
    view: ({ url, query }) => ({
      path: url.split('?')[0] ?? '',
      params: {},
      given: query as Record<string, unknown>,
      known: ['page'],
    }),
    async render(ctx, _view, isShared) {
      rendered.push({ ctx, isShared })
      return { status: 200, contentType: 'text/plain', body: `made ${rendered.length}`, headers: {} }
    },
    ...more,
  })
  return rendered
}
const ask = async (url = '/things', headers: Record<string, string> = {}) => (await app.inject({ url, headers })).json()

test('whoever is nobody in particular gets what is kept, made without anything of who asked', async () => {
  const rendered = serve()
  expect(await ask('/things?page=2&x=1')).toEqual({
    isShared: true,
    url: '/things?page=2',
    text: 'made 1',
    headers: { 'content-type': 'text/plain' },
  })
  expect((await ask('/things?page=2&x=2', { cookie: 'device=x' })).text).toBe('made 1')
  expect((await ask('/things?page=3')).text).toBe('made 2')
  const [{ ctx, isShared } = { ctx: {} as Context, isShared: false }] = rendered
  const { log: _log, site: of, db, recordView: _record, isWithinNetworkLimit, ...rest } = ctx
  expect([isShared, of === site, db === site.db]).toEqual([true, true, true])
  expect(rest).toEqual({ viewer: null, caller: { clientIp: '', userAgent: '', origin: ORIGIN, isOriginConfigured: true } })
  expect(isWithinNetworkLimit).toBeTypeOf('function')
})

test('a shared answer counts the request against a limit of its network, which stays unknown to it', async () => {
  const rendered = serve()
  await ask('/things')
  const seen: string[][] = []
  const limit = { isWithin: (...of: string[]) => seen.push(of) < 2 }
  const { ctx } = rendered[0] ?? {}
  expect([ctx?.isWithinNetworkLimit?.(limit), ctx?.isWithinNetworkLimit?.(limit)]).toEqual([true, false])
  expect(seen).toEqual([
    [site.id, '10.0.0.1'],
    [site.id, '10.0.0.1'],
  ])
})

test.each([
  ['is signed in', MEMBER, {}],
  ['may be', null, { cookie: 'session=x' }],
  ['has just written something', null, { cookie: 'fresh=1' }],
])('whoever %s gets an answer of their own, which nobody keeps', async (_who, who, headers) => {
  const rendered = serve()
  viewer = who
  expect(await ask('/things', headers)).toMatchObject({
    isShared: false,
    text: 'made 1',
    headers: { 'cache-control': 'private, no-cache', 'content-type': 'text/plain' },
  })
  expect((await ask('/things', headers)).text).toBe('made 2')
  expect(rendered[0]).toMatchObject({ isShared: false, ctx: { viewer: who, caller: { clientIp: '10.0.0.1', cookies: 'a=b' } } })
  viewer = null
  expect((await ask()).text).toBe('made 3')
})

test('a source may say itself who gets what is kept', async () => {
  serve({ isShared: ({ headers }) => headers['x-shared'] === 'yes' })
  viewer = MEMBER
  const asked = [await ask('/a', { 'x-shared': 'yes' }), await ask('/a', { 'x-shared': 'yes' }), await ask('/a')]
  expect(asked.map(({ text, isShared }) => [text, isShared])).toEqual([
    ['made 1', true],
    ['made 1', true],
    ['made 2', false],
  ])
})

test('it is made anew when a table was written to that it was made from, read or said', async () => {
  const rendered: string[] = []
  serve({
    madeFrom: ['said'],
    async render({ db }) {
      await db.selectFrom('categories').selectAll().execute()
      rendered.push('')
      return { status: 200, contentType: 'text/plain', body: `made ${rendered.length}`, headers: {} }
    },
  })
  const after = async (table: string) => {
    caches.invalidate(site.id, [table])
    return (await ask()).text
  }
  expect([await after('nothing'), await after('other'), await after('said'), await after('categories')]).toEqual([
    'made 1',
    'made 1',
    'made 2',
    'made 3',
  ])
})

test('the first thing that was looked at is what counts', async () => {
  serve({
    async render(ctx) {
      ctx.recordView?.({ table: 'topics', id: 1 })
      ctx.recordView?.({ table: 'topics', id: 2 })
      return { status: 200, contentType: 'text/plain', body: '', headers: {} }
    },
  })
  expect((await ask()).viewed).toEqual({ table: 'topics', id: 1 })
})

test('headers that no proxy would take are refused', async () => {
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

test.each<[what: string, isCurrent: boolean, onFollower: 'answers' | 'says no' | 'breaks' | 'is out', readFrom: string, warned: number]>([
  ['has everything', true, 'answers', 'follower', 0],
  ['is behind', false, 'answers', 'database', 0],
  ['breaks', true, 'breaks', 'follower, database', 1],
  ['cannot answer', true, 'is out', 'follower, database', 1],
  ['knows that it is not there', true, 'says no', 'follower', 0],
])('what everybody may read is read from the follower: it %s', async (_what, isCurrent, onFollower, readFrom, warned) => {
  const follower = opened.sites[1] as Site
  site.replica = { db: follower.db, isCurrent: () => isCurrent }
  const from: string[] = []
  serve({
    async render({ db }) {
      from.push(db === follower.db ? 'follower' : 'database')
      if (db !== follower.db || onFollower === 'answers') return { status: 200, contentType: 'text/plain', body: 'read', headers: {} }
      if (onFollower === 'is out') return { status: 500, contentType: 'text/plain', body: 'out', headers: {} }
      throw onFollower === 'says no' ? notFound('thing') : new Error('broken')
    },
  })
  const answer = await ask()
  expect(from.join(', ')).toBe(readFrom)
  expect(onFollower === 'says no' ? answer.code : answer.text).toBe(onFollower === 'says no' ? 'thing.not_found' : 'read')
  expect(warnings).toEqual(warned ? [[{ site: site.id }, 'an answer could not be read from the follower']] : [])
})

test('what is one’s own is read from the database itself', async () => {
  const rendered = serve()
  viewer = MEMBER
  site.replica = { db: (opened.sites[1] as Site).db, isCurrent: () => true }
  await ask()
  expect(rendered[0]?.ctx.db).toBe(site.db)
})

test('only where one process has all the data does whoever is signed in come to no other', () => {
  const isSeveral = opened.engine.name !== 'sqlite'
  const ctx = { site, db: site.db, log: silentLog }
  expect(mayReachAnotherProcess({ ...ctx, viewer: null })).toBe(true)
  expect(mayReachAnotherProcess({ ...ctx, viewer: MEMBER })).toBe(isSeveral)
})
