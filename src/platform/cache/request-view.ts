/**
 * What an answer may know of the request it is made for, and the key it is kept under. Both are one frozen thing, made in one
 * place of known parameters only: what is in no key can be in no answer.
 */
import { AppError } from '#platform/contract/errors.ts'

/** Longer than any address that a page of ours makes: a search of a hundred letters, each of which needs nine, and every filter. */
export const MAX_CACHED_URL_LENGTH = 2_000

export interface ViewedRequest {
  siteId: string
  origin: string
  /** False for a host that the request alone knows: there is no end to those. */
  isOriginKnown: boolean
  /** Without a query. */
  path: string
  /** What the route has found in the path. */
  params: object
  /** The query as it was sent. */
  given: Readonly<Record<string, unknown>>
  /** The parameters that make another answer, in the order they have in an address. */
  known: readonly string[]
}

export type ViewedQuery = Readonly<Record<string, string | readonly string[]>>

export class RequestView {
  readonly siteId: string
  readonly origin: string
  readonly path: string
  readonly params: Readonly<Record<string, unknown>>
  /** Known parameters only; one that was given twice is a list. */
  readonly query: ViewedQuery
  /** Path and query. */
  readonly url: string
  /** What a shared answer is kept under. */
  readonly key: string
  /** Whether an answer to it may be kept at all. */
  readonly isCacheable: boolean

  /** Nobody else writes a key. */
  private constructor({ siteId, origin, isOriginKnown, path, params, given, known }: ViewedRequest) {
    this.siteId = siteId
    this.origin = origin
    this.path = toFlatText(path)
    this.params = Object.freeze({ ...params })
    this.query = Object.freeze(readKnown(given, known))
    const search = new URLSearchParams(Object.entries(this.query).flatMap(([name, value]) => [value].flat().map((one) => [name, one])))
    this.url = search.size ? `${this.path}?${search}` : this.path
    this.key = `${siteId} ${origin}${this.url}`
    this.isCacheable = isOriginKnown && this.url.length <= MAX_CACHED_URL_LENGTH
    Object.freeze(this)
  }

  static of(request: ViewedRequest): RequestView {
    return new RequestView(request)
  }
}

function readKnown(given: Readonly<Record<string, unknown>>, known: readonly string[]): Record<string, string | readonly string[]> {
  const query: Record<string, string | readonly string[]> = {}
  for (const name of known) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    if (Array.isArray(value)) query[name] = Object.freeze(value.map(String))
    else if (value !== undefined) query[name] = String(value)
  }
  return query
}

/** A piece of a text holds on to the whole of it: here a path of a few letters to an address of many. This is a text of its own. */
const toFlatText = (text: string): string => Buffer.from(text, 'utf8').toString('utf8')

/** What a proxy in front takes of an answer's head is some 8 KB: more would be no answer at all. */
export const MAX_HEADER_BYTES = 6_000

/** @throws AppError 414: only a long address makes long headers */
export function assertShortHeaders(headers: Readonly<Record<string, string>>): void {
  let bytes = 0
  for (const [name, value] of Object.entries(headers)) bytes += name.length + value.length + 4
  if (bytes > MAX_HEADER_BYTES) throw new AppError(414, 'request.too_long', 'The address is too long.')
}
