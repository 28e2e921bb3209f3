/**
 * Renders Markdown in worker threads, so that a complex text does not block other requests. A text beyond the limits of markdown-limits.ts
 * or the time limit is shown unformatted; that is not an error.
 */
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { Piscina } from 'piscina'
import type { Log } from '#platform/contract/context.ts'
import { serviceUnavailable } from '#platform/contract/errors.ts'
import { renderPlain, type RenderedText } from './markdown-plain.ts'

/**
 * `site` for the site's own texts; `user` for user-generated content: no pictures, smaller headings, links with
 * `rel="ugc nofollow noopener"`.
 */
export type Author = 'site' | 'user'

interface Text {
  source: string
  by: Author
}

export interface RenderTask {
  texts: Text[]
  /** Written by the thread: the number of the current text, from 1, and the thread's id. */
  progress: Int32Array<SharedArrayBuffer>
}

export interface MarkdownRendererOptions {
  /** The threads' script; tests use one that hangs. */
  script?: URL
  /** CPU time per text, after which the thread is terminated. */
  maxCpuMs?: number
  /** Maximum length of the queue. */
  maxQueueLength?: number
}

interface QueuedText extends Text {
  log: Log
  resolve(rendered: RenderedText): void
  reject(error: unknown): void
}

/** Leaves one processor to the main thread. */
const THREADS = Math.max(1, Math.min(2, availableParallelism() - 1))
const IDLE_MS = 60_000
/** The slowest text within the limits takes 200 ms. CPU time, so that a busy machine does not cause timeouts. */
const MAX_COMPUTING_MS = 3000
/** Checks per time limit. */
const CHECKS = 3
/** Checks on the same text after which the thread is terminated even if it does not report its CPU time. */
const MAX_CHECKS = 30
/** Maximum number and total length of the texts in a batch. */
const MAX_BATCH = 50
const MAX_BATCH_LENGTH = 400_000
const MAX_WAITING = 5000
/**
 * Five times the memory of two of the worst texts within the limits. A last resort: a thread that exhausts its memory in one allocation can
 * crash the process, which the limits on tokens and length prevent.
 */
const MAX_THREAD_MEGABYTES = 512
const MAX_CACHED_BYTES = 32 * 1024 * 1024

export class MarkdownRenderer {
  readonly #maxComputingMs: number
  readonly #maxWaiting: number
  readonly #threads: Piscina<RenderTask, RenderedText[]>
  /** Keyed by content, so it is shared by all places and sites with the same text. */
  readonly #cache = createBoundedCache<RenderedText>({ maxBytes: MAX_CACHED_BYTES, bytesOf: ({ html }) => 2 * html.length })
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- texts that are being rendered
  readonly #pending = new Map<string, Promise<RenderedText>>()
  readonly #queue: QueuedText[] = []
  #busyThreads = 0

  constructor({ script, maxCpuMs = MAX_COMPUTING_MS, maxQueueLength = MAX_WAITING }: MarkdownRendererOptions = {}) {
    this.#maxComputingMs = maxCpuMs
    this.#maxWaiting = maxQueueLength
    // Threads start on demand and do not prevent the process from exiting.
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

  /** Renders a text, or returns the cached result. @throws AppError 503 if the queue is full */
  async render(source: string, by: Author, log: Log): Promise<RenderedText> {
    const key = hash('sha256', `${by} ${source}`, 'base64url')
    const cached = this.#cache.get(key) ?? this.#pending.get(key)
    if (cached) return cached
    const rendering = this.renderOnce(source, by, log).finally(() => this.#pending.delete(key))
    this.#pending.set(key, rendering)
    const rendered = await rendering
    this.#cache.set(key, rendered)
    return rendered
  }

  /** Renders a text without caching. @throws AppError 503 if the queue is full */
  renderOnce(source: string, by: Author, log: Log): Promise<RenderedText> {
    if (this.#queue.length >= this.#maxWaiting) return Promise.reject(serviceUnavailable())
    const { promise, resolve, reject } = Promise.withResolvers<RenderedText>()
    this.#queue.push({ source, by, log, resolve, reject })
    // Deferred, so that all texts of a request go into one batch.
    if (this.#queue.length === 1) queueMicrotask(() => this.#fillThreads())
    return promise
  }

  #fillThreads(): void {
    while (this.#busyThreads < THREADS && this.#queue.length > 0) {
      this.#busyThreads++
      void this.#renderBatch(this.#takeBatch()).finally(() => {
        this.#busyThreads--
        this.#fillThreads()
      })
    }
  }

  #takeBatch(): QueuedText[] {
    let length = 0
    const end = this.#queue.findIndex(({ source }, at) => {
      length += source.length
      return at >= MAX_BATCH || (at > 0 && length > MAX_BATCH_LENGTH)
    })
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end)
  }

  /** Renders a batch. If a text terminates the thread, it is shown unformatted and the others are rendered again without it. */
  async #renderBatch(batch: QueuedText[]): Promise<void> {
    if (batch.length === 0) return
    const progress = new Int32Array(new SharedArrayBuffer(8))
    try {
      const rendered = await this.#runWithTimeout({ texts: batch.map(({ source, by }) => ({ source, by })), progress })
      for (const [at, { resolve, reject }] of batch.entries()) {
        const one = rendered[at]
        if (one) resolve(one)
        else reject(new Error('A thread has left a text out.'))
      }
    } catch (error) {
      const at = Atomics.load(progress, 0) - 1
      const culprit = batch[at]
      if (!culprit) for (const { reject } of batch) reject(error)
      else {
        culprit.log.warn({ err: error, length: culprit.source.length }, 'Markdown rendering failed: text is shown unformatted')
        culprit.resolve(renderPlain(culprit.source))
        await this.#renderBatch(batch.toSpliced(at, 1))
      }
    }
  }

  /** Runs a task and terminates its thread if one text takes too long. Time in the queue does not count. */
  async #runWithTimeout(task: RenderTask): Promise<RenderedText[]> {
    const abortController = new AbortController()
    let first = { text: 0, cpuMs: 0, checks: 0 }
    const check = async () => {
      const [text = 0, thread = 0] = [0, 1].map((at) => Atomics.load(task.progress, at))
      if (text === 0) return
      // Counted before the CPU time is read, because a stuck thread might not report it.
      if (text === first.text && ++first.checks >= MAX_CHECKS) return abortController.abort()
      const cpuMs = await this.#findCpuMs(thread)
      if (text !== first.text) first = { text, cpuMs, checks: 0 }
      else if (cpuMs - first.cpuMs >= (this.#maxComputingMs * (CHECKS - 1)) / CHECKS) abortController.abort()
    }
    const interval = setInterval(() => void check(), this.#maxComputingMs / CHECKS)
    return this.#threads.run(task, { signal: abortController.signal }).finally(() => clearInterval(interval))
  }

  /** Returns the CPU time of a thread since its start, also while it runs; 0 for one that has ended. */
  async #findCpuMs(thread: number): Promise<number> {
    const usage = await this.#threads.threads
      .find(({ threadId }) => threadId === thread)
      ?.cpuUsage()
      .catch(() => undefined)
    return usage ? (usage.user + usage.system) / 1000 : 0
  }

  /** Finishes the running tasks and ends the threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
