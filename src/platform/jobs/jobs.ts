/**
 * Work that comes back: publishing what is due, deleting what is old. One at a time for each site and job; where several processes serve
 * the same sites, one of them leads and does it for all. A site on which nothing was written and nothing is due is left alone.
 */
import type { Tables } from '#db/tables.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { observeWrites } from '#db/changes/write-observer.ts'
import type { Context, Log, Site, SiteSettings } from '#platform/contract/context.ts'
import { Semaphore } from './semaphore.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'
import { toError } from '#platform/client/to-error.client.ts'

/** ISO 8601 in UTC: when there is something to do though nothing is written until then. Null or nothing: not before something is. */
export type NextDue = string | null | undefined

/** For a job that does something so long after what is said of its oldest row. */
export const timeAfter = (at: string | null | undefined, ms: number): NextDue => at && new Date(Date.parse(at) + ms).toISOString()

/** The first of these. */
export const earliestDue = (...times: readonly NextDue[]): NextDue => times.filter((at) => typeof at === 'string').toSorted()[0]

/** What a job deletes, where that is its work: administrators read it, with what each run did. */
export interface JobRetention {
  /** The rows that are counted. */
  table: keyof Tables
  /** `Emails in the outbox` */
  what: string
  /** `90 days after they were written`; null: never, as the site is set. */
  after: string | ((settings: SiteSettings) => string | null)
  /** The rows stay, without who they are about. */
  isAnonymised?: true
}

export interface Job {
  name: string
  retention?: JobRetention
  /** Absent: only when it is woken. */
  everySeconds?: number
  /** A write to one of these tables wants the job at once. */
  triggerTables?: readonly string[]
  /**
   * When its turn comes, a site is asked only if one of these tables was written to since the last time, or the time has come that the
   * last run named. Absent: each time.
   */
  watchedTables?: readonly string[]
  /**
   * Asked before each run. A run whose time is later is skipped: it counts neither as done nor as failed. Absent: whenever its turn comes.
   * @returns ISO 8601 in UTC; null: not on this site
   */
  findDueAt?(ctx: Context): Promise<string | null>
  /** Each process does it for itself: it learns what the process must know, or clears away what only the process hears of. */
  isForEveryProcess?: true
  /** @throws the error that stopped the run: a run that returns counts as done */
  run(ctx: Context): Promise<NextDue | void>
}

/**
 * Handles every item, also when one fails, for jobs whose items have nothing to do with each other.
 * @param describe says which item failed, for the message of its error
 * @throws AggregateError with the error of each item that failed, so that the run counts as failed
 */
export async function runForEach<T>(items: Iterable<T>, describe: (item: T) => string, work: (item: T) => Promise<void>): Promise<void> {
  const errors: Error[] = []
  for (const item of items)
    try {
      await work(item)
    } catch (error) {
      errors.push(new Error(`${describe(item)}: ${toError(error).message}`, { cause: error }))
    }
  if (errors.length > 0) throw new AggregateError(errors, errors.map(({ message }) => message).join('; '))
}

/** Runs the job unless its `findDueAt` names a later time. @returns when it is due next */
export async function runIfDue(
  job: Pick<Job, 'run' | 'findDueAt'>,
  ctx: Context,
  run: () => Promise<NextDue | void> = () => job.run(ctx),
): Promise<NextDue | void> {
  if (!job.findDueAt) return run()
  const at = await job.findDueAt(ctx)
  if (at === null || Date.parse(at) > Date.now()) return at
  await run()
  return job.findDueAt(ctx)
}

/** Does the work, with whatever is to be done before and after; it fails when the work does. */
export type AroundJob = (job: Pick<Job, 'name'>, site: Site, work: () => Promise<void>) => Promise<void>

/** What is known of one job on one site. */
interface JobState {
  running?: Promise<void>
  /** Woken while it ran: once more. */
  again: boolean
  /** Something was written that it watches, or it has not come to its end yet. */
  isWritten: boolean
  dueAt: number
}

/** Of all sites together, and of each of the two sorts: an installation that starts with hundreds of them has other things to do as well. */
const MAX_AT_ONCE = 8

export class JobRunner {
  /** Each run goes through these, the last within the one before. */
  readonly around: AroundJob[] = []
  #timers: NodeJS.Timeout[] = []
  #states = new WeakMap<Site, Map<Job, JobState>>()
  #running = new Set<Promise<void>>()
  /** What a process must know does not wait for what it does for others. */
  readonly #own = new Semaphore(MAX_AT_ONCE)
  readonly #others = new Semaphore(MAX_AT_ONCE)
  #state: 'new' | 'started' | 'stopped' = 'new'
  #isLeading: boolean
  #stopObserving: (() => void) | undefined
  readonly #jobs: readonly Job[]
  readonly #sites: SiteDirectory
  readonly #log: Log
  readonly #afterWrite: (site: Site, tables: ReadonlySet<string>) => void

