/**
 * Runs the queued jobs of all sites. The queue of a site is polled only when a job was enqueued and when the next one is due, so that idle
 * sites cause no queries.
 */
import type { Site } from '#platform/contract/context.ts'
import { runOnSite, type JobEnvironment } from '#platform/jobs/job-environment.ts'
import { claimJob, executeJob, releaseAllJobs, renewLease, type JobPause } from './job-execution.ts'
import type { JobHandler } from './job-handler.service.ts'
import { findNextDue, type ClaimedJob } from './job-queue.queries.ts'

const TABLE = 'queued_jobs'
/** Time after which the job of a process that has ended can be claimed again. A running job renews its lease three times as often. */
const LEASE_MS = 60_000
/** Maximum number of jobs and polls that run at the same time in this process, for all sites together. */
const MAX_RUNS = 8
/** Maximum duration of the timer, in case the system clock is set back. */
const MAX_SLEEP_MS = 30_000
/** Delay before the next poll of a site after a database error. */
const RETRY_POLL_MS = 10_000

interface SiteQueue {
  /** Time of the next poll in ms since 1970; undefined: the site is polled after the next write. */
  dueAt: number | undefined
  /** Whether the queue was written since the last poll began. */
  isWritten: boolean
  isPolling: boolean
  /** Number of running jobs by kind. */
  running: Map<string, number>
  /** By kind, the time before which no job of this site starts. */
  pauseEnds: Map<string, number>
}

export interface JobQueueOptions extends JobEnvironment {
  handlers: readonly JobHandler[]
  /**
   * Whether other processes serve the same sites, one of which is the leader. If not, jobs that an earlier process was running become due
   * at once.
   */
  isClustered: boolean
}

export class JobQueueRunner {
  readonly #options: JobQueueOptions
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #queues = new WeakMap<Site, SiteQueue>()
  /** By kind, the time before which no job of any site starts. */
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- kinds of jobs
  readonly #pauseEnds = new Map<string, number>()
  readonly #activeRuns = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isLeading: boolean
  /** Index of the site that is polled next, in round-robin order. */
  #turn = 0

