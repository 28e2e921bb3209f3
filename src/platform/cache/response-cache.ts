/**
 * Caches complete shared responses (pages and JSON). An entry depends on tables and rows; a write to one of them invalidates it. Bounded in
 * memory, stored brotli-compressed; concurrent requests share one render (stampede protection).
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { ViewedItem } from '#platform/contract/context.ts'
import type { CacheGroup } from './cache-group.ts'
import { toUnpooledBuffer } from './unpooled-buffer.ts'
import { DerivedEncodings, type CompressedEntry } from './derived-encodings.ts'
import type { RequestView } from './request-view.ts'
import { TableCache } from './table-cache.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** The result of a render. */
export interface ResponseParts {
  status: number
  contentType: string
  body: string
  /** Other than Content-Type and ETag: X-Total-Count, Link, Location, Cache-Control. */
  headers: Record<string, string>
  viewed: ViewedItem | undefined
  /** Whether the response may be cached. Default: true. */
  isCacheable?: boolean
  /** Fingerprint of all source data, if there is one: the same source gives the same response. */
  source?: string
  /** Whether the source data equals that of the outdated response, so that rendering was skipped and `body` is empty. */
  isUnchanged?: boolean
  /** Maximum age of the cached response. Default: five minutes. */
  maxAgeMs?: number
  /** Whether members get the same response as visitors. */
  isForEverybody?: boolean
}

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/**
 * A cached response, stored brotli-compressed. Other encodings are derived on demand and cached for the most requested responses
 * (`DerivedEncodings`).
 */
export class CachedResponse implements CompressedEntry {
  readonly status: number
  readonly headers: Record<string, string>
  readonly viewed: ViewedItem | undefined
  readonly etag: string
  readonly source: string | undefined
  readonly isForEverybody: boolean
  readonly #brotliQuality: number
  #identity: Buffer | undefined
  #gzip: Buffer | undefined
  #br: Buffer | undefined
  #compressing: Partial<Record<'br' | 'gzip', Promise<Buffer>>> = {}
  #derived: DerivedEncodings | undefined

  /** @param brotliQuality 0 to 11; higher for responses that are sent often */
  constructor({ status, contentType, body, headers, viewed, isForEverybody = false, source }: ResponseParts, brotliQuality = 6) {
    this.#brotliQuality = brotliQuality
    this.status = status
    this.headers = { 'content-type': contentType, ...headers }
    this.viewed = viewed
    this.source = source
    const identity = toUnpooledBuffer(body)
    this.#identity = identity
    this.isForEverybody = isForEverybody
    this.etag = createEtag(identity, this.headers)
  }

