/** Registers the API routes on Fastify. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { addReadDependencies, createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { tablesAmong } from '#db/changes/row-keys.ts'
import { urlFor } from '#platform/client/api.client.ts'
import { responseHeaders, notModifiedHeaders } from '#platform/cache/cached-response.ts'
import type { Context, ViewedItem, Site } from '#platform/contract/context.ts'
import { freshCookie } from './cookie.ts'
import { linkHeader, MAX_LINK_LENGTH, type PageQuery } from './link-header.ts'
import { READ_TABLES_HEADER, WRITTEN_TABLES_HEADER } from '#platform/client/query-refresh.client.ts'
import type { EventStreams } from './event-streams.ts'
import { authorize, type Route } from '#platform/contract/route.ts'
import type { IdempotencyStore } from '#platform/contract/idempotency.ts'
import { claimIdempotencyKey, completeClaim, sendReplay } from './idempotent-write.ts'
import type { RequestView } from '#platform/cache/request-view.ts'
import { createResponder, isAnonymous, mayReachAnotherProcess, type SharedResponse } from '#platform/cache/shared-response.ts'
import { EVENT_STREAM, isBinaryType, type Endpoint, type ListResult } from '#platform/contract/endpoint.ts'
import type { EventSubscription } from '#platform/contract/event-subscription.ts'
import { isPersonal, readTables } from './in-process-transport.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import {
  chooseEncoding,
  isNotModified,
  type ResponseParts,
  type CachedResponse,
  type ResponseCache,
} from '#platform/cache/response-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context
    /** The site's origin in this request: `https://example.org`. */
    origin: string
    /** Whether the origin is configured or local; otherwise it is only what the client claims, and nothing is cached for it. */
    isOriginKnown: boolean
  }
}

export interface ServerContext {
  responseCache: ResponseCache
  /** Invalidates the cached responses of a site that depend on these tables or rows. */
  invalidate(site: Site, tables: Iterable<string>): void
  /** Tables whose writes are published to administrators' browsers only. */
  secretTables: ReadonlySet<string>
  /** Key by which rate limits count a request. */
  callerKey(request: FastifyRequest): string
  recordView(request: FastifyRequest, viewed: ViewedItem | undefined): void
  /** Called after a write with the changed tables, so that jobs that watch them start at once. */
  onTablesWritten(site: Site, tables: ReadonlySet<string>): void
  idempotency: IdempotencyStore
  /** The open streams of server-sent events. */
  eventStreams: EventStreams
}

const notJson = () => new AppError(415, 'request.not_json', 'Send JSON with the content type application/json.')
const notAFile = () => new AppError(415, 'request.not_a_file', 'Send the picture itself, with its own content type.')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Rate limiters by path, so that other ways to call the endpoint (forms) count against the same limit. */
export type RateLimiters = ReadonlyMap<string, NonNullable<RouteShorthandOptions['preHandler']>>

/** Registers one Fastify route for each endpoint. */
export function registerRoutes(app: FastifyInstance, routes: Route[], parts: ServerContext): RateLimiters {
  const limiters = new Map<string, ReturnType<FastifyInstance['rateLimit']>>()
  for (const route of routes) {
    const { endpoint } = route
    const { rateLimit: limit } = endpoint
    const limiter =
      limit &&
      app.rateLimit({
        max: limit.max,
        timeWindow: limit.minutes * 60_000,
        keyGenerator: (request) => `${endpoint.call} ${parts.callerKey(request)}`,
      })
    if (limiter) limiters.set(endpoint.path, limiter)
    const respond = createRouteResponder(route, parts.responseCache)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
      ...(endpoint.maxFileBytes
        ? { bodyLimit: endpoint.maxFileBytes, preParsing: async (request) => rejectBeforeReading(request, endpoint) }
        : {}),
      ...(limiter ? { onRequest: limiter } : {}),
      handler: (request, reply) =>
        endpoint.method === 'GET' ? handleRead(route, request, reply, respond, parts) : handleWrite(route, request, reply, parts),
    })
  }
  return limiters as RateLimiters
}

type Respond = (request: FastifyRequest) => Promise<SharedResponse>

async function handleRead(route: Route, request: FastifyRequest, reply: FastifyReply, respond: Respond, parts: ServerContext) {
  if (isBinaryType(route.endpoint.contentType)) return sendStream(route, request, reply)
  if (route.endpoint.contentType === EVENT_STREAM) return openEventStream(route, request, reply, parts)
  const { response } = await respond(request)
  parts.recordView(request, response.viewed)
  return sendCachedResponse(request, reply, response)
}

/** Creates the responder of a GET route. Only the query parameters of the contract are part of the cache key. */
function createRouteResponder(route: Route, cache: ResponseCache): Respond {
  const { endpoint } = route
  const knownParameters = 'shape' in endpoint.query ? Object.keys(endpoint.query.shape ?? {}).toSorted() : []
  return createResponder(cache, {
    view: ({ params, query }) => ({
      path: urlFor(endpoint.path, { params }),
      params: params as object,
      rawQuery: query as Record<string, unknown>,
      knownParameters,
    }),
    isShared: (request) => endpoint.access === 'public' && !endpoint.isPrivate && isAnonymous(request),
    async render(ctx, view) {
      const ownHeaders: Record<string, string> = {}
      const headers = { set: (name: string, value: string) => void (ownHeaders[name] = value) }
      const dependencies = createDependencies()
      const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, headers }, view))
      addReadDependencies(dependencies.reads)
      const parts = toResponseParts(route, view, result)
      const caching: Record<string, string> = isPersonal(route) ? NEVER_STORED : {}
      return {
        ...parts,
        headers: { ...caching, ...parts.headers, [READ_TABLES_HEADER]: readTables(dependencies).join(','), ...ownHeaders },
      }
    },
  })
}

