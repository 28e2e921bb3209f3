/** What the parts of one server share: its caches, its counters, whom it trusts. The plugins receive it. */
import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#db/engine.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { PageViewCounter, savePageViewDay } from '#features/analytics/page-views.service.ts'
import { idempotencyStore } from '#features/idempotency/idempotency.service.ts'
import { getDailySalt } from '#features/counting/daily-salt.service.ts'
import { indexRoutes, type CachedData, type ServerContext } from '#platform/http/api-server.ts'
import type { Config } from '#platform/config/config.ts'
import type { Log, Site, Viewer } from '#platform/contract/context.ts'
import type { LogStream } from '#platform/telemetry/log-stream.ts'
import { JobQueueRunner } from '#features/job-queue/job-queue-runner.ts'
import type { JobHandler } from '#features/job-queue/job-handler.service.ts'
import type { JobEnvironment } from '#platform/jobs/job-environment.ts'
import type { Job } from '#platform/jobs/jobs.ts'
import { RecurringJobRunner } from '#platform/jobs/recurring-job-runner.ts'
import type { PageRenderer } from '#platform/pages/page-renderer.ts'
import { clientIpOf, createTrust, rateLimitNetwork, type TrustsHop } from '#platform/http/proxy.ts'
import { CacheGroup, processCaches } from '#platform/cache/cache-group.ts'
import { ResponseCache } from '#platform/cache/response-cache.ts'
import type { Route } from '#platform/contract/route.ts'
import type { SiteDirectory } from '#platform/contract/site-directory.ts'
import { TableCache } from '#platform/cache/table-cache.ts'
import type { Tracing } from '#platform/telemetry/tracing.ts'
import { isPageView, ViewCounter, type FindSalt } from '#platform/pages/view-counter.ts'
import type { Lifecycle } from '#app/process/shutdown.ts'
import { CachedResponseHandler, type VisitCounting } from '#app/pages/cached-response-handler.ts'
import { securityHeadersFor } from '#app/plugins/security-headers.ts'
import { apiRoutes, saveViews, secretTables } from './registry.ts'

export interface AppOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'logLevel'> &
    Partial<Pick<Config, 'hstsIncludeSubdomains' | 'dataDir' | 'apiDocs' | 'healthDetails' | 'limits' | 'watch' | 'mailBudgetPerDay'>>
  sites: SiteDirectory
  /** Absent: the API alone. */
  pages?: PageRenderer
  /** Somebody the request acts as without a session; tests say who. Otherwise the session decides. */
  actAs?: () => Viewer | null
  /** Where other processes may write to the same databases: tells what they write. */
  watchChanges?: Engine['watchChanges']
  /** Called when a newer version has migrated the database that this process serves. */
  onNewerSchema?: () => void
  /** Work that comes back. Absent: none runs. */
  jobs?: readonly Job[]
  /** What does the work in the sites' queues. Absent: it waits. */
  jobHandlers?: readonly JobHandler[]
  logger?: FastifyBaseLogger
  /** Where the log goes when no logger is given. Absent: to standard output, each line at once. */
  logStream?: Pick<LogStream, 'write'>
  /** Of the database server, where there is one. */
  connectionUse?: Engine['connectionUse']
  /** Absent: nobody collects traces. */
  tracing?: Tracing | undefined
  /** Told by whoever ends the process. */
  lifecycle?: Lifecycle
}

/** What is there before the server itself. */
export interface SharedServices extends Pick<ServerContext, 'responseCache'> {
  /** Every cache of database rows that this server reads. */
  caches: CacheGroup
  /** The data that pages are made of. */
  dataCache: TableCache<CachedData>
  trust: TrustsHop
  viewCounter: ViewCounter
  pageViews: PageViewCounter
  cachedResponses: CachedResponseHandler
  counting: VisitCounting
  /** What every answer carries, whoever makes it. */
  security: Readonly<Record<string, string>>
  /** Drops what was made from these tables of a site. */
  invalidate(site: Site, tables: Iterable<string>): void
}