  /**
   * @param afterWrite told which tables a run has written, so that kept answers can be dropped
   * @param isLeading false where another process may lead: until `lead` says otherwise
   */
  constructor(
    jobs: readonly Job[],
    sites: SiteDirectory,
    log: Log,
    afterWrite: (site: Site, tables: ReadonlySet<string>) => void,
    isLeading = true,
  ) {
    this.#isLeading = isLeading
    this.#jobs = jobs
    this.#sites = sites
    this.#log = log
    this.#afterWrite = afterWrite
  }

  /** Runs every job once, and then those at their interval that have something to do. */
  start(): void {
    this.#state = 'started'
    this.#stopObserving = observeWrites((id, tables) => this.#noteUntold(id, tables))
    for (const site of this.#sites.list()) this.triggerAll(site)
    for (const job of this.#jobs) {
      const runDue = () => this.#sites.list().forEach((site) => this.#isDue(job, site) && this.#runIfOurs(job, site))
      if (job.everySeconds !== undefined) this.#timers.push(setInterval(runDue, job.everySeconds * 1000).unref())
    }
  }

  /** Whether this process does what one alone must do. Whoever begins to lead does all of it once: the last one may not have come to it. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading) this.#sites.list().forEach((site) => this.triggerAll(site))
  }

  /** Starts the jobs that these tables wake, and notes for the others what they watch. */
  triggerByTables(site: Site, tables: ReadonlySet<string>): void {
    for (const job of this.#jobs) {
      if (job.watchedTables?.some((table) => tables.has(table))) this.#stateOf(job, site).isWritten = true
      if (job.triggerTables?.some((table) => tables.has(table))) this.#runIfOurs(job, site)
    }
  }

  /** Starts every job of a site: it has come up, or what would have woken one may have been missed. */
  triggerAll(site: Site): void {
    for (const job of this.#jobs) this.#runIfOurs(job, site)
  }

  /** How many run now, and how many are to run once more. */
  get queue(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#own.waiting + this.#others.waiting }
  }

  /** Starts nothing any more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#stopObserving?.()
    this.#timers.forEach((timer) => clearInterval(timer))
    await Promise.all(this.#running.values())
  }

  /** What this process writes and nobody is told of. */
  #noteUntold(id: string, tables: readonly string[]): void {
    const watching = this.#jobs.filter((job) => job.watchedTables?.some((table) => tables.includes(table)))
    if (watching.length === 0) return
    const site = this.#sites.list().find((one) => one.id === id)
    if (site) for (const job of watching) this.#stateOf(job, site).isWritten = true
  }

  #stateOf(job: Job, site: Site): JobState {
    const states = this.#states.get(site) ?? new Map<Job, JobState>()
    this.#states.set(site, states)
    const state = states.get(job) ?? { again: false, isWritten: true, dueAt: Infinity }
    states.set(job, state)
    return state
  }

  #isDue(job: Job, site: Site): boolean {
    const { isWritten, dueAt } = this.#stateOf(job, site)
    return job.watchedTables === undefined || isWritten || dueAt <= Date.now()
  }

  /** A job that is woken while it runs runs once more. */
  #runIfOurs(job: Job, site: Site): void {
    if (this.#state !== 'started' || !(this.#isLeading || job.isForEveryProcess)) return
    const state = this.#stateOf(job, site)
    state.again = true
    if (state.running) return
    const places = job.isForEveryProcess ? this.#own : this.#others
    const work = places
      .run(() => this.#repeat(job, site, state))
      .finally(() => {
        delete state.running
        this.#running.delete(work)
      })
    state.running = work
    this.#running.add(work)
  }

  async #repeat(job: Job, site: Site, state: JobState): Promise<void> {
    while (state.again && this.#state === 'started') {
      state.again = false
      await this.#runOnce(job, site, state)
    }
  }

  async #runOnce(job: Job, site: Site, state: JobState): Promise<void> {
    const dependencies = createDependencies()
    state.isWritten = false
    try {
      const installation = this.#sites.installationFor?.(site)
      const ctx = { site, db: site.db, viewer: null, log: this.#log, ...(installation ? { installation } : {}) }
      const run = async (): Promise<NextDue> => {
        let next: NextDue
        const work = () => trackDependencies(dependencies, async () => void (next = (await job.run(ctx)) ?? null))
        await this.around.reduceRight<() => Promise<void>>((inner, around) => () => around(job, site, inner), work)()
        return next
      }
      const next = await runIfDue(job, ctx, run)
      state.dueAt = next ? Date.parse(next) : Infinity
    } catch (error) {
      state.isWritten = true
      this.#log.error({ err: error, site: site.id, job: job.name }, 'job failed')
    }
    if (dependencies.writes.size) this.#afterWrite(site, dependencies.writes)
  }
}
