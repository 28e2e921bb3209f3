/**
 * Runs the queued jobs of all sites. A site's queue is polled when a job was enqueued and when the next one is due, and never in between, so
 * that idle sites cost no query.
 */
import type { Site } from '#platform/contract/context.ts'
import { runOnSite, type JobEnvironment } from '#platform/jobs/job-environment.ts'
import { claimJob, executeJob, releaseAllJobs, renewLease, type JobHold } from './job-execution.ts'
import type { JobHandler } from './job-handler.service.ts'
import { findNextDue, type ClaimedJob } from './job-queue.queries.ts'

const TABLE = 'queued_jobs'
/** Jobs whose process has ended are claimed again after this time. A running job renews its lease three times as often. */
const LEASE_MS = 60_000
/** Jobs and polls at once in this process, over all sites. */
const MAX_RUNNING = 8
/** Upper limit of the timer, in case the system clock is set back. */
const MAX_SLEEP_MS = 30_000
/** Delay before the next poll after a database error. */
const RETRY_POLL_MS = 10_000

interface SiteQueue {
  /** Time of the next poll; undefined: after the next write. */
  dueAt: number | undefined
  /** The queue was written during a poll. */
  isWritten: boolean
  isPolling: boolean
  /** Number of running jobs by kind. */
  running: Map<string, number>
  /** By kind: no job starts before this time. */
  holds: Map<string, number>
}

export interface JobQueueOptions extends JobEnvironment {
  handlers: readonly JobHandler[]
  /** Other processes serve the same sites, and one is the leader. Otherwise jobs that an earlier process was running are due at once. */
  isClustered: boolean
}

export class JobQueueRunner {
  readonly #options: JobQueueOptions
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #queues = new WeakMap<Site, SiteQueue>()
  /** By kind, for all sites: no job starts before this time. */
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- kinds of jobs
  readonly #holds = new Map<string, number>()
  readonly #runs = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isLeading: boolean
  /** Index of the site to poll next: round robin. */
  #turn = 0

