/** Work that comes back: sending what waits, publishing what is due, deleting what is old. One at a time for each site and job. */
import { createDependencies, trackDependencies } from '#db/query-dependencies.ts'
import type { Context, Log, Site } from './context.ts'
import type { SiteDirectory } from './site-directory.ts'

export interface Job {
  name: string
  everySeconds: number
  /** A write to one of these tables wants the job at once. */
  triggerTables?: readonly string[]
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
  #stopped = false
  readonly #jobs: readonly Job[]
  readonly #sites: SiteDirectory
  readonly #log: Log
  readonly #afterWrite: (site: Site, tables: ReadonlySet<string>) => void

  /** @param afterWrite told which tables a run has written, so that kept answers can be dropped */
  constructor(jobs: readonly Job[], sites: SiteDirectory, log: Log, afterWrite: (site: Site, tables: ReadonlySet<string>) => void) {
    this.#jobs = jobs
    this.#sites = sites
    this.#log = log
    this.#afterWrite = afterWrite
  }

  /** Runs every job once and then at its interval. */
  start(): void {
    for (const job of this.#jobs) {
      const runAll = () => this.#sites.list().forEach((site) => void this.#run(job, site))
      runAll()
      this.#timers.push(setInterval(runAll, job.everySeconds * 1000).unref())
    }
  }

  /** Starts the jobs that these tables wake. */
  triggerByTables(site: Site, tables: ReadonlySet<string>): void {
    for (const job of this.#jobs) if (job.triggerTables?.some((table) => tables.has(table))) void this.#run(job, site)
  }

  /** How many run now, and how many are to run once more. */
  get queue(): { running: number; waiting: number } {
    return { running: this.#running.size, waiting: this.#again.size }
  }

  /** Starts nothing any more and waits for what is under way. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#timers.forEach((timer) => clearInterval(timer))
    await Promise.all(this.#running.values())
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
      if (this.#stopped) return
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