export const NEVER_STORED = { 'cache-control': 'no-store' }

/** Streams the response of a route: it is too large for the cache. */
async function sendStream(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const headers = { set: (name: string, value: string) => void reply.header(name, value) }
  const stream = await route.invoke({ ...request.ctx, headers }, request)
  return reply.type(route.endpoint.contentType ?? '').send(stream)
}

/** Keeps the response open for the events of the channels that the route returns. HEAD requests get only the headers. */
async function openEventStream(route: Route, request: FastifyRequest, reply: FastifyReply, parts: ServerContext) {
  const network = parts.callerKey(request)
  parts.eventStreams.assertFree(request.ctx.site.id, network)
  const subscription = (await route.invoke(request.ctx, request)) as EventSubscription
  reply.type(EVENT_STREAM).headers(EVENT_STREAM_HEADERS)
  if (request.method === 'HEAD') return reply.send()
  reply.hijack()
  reply.raw.writeHead(route.endpoint.status, reply.getHeaders() as Record<string, string>)
  parts.eventStreams.open(request.ctx.site.id, network, subscription, reply.raw)
  return reply
}

/** Proxies must neither store nor buffer the events; nginx reads `X-Accel-Buffering`. */
const EVENT_STREAM_HEADERS = { ...NEVER_STORED, 'x-accel-buffering': 'no' }

function toResponseParts({ endpoint }: Route, view: RequestView, result: unknown): Omit<ResponseParts, 'viewed'> {
  const { status } = endpoint
  if (endpoint.contentType) return { status, contentType: endpoint.contentType, body: toFileText(result), headers: {} }
  if (!endpoint.list) return { status, contentType: JSON_TYPE, body: JSON.stringify(result), headers: {} }
  const { items, total } = result as ListResult<unknown>
  const link = linkHeader(view, total, endpoint.query.safeParse(view.query).data as PageQuery | undefined)
  const headers: Record<string, string> = { 'x-total-count': String(total), ...(link.length <= MAX_LINK_LENGTH ? { link } : {}) }
  return { status, contentType: JSON_TYPE, body: JSON.stringify(items), headers }
}

/** Returns the text of a download; JSON is indented for reading. */
const toFileText = (result: unknown): string => (typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`)

async function handleWrite(route: Route, request: FastifyRequest, reply: FastifyReply, parts: ServerContext) {
  const { ctx } = request
  if (route.endpoint.maxFileBytes ? !Buffer.isBuffer(request.body) : route.endpoint.method !== 'DELETE' && !isJson(request))
    throw route.endpoint.maxFileBytes ? notAFile() : notJson()
  const claim = await claimIdempotencyKey(route.endpoint, request, parts.idempotency)
  if (claim && 'body' in claim) return sendReplay(claim, request, reply)
  const dependencies = createDependencies()
  try {
    let status: number = route.endpoint.status
    const storedHeaders: Record<string, string> = {}
    const headers = {
      set: (name: string, value: string) => {
        storedHeaders[name.toLowerCase()] = value
        void reply.header(name, value)
      },
      status: (code: 200) => void (status = code),
    }
    const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, headers }, request))
    // The write is committed: from here on the idempotency key must not be released.
    const body = JSON.stringify(result)
    const publishedTables = [...tablesAmong(dependencies.writes)]
      .filter((table) => ctx.viewer?.isAdmin || !parts.secretTables.has(table))
      .toSorted()
    if (publishedTables.length > 0) headers.set(WRITTEN_TABLES_HEADER, publishedTables.join(','))
    if (claim) await completeClaim(claim, { status, body, headers: storedHeaders }, request)
    if (mayReachAnotherProcess(ctx) && !route.endpoint.hasNoEffectOnReads) reply.header('set-cookie', freshCookie(request.origin))
    return reply.status(status).type(JSON_TYPE).send(body)
  } catch (error) {
    await claim?.release().catch((err: unknown) => request.log.error({ err }, 'idempotency key not released'))
    throw error
  } finally {
    // Also runs after a failure: the handler may have written something before it.
    invalidateWrites(ctx.site, dependencies.writes, parts)
  }
}

/** Called after a write: invalidates the cached responses that depend on the tables and rows, and starts the jobs that watch them. */
export function invalidateWrites(
  site: Site,
  writes: ReadonlySet<string>,
  parts: Pick<ServerContext, 'invalidate' | 'onTablesWritten'>,
): void {
  if (!writes.size) return
  parts.invalidate(site, writes)
  parts.onTablesWritten(site, writes)
}

/**
 * Rejects uploads before their body is read.
 * @throws AppError 404 for a disabled feature, 401 or 403 without access, 415 if the body is not an image
 */
function rejectBeforeReading(request: FastifyRequest, { access, feature }: Endpoint): void {
  if (feature && !request.ctx.site.settings.features[feature]) throw notFound('page')
  authorize(request.ctx, access)
  if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw notAFile()
}

const isJson = (request: FastifyRequest) => /^application\/json\b/i.test(request.headers['content-type'] ?? '')

/** Sends a cached response through Fastify. @param ownHeaders headers of this response alone; they replace the cached ones */
export async function sendCachedResponse(request: FastifyRequest, reply: FastifyReply, cached: CachedResponse, ownHeaders: object = {}) {
  const unchanged = { ...notModifiedHeaders(cached), ...ownHeaders }
  if (cached.status === 200 && isNotModified(request.headers['if-none-match'], cached.etag))
    return reply.status(304).headers(unchanged).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await cached.encode(encoding)
  return reply
    .status(cached.status)
    .headers({ ...responseHeaders(cached, encoding, body.length), ...ownHeaders })
    .send(body)
}
