/**
 * Work that comes back: sending what waits, publishing what is due, deleting what is old. One at a time for each site and job; where
 * several processes serve the same sites, one of them leads and does it for all.
 */
import { createDependencies, trackDependencies } from '#db/query-dependencies.ts'
import type { Context, Log, Site } from './context.ts'
import type { SiteDirectory } from './site-directory.ts'

export interface Job {
  name: string
  /** Absent: only when it is woken. */
  everySeconds?: number
  /** A write to one of these tables wants the job at once. */
  triggerTables?: readonly string[]
  /** It learns what this process must know: each does it for itself. */
  isForEveryProcess?: true
  run(ctx: Context): Promise<void>
}

/** Does the work, with whatever is to be done before and after; it fails when the work does. */
export type AroundJob = (job: Job, site: Site, work: () => Promise<void>) => Promise<void>

export class JobRunner {
  /** Each run goes through these, the last within the one before. */
  readonly around: AroundJob[] = []
  #timers: NodeJS.Timeout[] = []
  #running = new Map<string, Promise<void>>()
  #again = new Set<string>()
  #state: 'new' | 'started' | 'stopped' = 'new'
  #isLeading: boolean
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

  /** Runs every job once and then at its interval. */
  start(): void {
    this.#state = 'started'
    for (const job of this.#jobs) {
      const runAll = () => this.#sites.list().forEach((site) => this.#runIfOurs(job, site))
      runAll()
      if (job.everySeconds !== undefined) this.#timers.push(setInterval(runAll, job.everySeconds * 1000).unref())
    }
  }

  /** Whether this process does what one alone must do. Whoever begins to lead does all of it once: the last one may not have come to it. */
  lead(isLeading: boolean): void {
    this.#isLeading = isLeading
    if (isLeading) this.#sites.list().forEach((site) => this.triggerAll(site))
  }

  /** Starts the jobs that these tables wake. */
  triggerByTables(site: Site, tables: ReadonlySet<string>): void {
    for (const job of this.#jobs) if (job.triggerTables?.some((table) => tables.has(table))) this.#runIfOurs(job, site)
  }

  /** Starts every job of a site: what would have woken one may have been missed. */
  triggerAll(site: Site): void {
    for (const job of this.#jobs) this.#runIfOurs(job, site)
  }

  /** How many run now, and how many are to run once more. */
  get queue(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#again.size }
  }

  /** Starts nothing any more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#state = 'stopped'
    this.#timers.forEach((timer) => clearInterval(timer))
    await Promise.all(this.#running.values())
  }

  #runIfOurs(job: Job, site: Site): void {
    if (this.#state === 'started' && (this.#isLeading || job.isForEveryProcess)) void this.#run(job, site)
  }

  /** A job that is woken while it runs runs once more. */
  #run(job: Job, site: Site): Promise<void> {
    const key = `${site.id} ${job.name}`
    const running = this.#running.get(key)
    if (running) {
      this.#again.add(key)
      return running
    }
    const work = this.#repeat(job, site, key).finally(() => this.#running.delete(key))
    this.#running.set(key, work)
    return work
  }

  async #repeat(job: Job, site: Site, key: string): Promise<void> {
    do {
      this.#again.delete(key)
      if (this.#state !== 'started') return
      const dependencies = createDependencies()
      try {
        const installation = this.#sites.installationFor?.(site)
        const ctx = { site, db: site.db, viewer: null, log: this.#log, ...(installation ? { installation } : {}) }
        const run = () => trackDependencies(dependencies, () => job.run(ctx))
        await this.around.reduceRight<() => Promise<void>>((work, around) => () => around(job, site, work), run)()
      } catch (fault) {
        this.#log.error({ err: fault, site: site.id }, `the job "${job.name}" failed`)
      }
      if (dependencies.writes.size) this.#afterWrite(site, dependencies.writes)
    } while (this.#again.has(key))
  }
}
