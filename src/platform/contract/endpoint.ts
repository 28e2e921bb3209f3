/** A contract line: one HTTP endpoint, described once, read by the server, the browser's types and the OpenAPI document. */
import { splitCall, type HttpMethod } from './call.client.ts'
import { PER_PAGE_MAX, SEARCH_MAX } from './list-limits.client.ts'
import { z } from './zod.ts'
import type { FeatureName } from './context.ts'

export type { HttpMethod }

export type ExtraStatus = 200 | 401 | 403 | 409 | 410 | 429

/** At most `max` requests per address within `minutes`; beyond that 429 with Retry-After. */
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
  /** One sentence for the OpenAPI document. */
  summary: string
  params: P
  query: Q
  body: B
  response: R
  /** A list answers an array with X-Total-Count and Link; its handler returns `Listed`. */
  list: L
  access: 'public' | 'member' | 'admin'
  /** 201 for what makes something, else 200. */
  status: 200 | 201
  /** What it can answer beyond what follows from the rest of its line: another success, a wrong password, a clash, an attempt too many. */
  extraStatuses: readonly ExtraStatus[]
  rateLimit: RateLimit | undefined
  /**
   * For a file that is saved: its content type. The reply is its text then; with `application/json` what is written in it, and with
   * `application/zip` a stream or the bytes.
   */
  contentType: string | undefined
  /** For a call whose body is a file: at most so many bytes. The handler gets a Buffer as its body. */
  maxFileBytes: number | undefined
  /** For a call with a long text: at most so many bytes of JSON, where the usual 128 KB are too few. */
  maxBodyBytes: number | undefined
  /** The switch that turns this endpoint off (404) with its feature. */
  feature: FeatureName | undefined
  /** A call that changes nothing anybody could read: whoever makes it needs no fresh pages, and gets no cookie. */
  hasNoEffectOnReads: boolean
  /** A call for members whose answer a browser may keep, with the pages that it stands on: it says nothing that they do not. */
  isStorable: boolean
  /** Whoever has the key in its path may call it: what it answers is kept by nobody, neither here nor on the way. */
  isPrivate: boolean
  /** For a write that makes nothing worth counting, such as signing in: it works on a site that is at the end of its quotas. */
  needsNoRoom: boolean
  /** For a call that costs much of the processor: how often a site may do such things is counted. */
  isCostly: boolean
  /** For a call that may be sent twice with the header `Idempotency-Key`, and is done once: what such a key looks like. */
  idempotencyKey: RegExp | undefined
}

/** What a list handler returns, and what a list query holds in the browser. */
export interface ListResult<T> {
  items: T[]
  /** How many match in all, not only on this page. */
  total: number
}

/** A list that is never cut into pages. */
export const unpagedList = <T>(items: T[]): ListResult<T> => ({ items, total: items.length })

const Nothing = z.object({})
type Nothing = typeof Nothing
/** What a line leaves out: its type is then the default, which is this one. */
const nothing = <T extends z.ZodType>() => Nothing as unknown as T

/** Whatever answers an array is a list, so that everybody learns how many there are. */
type ListIfArray<R extends z.ZodType> = R extends z.ZodArray ? { list: true } : object

/** Describes one endpoint; what is left out is empty, public and unlimited. */
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
    Partial<
      Pick<
        Endpoint,
        | 'access'
        | 'status'
        | 'extraStatuses'
        | 'rateLimit'
        | 'feature'
        | 'contentType'
        | 'maxFileBytes'
        | 'maxBodyBytes'
        | 'hasNoEffectOnReads'
        | 'isStorable'
        | 'isPrivate'
        | 'needsNoRoom'
        | 'isCostly'
        | 'idempotencyKey'
      >
    >,
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
    needsNoRoom: false,
    isCostly: false,
    idempotencyKey: undefined,
    ...e,
    params: e.params ?? nothing<P>(),
    query: e.query ?? nothing<Q>(),
    body: e.body ?? nothing<B>(),
    list: e.list ?? (false as L),
  }
}

/** The query parameters that every list takes: `page` from 1, `perPage` up to 100 (the default: the whole list up to there). */
export const Paging = z.object({
  page: z.coerce.number().int().min(1).max(100_000).default(1),
  perPage: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(PER_PAGE_MAX),
})
export type Paging = z.infer<typeof Paging>

/** PostgreSQL counts ids no further, and breaks when it is asked for one beyond. */
export const MAX_ID = 2_147_483_647
/** An id in a path or a query. */
export const Id = z.coerce.number().int().min(1).max(MAX_ID)
/** An id in a body. @param message for whoever chose from a list */
export const idInBody = (message?: string) => z.number(message).int(message).positive(message).max(MAX_ID, message)

/** In a body, optional: the version of the stored thing that the sender has read. */
export const ReadVersion = z.number().int().min(0).optional()

/** For the first few of an order: `limit` of them, and `page` for those after. */
export const limitQuery = (usual: number) =>
  z.object({ page: Paging.shape.page, limit: z.coerce.number().int().min(1).max(PER_PAGE_MAX).default(usual) })

/** A search term as typed. Blank means no search. */
export const SearchTerm = z
  .string()
  .trim()
  .max(SEARCH_MAX)
  .optional()
  .transform((term) => term || undefined)

/** Ready for `.offset()` and `.limit()`. */
export const toOffsetLimit = ({ page, perPage }: Paging) => ({ offset: (page - 1) * perPage, limit: perPage })

/** How many there are in all: a first page that is not full says it without counting. */
export const countTotal = async (rows: readonly unknown[], { page, perPage }: Paging, count: () => Promise<number>): Promise<number> =>
  page === 1 && rows.length < perPage ? rows.length : count()
