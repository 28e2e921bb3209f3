/** Registers the API routes on Fastify, and lets pages invoke the same routes in process. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import {
  addReadDependencies,
  addWriteDependencies,
  createDependencies,
  trackDependencies,
  type QueryDependencies,
} from '#db/query-dependencies.ts'
import { urlFor, ApiError, type AnyInput, type Transport } from './api.client.ts'
import { freshCookie, responseHeaders, REVALIDATE, bypassesCache } from './cached-response.ts'
import type { Context, ViewedItem, Site } from './context.ts'
import { READ_TABLES_HEADER, WRITTEN_TABLES_HEADER } from './query-refresh.client.ts'
import { authorize, type Route } from './route.ts'
import type { Endpoint, ListResult } from './endpoint.ts'
import { describeDatabaseProblem } from './database-problem.ts'
import { AppError, notFound } from './errors.ts'
import type { TableCache } from './table-cache.ts'
import { chooseEncoding, isNotModified, type ResponseParts, type CachedResponse, type ResponseCache } from './response-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context
    /** The origin this request was made to: `https://example.org`. */
    origin: string
  }
}

export interface ServerContext {
  responseCache: ResponseCache
  /** The data that pages are made of. */
  dataCache: TableCache<CachedData>
  /** Notes a look at something whose views are counted. */
  recordView(request: FastifyRequest, viewed: ViewedItem | undefined): void
  /** Called after a write with the tables it touched, so that a waiting job can start at once. */
  onTablesWritten(site: Site, tables: ReadonlySet<string>): void
}

const notJson = () => new AppError(415, 'request.not_json', 'Send JSON with the content type application/json.')
const notAFile = () => new AppError(415, 'request.not_a_file', 'Send the picture itself, with its own content type.')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Counts the calls of an endpoint that has a limit, by its path: whatever leads to the endpoint counts there. */
export type RateLimiters = ReadonlyMap<string, NonNullable<RouteShorthandOptions['preHandler']>>

/** One Fastify route for each endpoint. */
export function registerRoutes(app: FastifyInstance, routes: Route[], parts: ServerContext): RateLimiters {
  const limiters = new Map<string, ReturnType<FastifyInstance['rateLimit']>>()
  for (const route of routes) {
    const { endpoint } = route
    const { rateLimit: limit } = endpoint
    const limiter = limit && app.rateLimit({ max: limit.max, timeWindow: limit.minutes * 60_000 })
    if (limiter) limiters.set(endpoint.path, limiter)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.maxBodyBytes ? { bodyLimit: endpoint.maxBodyBytes } : {}),
      ...(endpoint.maxFileBytes
        ? { bodyLimit: endpoint.maxFileBytes, preParsing: async (request) => rejectBeforeReading(request, endpoint) }
        : {}),
      ...(limiter ? { onRequest: limiter } : {}),
      handler: (request, reply) =>
        endpoint.method === 'GET' ? handleRead(route, request, reply, parts) : handleWrite(route, request, reply, parts),
    })
  }
  return limiters as RateLimiters
}

async function handleRead(route: Route, request: FastifyRequest, reply: FastifyReply, parts: ServerContext) {
  const { ctx } = request
  if (route.endpoint.contentType === 'application/zip') return sendStream(route, request, reply)
  const renderResponse = async () => {
    const dependencies = createDependencies()
    const viewed: { first?: ViewedItem } = {}
    const set: Record<string, string> = {}
    const requestCtx = {
      ...ctx,
      headers: { set: (name: string, value: string) => void (set[name] = value) },
      recordView: (one: ViewedItem) => (viewed.first ??= one),
    }
    const result = await trackDependencies(dependencies, () => route.invoke(requestCtx, request))
    const answer = toResponse(route, request, result, viewed.first)
    const headers = { ...answer.headers, [READ_TABLES_HEADER]: readTables(dependencies).join(','), ...set }
    return { answer: { ...answer, headers }, tables: dependencies.reads }
  }
  const shared = !bypassesCache(request.headers.cookie) && !ctx.viewer && route.endpoint.access === 'public'
  const answer = shared
    ? await parts.responseCache.getOrRender(ctx.site.id, cacheKeyOf(route, request), renderResponse)
    : await parts.responseCache.renderUncached(renderResponse)
  parts.recordView(request, answer.viewed)
  return sendCachedResponse(request, reply, answer)
}

