/**
 * The part of a request that a shared response may depend on, and its cache key. Both come from one frozen object with known parameters
 * only, so a response cannot contain what its key does not (cache poisoning).
 */
import { AppError } from '#platform/contract/errors.ts'

/**
 * Length above which a URL is not cached: longer than any that our pages link to, with a search of 100 characters at nine bytes each when
 * percent-encoded, and every filter.
 */
export const MAX_CACHED_URL_LENGTH = 2_000

export interface ViewedRequest {
  siteId: string
  origin: string
  /** Whether the origin is configured or local. Otherwise it comes only from the Host header, and clients could invent any number. */
  isOriginKnown: boolean
  /** URL path without the query. */
  path: string
  /** Path parameters. */
  params: object
  /** The query as it was sent. */
  rawQuery: Readonly<Record<string, unknown>>
  /** Query parameters that change the response, in their canonical order. */
  knownParameters: readonly string[]
}

export type ViewedQuery = Readonly<Record<string, string | readonly string[]>>

export class RequestView {
  readonly siteId: string
  readonly origin: string
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  /** Known parameters only; one that was sent more than once is a list. */
  readonly query: ViewedQuery
  /** Path and query. */
  readonly url: string
  /** Key of the shared response in the cache. */
  readonly key: string
  /** Whether the response may be cached: false for unknown origins and overlong URLs, which would let clients fill the cache. */
  readonly isCacheable: boolean

  /** Private, so that keys are built only here. */
  private constructor({ siteId, origin, isOriginKnown, path, params, rawQuery, knownParameters }: ViewedRequest) {
    this.siteId = siteId
    this.origin = origin
    this.path = toFlatText(path)
    this.params = Object.freeze({ ...params })
    this.query = Object.freeze(pickKnown(rawQuery, knownParameters))
    const search = new URLSearchParams(Object.entries(this.query).flatMap(([name, value]) => [value].flat().map((text) => [name, text])))
    this.url = search.size ? `${this.path}?${search}` : this.path
    this.key = `${siteId} ${origin}${this.url}`
    this.isCacheable = isOriginKnown && this.url.length <= MAX_CACHED_URL_LENGTH
    Object.freeze(this)
  }

  static of(request: ViewedRequest): RequestView {
    return new RequestView(request)
  }
}

function pickKnown(rawQuery: Readonly<Record<string, unknown>>, known: readonly string[]): Record<string, string | readonly string[]> {
  const query: Record<string, string | readonly string[]> = {}
  for (const name of known) {
    const value = Object.hasOwn(rawQuery, name) ? rawQuery[name] : undefined
    if (Array.isArray(value)) query[name] = Object.freeze(value.map(String))
    else if (value !== undefined) query[name] = String(value)
  }
  return query
}

/** Copies a string. V8 substrings retain their parent: a cached short path would retain the whole URL that it was cut from. */
const toFlatText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')

/** Limit of the response headers: proxies reject more than about 8 KB. */
export const MAX_HEADER_BYTES = 6_000

/** Checks the length of the headers. @throws AppError 414 if they exceed `MAX_HEADER_BYTES`: only a long URL makes them so long */
export function assertShortHeaders(headers: Readonly<Record<string, string>>): void {
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) bytes += name.length + value.length + 4
  if (bytes > MAX_HEADER_BYTES) throw new AppError(414, 'request.too_long', 'The address is too long.')
}
