/**
 * Renders Markdown in worker threads, so that a complex text does not block other requests. A text that exceeds the limits of
 * markdown-limits.ts or the time limit is rendered unformatted; callers do not get an error.
 */
import { hash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { createBoundedCache } from '#platform/cache/bounded-cache.ts'
import { Piscina } from 'piscina'
import type { Log } from '#platform/contract/context.ts'
import { serviceUnavailable } from '#platform/contract/errors.ts'
import { renderPlain, type RenderedText } from './markdown-plain.ts'

/**
 * Who wrote a text: `site` for the site's own texts; `user` for user-generated content, which is rendered without pictures, with smaller
 * headings, and with `rel="ugc nofollow noopener"` on links; `post` for user-generated content with uploaded pictures and mentions, which
 * the caller must resolve (features/writing/post-markup.service.ts).
 */
export type Author = 'site' | 'user' | 'post'

interface SourceText {
  source: string
  author: Author
}

/** A batch for one worker thread. */
export interface RenderTask {
  texts: SourceText[]
  /** Two numbers that the thread writes: the current text's number (from 1; 0 before the first text) and the thread's id. */
  progress: Int32Array<SharedArrayBuffer>
}

export interface MarkdownRendererOptions {
  /** URL of the worker's module; tests use one that can hang. */
  script?: URL
  /** Maximum CPU time per text in milliseconds; beyond it, the thread is terminated. */
  maxCpuMs?: number
  /** Maximum number of texts that wait for a thread. */
  maxQueueLength?: number
}

interface QueuedText extends SourceText {
  log: Log
  resolve(rendered: RenderedText): void
  reject(error: unknown): void
}

/** One or two threads; one processor is left to the main thread where possible. */
const THREAD_COUNT = Math.max(1, Math.min(2, availableParallelism() - 1))
const IDLE_MS = 60_000
/** The slowest text within the limits takes 200 ms. The limit is CPU time, so that a busy machine does not cause timeouts. */
const DEFAULT_MAX_CPU_MS = 3000
/** Number of checks of a thread's CPU time during `maxCpuMs`. */
const CHECKS_PER_LIMIT = 3
/** Maximum number of checks during the same text. Then the thread is terminated even if it does not report its CPU time. */
const MAX_CHECKS_PER_TEXT = 30
/** Maximum number of texts in a batch, and their maximum total length in characters. */
const MAX_BATCH_TEXTS = 50
const MAX_BATCH_LENGTH = 400_000
const DEFAULT_MAX_QUEUE_LENGTH = 5000
/**
 * Five times the memory that two of the worst texts within the limits need. This limit is a last resort: a thread that exhausts its memory
 * in one allocation can crash the process. The limits on tokens and length prevent that.
 */
const MAX_THREAD_MEBIBYTES = 512
const MAX_CACHED_BYTES = 32 * 1024 * 1024

/** Renders texts in worker threads, in batches, with a cache. */
export class MarkdownRenderer {
  readonly #maxCpuMs: number
  readonly #maxQueueLength: number
  readonly #threads: Piscina<RenderTask, RenderedText[]>
  /** Keyed by author and content, so all sites with the same text share an entry. */
  readonly #cache = createBoundedCache<RenderedText>({ maxBytes: MAX_CACHED_BYTES, bytesOf: ({ html }) => 2 * html.length })
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- texts that are being rendered
  readonly #pending = new Map<string, Promise<RenderedText>>()
  readonly #queue: QueuedText[] = []
  #busyThreads = 0

  constructor({ script, maxCpuMs = DEFAULT_MAX_CPU_MS, maxQueueLength = DEFAULT_MAX_QUEUE_LENGTH }: MarkdownRendererOptions = {}) {
    this.#maxCpuMs = maxCpuMs
    this.#maxQueueLength = maxQueueLength
    // Threads start on demand and do not prevent the process from exiting.
    this.#threads = new Piscina({
      filename: (script ?? new URL('markdown.worker.ts', import.meta.url)).href,
      minThreads: 0,
      maxThreads: THREAD_COUNT,
      idleTimeout: IDLE_MS,
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MAX_THREAD_MEBIBYTES },
      recordTiming: false,
    })
  }

  /**
   * Renders a text, or returns the cached result.
   * @param log gets a warning if the text terminates its thread
   * @throws AppError 503 if the queue is full
   */
  async render(source: string, author: Author, log: Log): Promise<RenderedText> {
    const key = hash('sha256', `${author} ${source}`, 'base64url')
    const cached = this.#cache.get(key) ?? this.#pending.get(key)
    if (cached) return cached
    const rendering = this.renderOnce(source, author, log).finally(() => this.#pending.delete(key))
    this.#pending.set(key, rendering)
    const rendered = await rendering
    this.#cache.set(key, rendered)
    return rendered
  }

  /** Renders a text without caching. @throws AppError 503 if the queue is full */
  renderOnce(source: string, author: Author, log: Log): Promise<RenderedText> {
    if (this.#queue.length >= this.#maxQueueLength) return Promise.reject(serviceUnavailable())
    const { promise, resolve, reject } = Promise.withResolvers<RenderedText>()
    this.#queue.push({ source, author, log, resolve, reject })
    // Rendering starts in a microtask, so that all texts that a request queues now go into one batch.
    if (this.#queue.length === 1) queueMicrotask(() => this.#fillThreads())
    return promise
  }

  #fillThreads(): void {
    while (this.#busyThreads < THREAD_COUNT && this.#queue.length > 0) {
      this.#busyThreads++
      void this.#renderBatch(this.#takeBatch()).finally(() => {
        this.#busyThreads--
        this.#fillThreads()
      })
    }
  }

  #takeBatch(): QueuedText[] {
    let length = 0
    const end = this.#queue.findIndex(({ source }, index) => {
      length += source.length
      return index >= MAX_BATCH_TEXTS || (index > 0 && length > MAX_BATCH_LENGTH)
    })
    return this.#queue.splice(0, end < 0 ? this.#queue.length : end)
  }

  /** Renders a batch. If a text terminates the thread, that text is rendered unformatted and the others are rendered again without it. */
  async #renderBatch(batch: QueuedText[]): Promise<void> {
    if (batch.length === 0) return
    const progress = new Int32Array(new SharedArrayBuffer(8))
    try {
      const rendered = await this.#runWithTimeout({ texts: batch.map(({ source, author }) => ({ source, author })), progress })
      for (const [index, { resolve, reject }] of batch.entries()) {
        const result = rendered[index]
        if (result) resolve(result)
        else reject(new Error('A worker thread did not return every text.'))
      }
    } catch (error) {
      const index = Atomics.load(progress, 0) - 1
      const culprit = batch[index]
      if (!culprit) for (const { reject } of batch) reject(error)
      else {
        culprit.log.warn({ err: error, length: culprit.source.length }, 'Markdown rendering failed: text is shown unformatted')
        culprit.resolve(renderPlain(culprit.source))
        await this.#renderBatch(batch.toSpliced(index, 1))
      }
    }
  }

  /**
   * Runs a task and terminates its thread if one text takes too long. Time in the queue does not count.
   * @throws the error of the thread, or an AbortError if the thread was terminated
   */
  async #runWithTimeout(task: RenderTask): Promise<RenderedText[]> {
    const abortController = new AbortController()
    let firstCheck = { text: 0, cpuMs: 0, checks: 0 }
    const check = async () => {
      const [textNumber = 0, currentThreadId = 0] = [0, 1].map((index) => Atomics.load(task.progress, index))
      if (textNumber === 0) return
      // The check is counted before the CPU time is read, because a stuck thread might not report it.
      if (textNumber === firstCheck.text && ++firstCheck.checks >= MAX_CHECKS_PER_TEXT) return abortController.abort()
      const cpuMs = await this.#findCpuMs(currentThreadId)
      if (textNumber !== firstCheck.text) firstCheck = { text: textNumber, cpuMs, checks: 0 }
      else if (cpuMs - firstCheck.cpuMs >= (this.#maxCpuMs * (CHECKS_PER_LIMIT - 1)) / CHECKS_PER_LIMIT) abortController.abort()
    }
    const interval = setInterval(() => void check(), this.#maxCpuMs / CHECKS_PER_LIMIT)
    return this.#threads.run(task, { signal: abortController.signal }).finally(() => clearInterval(interval))
  }

  /** Returns the CPU time of a thread since its start in milliseconds; 0 for a thread that has ended. */
  async #findCpuMs(searchedId: number): Promise<number> {
    const usage = await this.#threads.threads
      .find(({ threadId }) => threadId === searchedId)
      ?.cpuUsage()
      .catch(() => undefined)
    return usage ? (usage.user + usage.system) / 1000 : 0
  }

  /** Finishes the running tasks and ends the threads. */
  close(): Promise<void> {
    return this.#threads.close()
  }
}