/** What is too large to be held is never kept. */
async function sendStream(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const headers = { set: (name: string, value: string) => void reply.header(name, value) }
  const stream = await route.invoke({ ...request.ctx, headers }, request)
  return reply.type(route.endpoint.contentType ?? '').send(stream)
}

/** Only the parameters that the contract knows make a different answer. */
function cacheKeyOf({ endpoint }: Route, request: FastifyRequest): string {
  const shape = 'shape' in endpoint.query ? endpoint.query.shape : undefined
  const known = Object.keys(shape ?? {})
  const query = request.query as Record<string, unknown>
  const given = known.filter((name) => query[name] !== undefined).map((name) => `${name}=${encodeURIComponent(String(query[name]))}`)
  return `${request.ctx.site.id} ${request.origin} ${request.url.split('?')[0] ?? ''}?${given.toSorted().join('&')}`
}

function toResponse({ endpoint }: Route, request: FastifyRequest, result: unknown, viewed: ViewedItem | undefined): ResponseParts {
  if (endpoint.contentType)
    return { status: endpoint.status, contentType: endpoint.contentType, body: toFileText(result), headers: {}, viewed: viewed }
  if (!endpoint.list) return { status: endpoint.status, contentType: JSON_TYPE, body: JSON.stringify(result), headers: {}, viewed: viewed }
  const { items, total } = result as ListResult<unknown>
  const headers: Record<string, string> = { 'x-total-count': String(total) }
  headers['link'] = linkHeader(request, total, endpoint.query.safeParse(request.query).data as PageQuery | undefined)
  return { status: endpoint.status, contentType: JSON_TYPE, body: JSON.stringify(items), headers, viewed: viewed }
}

