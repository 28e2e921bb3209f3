/** A server with minimal endpoints, for tests of what all API calls have in common. */
import { Readable } from 'node:stream'
import rateLimit from '@fastify/rate-limit'
import fastify, { type InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { addReadDependencies, addWriteDependencies } from '#db/changes/query-dependencies.ts'
import { idempotencyStore } from '#features/idempotency/idempotency.service.ts'
import { CacheGroup } from '#platform/cache/cache-group.ts'
import { ResponseCache } from '#platform/cache/response-cache.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import type { Context, ViewedItem, Viewer } from '#platform/contract/context.ts'
import { endpoint } from '#platform/contract/endpoint.ts'
import { badRequest, tooManyRequests } from '#platform/contract/errors.ts'
import { route } from '#platform/contract/route.ts'
import { z } from '#platform/contract/zod.ts'
import { registerRoutes } from '#platform/http/api-server.ts'
import { registerErrorHandler } from '#platform/http/error-handler.ts'
import { EventStreams } from '#platform/http/event-streams.ts'
import { openTestSites } from './test-site.ts'

export const ORIGIN = 'https://example.org'
export const MEMBER: Viewer = { id: 7, isAdmin: false }
export const ADMIN: Viewer = { id: 1, isAdmin: true }
export const TOPIC: ViewedItem = { table: 'topics', id: 5 }
export const ETAG = expect.stringMatching(/^W\/".+"$/)
export const JSON_TYPE = 'application/json; charset=utf-8'
export const VARY = 'accept-encoding, cookie'

interface HandlerCall {
  path: string
  ctx: Context
  input: { query: unknown; body: unknown }
}

export type MinimalApi = Awaited<ReturnType<typeof openMinimalApi>>

/** Starts the server with an empty site. Call `reset` before each test. */
export async function openMinimalApi() {
  const sites = await openTestSites({ content: 'empty' })
  const caches = new CacheGroup()
  const app = fastify()
  const state = {
    /** Caller of the next request; `null` is a visitor. */
    viewer: null as Viewer | null,
    /** The handler calls, in order. */
    calls: [] as HandlerCall[],
    /** What the server reported of views, writes and invalidations, in order. */
    notified: [] as unknown[],
    logged: [] as [object, string][],
    /** Error that `GET /api/fail` throws. */
    failure: undefined as unknown,
  }
  const routes = createRoutes(state)
  const contextOf = (): Context => ({
    site: sites.main,
    db: sites.main.db,
    viewer: state.viewer,
    log: { info() {}, warn() {}, error: (about, message) => void state.logged.push([about, message]) },
  })
  registerErrorHandler(app)
  await app.register(rateLimit, { global: false, errorResponseBuilder: () => tooManyRequests('rate.limited', 60) })
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.addHook('onRequest', async (request) => {
    Object.assign(request, { ctx: contextOf(), origin: ORIGIN, isOriginKnown: true })
  })
  const limiters = registerRoutes(app, routes, {
    responseCache: new ResponseCache(caches),
    invalidate(site, tables) {
      state.notified.push(['invalidate', site.id, [...tables]])
      caches.invalidate(site.id, tables)
    },
    eventStreams: new EventStreams(DEFAULT_LIMITS.live),
    secretTables: new Set(['secrets']),
    callerKey: ({ headers }) => String(headers['x-caller']),
    recordView: (_request, viewed) => void state.notified.push(['viewed', viewed]),
    onTablesWritten: (site, tables) => void state.notified.push(['written', site.id, [...tables]]),
    idempotency: idempotencyStore,
  })
  await app.ready()

  async function ask(url: string, options: InjectOptions = {}) {
    const { statusCode, headers, payload, rawPayload } = await app.inject({ url, ...options })
    const { connection: _connection, date: _date, ...rest } = headers
    return { status: statusCode, headers: rest, text: payload, bytes: rawPayload }
  }
  return Object.assign(state, {
    sites,
    caches,
    routes,
    limiters,
    contextOf,
    ask,
    post: (url: string, payload: object | string = {}, more: InjectOptions = {}) => ask(url, { method: 'POST', payload, ...more }),
    reset() {
      Object.assign(state, { viewer: null, calls: [], notified: [], logged: [] })
      caches.invalidate(sites.main.id, ['settings'])
    },
    async close() {
      await app.close()
      await sites.close()
    },
  })
}

const Thing = z.object({ name: z.string() })
const Nothing = z.object({})
const json = { response: Thing, summary: '' }

function createRoutes(api: { calls: HandlerCall[]; failure: unknown }) {
  const record = <I extends { query: unknown; body: unknown }>(path: string, ctx: Context, input: I) =>
    void api.calls.push({ path, ctx, input })
  const number = () => ({ name: `call ${api.calls.length}` })
  return [
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
      throw api.failure
    }),
  ]
}