  /** Returns the uncompressed body. @throws Error if neither it nor its brotli is there, which is a bug */
  get identity(): Buffer {
    const identity = (this.#identity ??= this.#br && toUnpooledBuffer(brotliDecompressSync(this.#br)))
    if (!identity) throw new Error('Neither the body nor its compressed form exists.')
    this.#derived?.touch(this)
    return identity
  }

  /** Returns the body in an encoding, or undefined if it would have to be compressed first. */
  getIfReady(encoding: ContentEncoding): Buffer | undefined {
    if (encoding === 'identity') return this.identity
    if (encoding === 'br') return this.#br
    if (this.#gzip) this.#derived?.touch(this)
    return this.#gzip
  }

  /** Returns the body in an encoding; compresses it on first use. */
  async encode(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    return this.getIfReady(encoding) ?? (this.#compressing[encoding] ??= encoding === 'br' ? this.#compressBrotli() : this.#compressGzip())
  }

  /** Compresses to brotli, from which the other encodings can be derived again. @param derived limits their memory */
  async pack(derived: DerivedEncodings): Promise<void> {
    await this.encode('br')
    this.#derived = derived
    derived.touch(this)
  }

  get derivedBytes(): number {
    return (this.#identity?.length ?? 0) + (this.#gzip?.length ?? 0)
  }

  dropDerived(): void {
    this.#identity = undefined
    this.#gzip = undefined
  }

  /** Approximate size in bytes when packed: brotli body, headers and object overhead. */
  get size(): number {
    const headers = Object.entries(this.headers).flat().join('').length
    return (this.#br ?? this.identity).length + 2 * headers + 1000
  }

  async #compressBrotli(): Promise<Buffer> {
    const { identity } = this
    const params = { [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
    this.#br = toUnpooledBuffer(await toBrotli(identity, { params }))
    delete this.#compressing.br
    return this.#br
  }

  async #compressGzip(): Promise<Buffer> {
    const gzip = toUnpooledBuffer(await toGzip(this.identity, { level: 7 }))
    this.#gzip = gzip
    delete this.#compressing.gzip
    this.#derived?.touch(this)
    return gzip
  }
}

/** Creates a weak ETag. Hashes the headers too: the total of a list can change while the items on one of its pages stay the same. */
const createEtag = (body: Buffer, headers: Readonly<Record<string, string>>): string =>
  `W/"${hash('sha1', Buffer.concat([body, Buffer.from(JSON.stringify(headers))]), 'base64url')}"`

/**
 * Renders a response.
 * @param source fingerprint of the outdated response, which may be returned as `isUnchanged`
 * @returns the parts, and the tables and row keys that were read
 */
export type RenderResponse = (source?: string) => Promise<{ parts: ResponseParts; tables: Iterable<string> }>

/** Enough for about 8,000 pages. */
const MAX_BYTES = 64 * 1024 * 1024
/** Enough for the derived encodings of a few hundred pages. */
const MAX_DERIVED_BYTES = 8 * 1024 * 1024

export class ResponseCache {
  readonly #responses: TableCache<CachedResponse>
  readonly #derived: DerivedEncodings
  #unchanged = 0
  /**
   * @param group whose invalidation reaches this cache
   * @param maxBytes approximate limit for all responses
   * @param maxDerivedBytes additional limit for all derived encodings
   */
  constructor(group: CacheGroup, maxBytes = MAX_BYTES, maxDerivedBytes = MAX_DERIVED_BYTES) {
    this.#responses = new TableCache(group, maxBytes)
    this.#derived = new DerivedEncodings(maxDerivedBytes)
  }

  /** Returns the cached response, unless it is outdated or expired. */
  getIfCached(key: string): CachedResponse | undefined {
    return this.#responses.getIfCached(key)?.value
  }

  /** Returns the cached response, the one that is being rendered, or a new one. Only cacheable 200 responses are stored. */
  async getOrRender({ siteId, key, isCacheable }: RequestView, render: RenderResponse): Promise<CachedResponse> {
    if (!isCacheable) return new CachedResponse((await render()).parts, 2)
    const { value } = await this.#responses.get(siteId, key, async (outdated) => {
      const { parts, tables } = await render(outdated?.source)
      if (outdated && parts.isUnchanged) {
        this.#unchanged += 1
        return { value: outdated, tables, bytes: outdated.size }
      }
      const response = new CachedResponse(parts)
      if (parts.status !== 200 || parts.isCacheable === false) return { value: response, tables, bytes: undefined }
      await response.pack(this.#derived)
      return { value: response, tables, bytes: response.size, maxAgeMs: parts.maxAgeMs }
    })
    return value
  }

  /** Renders a response for one visitor, marked `private` so that no proxy stores it. */
  async renderUncached(render: RenderResponse): Promise<CachedResponse> {
    const { parts } = await render()
    return new CachedResponse({ ...parts, headers: { 'cache-control': 'private, no-cache', ...parts.headers } }, 2)
  }

  /** Number of entries and approximate bytes, for metrics. */
  get size() {
    const { entries, bytes } = this.#responses.size
    return { entries, bytes: bytes + this.#derived.bytes }
  }

  /** Hits, revalidated responses (`unchanged`) and misses, for metrics. */
  get counts() {
    const { hits, misses } = this.#responses.counts
    return { hits, unchanged: this.#unchanged, misses: misses - this.#unchanged }
  }
}

const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']

/** Negotiates the encoding from Accept-Encoding; prefers brotli where the client has no preference. */
export const chooseEncoding = (acceptEncoding: string | undefined): ContentEncoding =>
  negotiate(acceptEncoding ?? '', COMPRESSED) ?? 'identity'

/** Whether If-None-Match lists the ETag, by weak comparison (RFC 9110 §13.1.2). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