/** JSON in a file is for people to read, too. */
const toFileText = (result: unknown): string => (typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`)

interface PageQuery {
  page?: number
  perPage?: number
  /** What a page's size is called where a list is asked for its first few. */
  limit?: number
}

/** RFC 8288: where the first, previous, next and last pages are. A list that comes whole is its own first and last. */
function linkHeader(request: FastifyRequest, total: number, { page = 1, perPage, limit }: PageQuery = {}): string {
  const path = request.url.split('?')[0] ?? ''
  const size = perPage ?? limit
  const last = size ? Math.max(1, Math.ceil(total / size)) : 1
  const places = { first: 1, prev: page > 1 ? page - 1 : undefined, next: page < last ? page + 1 : undefined, last }
  return Object.entries(places)
    .filter(([, at]) => at !== undefined)
    .map(([rel, at]) => {
      const query = { ...(request.query as object), ...(size && { page: at }), ...(perPage && { perPage }), ...(limit && { limit }) }
      return `<${request.origin}${urlFor(path, { query })}>; rel="${rel}"`
    })
    .join(', ')
}

async function handleWrite(route: Route, request: FastifyRequest, reply: FastifyReply, parts: ServerContext) {
  const { ctx } = request
  if (route.endpoint.maxFileBytes ? !Buffer.isBuffer(request.body) : route.endpoint.method !== 'DELETE' && !isJson(request))
    throw route.endpoint.maxFileBytes ? notAFile() : notJson()
  const dependencies = createDependencies()
  try {
    let status: number = route.endpoint.status
    const headers = {
      set: (name: string, value: string) => void reply.header(name, value),
      status: (code: 200) => void (status = code),
    }
    const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, headers }, request))
    if (!ctx.viewer && !route.endpoint.hasNoEffectOnReads) reply.header('set-cookie', freshCookie(request.origin))
    if (dependencies.writes.size) reply.header(WRITTEN_TABLES_HEADER, [...dependencies.writes].toSorted().join(','))
    return reply.status(status).type(JSON_TYPE).send(JSON.stringify(result))
  } finally {
    // Also after a failure: a part may have been written before it.
    invalidateWrites(ctx.site, dependencies.writes, parts)
  }
}

/** After a write: drops cached responses made from these tables, and runs the jobs that wait for them. */
export function invalidateWrites(
  site: Site,
  writes: ReadonlySet<string>,
  parts: Pick<ServerContext, 'responseCache' | 'dataCache' | 'onTablesWritten'>,
): void {
  if (!writes.size) return
  for (const cache of [parts.responseCache, parts.dataCache]) cache.invalidate(site.id, writes)
  parts.onTablesWritten(site, writes)
}

/** A stranger's file, and what is no file, are refused before they are read. */
function rejectBeforeReading(request: FastifyRequest, { access }: Endpoint): void {
  authorize(request.ctx, access)
  if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw notAFile()
}

const isJson = (request: FastifyRequest) => /^application\/json\b/i.test(request.headers['content-type'] ?? '')

/** Sends an answer through Fastify. */
export async function sendCachedResponse(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse) {
  if (answer.status === 200 && isNotModified(request.headers['if-none-match'], answer.etag)) {
    const caching = answer.headers['cache-control'] ?? REVALIDATE
    return reply.status(304).headers({ etag: answer.etag, 'cache-control': caching, vary: 'accept-encoding, cookie' }).send()
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await answer.encode(encoding)
  return reply
    .status(answer.status)
    .headers(responseHeaders(answer, encoding, body.length))
    .send(body)
}

/** Doors by method and path, for calls in process. */
export const indexRoutes = (routes: Route[]) => new Map(routes.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route]))

/** The result of a route, and the item whose views it counts. */
export interface CachedData {
  result: unknown
  viewed: ViewedItem | undefined
}

/**
 * The transport of pages on the server: the same routes, without HTTP.
 * @param data where public answers are kept; absent when every page must read the database itself
 */
export function inProcessTransport(routes: ReadonlyMap<string, Route>, ctx: Context, data?: TableCache<CachedData>): Transport {
  return async (method, path, input, onTables) => {
    try {
      const route = routes.get(`${method} ${path}`)
      if (!route) throw notFound('page')
      const isShared = !ctx.viewer && method === 'GET' && route.endpoint.access === 'public'
      const { result, tables } = data && isShared ? await invokeCached(route, ctx, input, data) : await invokeTracked(route, ctx, input)
      onTables?.(tables)
      return result
    } catch (fault) {
      if (fault instanceof AppError) throw new ApiError(fault.status, fault.message, { errors: fault.errors ?? [] })
      const refused = describeDatabaseProblem(fault)
      ctx.log.error({ err: fault, path }, refused?.reason ?? 'a page could not load its data')
      if (refused) throw new ApiError(refused.error.status, refused.error.message)
      throw new ApiError(500, 'Something broke on our side.')
    }
  }
}

/** What every answer depends on: how the site is set. */
const SETTINGS = 'settings'
const readTables = ({ reads }: QueryDependencies): string[] => [...new Set([...reads, SETTINGS])].toSorted()

interface TrackedResult {
  result: unknown
  tables: readonly string[]
}

/** The caller depends on what the route has read and written, too. */
async function invokeTracked(route: Route, ctx: Context, input: AnyInput): Promise<TrackedResult> {
  const dependencies = createDependencies()
  try {
    const result = await trackDependencies(dependencies, () => route.invoke(ctx, input))
    return { result, tables: readTables(dependencies) }
  } finally {
    addReadDependencies(dependencies.reads)
    addWriteDependencies(dependencies.writes)
  }
}

async function invokeCached(route: Route, ctx: Context, input: AnyInput, data: TableCache<CachedData>): Promise<TrackedResult> {
  const key = `${ctx.site.id} ${route.endpoint.path} ${JSON.stringify(input)}`
  const { value, tables } = await data.get(ctx.site.id, key, async () => {
    const dependencies = createDependencies()
    const viewed: { first?: ViewedItem } = {}
    const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, recordView: (one) => (viewed.first ??= one) }, input))
    return { value: { result, viewed: viewed.first }, tables: dependencies.reads, bytes: JSON.stringify(result).length * 2 }
  })
  addReadDependencies(tables)
  if (value.viewed) ctx.recordView?.(value.viewed)
  return { result: value.result, tables }
}
