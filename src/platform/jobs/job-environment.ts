/** Runs a recurring or queued job on a site. Both kinds get the same context, wrappers and cache invalidation. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Context, Log, Site } from '#platform/contract/context.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** Wraps the run of a job, for tracing or metrics. It must call `work` once and rethrow its error. */
export type AroundJob = (job: { name: string }, site: Site, work: () => Promise<void>) => Promise<void>

export interface JobEnvironment {
  sites: SiteDirectory
  log: Log
  /** Wrappers of each run; the first is the outermost. */
  around: AroundJob[]
  /** Called after each run that has written, also a failed one, with the tables that it has written. */
  afterWrite(site: Site, tables: ReadonlySet<string>): void
}

/** Creates the context of a job. It has no viewer, and on the main site it has `installation`, which manages the other sites. */
export function createJobContext({ sites, log }: JobEnvironment, site: Site): Context {
  const installation = sites.installationFor?.(site)
  return { site, db: site.db, viewer: null, log, ...(installation ? { installation } : {}) }
}

/**
 * Runs a job on a site within the wrappers of the environment, then invalidates caches.
 * @throws the error of `work`
 */
export async function runOnSite(
  environment: JobEnvironment,
  site: Site,
  name: string,
  work: (ctx: Context) => Promise<void>,
): Promise<void> {
  const dependencies = createDependencies()
  const run = environment.around.reduceRight<() => Promise<void>>(
    (runInner, wrapJob) => () => wrapJob({ name }, site, runInner),
    () => work(createJobContext(environment, site)),
  )
  try {
    await trackDependencies(dependencies, run)
  } finally {
    if (dependencies.writes.size > 0) environment.afterWrite(site, dependencies.writes)
  }
}
