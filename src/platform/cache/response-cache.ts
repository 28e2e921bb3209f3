/**
 * Complete responses (pages and JSON) that are the same for everybody who gets them. An entry knows which tables it was made from;
 * a write to one of them drops it. Bounded in memory, one render for many waiting, kept as brotli.
 */
import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliDecompressSync, constants, gzip } from 'node:zlib'
import negotiate from '@fastify/accept-negotiator'
import type { ViewedItem } from '#platform/contract/context.ts'
import type { CacheGroup } from './cache-group.ts'
import { toOwnBytes } from './own-bytes.ts'
import { RemadeForms, type PackedForms } from './remade-forms.ts'
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
  /** What stands for all that it was made from, if that can be told: made from the same, it is the same. */
  source?: string
  /** It would be what is kept, whose source was given: there is no body. */
  isUnchanged?: boolean
  /** How long it may be kept while nothing is written about it; absent: five minutes. */
  maxAgeMs?: number
  /** Whether members get the same response as visitors. */
  isForEverybody?: boolean
}

export type ContentEncoding = 'br' | 'gzip' | 'identity'

/**
 * An answer as it is kept: its brotli, which nearly everybody is sent. All other forms are made from that when somebody asks for them, and are
 * kept for the answers that are asked for most.
 */
export class CachedResponse implements PackedForms {
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
  #making: Partial<Record<'br' | 'gzip', Promise<Buffer>>> = {}
  #forms: RemadeForms | undefined

  /** @param brotliQuality higher for an answer that will be sent often */
  constructor(
    { status, contentType: type, body, headers, viewed: seen, isForEverybody = false, source }: ResponseParts,
    brotliQuality = 6,
  ) {
    this.#brotliQuality = brotliQuality
    this.status = status
    this.headers = { 'content-type': type, ...headers }
    this.viewed = seen
    this.source = source
    const identity = toOwnBytes(body)
    this.#identity = identity
    this.isForEverybody = isForEverybody
    this.etag = createEtag(identity, this.headers)
  }

  get identity(): Buffer {
    const identity = (this.#identity ??= this.#br && toOwnBytes(brotliDecompressSync(this.#br)))
    if (!identity) throw new Error('Neither the body nor its packed form is there.')
    this.#forms?.touch(this)
    return identity
  }

  /** The body in one encoding, if it can be had at once. */
  getIfReady(encoding: ContentEncoding): Buffer | undefined {
    if (encoding === 'identity') return this.identity
    if (encoding === 'br') return this.#br
    if (this.#gzip) this.#forms?.touch(this)
    return this.#gzip
  }

  /** The body in one encoding, made the first time it is asked for. */
  async encode(encoding: ContentEncoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    return this.getIfReady(encoding) ?? (this.#making[encoding] ??= encoding === 'br' ? this.#makeBrotli() : this.#makeGzip())
  }

  /** From now on brotli is enough to keep it. @param forms keeps what else is made of it */
  async pack(forms: RemadeForms): Promise<void> {
    await this.encode('br')
    this.#forms = forms
    forms.touch(this)
  }

  get formBytes(): number {
    return (this.#identity?.length ?? 0) + (this.#gzip?.length ?? 0)
  }

  dropForms(): void {
    this.#identity = undefined
    this.#gzip = undefined
  }

  /** Rough, in bytes, when packed: the brotli, the headers as they are sent, and the objects that hold them. */
  get size(): number {
    const headers = Object.entries(this.headers).flat().join('').length
    return (this.#br ?? this.identity).length + 2 * headers + 1000
  }

  async #makeBrotli(): Promise<Buffer> {
    const { identity } = this
    const params = { [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
    this.#br = toOwnBytes(await toBrotli(identity, { params }))
    delete this.#making.br
    return this.#br
  }

  async #makeGzip(): Promise<Buffer> {
    const gzip = toOwnBytes(await toGzip(this.identity, { level: 7 }))
    this.#gzip = gzip
    delete this.#making.gzip
    this.#forms?.touch(this)
    return gzip
  }
}

/** Covers the headers too: the total of a list changes while the items of one of its pages stay the same. */
const createEtag = (body: Buffer, headers: Readonly<Record<string, string>>): string =>
  `W/"${hash('sha1', Buffer.concat([body, Buffer.from(JSON.stringify(headers))]), 'base64url')}"`

/** A render that also says which tables it read. @param source of the answer that is kept, and may have been overtaken by a write */
export type RenderResponse = (source?: string) => Promise<{ answer: ResponseParts; tables: Iterable<string> }>

/** Some eight thousand pages. */
const MAX_BYTES = 64 * 1024 * 1024
/** The other forms of some hundreds of them. */
const MAX_FORM_BYTES = 8 * 1024 * 1024

export class ResponseCache {
  readonly #answers: TableCache<CachedResponse>
  readonly #forms: RemadeForms
  #unchanged = 0
  /**
   * @param group whose invalidation reaches this cache too
   * @param maxBytes the most that answers may take together, roughly
   * @param maxFormBytes what all of their forms that nothing but speed needs may take beside
   */
  constructor(group: CacheGroup, maxBytes = MAX_BYTES, maxFormBytes = MAX_FORM_BYTES) {
    this.#answers = new TableCache(group, maxBytes)
    this.#forms = new RemadeForms(maxFormBytes)
  }

  /** The kept answer, if there is one that is not too old. */
  getIfCached(key: string): CachedResponse | undefined {
    return this.#answers.getIfCached(key)?.value
  }

  /** The kept answer, or the one being made, or a new one. Only a 200 is kept, and only where the request is one to be kept for. */
  async getOrRender({ siteId, key, isCacheable }: RequestView, render: RenderResponse): Promise<CachedResponse> {
    if (!isCacheable) return new CachedResponse((await render()).answer, 2)
    const { value } = await this.#answers.get(siteId, key, async (outdated) => {
      const { answer, tables } = await render(outdated?.source)
      if (outdated && answer.isUnchanged) {
        this.#unchanged += 1
        return { value: outdated, tables, bytes: outdated.size }
      }
      const made = new CachedResponse(answer)
      if (answer.status !== 200 || answer.isCacheable === false) return { value: made, tables, bytes: undefined }
      await made.pack(this.#forms)
      return { value: made, tables, bytes: made.size, maxAgeMs: answer.maxAgeMs }
    })
    return value
  }

  /** An answer for one visitor only, not kept: neither here nor by a proxy on the way. */
  async renderUncached(render: RenderResponse): Promise<CachedResponse> {
    const { answer } = await render()
    return new CachedResponse({ ...answer, headers: { 'cache-control': 'private, no-cache', ...answer.headers } }, 2)
  }

  /** For the operator: how many answers, how many bytes roughly. */
  get size() {
    const { entries, bytes } = this.#answers.size
    return { entries, bytes: bytes + this.#forms.bytes }
  }

  /** How often an answer was there, had to be looked at again and was the same, and had to be made. */
  get counts() {
    const { hits, misses } = this.#answers.counts
    return { hits, unchanged: this.#unchanged, misses: misses - this.#unchanged }
  }
}

const COMPRESSED: ('br' | 'gzip')[] = ['br', 'gzip']

/** The encoding that the other side likes best; of those it likes as well, the smaller. */
export const chooseEncoding = (acceptEncoding: string | undefined): ContentEncoding =>
  negotiate(acceptEncoding ?? '', COMPRESSED) ?? 'identity'

/** Whether the browser already has it (If-None-Match, weak comparison). */
export const isNotModified = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
