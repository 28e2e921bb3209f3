/** Mounts the doors on Fastify, and lets pages call the same doors in process. */
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify'
import { isOutOfConnections } from '#db/clash.ts'
import { dependOn, newTableUse, noteTableUse } from '#db/table-use.ts'
import { addressOf, ApiError, type AnyInput, type Transport } from './api.client.ts'
import { freshCookie, headersOf, REVALIDATE, wantsFresh } from './answers.ts'
import type { Context, Seen, Site } from './context.ts'
import { admit, type Door } from './door.ts'
import type { Endpoint, Listed } from './endpoint.ts'
import { AppError, notFound, tooBusy } from './errors.ts'
import type { TableCache } from './table-cache.ts'
import { chooseEncoding, isKnown, type Answer, type CachedAnswer, type PageCache } from './page-cache.ts'

declare module 'fastify' {
  interface FastifyRequest {
    ctx: Context
    /** The origin this request was made to: `https://example.org`. */
    origin: string
  }
}

export interface ServerParts {
  cache: PageCache
  /** The data that pages are made of. */
  data: TableCache<KeptData>
  /** Notes a look at something whose views are counted. */
  noteSeen(request: FastifyRequest, seen: Seen | undefined): void
  /** Called after a write with the tables it touched, so that a waiting job can start at once. */
  noteWritten(site: Site, tables: ReadonlySet<string>): void
}

const notJson = () => new AppError(415, 'request.not_json', 'Send JSON with the content type application/json.')
const notAFile = () => new AppError(415, 'request.not_a_file', 'Send the picture itself, with its own content type.')
const JSON_TYPE = 'application/json; charset=utf-8'

/** Counts the calls of an endpoint that has a limit, by its path: whatever leads to the endpoint counts there. */
export type Limiters = ReadonlyMap<string, NonNullable<RouteShorthandOptions['preHandler']>>

/** One Fastify route for each door. */
export function mountDoors(app: FastifyInstance, doors: Door[], parts: ServerParts): Limiters {
  const limiters = new Map<string, ReturnType<FastifyInstance['rateLimit']>>()
  for (const door of doors) {
    const { endpoint } = door
    const { limit } = endpoint
    const limiter = limit && app.rateLimit({ max: limit.max, timeWindow: limit.minutes * 60_000 })
    if (limiter) limiters.set(endpoint.path, limiter)
    app.route({
      method: endpoint.method,
      url: endpoint.path,
      ...(endpoint.bodyLimit ? { bodyLimit: endpoint.bodyLimit } : {}),
      ...(endpoint.bytes ? { bodyLimit: endpoint.bytes, preParsing: async (request) => refuseBeforeReading(request, endpoint) } : {}),
      ...(limiter ? { onRequest: limiter } : {}),
      handler: (request, reply) => (endpoint.method === 'GET' ? read(door, request, reply, parts) : write(door, request, reply, parts)),
    })
  }
  return limiters as Limiters
}

async function read(door: Door, request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  const { ctx } = request
  if (door.endpoint.type === 'application/zip') return sendStream(door, request, reply)
  const render = async () => {
    const use = newTableUse()
    const seen: { first?: Seen } = {}
    const set: Record<string, string> = {}
    const asked = {
      ...ctx,
      headers: { set: (name: string, value: string) => void (set[name] = value) },
      sees: (one: Seen) => (seen.first ??= one),
    }
    const result = await noteTableUse(use, () => door.open(asked, request))
    const answer = toAnswer(door, request, result, seen.first)
    return { answer: { ...answer, headers: { ...answer.headers, ...set } }, tables: use.reads }
  }
  const shared = !wantsFresh(request.headers.cookie) && !ctx.viewer && door.endpoint.access === 'public'
  const answer = shared ? await parts.cache.get(ctx.site.id, keyOf(door, request), render) : await parts.cache.once(render)
  parts.noteSeen(request, answer.seen)
  return sendAnswer(request, reply, answer)
}

/** What is too large to be held is never kept. */
async function sendStream(door: Door, request: FastifyRequest, reply: FastifyReply) {
  const headers = { set: (name: string, value: string) => void reply.header(name, value) }
  const stream = await door.open({ ...request.ctx, headers }, request)
  return reply.type(door.endpoint.type ?? '').send(stream)
}

/** Only the parameters that the contract knows make a different answer. */
function keyOf({ endpoint }: Door, request: FastifyRequest): string {
  const known = Object.keys((endpoint.query as unknown as { shape?: object }).shape ?? {})
  const query = request.query as Record<string, unknown>
  const given = known.filter((name) => query[name] !== undefined).map((name) => `${name}=${encodeURIComponent(String(query[name]))}`)
  return `${request.ctx.site.id} ${request.origin} ${request.url.split('?')[0] ?? ''}?${given.toSorted().join('&')}`
}

function toAnswer({ endpoint }: Door, request: FastifyRequest, result: unknown, seen: Seen | undefined): Answer {
  if (endpoint.type) return { status: endpoint.status, type: endpoint.type, body: fileOf(result), headers: {}, seen }
  if (!endpoint.list) return { status: endpoint.status, type: JSON_TYPE, body: JSON.stringify(result), headers: {}, seen }
  const { items, total } = result as Listed<unknown>
  const headers: Record<string, string> = { 'x-total-count': String(total) }
  headers['link'] = linkHeader(request, total, endpoint.query.safeParse(request.query).data as PagesAsked | undefined)
  return { status: endpoint.status, type: JSON_TYPE, body: JSON.stringify(items), headers, seen }
}

