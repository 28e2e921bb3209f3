/** Serves the Prometheus endpoint `/metrics`, which requires a bearer token. It is not registered without METRICS_TOKEN. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOperatorHost } from '#app/sites/operator-host.ts'
import { getRouteLabel } from './route-label.ts'
import { findBackupState } from '#features/backups/scheduled-backup.service.ts'
import { countLaunchedSitesByState } from '#features/deployment/deployment.service.ts'
import { getBudgetUse } from '#features/mail-ledger/mail-budget.service.ts'
import { EVENT_STREAM } from '#platform/contract/endpoint.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { sumMails, sumQueues } from '#app/sites/queue-sums.ts'

/** Maximum age of memoised results: counting queries every site database. */
const MAX_RESULT_AGE_MS = 30_000

export async function metricsPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const token = services.config.watch?.metricsToken
  if (token === undefined) return
  // These modules are loaded only if metrics are enabled.
  const [{ createMetrics }, { collectMetrics, shareMetrics }] = await Promise.all([
    import('#platform/telemetry/metrics.ts'),
    import('#platform/telemetry/cluster-metrics.ts'),
  ])
  const metrics = createMetrics()
  await shareMetrics(metrics.registry)
  addMetrics(metrics, services)
  app.addHook('onResponse', async (request, reply) => {
    // A stream is open for hours: its duration says nothing about the server.
    if (String(reply.raw.getHeader('content-type')) === EVENT_STREAM) return
    // The label is method and route, separated by a space.
    const [method = '', route = ''] = getRouteLabel(request).split(' ')
    metrics.observeRequest(method, route, reply.statusCode, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isOperatorHost(request, services.sites)) return reply.callNotFound()
    if (!isToken(request.headers.authorization, token)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new AppError(401, 'auth.token_needed', 'Send the token of METRICS_TOKEN as a bearer token.')
    }
    return reply
      .type(metrics.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await collectMetrics(metrics.registry))
  })
}

/** Compares the bearer token in constant time. */
function isToken(header: string | undefined, token: string): boolean {
  const submitted = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(submitted), digest(token))
}

function addMetrics(
  metrics: Metrics,
  {
    config,
    sites,
    responseCache,
    dataCache,
    cachedResponses,
    recurringJobs,
    jobQueue,
    connectionUse,
    jobEnvironment,
    eventStreams,
  }: AppServices,
): void {
  jobEnvironment.around.push(async (job, _site, work) => {
    const startedAt = performance.now()
    let isSuccess = false
    try {
      await work()
      isSuccess = true
    } finally {
      metrics.observeJob(job.name, isSuccess, (performance.now() - startedAt) / 1000)
    }
  })
  const caches = { responses: responseCache, data: dataCache }
  metrics.addCounter('cache_requests_total', 'Cache lookups by result', ['cache', 'result'], () => [
    ...Object.entries(caches).flatMap(([name, { counts }]) => [
      [name, 'hit', counts.hits] as const,
      [name, 'miss', counts.misses] as const,
    ]),
    ['responses', 'unchanged', responseCache.counts.unchanged] as const,
    // These responses are sent before routing, so the request metrics do not count them.
    ['unrouted', 'hit', cachedResponses.servedCount] as const,
  ])
  metrics.addGauge('cache_bytes', 'Approximate size of the cache in bytes', ['cache'], () =>
    Object.entries(caches).map(([name, { size }]) => [name, size.bytes] as const),
  )
  metrics.addGauge('jobs', 'Scheduled jobs that are running, or will run again', ['state'], () => Object.entries(recurringJobs.queue))
  metrics.addGauge('sites', 'Sites by state, with the main site', ['state'], async () => [
    ['main', 1] as const,
    ...(await countLaunchedSitesByState(sites.main)).map(({ state, n }) => [state, n] as const),
  ])
  const countMails = memoise(MAX_RESULT_AGE_MS, () => sumMails(sites))
  metrics.addGauge('mails', 'Unsent mails of all sites by state: waiting or failed', ['state'], async () =>
    Object.entries(await countMails()),
  )
  metrics.addGauge('mail_budget', 'Mails that all sites together may send per day (UTC); 0 means no limit', [], () => [
    [config.mailBudgetPerDay ?? 0] as const,
  ])
  metrics.addGauge('mail_budget_used', 'Mails sent today (UTC) by the main site and by its copies', ['sites'], async () => {
    const { sent, sentByCopies } = await getBudgetUse(sites.main, config.mailBudgetPerDay ?? 0)
    return [
      ['main', sent - sentByCopies],
      ['copies', sentByCopies],
    ] as const
  })
  const countQueues = memoise(MAX_RESULT_AGE_MS, () => sumQueues(sites))
  metrics.addGauge('queued_jobs', 'Queued jobs of all sites by state', ['state'], async () => {
    const { oldestSeconds: _age, ...states } = await countQueues()
    return Object.entries(states)
  })
  metrics.addGauge('queued_jobs_oldest_seconds', 'Time that the oldest due job has waited, in seconds', [], async () => [
    [(await countQueues()).oldestSeconds] as const,
  ])
  metrics.addGauge('queued_jobs_here', 'Queued jobs that this process is running', [], () => [[jobQueue.running] as const])
  const findBackup = memoise(MAX_RESULT_AGE_MS, () => findBackupState(sites.main))
  metrics.addGauge('backup_last_success_timestamp_seconds', 'Unix time of the last successful scheduled backup', [], async () =>
    toReadings((await findBackup())?.lastGood, ({ at }) => Date.parse(at) / 1000),
  )
  metrics.addGauge('backup_last_size_bytes', 'Size of the last successful scheduled backup in bytes', [], async () =>
    toReadings((await findBackup())?.lastGood, ({ bytes }) => bytes),
  )
  metrics.addGauge('live_streams', 'Open streams of live updates', [], () => [[eventStreams.count] as const])
  if (connectionUse)
    metrics.addGauge('postgres_connections', 'PostgreSQL connections by state, and requests waiting for one', ['state'], () =>
      Object.entries(connectionUse()),
    )
}

/** Returns one reading, or none if there is no value, because 0 would look like a value. */
const toReadings = <T>(source: T | null | undefined, read: (found: T) => number): (readonly [number])[] => (source ? [[read(source)]] : [])

/** Caches the promise of `load` for `ms`; a rejection is not cached. */
function memoise<T>(ms: number, load: () => Promise<T>): () => Promise<T> {
  let cached: { loadedAtMs: number; value: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!cached || now - cached.loadedAtMs > ms) {
      cached = { loadedAtMs: now, value: load() }
      cached.value.catch(() => (cached = undefined))
    }
    return cached.value
  }
}
