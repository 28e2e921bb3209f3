/**
 * Runs recurring jobs: at most one run of a job on a site at a time. Where several processes serve the same sites, the leader runs them for
 * all. At its interval a job skips the sites on which nothing was written and nothing is due, so that an idle site costs no query.
 */
import { observeWrites } from '#db/changes/write-observer.ts'
import type { Site } from '#platform/contract/context.ts'
import { createJobContext, runOnSite, type JobEnvironment } from './job-environment.ts'
import { runIfDue, type Job, type NextDue } from './jobs.ts'
import { Semaphore } from './semaphore.ts'

/** The state of one job on one site. */
interface JobState {
  running?: Promise<void>
  /** Triggered during a run: it runs once more. */
  again: boolean
  /** A watched table was written since the last run began, or no run has succeeded yet. */
  isWritten: boolean
  /** Unix time in milliseconds. */
  dueAt: number
}

/** Runs at once over all sites, in each of the two groups: an installation that starts with hundreds of sites has requests to serve too. */
const MAX_AT_ONCE = 8

export class RecurringJobRunner {
  #timers: NodeJS.Timeout[] = []
  #states = new WeakMap<Site, Map<Job, JobState>>()
  #running = new Set<Promise<void>>()
  /** Jobs of this process never wait for those that the leader does for all. */
  readonly #perProcess = new Semaphore(MAX_AT_ONCE)
  readonly #forAll = new Semaphore(MAX_AT_ONCE)
  #state: 'new' | 'started' | 'stopped' = 'new'
  #isLeading: boolean
  #stopObserving: (() => void) | undefined
  readonly #jobs: readonly Job[]
  readonly #environment: JobEnvironment

  /** @param isLeading false where another process may be the leader, until `lead` is called */
  constructor(jobs: readonly Job[], environment: JobEnvironment, isLeading = true) {
    this.#isLeading = isLeading
    this.#jobs = jobs
    this.#environment = environment
  }

  /** Runs every job once on every site, and from then on at its interval. */
  start(): void {
    this.#state = 'started'
    this.#stopObserving = observeWrites((id, tables) => this.#noteUnannounced(id, tables))
    for (const site of this.#environment.sites.list()) this.triggerAll(site)
    for (const job of this.#jobs) {
      const runDue = () => this.#environment.sites.list().forEach((site) => this.#isDue(job, site) && this.#runIfOurs(job, site))
      if (job.everySeconds !== undefined) this.#timers.push(setInterval(runDue, job.everySeconds * 1000).unref())
    }
  }

  /** Sets whether this process is the leader. A new leader runs every job once, because the last one may have ended before it did. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading) this.#environment.sites.list().forEach((site) => this.triggerAll(site))
  }

  /** Runs the jobs that these tables trigger, and marks those that watch them. */
  triggerByTables(site: Site, tables: ReadonlySet<string>): void {
    for (const job of this.#jobs) {
      if (job.watchedTables?.some((table) => tables.has(table))) this.#stateOf(job, site).isWritten = true
      if (job.triggerTables?.some((table) => tables.has(table))) this.#runIfOurs(job, site)
    }
  }

  /** Runs every job of a site: after it was opened, or when notifications of writes may have been lost. */
  triggerAll(site: Site): void {
    for (const job of this.#jobs) this.#runIfOurs(job, site)
  }

  /** Numbers of runs under way and waiting for a free place. */
  get queue(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#perProcess.waiting + this.#forAll.waiting }
  }

  /** Starts no run from now on, and waits for those under way. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#stopObserving?.()
    this.#timers.forEach((timer) => clearInterval(timer))
    await Promise.all(this.#running.values())
  }

  /** Marks the jobs that watch a table which this process has written without invalidation (`writeWithoutInvalidation`). */
  #noteUnannounced(id: string, tables: readonly string[]): void {
    const watching = this.#jobs.filter((job) => job.watchedTables?.some((table) => tables.includes(table)))
    if (watching.length === 0) return
    const site = this.#environment.sites.list().find((one) => one.id === id)
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

  /** A job that is triggered during its run runs once more afterwards. */
  #runIfOurs(job: Job, site: Site): void {
    if (this.#state !== 'started' || !(this.#isLeading || job.isForEveryProcess)) return
    const state = this.#stateOf(job, site)
    state.again = true
    if (state.running) return
    const places = job.isForEveryProcess ? this.#perProcess : this.#forAll
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
    state.isWritten = false
    try {
      const run = async (): Promise<NextDue> => {
        let next: NextDue
        await runOnSite(this.#environment, site, job.name, async (ctx) => void (next = (await job.run(ctx)) ?? null))
        return next
      }
      const next = await runIfDue(job, createJobContext(this.#environment, site), run)
      state.dueAt = next ? Date.parse(next) : Infinity
    } catch (error) {
      state.isWritten = true
      this.#environment.log.error({ err: error, site: site.id, job: job.name }, 'job failed')
    }
  }
}
