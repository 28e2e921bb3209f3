/** Creates the services that the plugins of one server share: caches, counters, proxy trust and job runners. */
import type { FastifyBaseLogger } from 'fastify'
import type { Engine } from '#db/engine.ts'
import { writeWithoutInvalidation } from '#db/changes/query-dependencies.ts'
import { PageViewCounter, savePageViewDay } from '#features/analytics/page-views.service.ts'
import { idempotencyStore } from '#features/idempotency/idempotency.service.ts'
import { getDailySalt } from '#features/counting/daily-salt.service.ts'
import type { ServerContext } from '#platform/http/api-server.ts'
import { indexRoutes, type CachedData } from '#platform/http/in-process-transport.ts'
import { EventStreams } from '#platform/http/event-streams.ts'
import type { Config } from '#platform/config/config.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
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
import { computeSecurityHeaders } from '#app/plugins/security-headers.ts'
import { apiRoutes, saveViews, secretTables } from './registry.ts'

export interface AppOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'logLevel'> &
    Partial<Pick<Config, 'hstsIncludeSubdomains' | 'dataDir' | 'apiDocs' | 'healthDetails' | 'limits' | 'watch' | 'mailBudgetPerDay'>>
  sites: SiteDirectory
  /** Renderer of the pages. If it is absent, only the API is served. */
  pages?: PageRenderer
  /** Returns the viewer of every request, for tests. If it is absent or returns `null`, the session determines the viewer. */
  actAs?: () => Viewer | null
  /** Reports writes of all processes. Absent on an engine that has only one process. */
  watchChanges?: Engine['watchChanges']
  /** Called when a newer version has migrated the database that this process serves. */
  onNewerSchema?: () => void
  /** Recurring jobs. If they are absent, none run. */
  jobs?: readonly Job[]
  /** Handlers of queued jobs. If they are absent, queued jobs wait. */
  jobHandlers?: readonly JobHandler[]
  logger?: FastifyBaseLogger
  /** Destination of the log if `logger` is absent. Default: standard output, unbuffered. */
  logStream?: Pick<LogStream, 'write'>
  /** Returns the statistics of the connection pool. Absent on SQLite. */
  connectionUse?: Engine['connectionUse']
  /** Collects traces. If it is absent, no traces are collected. */
  tracing?: Tracing | undefined
  /** State that the shutdown of the process sets and `/readyz` reads. */
  lifecycle?: Lifecycle
}

/** Services that exist before the Fastify instance. */
export interface SharedServices extends Pick<ServerContext, 'responseCache'> {
  /** All caches of database rows in this process, which it invalidates. */
  caches: CacheGroup
  /** Cached API data that pages are rendered from. */
  dataCache: TableCache<CachedData>
  trust: TrustsHop
  viewCounter: ViewCounter
  pageViews: PageViewCounter
  cachedResponses: CachedResponseHandler
  counting: VisitCounting
  /** Security headers of every response. */
  security: Readonly<Record<string, string>>
  /** Invalidates cached responses and data that were computed from these tables of a site. */
  invalidate(site: Site, tables: Iterable<string>): void
}

export interface AppServices extends Omit<AppOptions, 'jobs' | 'jobHandlers' | 'logger' | 'logStream'>, SharedServices, ServerContext {
  jobEnvironment: JobEnvironment
  recurringJobs: RecurringJobRunner
  jobQueue: JobQueueRunner
  /** Keyed by method and path, as in `GET /api/forums/:id`. */
  routes: ReadonlyMap<string, Route>
}

/** The table on which all cached responses and data of a site depend; invalidating it invalidates all of them. */
export const TABLES_OF_ALL_RESPONSES: ReadonlySet<string> = new Set(['settings'])
const MAX_DATA_CACHE_BYTES = 32 * 1024 * 1024

export function createSharedServices({ config, sites }: AppOptions): SharedServices {
  const caches = new CacheGroup(processCaches)
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- the one response cache
  const responseCache = new ResponseCache(caches)
  const dataCache = new TableCache<CachedData>(caches, MAX_DATA_CACHE_BYTES)
  const invalidate = (site: Site, tables: Iterable<string>) => caches.invalidate(site.id, tables)
  const findSalt: FindSalt = (now) => getDailySalt(sites.main.db, now)
  const viewCounter = new ViewCounter(findSalt, async (site, table, visits) => {
    // A closed site has no database to write to.
    if (sites.isOpen(site)) await saveViews(site, table, visits)
  })
  const trust = createTrust(config.trustProxy)
  const pageViews = new PageViewCounter(trust, findSalt, async (site, day, counted) => {
    if (sites.isOpen(site)) await writeWithoutInvalidation(() => savePageViewDay(site, day, counted))
  })
  const security = computeSecurityHeaders(config)
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
  const isClustered = options.watchChanges !== undefined
  // With several processes, the database notifies the leader of all writes, including this process's own.
  const wakeJobs = (site: Site, tables: ReadonlySet<string>) => {
    if (isClustered) return
    recurringJobs.triggerByTables(site, tables)
    jobQueue.pollByTables(site, tables)
  }
  const afterWrite = (site: Site, tables: ReadonlySet<string>) => {
    shared.invalidate(site, tables)
    wakeJobs(site, tables)
  }
  const jobEnvironment: JobEnvironment = { sites, log, around: [], afterWrite }
  const recurringJobs = new RecurringJobRunner(jobs, jobEnvironment, !isClustered)
  const jobQueue = new JobQueueRunner({ ...jobEnvironment, handlers: jobHandlers, isClustered })
  sites.onOpened = (site) => {
    shared.invalidate(site, TABLES_OF_ALL_RESPONSES)
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
    eventStreams: new EventStreams((options.config.limits ?? DEFAULT_LIMITS).live),
    secretTables,
    callerKey: ({ raw, ctx }) => `${ctx.site.id} ${rateLimitNetwork(clientIpOf(raw, shared.trust))}`,
    onTablesWritten: wakeJobs,
    recordView: ({ raw, ctx }, item) => item && shared.counting.recordView(ctx.site, item, raw),
  }
}
