/**
 * Does what waits in the queues of all sites. A site is asked when something was put into its queue, and when the next of it is due;
 * between the two nothing is asked of anybody, so that sites without work cost nothing.
 */
import type { Site } from '#platform/contract/context.ts'
import { runOnSite, type JobEnvironment } from '#platform/jobs/job-environment.ts'
import { claimJob, executeJob, releaseAllJobs, renewLease, type JobHold } from './job-execution.ts'
import type { JobHandler } from './job-handler.service.ts'
import { findNextDue, type ClaimedJob } from './job-queue.queries.ts'

const TABLE = 'queued_jobs'
/** A process that ends in the middle is known by this; whoever is at work says so three times as often. */
const LEASE_MS = 60_000
/** Of all sites together, in this process. */
const MAX_RUNNING = 8
/** A clock that is set must not leave everything waiting. */
const LONGEST_SLEEP_MS = 30_000
/** After the database was away. */
const RETRY_LOOK_MS = 10_000

interface SiteQueue {
  /** When to ask this site; undefined: when something is written. */
  dueAt: number | undefined
  /** Something was written while it was being asked. */
  isWritten: boolean
  isAsked: boolean
  /** By kind: how many run. */
  running: Map<string, number>
  /** By kind: until when nothing of it is begun. */
  holds: Map<string, number>
}

export interface JobQueueOptions extends JobEnvironment {
  handlers: readonly JobHandler[]
  /** Others serve the same sites, and one of them leads. Otherwise what an earlier process was at is due at once. */
  hasNeighbours: boolean
}

export class JobQueueRunner {
  readonly #options: JobQueueOptions
  readonly #handlers: ReadonlyMap<string, JobHandler>
  readonly #queues = new WeakMap<Site, SiteQueue>()
  /** By kind, for all sites. */
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- kinds of jobs
  readonly #holds = new Map<string, number>()
  readonly #runs = new Set<Promise<void>>()
  readonly #stopping = new AbortController()
  #timer: NodeJS.Timeout | undefined
  #isStarted = false
  #isLeading: boolean
  /** Where the round goes on: each site has its turn. */
  #turn = 0

  constructor(options: JobQueueOptions) {
    this.#options = options
    this.#handlers = new Map(options.handlers.map((handler) => [handler.kind.name, handler]))
    this.#isLeading = !options.hasNeighbours
  }

  /** Asks every site once. */
  start(): void {
    this.#isStarted = true
    for (const site of this.#options.sites.list()) this.addSite(site)
  }

  /** A site that has come up: an earlier process may have left something. */
  addSite(site: Site): void {
    if (!this.#isStarted) return
    if (this.#options.hasNeighbours) this.look(site)
    else void this.#release(site)
  }

  /** Whether this process does the work; whoever begins to lead asks every site. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading && this.#isStarted) for (const site of this.#options.sites.list()) this.look(site)
  }

  /** Something was written: perhaps into the queue. */
  wakeByTables(site: Site, tables: ReadonlySet<string>): void {
    if (tables.has(TABLE)) this.look(site)
  }

  /** Asks a site: something of it may have become due. */
  look(site: Site): void {
    const queue = this.#queueOf(site)
    queue.dueAt = 0
    queue.isWritten = true
    this.#pump()
  }

  /** How many pieces run now. */
  get running(): number {
    return this.#runs.size
  }

  /** Begins nothing any more, asks what runs to end, and waits for it. */
  async stop(): Promise<void> {
    this.#isStarted = false
    clearTimeout(this.#timer)
    this.#stopping.abort(new Error('The server is stopping.'))
    await Promise.all(this.#runs)
  }

  #queueOf(site: Site): SiteQueue {
    const queue = this.#queues.get(site) ?? { dueAt: undefined, isWritten: false, isAsked: false, running: new Map(), holds: new Map() }
    this.#queues.set(site, queue)
    return queue
  }

  async #release(site: Site): Promise<void> {
    await this.#guard(site, () => releaseAllJobs(site))
    this.look(site)
  }

  /** Starts what may start now, and sets the clock for the rest. */
  #pump(): void {
    if (!this.#isStarted || !this.#isLeading || this.#handlers.size === 0) return
    const now = Date.now()
    const sites = this.#options.sites.list()
    const first = this.#turn
    let next = now + LONGEST_SLEEP_MS
    for (let n = 0; n < sites.length; n++) {
      const at = (first + n) % sites.length
      const site = sites[at] as Site
      const { dueAt, isAsked } = this.#queueOf(site)
      if (isAsked || dueAt === undefined) continue
      if (dueAt > now) next = Math.min(next, dueAt)
      else if (this.#runs.size < MAX_RUNNING) {
        this.#turn = at + 1
        this.#track(this.#askSite(site))
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

  /** Takes one piece and does it, while the site may be asked for another; with nothing to take it learns when the next is due. */
  async #askSite(site: Site): Promise<void> {
    const queue = this.#queueOf(site)
    queue.isAsked = true
    queue.isWritten = false
    const kinds = this.#openKinds(queue)
    const claimed = await this.#guard(site, async () => {
      const job = kinds.length === 0 ? undefined : await claimJob(site, kinds, LEASE_MS)
      const next = job ? 0 : await this.#findNextTurn(site, queue, kinds)
      // What came in between may be due before that.
      queue.dueAt = queue.isWritten ? 0 : next
      return job
    })
    queue.isAsked = false
    const handler = claimed && this.#handlers.get(claimed.kind)
    if (!claimed || !handler) return
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 0) + 1)
    this.#pump()
    await this.#guard(site, () => this.#run(site, handler, claimed))
    queue.running.set(claimed.kind, (queue.running.get(claimed.kind) ?? 1) - 1)
    // Its place is free, and it may be due again.
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

  /** What is held is asked for when that is over; what is at its limit, when one of it ends. */
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

  /** A database that is away, or a site that is closed meanwhile, is no reason for the others to wait. */
  async #guard<T>(site: Site, work: () => Promise<T>): Promise<T | undefined> {
    try {
      return await work()
    } catch (fault) {
      if (!this.#options.sites.isOpen(site)) return undefined
      this.#options.log.error({ err: fault, site: site.id }, 'the queue of a site could not be read or written')
      const queue = this.#queueOf(site)
      queue.dueAt = Date.now() + RETRY_LOOK_MS
      return undefined
    }
  }
}
