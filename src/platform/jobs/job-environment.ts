/** Runs recurring and queued jobs on a site, with the same context, wrappers and invalidation. */
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Context, Log, Site } from '#platform/contract/context.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'

/** Wraps a run, for tracing or metrics: calls `work` once and rethrows its error. */
export type AroundJob = (job: { name: string }, site: Site, work: () => Promise<void>) => Promise<void>

export interface JobEnvironment {
  sites: SiteDirectory
  log: Log
  /** Each run goes through these; the first is the outermost. */
  around: AroundJob[]
  /** Called after each run, also a failed one, with the tables that it has written. */
  afterWrite(site: Site, tables: ReadonlySet<string>): void
}

/** The context of a job: no viewer, and on the main site the means to manage the other sites. */
export function createJobContext({ sites, log }: JobEnvironment, site: Site): Context {
  const installation = sites.installationFor?.(site)
  return { site, db: site.db, viewer: null, log, ...(installation ? { installation } : {}) }
}

/**
 * Runs a job on a site, with tracing, metrics and cache invalidation.
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
    (inner, one) => () => one({ name }, site, inner),
    () => work(createJobContext(environment, site)),
  )
  try {
    await trackDependencies(dependencies, run)
  } finally {
    if (dependencies.writes.size > 0) environment.afterWrite(site, dependencies.writes)
  }
}