export interface AppServices extends Omit<AppOptions, 'jobs' | 'jobHandlers' | 'logger' | 'logStream'>, SharedServices, ServerContext {
  jobEnvironment: JobEnvironment
  recurringJobs: RecurringJobRunner
  jobQueue: JobQueueRunner
  /** By method and path. */
  routes: ReadonlyMap<string, Route>
}

/** All that is kept of a site was made with its settings. */
export const ALL_CACHED: ReadonlySet<string> = new Set(['settings'])
const MAX_DATA_CACHE_BYTES = 32 * 1024 * 1024

export function createSharedServices({ config, sites }: AppOptions): SharedServices {
  const caches = new CacheGroup(processCaches)
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the one response cache
  const responseCache = new ResponseCache(caches)
  const dataCache = new TableCache<CachedData>(caches, MAX_DATA_CACHE_BYTES)
  const invalidate = (site: Site, tables: Iterable<string>) => caches.invalidate(site.id, tables)
  const findSalt: FindSalt = (now) => getDailySalt(sites.main.db, now)
  const viewCounter = new ViewCounter(findSalt, async (site, table, visits) => {
    // A site that no longer answers has no database to write to.
    if (sites.isOpen(site)) await saveViews(site, table, visits)
  })
  const trust = createTrust(config.trustProxy)
  const pageViews = new PageViewCounter(trust, findSalt, async (site, day, counted) => {
    if (sites.isOpen(site)) await writeWithoutInvalidation(() => savePageViewDay(site, day, counted))
  })
  const security = securityHeadersFor(config)
  const counting: VisitCounting = {
    recordPageView: (site, request) => pageViews.recordPageView(site, request),
    recordView(site, item, request) {
      if (isPageView(request))
        viewCounter.recordView(site, item, { clientIp: clientIpOf(request, trust), userAgent: request.headers['user-agent'] ?? '' })
    },
  }
  const cachedResponses = new CachedResponseHandler(responseCache, sites, trust, security, counting)
  return { counting, caches, responseCache, dataCache, invalidate, viewCounter, trust, pageViews, cachedResponses, security }
}

export function createAppServices({ jobs = [], jobHandlers = [], ...options }: AppOptions, shared: SharedServices, log: Log): AppServices {
  const { sites } = options
  const hasNeighbours = options.watchChanges !== undefined
  // Among several processes the one that leads hears of it, whoever has written.
  const wake = (site: Site, tables: ReadonlySet<string>) => {
    if (hasNeighbours) return
    recurringJobs.triggerByTables(site, tables)
    jobQueue.wakeByTables(site, tables)
  }
  const afterWrite = (site: Site, tables: ReadonlySet<string>) => {
    shared.invalidate(site, tables)
    wake(site, tables)
  }
  const jobEnvironment: JobEnvironment = { sites, log, around: [], afterWrite }
  const recurringJobs = new RecurringJobRunner(jobs, jobEnvironment, !hasNeighbours)
  const jobQueue = new JobQueueRunner({ ...jobEnvironment, handlers: jobHandlers, hasNeighbours })
  sites.onOpened = (site) => {
    shared.invalidate(site, ALL_CACHED)
    recurringJobs.triggerAll(site)
    jobQueue.addSite(site)
  }
  return {
    ...options,
    ...shared,
    jobEnvironment,
    recurringJobs,
    jobQueue,
    routes: indexRoutes(apiRoutes),
    idempotency: idempotencyStore,
    secretTables,
    callerKey: ({ raw, ctx }) => `${ctx.site.id} ${rateLimitNetwork(clientIpOf(raw, shared.trust))}`,
    onTablesWritten: wake,
    recordView: ({ raw, ctx }, item) => item && shared.counting.recordView(ctx.site, item, raw),
  }
}