  constructor(options: JobQueueOptions) {
    this.#options = options
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind.name, handler]))
    this.#isLeading = !options.isClustered
  }

  /** Starts to run jobs, and polls every site once. */
  start(): void {
    this.#isStarted = true
    for (const site of this.#options.sites.list()) this.addSite(site)
  }

  /** Called when a site was opened. Polls it, because an earlier process may have left jobs. */
  addSite(site: Site): void {
    if (!this.#isStarted) return
    if (this.#options.isClustered) this.poll(site)
    else void this.#release(site)
  }

  /** Sets whether this process is the leader, which is the one that runs jobs. A new leader polls every site. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading && this.#isStarted) for (const site of this.#options.sites.list()) this.poll(site)
  }

  /** Polls the site if its queue is among the written tables. */
  pollByTables(site: Site, tables: ReadonlySet<string>): void {
    if (tables.has(TABLE)) this.poll(site)
  }

  /** Polls a site, because one of its jobs may be due. */
  poll(site: Site): void {
    const queue = this.#queueOf(site)
    queue.dueAt = 0
    queue.isWritten = true
    this.#pump()
  }

  /** Number of jobs and polls that are running. */
  get running(): number {
    return this.#activeRuns.size
  }

  /** Stops starting jobs, aborts the running ones, and waits until they have ended. */
  async stop(): Promise<void> {
    this.#isStarted = false
    clearTimeout(this.#timer)
    this.#stopping.abort(new Error('The server is stopping.'))
    await Promise.all(this.#activeRuns)
  }

  #queueOf(site: Site): SiteQueue {
    const queue = this.#queues.get(site) ?? {
      dueAt: undefined,
      isWritten: false,
      isPolling: false,
      running: new Map(),
      pauseEnds: new Map(),
    }
    this.#queues.set(site, queue)
    return queue
  }

  async #release(site: Site): Promise<void> {
    await this.#guard(site, () => releaseAllJobs(site))
    this.poll(site)
  }

  /** Polls the sites that are due, and sets the timer for the next one that will be due. */
  #pump(): void {
    if (!this.#isStarted || !this.#isLeading || this.#handlers.size === 0) return
    const now = Date.now()
    const sites = this.#options.sites.list()
    const firstIndex = this.#turn
    let nextPollAt = now + MAX_SLEEP_MS
    for (let n = 0; n < sites.length; n++) {
      const index = (firstIndex + n) % sites.length
      const site = sites[index] as Site
      const { dueAt, isPolling } = this.#queueOf(site)
      if (isPolling || dueAt === undefined) continue
      if (dueAt > now) nextPollAt = Math.min(nextPollAt, dueAt)
      else if (this.#activeRuns.size < MAX_RUNS) {
        this.#turn = index + 1
        this.#track(this.#pollSite(site))
      }
    }
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#pump(), Math.max(nextPollAt - now, 1)).unref()
  }

  #track(work: Promise<void>): void {
    const run = work.finally(() => {
      this.#activeRuns.delete(run)
      this.#pump()
    })
    this.#activeRuns.add(run)
  }

  /** Claims and runs a job, during which the site may be polled again. If no job is due, it reads when the next one will be. */
  async #pollSite(site: Site): Promise<void> {
    const queue = this.#queueOf(site)
    queue.isPolling = true
    queue.isWritten = false
    const kinds = this.#listOpenKinds(queue)
    const claimed = await this.#guard(site, async () => {
      const job = kinds.length === 0 ? undefined : await claimJob(site, kinds, LEASE_MS)
      const nextPollAt = job ? 0 : await this.#findNextTurn(site, queue, kinds)
      // A job that was enqueued during the poll may be due before `nextPollAt`.
      queue.dueAt = queue.isWritten ? 0 : nextPollAt
      return job
    })
    queue.isPolling = false
    const handler = claimed && this.#handlers.get(claimed.kind)
    if (!claimed || !handler) return
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 0) + 1)
    this.#pump()
    await this.#guard(site, () => this.#run(site, handler, claimed))
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 1) - 1)
    // The end of the job may have freed a place below the concurrency limit.
    queue.dueAt = 0
    queue.isWritten = true
  }

  #listOpenKinds(queue: SiteQueue): string[] {
    return [...this.#handlers.values()]
      .filter(
        ({ kind, concurrency }) => (queue.running.get(kind.name) ?? 0) < concurrency && this.#getPauseEnd(queue, kind.name) <= Date.now(),
      )
      .map(({ kind }) => kind.name)
  }

  #getPauseEnd({ pauseEnds }: SiteQueue, kind: string): number {
    return Math.max(this.#pauseEnds.get(kind) ?? 0, pauseEnds.get(kind) ?? 0)
  }

  /** @returns the time of the next poll: when a job is due or a pause ends. Kinds at their concurrency limit are polled when a job ends */
  async #findNextTurn(site: Site, queue: SiteQueue, kinds: readonly string[]): Promise<number | undefined> {
    const nextDueAt = kinds.length === 0 ? null : await findNextDue(site, kinds)
    const futurePauseEnds = [...this.#handlers.keys()].map((kind) => this.#getPauseEnd(queue, kind)).filter((until) => until > Date.now())
    const pollTimes = [...futurePauseEnds, ...(nextDueAt === null ? [] : [Date.parse(nextDueAt)])]
    return pollTimes.length === 0 ? undefined : Math.min(...pollTimes)
  }

  async #run(site: Site, handler: JobHandler, claimed: ClaimedJob): Promise<void> {
    const claimLost = new AbortController()
    const renewalTimer = setInterval(() => {
      void this.#guard(site, async () => {
        if (!(await renewLease(site, claimed, LEASE_MS)))
          claimLost.abort(new Error('Another process has taken this job, or it was discarded.'))
      })
    }, LEASE_MS / 3).unref()
    let pause: JobPause | undefined
    try {
      await runOnSite(this.#options, site, claimed.kind, async (ctx) => {
        pause = await executeJob(ctx, handler, claimed, AbortSignal.any([this.#stopping.signal, claimLost.signal]))
      })
    } finally {
      clearInterval(renewalTimer)
      if (pause) (pause.of === 'site' ? this.#queueOf(site).pauseEnds : this.#pauseEnds).set(claimed.kind, Date.now() + pause.ms)
    }
  }

  /** Logs errors, so that an unreachable database does not stop the jobs of other sites. Errors of a closed site are ignored. */
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
