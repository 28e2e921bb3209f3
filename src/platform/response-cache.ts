/**
 * Complete answers (pages and JSON) for visitors without a session. An entry knows which tables it was made from;
 * a write to one of them drops it. Bounded in memory, one render for many waiting, brotli and gzip made once.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { ViewedItem } from './context.ts'
import { toOwnBytes } from './own-bytes.ts'
import type { RequestView } from './request-view.ts'
import { TableCache } from './table-cache.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)

/** What a render gives. */
export interface ResponseParts {
  status: number
  contentType: string
  body: string
  /** Beyond content type, ETag and caching: X-Total-Count, Link, Location. */
  headers: Record<string, string>
  viewed: ViewedItem | undefined
  /** False keeps it from being kept. */
  isCacheable?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

export class CachedResponse {
  readonly status: number
  readonly headers: Record<string, string>
  readonly viewed: ViewedItem | undefined
  readonly etag: string
  readonly identity: Buffer
  #br: Promise<Buffer> | undefined
  #gzip: Promise<Buffer> | undefined
  /** Filled once made, so that the fast lane can answer without waiting. */
  encodings: Partial<Record<Encoding, Buffer>>

  readonly #brotliQuality: number
  /** @param brotliQuality higher for an answer that will be sent often */
  constructor({ status, contentType: type, body, headers, viewed: seen }: ResponseParts, brotliQuality = 6) {
    this.#brotliQuality = brotliQuality
    this.status = status
    this.headers = { 'content-type': type, ...headers }
    this.viewed = seen
    this.identity = toOwnBytes(body)
    this.etag = `W/"${hash('sha1', this.identity, 'base64url')}"`
    this.encodings = { identity: this.identity }
  }

  /** The body in one encoding, made the first time it is asked for. */
  async encode(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    const made = await (encoding === 'br' ? this.#brotli() : this.#gzipped())
    this.encodings[encoding] = made
    return made
  }

  /** Rough, in bytes: the body and its compressed forms, and the headers as they are sent with each of them. */
  get size(): number {
    return this.identity.length * 1.6 + 3 * Object.entries(this.headers).flat().join('').length + 1000
  }

  #brotli() {
    const params = { [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: this.identity.length }
    return (this.#br ??= toBrotli(this.identity, { params }).then(toOwnBytes))
  }

  #gzipped() {
    return (this.#gzip ??= toGzip(this.identity, { level: 7 }).then(toOwnBytes))
  }
}

/** A render that also says which tables it read. */
export type Render = () => Promise<{ answer: ResponseParts; tables: Iterable<string> }>

const MAX_BYTES = 64 * 1024 * 1024

export class ResponseCache {
  readonly #answers: TableCache<CachedResponse>
  /** @param maxBytes the most that answers may take together, roughly */
  constructor(maxBytes = MAX_BYTES) {
    this.#answers = new TableCache(maxBytes)
  }

  /** The kept answer, if there is one that is not too old. */
  getIfCached(key: string): CachedResponse | undefined {
    return this.#answers.getIfCached(key)?.value
  }

  /** The kept answer, or the one being made, or a new one. Only a 200 is kept, and only where the request is one to be kept for. */
  async getOrRender({ siteId, key, isCacheable }: RequestView, render: Render): Promise<CachedResponse> {
    if (!isCacheable) return new CachedResponse((await render()).answer, 2)
    const { value } = await this.#answers.get(siteId, key, async () => {
      const { answer, tables } = await render()
      const made = new CachedResponse(answer)
      return { value: made, tables, bytes: answer.status === 200 && answer.isCacheable !== false ? made.size : undefined }
    })
    return value
  }

  /** An answer for one visitor only, not kept: neither here nor by a proxy on the way. */
  async renderUncached(render: Render): Promise<CachedResponse> {
    const { answer } = await render()
    return new CachedResponse({ ...answer, headers: { 'cache-control': 'private, no-cache', ...answer.headers } }, 2)
  }

  /** Drops every answer of the site that was made from one of these tables. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#answers.invalidate(site, tables)
  }

  /** For the operator: how many answers, how many bytes roughly. */
  get size() {
    return this.#answers.size
  }

  get counts() {
    return this.#answers.counts
  }
}

const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']

/** The encoding that the other side likes best; of those it likes as well, the smaller. */
export const chooseEncoding = (acceptEncoding: string | undefined): Encoding => negotiate(acceptEncoding ?? '', COMPRESSED) ?? 'identity'

/** Whether the browser already has it (If-None-Match, weak comparison). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
