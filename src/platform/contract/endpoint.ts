/** Declares HTTP endpoints, once for the server, the browser's types and the OpenAPI document. */
import { splitCall, type HttpMethod } from './call.client.ts'
import { PAGE_MAX, PER_PAGE_MAX, SEARCH_MAX } from './list-limits.client.ts'
import { z } from './zod.ts'
import type { FeatureName } from './context.ts'

export type { HttpMethod }

export type ExtraStatus = 200 | 401 | 403 | 409 | 410 | 429

/** At most `max` requests per IP address within `minutes`; beyond that 429 with Retry-After. */
export interface RateLimit {
  max: number
  minutes: number
}

export interface Endpoint<
  Call extends string = string,
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType = z.ZodType,
  L extends boolean = boolean,
> {
  /** Method and path: `'GET /api/products/:slug'`. */
  call: Call
  method: HttpMethod
  path: string
  /** Imperative sentence for the OpenAPI document. */
  summary: string
  params: P
  query: Q
  body: B
  response: R
  /** Responds with an array, X-Total-Count and Link; its handler returns a `ListResult`. */
  list: L
  access: 'public' | 'member' | 'admin'
  /** Status of a success: 201 for calls that create something, else 200. */
  status: 200 | 201
  /** Statuses that do not follow from the other properties: another success, a wrong password, a conflict, too many attempts. */
  extraStatuses: readonly ExtraStatus[]
  rateLimit: RateLimit | undefined
  /**
   * For a download: its content type. The handler returns its text; for `application/json` the value, and for ZIP and PDF files a stream or
   * the bytes; for `text/event-stream` an `EventSubscription`.
   */
  contentType: string | undefined
  /** Maximum size of the file, for an upload. The handler gets a Buffer as its body. */
  maxFileBytes: number | undefined
  /** Maximum size of the JSON body, if the default of 128 KB is not enough. */
  maxBodyBytes: number | undefined
  /** Responds with 404 while this feature is switched off. */
  feature: FeatureName | undefined
  /** Whether the write changes nothing that can be read, so that the client gets no cookie that bypasses the cache. */
  hasNoEffectOnReads: boolean
  /** Whether browsers may store a response for members: it contains nothing that the stored pages do not. */
  isStorable: boolean
  /** Whether a token in the path authorises the call: the response is never cached, neither here nor by proxies. */
  isPrivate: boolean
  /** Whether the call works on a site whose quotas are exhausted: a write without lasting data, such as signing in. */
  isQuotaExempt: boolean
  /** Whether the call is CPU-intensive: it counts against the site's hourly quota of such calls. */
  isCostly: boolean
  /** Pattern of the header `Idempotency-Key`, if the call handles it itself. */
  idempotencyKey: RegExp | undefined
}

/** Content type of server-sent events. */
export const EVENT_STREAM = 'text/event-stream'

/** Whether downloads of the type are bytes, which are streamed. */
export const isBinaryType = (contentType: string | undefined): boolean =>
  contentType === 'application/zip' || contentType === 'application/pdf'

/** Whether the response is streamed, so that it is never cached and may not end. */
export const isStreamed = ({ contentType }: Pick<Endpoint, 'contentType'>): boolean =>
  isBinaryType(contentType) || contentType === EVENT_STREAM

/** The result of a list handler, and of a list call in the browser. */
export interface ListResult<T> {
  items: T[]
  /** Number of matches on all pages. */
  total: number
}

/** Wraps a list without pages. */
export const unpagedList = <T>(items: T[]): ListResult<T> => ({ items, total: items.length })

const Nothing = z.object({})
type Nothing = typeof Nothing
/** The schema of an omitted part, whose type parameter then has its default, `Nothing`. */
const nothing = <T extends z.ZodType>() => Nothing as unknown as T

/** Array responses must be lists, so that clients get the total. */
type ListIfArray<R extends z.ZodType> = R extends z.ZodArray ? { list: true } : object

/**
 * Declares an endpoint. By default it is public, unlimited and has no input.
 * @example endpoint('GET /api/things/:id', { summary: 'Read a thing', params: z.object({ id: Id }), response: Thing })
 */
export const endpoint = <
  const Call extends `${HttpMethod} /api/${string}`,
  R extends z.ZodType,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = Nothing,
  const L extends boolean = false,
>(
  call: Call,
  e: { summary: string; response: R; params?: P; query?: Q; body?: B; list?: L } & ListIfArray<R> &
    Partial<Omit<Endpoint, 'call' | 'method' | 'path' | 'summary' | 'params' | 'query' | 'body' | 'response' | 'list'>>,
): Endpoint<Call, P, Q, B, R, L> => {
  const [method, path] = splitCall(call)
  return {
    call,
    method,
    path,
    access: 'public',
    status: method === 'POST' ? 201 : 200,
    extraStatuses: [],
    rateLimit: undefined,
    feature: undefined,
    contentType: undefined,
    maxFileBytes: undefined,
    maxBodyBytes: undefined,
    hasNoEffectOnReads: false,
    isStorable: false,
    isPrivate: false,
    isQuotaExempt: false,
    isCostly: false,
    idempotencyKey: undefined,
    ...e,
    params: e.params ?? nothing<P>(),
    query: e.query ?? nothing<Q>(),
    body: e.body ?? nothing<B>(),
    list: e.list ?? (false as L),
  }
}

/** Query parameters of every list: `page` from 1, `perPage` up to 100 (the default). */
export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(PAGE_MAX).default(1),
  perPage: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(PER_PAGE_MAX),
})
export type Paging = z.infer<typeof Paging>

/** Maximum of PostgreSQL's `integer`; larger values in a query are an error there. */
export const MAX_ID = 2_147_483_647
/** An id in a path or a query. */
export const Id = z.coerce.number().int().min(1).max(MAX_ID)
/** An id in a body. @param message error message for an invalid choice from a list */
export const idInBody = (message?: string) => z.number(message).int(message).positive(message).max(MAX_ID, message)

/** Schema of the version that a change is based on, in a body. */
export const ReadVersion = z.number().int().min(0).optional()

/** Query parameters of a short list: `limit` items, and `page` for those after. */
export const limitQuery = (defaultLimit: number) =>
  z.object({ page: Paging.shape.page, limit: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(defaultLimit) })

/** A search term as entered. Blank means no search. */
export const SearchTerm = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .optional()
  .transform((term) => term || undefined)

/** Arguments for `.offset()` and `.limit()`. */
export const toOffsetLimit = ({ page, perPage }: Paging) => ({ offset: (page - 1) * perPage, limit: perPage })

/** Returns the total of a list; a first page that is not full needs no COUNT. */
export const countTotal = async (rows: readonly unknown[], { page, perPage }: Paging, count: () => Promise<number>): Promise<number> =>
  page === 1 && rows.length < perPage ? rows.length : count()
