/**
 * Runs recurring jobs, with at most one run of a job on a site at a time. If several processes serve the same sites, the leader runs the
 * jobs for all. At its interval, a job skips sites on which nothing was written and nothing is due, so that an idle site costs no query.
 */
import { observeWrites } from '#db/changes/write-observer.ts'
import type { Site } from '#platform/contract/context.ts'
import { createJobContext, runOnSite, type JobEnvironment } from './job-environment.ts'
import { runIfDue, type Job, type NextDue } from './jobs.ts'
import { Semaphore } from './semaphore.ts'

/** State of one job on one site. */
interface JobState {
  running?: Promise<void>
  /** Whether the job was triggered and has not begun another run since; so it runs once more after the current run. */
  shouldRunAgain: boolean
  /** Whether a watched table was written since the last run began, or the last run failed, or there was none. */
  hasNewWrites: boolean
  /** When the job is next due without a write, as Unix time; Infinity if there is no such time. */
  dueAtMs: number
}

/**
 * Maximum number of concurrent runs over all sites, for each of the two kinds of jobs. An installation with hundreds of sites must also
 * serve requests while it starts.
 */
const MAX_CONCURRENT_RUNS = 8

/** Starts the runs of all jobs on all sites of a process. */
export class RecurringJobRunner {
  #timers: NodeJS.Timeout[] = []
  #states = new WeakMap<Site, Map<Job, JobState>>()
  #running = new Set<Promise<void>>()
  /** Two semaphores, so that jobs of every process do not wait for those of the leader. */
  readonly #processSemaphore = new Semaphore(MAX_CONCURRENT_RUNS)
  readonly #leaderSemaphore = new Semaphore(MAX_CONCURRENT_RUNS)
  #state: 'new' | 'started' | 'stopped' = 'new'
  #isLeading: boolean
  #stopObserving: (() => void) | undefined
  readonly #jobs: readonly Job[]
  readonly #environment: JobEnvironment

  /** @param isLeading whether this process is the leader; false if another process may be, until `lead` is called */
  constructor(jobs: readonly Job[], environment: JobEnvironment, isLeading = true) {
    this.#isLeading = isLeading
    this.#jobs = jobs
    this.#environment = environment
  }

  /** Runs every job once on every site, and then at its interval. */
  start(): void {
    this.#state = 'started'
    this.#stopObserving = observeWrites((id, tables) => this.#markUninvalidatedWrite(id, tables))
    for (const site of this.#environment.sites.list()) this.triggerAll(site)
    for (const job of this.#jobs) {
      const runDueSites = () =>
        this.#environment.sites.list().forEach((site) => this.#isDue(job, site) && this.#runIfResponsible(job, site))
      if (job.everySeconds !== undefined) this.#timers.push(setInterval(runDueSites, job.everySeconds * 1000).unref())
    }
  }

  /**
   * Sets whether this process is the leader. A new leader runs every job once, because the previous leader may have ended before its runs.
   */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading) this.#environment.sites.list().forEach((site) => this.triggerAll(site))
  }

  /** Called after a write: runs the jobs that these tables trigger, and marks those that watch them. */
  triggerByTables(site: Site, tables: ReadonlySet<string>): void {
    for (const job of this.#jobs) {
      if (job.watchedTables?.some((table) => tables.has(table))) this.#getState(job, site).hasNewWrites = true
      if (job.triggerTables?.some((table) => tables.has(table))) this.#runIfResponsible(job, site)
    }
  }

  /** Runs every job on a site. Called after the site was opened, or when notifications of writes may have been lost. */
  triggerAll(site: Site): void {
    for (const job of this.#jobs) this.#runIfResponsible(job, site)
  }

  /** Number of jobs on sites that run or wait (`running`), and the number of those that wait for a semaphore (`waiting`). */
  get queue(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#processSemaphore.waiting + this.#leaderSemaphore.waiting }
  }

  /** Prevents new runs and waits for those that have begun. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#stopObserving?.()
    this.#timers.forEach((timer) => clearInterval(timer))
    await Promise.all(this.#running.values())
  }

  /** Marks the jobs that watch one of these tables, which this process has written with `writeWithoutInvalidation`. */
  #markUninvalidatedWrite(id: string, tables: readonly string[]): void {
    const watchingJobs = this.#jobs.filter((job) => job.watchedTables?.some((table) => tables.includes(table)))
    if (watchingJobs.length === 0) return
    const site = this.#environment.sites.list().find((openSite) => openSite.id === id)
    if (site) for (const job of watchingJobs) this.#getState(job, site).hasNewWrites = true
  }

  #getState(job: Job, site: Site): JobState {
    const states = this.#states.get(site) ?? new Map<Job, JobState>()
    this.#states.set(site, states)
    const state = states.get(job) ?? { shouldRunAgain: false, hasNewWrites: true, dueAtMs: Infinity }
    states.set(job, state)
    return state
  }

  #isDue(job: Job, site: Site): boolean {
    const { hasNewWrites, dueAtMs } = this.#getState(job, site)
    return job.watchedTables === undefined || hasNewWrites || dueAtMs <= Date.now()
  }

  /** Starts a run if this process is responsible for the job. If the job is running already, it runs once more afterwards. */
  #runIfResponsible(job: Job, site: Site): void {
    if (this.#state !== 'started' || !(this.#isLeading || job.isForEveryProcess)) return
    const state = this.#getState(job, site)
    state.shouldRunAgain = true
    if (state.running) return
    const semaphore = job.isForEveryProcess ? this.#processSemaphore : this.#leaderSemaphore
    const work = semaphore
      .run(() => this.#runWhileTriggered(job, site, state))
      .finally(() => {
        delete state.running
        this.#running.delete(work)
      })
    state.running = work
    this.#running.add(work)
  }

  async #runWhileTriggered(job: Job, site: Site, state: JobState): Promise<void> {
    while (state.shouldRunAgain && this.#state === 'started') {
      state.shouldRunAgain = false
      await this.#runOnce(job, site, state)
    }
  }

  async #runOnce(job: Job, site: Site, state: JobState): Promise<void> {
    state.hasNewWrites = false
    try {
      const run = async (): Promise<NextDue> => {
        let nextDue: NextDue
        await runOnSite(this.#environment, site, job.name, async (ctx) => void (nextDue = (await job.run(ctx)) ?? null))
        return nextDue
      }
      const nextDue = await runIfDue(job, createJobContext(this.#environment, site), run)
      state.dueAtMs = nextDue ? Date.parse(nextDue) : Infinity
    } catch (error) {
      state.hasNewWrites = true
      this.#environment.log.error({ err: error, site: site.id, job: job.name }, 'job failed')
    }
  }
}