/** JSON in a file is for people to read, too. */
const fileOf = (result: unknown): string => (typeof result === 'string' ? result : `${JSON.stringify(result, null, 2)}\n`)

interface PagesAsked {
  page?: number
  perPage?: number
  /** What a page's size is called where a list is asked for its first few. */
  limit?: number
}

/** RFC 8288: where the first, previous, next and last pages are. A list that comes whole is its own first and last. */
function linkHeader(request: FastifyRequest, total: number, { page = 1, perPage, limit }: PagesAsked = {}): string {
  const path = request.url.split('?')[0] ?? ''
  const size = perPage ?? limit
  const last = size ? Math.max(1, Math.ceil(total / size)) : 1
  const places = { first: 1, prev: page > 1 ? page - 1 : undefined, next: page < last ? page + 1 : undefined, last }
  return Object.entries(places)
    .filter(([, at]) => at !== undefined)
    .map(([rel, at]) => {
      const query = { ...(request.query as object), ...(size && { page: at }), ...(perPage && { perPage }), ...(limit && { limit }) }
      return `<${request.origin}${addressOf(path, { query })}>; rel="${rel}"`
    })
    .join(', ')
}

async function write(door: Door, request: FastifyRequest, reply: FastifyReply, parts: ServerParts) {
  const { ctx } = request
  if (door.endpoint.bytes ? !Buffer.isBuffer(request.body) : door.endpoint.method !== 'DELETE' && !isJson(request))
    throw door.endpoint.bytes ? notAFile() : notJson()
  const use = newTableUse()
  try {
    let status: number = door.endpoint.status
    const headers = {
      set: (name: string, value: string) => void reply.header(name, value),
      status: (code: 200) => void (status = code),
    }
    const result = await noteTableUse(use, () => door.open({ ...ctx, headers }, request))
    if (!ctx.viewer && !door.endpoint.leavesNothing) reply.header('set-cookie', freshCookie(request.origin))
    return reply.status(status).type(JSON_TYPE).send(JSON.stringify(result))
  } finally {
    // Also after a failure: a part may have been written before it.
    noteWrites(ctx.site, use.writes, parts)
  }
}

/** What was kept of these tables is made anew, and whoever waits for them is woken. */
export function noteWrites(site: Site, writes: ReadonlySet<string>, parts: Pick<ServerParts, 'cache' | 'data' | 'noteWritten'>): void {
  if (!writes.size) return
  for (const cache of [parts.cache, parts.data]) cache.invalidate(site.id, writes)
  parts.noteWritten(site, writes)
}

/** A stranger's file, and what is no file, are refused before they are read. */
function refuseBeforeReading(request: FastifyRequest, { access }: Endpoint): void {
  admit(request.ctx, access)
  if (!/^image\//i.test(request.headers['content-type'] ?? '')) throw notAFile()
}

const isJson = (request: FastifyRequest) => /^application\/json\b/i.test(request.headers['content-type'] ?? '')

/** Sends an answer through Fastify. */
export async function sendAnswer(request: FastifyRequest, reply: FastifyReply, answer: CachedAnswer) {
  if (answer.status === 200 && isKnown(request.headers['if-none-match'], answer.etag)) {
    const caching = answer.headers['cache-control'] ?? REVALIDATE
    return reply.status(304).headers({ etag: answer.etag, 'cache-control': caching, vary: 'accept-encoding, cookie' }).send()
  }
  const encoding = chooseEncoding(request.headers['accept-encoding'])
  const body = await answer.encoded(encoding)
  return reply
    .status(answer.status)
    .headers(headersOf(answer, encoding, body.length))
    .send(body)
}

/** Doors by method and path, for calls in process. */
export const byAddress = (doors: Door[]) => new Map(doors.map((door) => [`${door.endpoint.method} ${door.endpoint.path}`, door]))

/** What a door answered, with what its views count for. */
export interface KeptData {
  result: unknown
  seen: Seen | undefined
}

/**
 * The transport of pages on the server: the same doors, no HTTP.
 * @param data where public answers are kept; absent when every page must read the database itself
 */
export function inProcess(doors: ReadonlyMap<string, Door>, ctx: Context, data?: TableCache<KeptData>): Transport {
  return async (method, path, input) => {
    try {
      const door = doors.get(`${method} ${path}`)
      if (!door) throw notFound('page')
      if (!data || ctx.viewer || method !== 'GET' || door.endpoint.access !== 'public') return await door.open(ctx, input)
      return await openKept(door, ctx, input, data)
    } catch (fault) {
      if (fault instanceof AppError) throw new ApiError(fault.status, fault.message, { errors: fault.errors ?? [] })
      ctx.log.error({ err: fault, path }, 'a page could not load its data')
      if (isOutOfConnections(fault)) throw new ApiError(tooBusy().status, tooBusy().message)
      throw new ApiError(500, 'Something broke on our side.')
    }
  }
}

async function openKept(door: Door, ctx: Context, input: AnyInput, data: TableCache<KeptData>): Promise<unknown> {
  const key = `${ctx.site.id} ${door.endpoint.path} ${JSON.stringify(input)}`
  const { value, tables } = await data.get(ctx.site.id, key, async () => {
    const use = newTableUse()
    const seen: { first?: Seen } = {}
    const result = await noteTableUse(use, () => door.open({ ...ctx, sees: (one) => (seen.first ??= one) }, input))
    return { value: { result, seen: seen.first }, tables: use.reads, bytes: JSON.stringify(result).length * 2 }
  })
  dependOn(tables)
  if (value.seen) ctx.sees?.(value.seen)
  return value.result
}
