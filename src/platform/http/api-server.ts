/** Registers the API routes on Fastify, and lets pages invoke the same routes in process. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import {
  addReadDependencies,
  addWriteDependencies,
  createDependencies,
  trackDependencies,
  type QueryDependencies,
} from '#db/changes/query-dependencies.ts'
import { tablesAmong } from '#db/changes/row-keys.ts'
import { urlFor, ApiError, type AnyInput, type ApiTransport } from '#platform/client/api.client.ts'
import { responseHeaders, notModifiedHeaders } from '#platform/cache/cached-response.ts'
import type { Context, ViewedItem, Site } from '#platform/contract/context.ts'
import { freshCookie } from './cookie.ts'
import { linkHeader, MAX_LINK_LENGTH, type PageQuery } from './link-header.ts'
import { READ_TABLES_HEADER, WRITTEN_TABLES_HEADER } from '#platform/client/query-refresh.client.ts'
import { authorize, type Route } from '#platform/contract/route.ts'
import type { IdempotencyStore } from '#platform/contract/idempotency.ts'
import { claimIdempotencyKey, completeClaim, sendReplay } from './idempotent-write.ts'
import type { RequestView } from '#platform/cache/request-view.ts'
import { createResponder, isAnonymous, mayReachAnotherProcess, type SharedAnswer } from '#platform/cache/shared-answer.ts'
import type { Endpoint, ListResult } from '#platform/contract/endpoint.ts'
import { describeDatabaseProblem } from './database-problem.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import type { TableCache } from '#platform/cache/table-cache.ts'
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
    /** The origin this request was made to: `https://example.org`. */
    origin: string
    /** Whether the operator or this machine knows that origin; otherwise nothing is kept for it. */
    isOriginKnown: boolean
  }
}

export interface ServerContext {
  responseCache: ResponseCache
  /** Drops all that is kept of a site and was made from these tables. */
  invalidate(site: Site, tables: Iterable<string>): void
  /** Tables that only administrators' browsers hear of when they were written to. */
  secretTables: ReadonlySet<string>
  /** Whose calls are counted together against a limit. */
  callerKey(request: FastifyRequest): string
  /** Notes a look at something whose views are counted. */
  recordView(request: FastifyRequest, viewed: ViewedItem | undefined): void
  /** Called after a write with the tables it touched, so that a waiting job can start at once. */
  onTablesWritten(site: Site, tables: ReadonlySet<string>): void
  /** Where requests with `Idempotency-Key` are stored. */
  idempotency: IdempotencyStore
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

type Respond = (request: FastifyRequest) => Promise<SharedAnswer>

async function handleRead(route: Route, request: FastifyRequest, reply: FastifyReply, respond: Respond, parts: ServerContext) {
  if (route.endpoint.contentType === 'application/zip') return sendStream(route, request, reply)
  const { answer } = await respond(request)
  parts.recordView(request, answer.viewed)
  return sendCachedResponse(request, reply, answer)
}

/** Only the parameters that the contract knows make a different answer. */
function createRouteResponder(route: Route, cache: ResponseCache): Respond {
  const { endpoint } = route
  const known = 'shape' in endpoint.query ? Object.keys(endpoint.query.shape ?? {}).toSorted() : []
  return createResponder(cache, {
    view: ({ params, query }) => ({
      path: urlFor(endpoint.path, { params }),
      params: params as object,
      given: query as Record<string, unknown>,
      known,
    }),
    isShared: (request) => endpoint.access === 'public' && !endpoint.isPrivate && isAnonymous(request),
    async render(ctx, view) {
      const set: Record<string, string> = {}
      const headers = { set: (name: string, value: string) => void (set[name] = value) }
      const dependencies = createDependencies()
      const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, headers }, view))
      addReadDependencies(dependencies.reads)
      const answer = toResponse(route, view, result)
      const caching: Record<string, string> = isPersonal(route) ? NEVER_STORED : {}
      return { ...answer, headers: { ...caching, ...answer.headers, [READ_TABLES_HEADER]: readTables(dependencies).join(','), ...set } }
    },
  })
}

/** What is one person's own, or an administrator's, is left on no disk: not in a browser that others use after them either. */
const isPersonal = ({ endpoint }: Route): boolean => endpoint.isPrivate || (endpoint.access !== 'public' && !endpoint.isStorable)
export const NEVER_STORED = { 'cache-control': 'no-store' }

/** What is too large to be held is never kept. */
async function sendStream(route: Route, request: FastifyRequest, reply: FastifyReply) {
  const headers = { set: (name: string, value: string) => void reply.header(name, value) }
  const stream = await route.invoke({ ...request.ctx, headers }, request)
  return reply.type(route.endpoint.contentType ?? '').send(stream)
}

function toResponse({ endpoint }: Route, view: RequestView, result: unknown): Omit<ResponseParts, 'viewed'> {
  const { status } = endpoint
  if (endpoint.contentType) return { status, contentType: endpoint.contentType, body: toFileText(result), headers: {} }
  if (!endpoint.list) return { status, contentType: JSON_TYPE, body: JSON.stringify(result), headers: {} }
  const { items, total } = result as ListResult<unknown>
  const link = linkHeader(view, total, endpoint.query.safeParse(view.query).data as PageQuery | undefined)
  const headers: Record<string, string> = { 'x-total-count': String(total), ...(link.length <= MAX_LINK_LENGTH ? { link } : {}) }
  return { status, contentType: JSON_TYPE, body: JSON.stringify(items), headers }
}

