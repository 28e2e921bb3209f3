/**
 * Renders Markdown in threads of its own: nobody else waits for what somebody has written. What is too involved, by the limits of
 * markdown-limits.ts or because a thread is not done with it in time, is shown as it was typed; that is never an error.
 */
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { Piscina } from 'piscina'
import type { Log } from '#platform/contract/context.ts'
import { serviceUnavailable } from '#platform/contract/errors.ts'
import { renderPlain, type RenderedText } from './markdown-plain.ts'

/**
 * `site` for the site's own texts; `user` for what visitors write: no pictures, headings become smaller, links carry
 * `rel="ugc nofollow noopener"`
 */
export type Author = 'site' | 'user'

interface Text {
  source: string
  by: Author
}

export interface RenderTask {
  texts: Text[]
  /** The thread says at which text it is, from 1, and its own id. */
  progress: Int32Array<SharedArrayBuffer>
}

export interface MarkdownRendererOptions {
  /** The threads' script; tests have one that hangs. */
  script?: URL
  /** A text that a thread has computed over for so long has ended it. */
  maxComputingMs?: number
  maxWaiting?: number
}

interface Waiting extends Text {
  log: Log
  resolve(rendered: RenderedText): void
  reject(fault: unknown): void
}

/** One processor is left to the requests. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
const IDLE_MS = 60_000
/** The slowest text within the limits takes a fifth of a second. It is the thread's own time: on a busy machine nobody is cut short. */
const MAX_COMPUTING_MS = 3000
/** So many times it is looked at meanwhile. */
const LOOKS = 3
/** At the last of these it is ended in any case. */
const MAX_LOOKS = 30
/** So many texts, or so much of them, go to a thread at once. */
const MAX_BATCH = 50
const MAX_BATCH_LENGTH = 400_000
const MAX_WAITING = 5000
/**
 * Five times what two of the worst texts within the limits take. No more than a last resort: a thread that fills its memory in one go
 * can end the whole process, so it is the limits on tokens and length that keep it from there.
 */
const MAX_THREAD_MEGABYTES = 512
const MAX_CACHED_BYTES = 32 * 1024 * 1024

export class MarkdownRenderer {
  readonly #maxComputingMs: number
  readonly #maxWaiting: number
  readonly #threads: Piscina<RenderTask, RenderedText[]>
  /** By what the text is, not by where it stands: it is rendered once, whoever asks for it and however often. */
  readonly #cache = createBoundedCache<RenderedText>({ maxBytes: MAX_CACHED_BYTES, bytesOf: ({ html }) => 2 * html.length })
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- texts that are being rendered
  readonly #underWay = new Map<string, Promise<RenderedText>>()
  readonly #waiting: Waiting[] = []
  #busy = 0

  constructor({ script, maxComputingMs = MAX_COMPUTING_MS, maxWaiting = MAX_WAITING }: MarkdownRendererOptions = {}) {
    this.#maxComputingMs = maxComputingMs
    this.#maxWaiting = maxWaiting
    // A thread begins when first needed; one that has nothing to do keeps no process alive.
    this.#threads = new Piscina({
      filename: (script ?? new URL('markdown.worker.ts', import.meta.url)).href,
      minThreads: 0,
      maxThreads: THREADS,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEGABYTES },
      recordTiming: false,
    })
  }

  /** @throws AppError 503 where too many texts wait already */
  async render(source: string, by: Author, log: Log): Promise<RenderedText> {
    const key = hash('sha256', `${by} ${source}`, 'base64url')
    const known = this.#cache.get(key) ?? this.#underWay.get(key)
    if (known) return known
    const rendering = this.renderOnce(source, by, log).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, rendering)
    const rendered = await rendering
    this.#cache.set(key, rendered)
    return rendered
  }

  /** Without keeping it. @throws AppError 503 where too many texts wait already */
  renderOnce(source: string, by: Author, log: Log): Promise<RenderedText> {
    if (this.#waiting.length >= this.#maxWaiting) return Promise.reject(serviceUnavailable())
    const { promise, resolve, reject } = Promise.withResolvers<RenderedText>()
    this.#waiting.push({ source, by, log, resolve, reject })
    // What the same request asks for next goes with it.
    if (this.#waiting.length === 1) queueMicrotask(() => this.#fillThreads())
    return promise
  }

  #fillThreads(): void {
    while (this.#busy < THREADS && this.#waiting.length > 0) {
      this.#busy++
      void this.#renderBatch(this.#takeBatch()).finally(() => {
        this.#busy--
        this.#fillThreads()
      })
    }
  }

  #takeBatch(): Waiting[] {
    let length = 0
    const end = this.#waiting.findIndex(({ source }, at) => {
      length += source.length
      return at >= MAX_BATCH || (at > 0 && length > MAX_BATCH_LENGTH)
    })
    return this.#waiting.splice(0, end < 0 ? this.#waiting.length : end)
  }

  /** Where one text of many ends its thread, the others are rendered without it. */
  async #renderBatch(batch: Waiting[]): Promise<void> {
    if (batch.length === 0) return
    const progress = new Int32Array(new SharedArrayBuffer(8))
    try {
      const rendered = await this.#withinTime({ texts: batch.map(({ source, by }) => ({ source, by })), progress })
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = rendered[at]
        if (one) resolve(one)
        else reject(new Error('A thread has left a text out.'))
      }
    } catch (fault) {
      const at = Atomics.load(progress, 0) - 1
      const culprit = batch[at]
      if (!culprit) for (const { reject } of batch) reject(fault)
      else {
        culprit.log.warn({ err: fault, length: culprit.source.length }, 'a text was too involved and is shown as it was typed')
        culprit.resolve(renderPlain(culprit.source))
        await this.#renderBatch(batch.toSpliced(at, 1))
      }
    }
  }

  /** Ends the thread that has been at the same text for too long. The time until it has begun does not count. */
  async #withinTime(task: RenderTask): Promise<RenderedText[]> {
    const ending = new AbortController()
    let first = { text: 0, computedMs: 0, looks: 0 }
    const look = async () => {
      const [text = 0, thread = 0] = [0, 1].map((at) => Atomics.load(task.progress, at))
      if (text === 0) return
      // Counted before the thread is asked, as one that is stuck for good might not answer.
      if (text === first.text && ++first.looks >= MAX_LOOKS) return ending.abort()
      const computedMs = await this.#findComputedMs(thread)
      if (text !== first.text) first = { text, computedMs, looks: 0 }
      else if (computedMs - first.computedMs >= (this.#maxComputingMs * (LOOKS - 1)) / LOOKS) ending.abort()
    }
    const looking = setInterval(() => void look(), this.#maxComputingMs / LOOKS)
    return this.#threads.run(task, { signal: ending.signal }).finally(() => clearInterval(looking))
  }

  /** What a thread has computed since it began, also while it is at it; 0 for one that has ended. */
  async #findComputedMs(thread: number): Promise<number> {
    const usage = await this.#threads.threads
      .find(({ threadId }) => threadId === thread)
      ?.cpuUsage()
      .catch(() => undefined)
    return usage ? (usage.user + usage.system) / 1000 : 0
  }

  /** What has begun is finished, and the threads end. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