  constructor(options: JobQueueOptions) {
    this.#options = options
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind.name, handler]))
    this.#isLeading = !options.isClustered
  }

  /** Polls every site once. */
  start(): void {
    this.#isStarted = true
    for (const site of this.#options.sites.list()) this.addSite(site)
  }

  /** Called when a site was opened: an earlier process may have left jobs. */
  addSite(site: Site): void {
    if (!this.#isStarted) return
    if (this.#options.isClustered) this.poll(site)
    else void this.#release(site)
  }

  /** Sets whether this process is the leader, which runs the jobs. A new leader polls every site. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading && this.#isStarted) for (const site of this.#options.sites.list()) this.poll(site)
  }

  /** Polls the site if its queue was written. */
  pollByTables(site: Site, tables: ReadonlySet<string>): void {
    if (tables.has(TABLE)) this.poll(site)
  }

  /** Polls a site: one of its jobs may be due. */
  poll(site: Site): void {
    const queue = this.#queueOf(site)
    queue.dueAt = 0
    queue.isWritten = true
    this.#pump()
  }

  /** Number of jobs and polls under way. */
  get running(): number {
    return this.#runs.size
  }

  /** Starts no job from now on, aborts the running ones, and waits for their end. */
  async stop(): Promise<void> {
    this.#isStarted = false
    clearTimeout(this.#timer)
    this.#stopping.abort(new Error('The server is stopping.'))
    await Promise.all(this.#runs)
  }

  #queueOf(site: Site): SiteQueue {
    const queue = this.#queues.get(site) ?? { dueAt: undefined, isWritten: false, isPolling: false, running: new Map(), holds: new Map() }
    this.#queues.set(site, queue)
    return queue
  }

  async #release(site: Site): Promise<void> {
    await this.#guard(site, () => releaseAllJobs(site))
    this.poll(site)
  }

  /** Polls the sites that are due, and sets the timer for the next one. */
  #pump(): void {
    if (!this.#isStarted || !this.#isLeading || this.#handlers.size === 0) return
    const now = Date.now()
    const sites = this.#options.sites.list()
    const first = this.#turn
    let next = now + MAX_SLEEP_MS
    for (let n = 0; n < sites.length; n++) {
      const at = (first + n) % sites.length
      const site = sites[at] as Site
      const { dueAt, isPolling } = this.#queueOf(site)
      if (isPolling || dueAt === undefined) continue
      if (dueAt > now) next = Math.min(next, dueAt)
      else if (this.#runs.size < MAX_RUNNING) {
        this.#turn = at + 1
        this.#track(this.#pollSite(site))
      }
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#pump(), Math.max(next - now, 1)).unref()
  }

  #track(work: Promise<void>): void {
    const run = work.finally(() => {
      this.#runs.delete(run)
      this.#pump()
    })
    this.#runs.add(run)
  }

  /** Claims and runs one job; meanwhile the site may be polled again. Without a due job it reads when the next one is due. */
  async #pollSite(site: Site): Promise<void> {
    const queue = this.#queueOf(site)
    queue.isPolling = true
    queue.isWritten = false
    const kinds = this.#openKinds(queue)
    const claimed = await this.#guard(site, async () => {
      const job = kinds.length === 0 ? undefined : await claimJob(site, kinds, LEASE_MS)
      const next = job ? 0 : await this.#findNextTurn(site, queue, kinds)
      // A job that was enqueued during the poll may be due earlier.
      queue.dueAt = queue.isWritten ? 0 : next
      return job
    })
    queue.isPolling = false
    const handler = claimed && this.#handlers.get(claimed.kind)
    if (!claimed || !handler) return
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 0) + 1)
    this.#pump()
    await this.#guard(site, () => this.#run(site, handler, claimed))
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 1) - 1)
    // The kind may be below its concurrency limit again.
    queue.dueAt = 0
    queue.isWritten = true
  }

  #openKinds(queue: SiteQueue): string[] {
    return [...this.#handlers.values()]
      .filter(
        ({ kind, concurrency }) => (queue.running.get(kind.name) ?? 0) < concurrency && this.#heldUntil(queue, kind.name) <= Date.now(),
      )
      .map(({ kind }) => kind.name)
  }

  #heldUntil({ holds }: SiteQueue, kind: string): number {
    return Math.max(this.#holds.get(kind) ?? 0, holds.get(kind) ?? 0)
  }

  /** @returns the time of the next poll: a due job, or the end of a hold; kinds at their limit are polled when a job ends */
  async #findNextTurn(site: Site, queue: SiteQueue, kinds: readonly string[]): Promise<number | undefined> {
    const next = kinds.length === 0 ? null : await findNextDue(site, kinds)
    const held = [...this.#handlers.keys()].map((kind) => this.#heldUntil(queue, kind)).filter((until) => until > Date.now())
    const times = [...held, ...(next === null ? [] : [Date.parse(next)])]
    return times.length === 0 ? undefined : Math.min(...times)
  }

  async #run(site: Site, handler: JobHandler, claimed: ClaimedJob): Promise<void> {
    const lost = new AbortController()
    const renewing = setInterval(() => {
      void this.#guard(site, async () => {
        if (!(await renewLease(site, claimed, LEASE_MS))) lost.abort(new Error('Another process has taken this job, or it was discarded.'))
      })
    }, LEASE_MS / 3).unref()
    let hold: JobHold | undefined
    try {
      await runOnSite(this.#options, site, claimed.kind, async (ctx) => {
        hold = await executeJob(ctx, handler, claimed, AbortSignal.any([this.#stopping.signal, lost.signal]))
      })
    } finally {
      clearInterval(renewing)
      if (hold) (hold.of === 'site' ? this.#queueOf(site).holds : this.#holds).set(claimed.kind, Date.now() + hold.ms)
    }
  }

  /** Logs an error, so that a database that cannot be reached or a site that was closed does not stop the others. */
  async #guard<T>(site: Site, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (error) {
      if (!this.#options.sites.isOpen(site)) return undefined
      this.#options.log.error({ err: error, site: site.id }, 'job queue unavailable')
      const queue = this.#queueOf(site)
      queue.dueAt = Date.now() + RETRY_POLL_MS
      return undefined
    }
  }
}
