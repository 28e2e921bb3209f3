/**
 * Complete answers (pages and JSON) for visitors without a session. An entry knows which tables it was made from;
 * a write to one of them drops it. Bounded in memory, one render for many waiting, brotli and gzip made once.
 */
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Seen } from './context.ts'

const toBrotli = promisify(brotliCompress)
const toGzip = promisify(gzip)
const MAX_AGE_MS = 5 * 60_000

/** What a render gives. */
export interface Answer {
  status: number
  type: string
  body: string
  /** Beyond content type, ETag and caching: X-Total-Count, Link, Location. */
  headers: Record<string, string>
  seen: Seen | undefined
  /** False keeps it from being kept. */
  keep?: boolean
}

export type Encoding = 'br' | 'gzip' | 'identity'

export class CachedAnswer {
  readonly status: number
  readonly headers: Record<string, string>
  readonly seen: Seen | undefined
  readonly etag: string
  readonly madeAt = Date.now()
  readonly identity: Buffer
  #br: Promise<Buffer> | undefined
  #gzip: Promise<Buffer> | undefined
  /** Filled once made, so that the fast lane can answer without waiting. */
  ready: Partial<Record<Encoding, Buffer>>

  readonly #brotliQuality: number
  /** @param brotliQuality higher for an answer that will be sent often */
  constructor({ status, type, body, headers, seen }: Answer, brotliQuality = 6) {
    this.#brotliQuality = brotliQuality
    this.status = status
    this.headers = { 'content-type': type, ...headers }
    this.seen = seen
    this.identity = Buffer.from(body)
    this.etag = `W/"${createHash('sha256').update(this.identity).digest('base64url').slice(0, 22)}"`
    this.ready = { identity: this.identity }
  }

  /** The body in one encoding, made the first time it is asked for. */
  async encoded(encoding: Encoding): Promise<Buffer> {
    if (encoding === 'identity') return this.identity
    const made = await (encoding === 'br' ? this.#brotli() : this.#gzipped())
    this.ready[encoding] = made
    return made
  }

  /** Rough, in bytes: the body and its compressed forms. */
  get size(): number {
    return this.identity.length * 1.6 + 1000
  }

  #brotli() {
    const params = { [constants.BROTLI_PARAM_QUALITY]: this.#brotliQuality, [constants.BROTLI_PARAM_SIZE_HINT]: this.identity.length }
    return (this.#br ??= toBrotli(this.identity, { params }))
  }

  #gzipped() {
    return (this.#gzip ??= toGzip(this.identity, { level: 7 }))
  }
}

/** A render that also says which tables it read. */
export type Render = () => Promise<{ answer: Answer; tables: Iterable<string> }>

interface Kept {
  answer: CachedAnswer
  site: string
  tables: string[]
}

export class PageCache {
  #kept = new Map<string, Kept>()
  #waiting = new Map<string, { site: string; promise: Promise<CachedAnswer> }>()
  #changes = new Map<string, number>()
  #clock = 0
  #bytes = 0
  readonly #maxBytes: number
  /** @param maxBytes the most that entries may take together, roughly */
  constructor(maxBytes = 64 * 1024 * 1024) {
    this.#maxBytes = maxBytes
  }

  /** The kept answer, if there is one that is not too old. Moves it to the young end. */
  find(key: string): CachedAnswer | undefined {
    const kept = this.#kept.get(key)
    if (!kept) return undefined
    if (Date.now() - kept.answer.madeAt > MAX_AGE_MS) {
      this.#drop(key)
      return undefined
    }
    return kept.answer
  }

  /** The kept answer, or the one being made, or a new one. Only a 200 is kept. */
  async get(site: string, key: string, render: Render): Promise<CachedAnswer> {
    const kept = this.find(key)
    if (kept) {
      this.#touch(key)
      return kept
    }
    const waiting = this.#waiting.get(key)
    if (waiting) return waiting.promise
    const promise = this.#make(site, key, render)
    this.#waiting.set(key, { site, promise })
    try {
      return await promise
    } finally {
      if (this.#waiting.get(key)?.promise === promise) this.#waiting.delete(key)
    }
  }

  /** An answer for one visitor only, not kept. */
  async once(render: Render): Promise<CachedAnswer> {
    return new CachedAnswer((await render()).answer, 2)
  }

  /** Drops every answer of the site that was made from one of these tables. Renders under way are not kept. */
  invalidate(site: string, tables: Iterable<string>): void {
    this.#clock += 1
    const changed = new Set(tables)
    for (const table of changed) this.#changes.set(`${site}:${table}`, this.#clock)
    for (const [key, kept] of this.#kept) {
      if (kept.site === site && kept.tables.some((table) => changed.has(table))) this.#drop(key)
    }
    for (const [key, waiting] of this.#waiting) if (waiting.site === site) this.#waiting.delete(key)
  }

  /** For the operator: how many answers, how many bytes roughly. */
  get size() {
    return { entries: this.#kept.size, bytes: Math.round(this.#bytes) }
  }

  async #make(site: string, key: string, render: Render): Promise<CachedAnswer> {
    const began = this.#clock
    const { answer: made, tables } = await render()
    const answer = new CachedAnswer(made)
    const depends = [...tables]
    const overtaken = depends.some((table) => (this.#changes.get(`${site}:${table}`) ?? 0) > began)
    if (answer.status === 200 && made.keep !== false && !overtaken && answer.size < this.#maxBytes / 10) {
      this.#drop(key)
      this.#kept.set(key, { answer, site, tables: depends })
      this.#bytes += answer.size
      while (this.#bytes > this.#maxBytes) this.#drop(this.#kept.keys().next().value ?? '')
    }
    return answer
  }

  #touch(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#kept.set(key, kept)
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#kept.delete(key)
    this.#bytes -= kept.answer.size
  }
}

/** The best encoding both sides know. */
export function chooseEncoding(acceptEncoding: string | undefined): Encoding {
  const accepted = acceptEncoding ?? ''
  if (/\bbr\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted)) return 'br'
  return /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/.test(accepted) ? 'gzip' : 'identity'
}

/** Whether the browser already has it (If-None-Match, weak comparison). */
export const isKnown = (ifNoneMatch: string | undefined, etag: string): boolean =>
  ifNoneMatch !== undefined &&
  (ifNoneMatch === etag || ifNoneMatch.split(',').some((one) => one.trim().replace(/^W\//, '') === etag.replace(/^W\//, '')))