/** JSON in a file is for people to read, too. */
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
    const stored: Record<string, string> = {}
    const headers = {
      set: (name: string, value: string) => {
        stored[name.toLowerCase()] = value
        void reply.header(name, value)
      },
      status: (code: 200) => void (status = code),
    }
    const result = await trackDependencies(dependencies, () => route.invoke({ ...ctx, headers }, request))
    // The change is made: from here on nothing frees the key.
    const body = JSON.stringify(result)
    const told = [...tablesAmong(dependencies.writes)].filter((table) => ctx.viewer?.isAdmin || !parts.secretTables.has(table)).toSorted()
    if (told.length > 0) headers.set(WRITTEN_TABLES_HEADER, told.join(','))
    if (claim) await completeClaim(claim, { status, body, headers: stored }, request)
    if (mayReachAnotherProcess(ctx) && !route.endpoint.hasNoEffectOnReads) reply.header('set-cookie', freshCookie(request.origin))
    return reply.status(status).type(JSON_TYPE).send(body)
  } catch (fault) {
    await claim?.release().catch((err: unknown) => request.log.error({ err }, 'idempotency key not released'))
    throw fault
  } finally {
    // Also after a failure: a part may have been written before it.
    invalidateWrites(ctx.site, dependencies.writes, parts)
  }
}

/** After a write: drops cached responses made from these tables, and runs the jobs that wait for them. */
export function invalidateWrites(
  site: Site,
  writes: ReadonlySet<string>,
  parts: Pick<ServerContext, 'invalidate' | 'onTablesWritten'>,
): void {
  if (!writes.size) return
  parts.invalidate(site, writes)
  parts.onTablesWritten(site, writes)
}

/** A stranger's file, one for what is switched off, and what is no file, are refused before they are read. */
function rejectBeforeReading(request: FastifyRequest, { access, feature }: Endpoint): void {
  if (feature && !request.ctx.site.settings.features[feature]) throw notFound('page')
  authorize(request.ctx, access)
  if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw notAFile()
}

const isJson = (request: FastifyRequest) => /^application\/json\b/i.test(request.headers['content-type'] ?? '')

/** Sends a response through Fastify. @param own headers of this response alone, which replace those of the cached one */
export async function sendCachedResponse(request: FastifyRequest, reply: FastifyReply, answer: CachedResponse, own: object = {}) {
  const unchanged = { ...notModifiedHeaders(answer), ...own }
  if (answer.status === 200 && isNotModified(request.headers['if-none-match'], answer.etag))
    return reply.status(304).headers(unchanged).send()
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await answer.encode(encoding)
  return reply
    .status(answer.status)
    .headers({ ...responseHeaders(answer, encoding, body.length), ...own })
    .send(body)
}

/** Routes by method and path, for calls in process. */
export const indexRoutes = (routes: Route[]) => new Map(routes.map((route) => [route.endpoint.call, route]))

/** The result of a route, and the item whose views it counts. */
export interface CachedData {
  result: unknown
  viewed: ViewedItem | undefined
}

/**
 * The transport of pages on the server: the same routes, without HTTP.
 * @param data where public answers are kept; absent when every page must read the database itself
 */
/** @param onPersonal told of each call that is not open to everybody */
export function inProcessTransport(
  routes: ReadonlyMap<string, Route>,
  ctx: Context,
  data?: TableCache<CachedData>,
  onPersonal?: () => void,
): ApiTransport {
  return async (method, path, input, onTables) => {
    try {
      const route = routes.get(`${method} ${path}`)
      if (!route) throw notFound('page')
      if (isPersonal(route)) onPersonal?.()
      const isShared = !ctx.viewer && method === 'GET' && route.endpoint.access === 'public' && !route.endpoint.isPrivate
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
const readTables = ({ reads }: QueryDependencies): string[] => [...tablesAmong([...reads, SETTINGS])].toSorted()

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

/** Made without a caller: the key has nothing of whoever asks, and no origin. */
async function invokeCached(route: Route, ctx: Context, input: AnyInput, data: TableCache<CachedData>): Promise<TrackedResult> {
  const key = `${ctx.site.id} ${route.endpoint.path} ${JSON.stringify(input)}`
  const { value, tables } = await data.get(ctx.site.id, key, async () => {
    const dependencies = createDependencies()
    const viewed: { first?: ViewedItem } = {}
    const { caller: _nobody, ...shared } = ctx
    const noting = { ...shared, recordView: (one: ViewedItem) => (viewed.first ??= one) }
    const result = await trackDependencies(dependencies, () => route.invoke(noting, input))
    return { value: { result, viewed: viewed.first }, tables: dependencies.reads, bytes: JSON.stringify(result).length * 2 }
  })
  addReadDependencies(tables)
  if (value.viewed) ctx.recordView?.(value.viewed)
  return { result: value.result, tables: [...tablesAmong(tables)].toSorted() }
}
