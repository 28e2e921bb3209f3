/** `/metrics`: what a collector of figures reads of this server, with the token that the operator has given it. Without one there is nothing. */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOperatorHost } from '#app/sites/operator-host.ts'
import { routeLabel } from './route-label.ts'
import { findBackupState } from '#features/backups/scheduled-backup.service.ts'
import { countCopiesByState } from '#features/deployment/deployment.service.ts'
import { getBudgetUse } from '#features/mail-ledger/mail-budget.service.ts'
import { AppError } from '#platform/contract/errors.ts'
import type { Metrics } from '#platform/telemetry/metrics.ts'
import { sumMails, sumQueues } from '#app/sites/queue-sums.ts'

/** A question to each site: who collects more often hears the same again. */
const QUEUES_KNOWN_FOR_MS = 30_000

export async function metricsPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const token = services.config.watch?.metricsToken
  if (token === undefined) return
  // Nothing of it is loaded where nobody collects.
  const [{ createMetrics }, { collectMetrics, shareMetrics }] = await Promise.all([
    import('#platform/telemetry/metrics.ts'),
    import('#platform/telemetry/cluster-metrics.ts'),
  ])
  const figures = createMetrics()
  await shareMetrics(figures.registry)
  addFigures(figures, services)
  app.addHook('onResponse', async (request, reply) => {
    // "GET" and what it is for, in one word each.
    const [method = '', route = ''] = routeLabel(request).split(' ')
    figures.observeRequest(method, route, reply.statusCode, reply.elapsedTime / 1000)
  })
  app.get('/metrics', async (request, reply) => {
    if (!isOperatorHost(request, services.sites)) return reply.callNotFound()
    if (!isToken(request.headers.authorization, token)) {
      void reply.header('www-authenticate', 'Bearer')
      throw new AppError(401, 'auth.token_needed', 'Send the token of METRICS_TOKEN as a bearer token.')
    }
    return reply
      .type(figures.registry.contentType)
      .header('cache-control', 'no-store')
      .send(await collectMetrics(figures.registry))
  })
}

/** However much of it is right, the answer takes as long. */
function isToken(header: string | undefined, token: string): boolean {
  const given = /^Bearer (.+)$/i.exec(header ?? '')?.[1] ?? ''
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(given), digest(token))
}

function addFigures(
  figures: Metrics,
  { config, sites, responseCache, dataCache, cachedResponses, recurringJobs, jobQueue, connectionUse, jobEnvironment }: AppServices,
): void {
  jobEnvironment.around.push(async (job, _site, work) => {
    const began = performance.now()
    let isDone = false
    try {
      await work()
      isDone = true
    } finally {
      figures.observeJob(job.name, isDone, (performance.now() - began) / 1000)
    }
  })
  const caches = { responses: responseCache, data: dataCache }
  figures.addCounter('cache_requests_total', 'What was asked of a cache, by whether it was there', ['cache', 'result'], () => [
    ...Object.entries(caches).flatMap(([name, { counts }]) => [
      [name, 'hit', counts.hits] as const,
      [name, 'miss', counts.misses] as const,
    ]),
    ['responses', 'unchanged', responseCache.counts.unchanged] as const,
    // Answered before any routing, and so in no other figure of requests.
    ['unrouted', 'hit', cachedResponses.answered] as const,
  ])
  figures.addGauge('cache_bytes', 'What a cache holds, roughly', ['cache'], () =>
    Object.entries(caches).map(([name, { size }]) => [name, size.bytes] as const),
  )
  figures.addGauge('jobs', 'Jobs that run, and those that will run once more', ['state'], () => Object.entries(recurringJobs.queue))
  figures.addGauge('sites', 'The main site and its copies, by their state', ['state'], async () => [
    ['main', 1] as const,
    ...(await countCopiesByState(sites.main)).map(({ state, n }) => [state, n] as const),
  ])
  const countMails = rememberFor(QUEUES_KNOWN_FOR_MS, () => sumMails(sites))
  figures.addGauge('mails', 'Mails of all sites that are to be sent, and that were given up', ['state'], async () =>
    Object.entries(await countMails()),
  )
  figures.addGauge('mail_budget', 'Mails that all sites together may send in a day (UTC); 0 is no limit', [], () => [
    [config.mailBudgetPerDay ?? 0] as const,
  ])
  figures.addGauge('mail_budget_used', 'Mails that were sent today (UTC), by whose they are', ['sites'], async () => {
    const { sent, sentByCopies } = await getBudgetUse(sites.main, config.mailBudgetPerDay ?? 0)
    return [
      ['main', sent - sentByCopies],
      ['copies', sentByCopies],
    ] as const
  })
  const countQueues = rememberFor(QUEUES_KNOWN_FOR_MS, () => sumQueues(sites))
  figures.addGauge('queued_jobs', 'Work in the queues of all sites, by its state', ['state'], async () => {
    const { oldestSeconds: _age, ...states } = await countQueues()
    return Object.entries(states)
  })
  figures.addGauge('queued_jobs_oldest_seconds', 'How long the oldest work that is due has waited', [], async () => [
    [(await countQueues()).oldestSeconds] as const,
  ])
  figures.addGauge('queued_jobs_here', 'Work that this process is at', [], () => [[jobQueue.running] as const])
  const findBackup = rememberFor(QUEUES_KNOWN_FOR_MS, () => findBackupState(sites.main))
  figures.addGauge('backup_last_success_timestamp_seconds', 'When the last good scheduled backup was finished', [], async () =>
    toReadings((await findBackup())?.lastGood, ({ at }) => Date.parse(at) / 1000),
  )
  figures.addGauge('backup_last_size_bytes', 'Size of the last good scheduled backup', [], async () =>
    toReadings((await findBackup())?.lastGood, ({ bytes }) => bytes),
  )
  if (connectionUse)
    figures.addGauge('postgres_connections', 'Connections to the server, and requests that wait for one', ['state'], () =>
      Object.entries(connectionUse()),
    )
}

/** No reading where there is nothing to read: a 0 would look like a value. */
const toReadings = <T>(found: T | null | undefined, read: (found: T) => number): (readonly [number])[] => (found ? [[read(found)]] : [])

function rememberFor<T>(ms: number, make: () => Promise<T>): () => Promise<T> {
  let known: { at: number; value: Promise<T> } | undefined
  return () => {
    const now = performance.now()
    if (!known || now - known.at > ms) {
      known = { at: now, value: make() }
      known.value.catch(() => (known = undefined))
    }
    return known.value
  }
}
