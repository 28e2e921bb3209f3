/** Starts the server: reads the settings, opens the database and the pages, and listens. Stops it gracefully on SIGTERM and Ctrl-C. */
import cluster from 'node:cluster'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { NewerSchemaError, observeMigrations } from '#db/open-site.ts'
import { ensureAdministrator } from '#features/accounts/administration/first-administrator.service.ts'
import { hasUnreadableSecret } from '#features/accounts/second-factor/second-factor.service.ts'
import { setMailServerConfigured } from '#features/mail/mail-server.service.ts'
import { createIssueHandler } from '#features/newsletter/issues/sending/issue-delivery.service.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { setMailConfig } from '#features/deliverability/deliverability.service.ts'
import { setSpamChecker } from '#features/trust/spam-checker.service.ts'
import { setMailEventsToken } from '#features/suppressions/suppression.service.ts'
import { allowPrivateTargets } from '#features/webhooks/webhook-target.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
import { isPublicOrigin } from '#platform/network/local-host.ts'
import { serveWorkerMetrics } from '#platform/telemetry/cluster-metrics.ts'
import { openLogStream } from '#platform/telemetry/log-stream.ts'
import { createBuiltPages } from '#platform/pages/page-renderer.ts'
import { loadSecretKey, secretKeyFingerprint } from '#platform/config/secret-box.ts'
import { buildApp } from './build-app.ts'
import { jobHandlers, jobs } from './registry.ts'
import { MAIN_SITE, openEngine, openFilledSite, assertSameSecretKey } from './sites/open-main-site.ts'
import { openTracing } from './process/open-tracing.ts'
import { createScheduledBackup } from './commands/save-in-process.ts'
import { findSimilarSettings } from './process/similar-settings.ts'
import { StartLog } from './process/start-log.ts'
import { Sites } from './sites/sites.ts'
import { describeStartFailure } from './process/start-failure.ts'
import { endProcess, exitOnMessage, shutDownOnSignals, shutDownOnMessage, type Shutdown } from './process/shutdown.ts'
import { NEWER_SCHEMA_EXIT_CODE, NEWER_SCHEMA_MESSAGE, waitForOlderProcesses } from './process/version-guard.ts'
import { runWorkers, WorkerExited } from './process/workers.ts'

const root = join(import.meta.dirname, '../..')
/** Id of the parent process at startup, which is npm if npm started the server. */
const parentPid = process.ppid
const isDev = process.argv.includes('--dev')
const PARENT_CHECK_INTERVAL_MS = 500
process.env['NODE_ENV'] ??= isDev ? 'development' : 'production'

// A full disk or a closed pipe (ENOSPC, EPIPE) loses log output but must not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

// A stop message can reach a worker before its startup is complete.
if (cluster.isWorker) process.on('message', exitOnMessage)
const config = readSettings()
const lifecycle = { isStopping: false }
try {
  if (config.workers > 1 && cluster.isPrimary && !isDev) await startWorkers(config)
  else await start(config)
} catch (error) {
  // The worker has already printed the reason.
  if (error instanceof WorkerExited) process.exit(error.code)
  console.error(isDev && error instanceof Error ? error.stack : describeStartFailure(error, config))
  process.exit(error instanceof NewerSchemaError ? NEWER_SCHEMA_EXIT_CODE : 1)
}

async function startWorkers({ workers: count, stopWithinMs, watch }: Config): Promise<void> {
  stopWithParent()
  if (watch.metricsToken !== undefined) await serveWorkerMetrics()
  await runWorkers({
    count,
    file: process.argv[1] ?? import.meta.filename,
    stopWithinMs,
    lifecycle,
    onListening: (port) => printListening(port, count),
  })
}

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  const log = new StartLog()
  let isMainSiteNew = false
  observeMigrations((migrated) => {
    if (migrated.site === MAIN_SITE && migrated.from === null) isMainSiteNew = true
    log.info(migrated, 'database migrated')
  })
  // Only one of several processes logs the warnings about the settings.
  const logsSettings = cluster.isPrimary || cluster.worker?.id === 1
  if (logsSettings)
    for (const similar of findSimilarSettings(Object.keys(process.env))) log.warn(similar, 'unknown setting looks like a known one')
  const engine = await openEngine(config)
  const { site, administrator } = await engine.runExclusively(async () => {
    const keyFile = loadSecretKey(config)
    if (keyFile !== undefined) log.warn({ file: keyFile }, 'secret key created: back it up, apart from the database')
    const hasExistingKeyFile = config.secretKey === undefined && keyFile === undefined
    allowPrivateTargets(config.webhookPrivateTargets)
    setMailEventsToken(config.mailEventsToken)
    setSpamChecker(config.spamCheckUrl)
    setMailConfig(config)
    setMailServerConfigured(config.smtpUrl)
    await assertSameSecretKey(engine, config, keyFile)
    await waitForOlderProcesses(engine, MAIN_SITE, config)
    const site = await openFilledSite(engine, MAIN_SITE, config, log)
    if (logsSettings && site.settings.demoContent && config.publicUrl !== undefined && isPublicOrigin(config.publicUrl))
      log.warn({ publicUrl: config.publicUrl }, 'demo content is public: remove or replace it on the overview of the administration')
    const isKeyWrong = await hasUnreadableSecret(site)
    if (isKeyWrong)
      log.error(
        { setting: config.secretKey === undefined ? `${config.dataDir}/secret.key` : 'SECRET_KEY' },
        'secret key does not match the database: one-time codes cannot be verified until the key is restored',
      )
    // A key without a database means that the volume with the database is not mounted, or DATA_DIR is the wrong folder.
    if (hasExistingKeyFile && engine.name === 'sqlite' && isMainSiteNew)
      log.warn(
        { dataDir: config.dataDir },
        'main site created, but the data folder already had a secret key: the earlier database is missing',
      )
    // A restored backup has no key fingerprint, so it is stored now that the key is known to be right.
    if (!isKeyWrong) await engine.storeFingerprint(MAIN_SITE, secretKeyFingerprint())
    await engine.publishSchemaLevel?.()
    return { site, administrator: await ensureAdministrator(site, config.adminUsername, config.adminPassword) }
  })
  if (administrator)
    console.log(
      `First administrator created: ${administrator.username} with the password ${administrator.password}\nThe password is shown only once.`,
    )
  const devPagesModule = isDev ? await import('./pages/dev-pages.ts') : undefined
  const pages = devPagesModule ? devPagesModule.openDevPages(root) : { renderer: createBuiltPages(root) }
  const { publicUrl, dnsServers, dataDir, abuseContact } = config
  const sites = new Sites({ engine, main: site, publicUrl, dnsServers, dataDir, abuseContact })
  const logStream = openLogStream()
  process.once('exit', () => logStream.end())
  const { watchChanges, connectionUse } = engine
  const backup = createScheduledBackup(config)
  const startedApp: { shutdown?: Shutdown } = {}
  const { app } = await buildApp({
    config,
    sites,
    pages: pages.renderer,
    jobs: [...jobs, ...(backup ? [backup] : [])],
    jobHandlers: [...jobHandlers, createMailHandler(config, { db: site.db }), createIssueHandler(config, { db: site.db })],
    watchChanges,
    onNewerSchema: () => {
      console.error(NEWER_SCHEMA_MESSAGE)
      if (startedApp.shutdown) endProcess(startedApp.shutdown, NEWER_SCHEMA_EXIT_CODE)
      else process.exit(NEWER_SCHEMA_EXIT_CODE)
    },
    connectionUse,
    tracing: await openTracing(process.env),
    logStream,
    lifecycle,
  })
  log.attach(app.log)
  if ('attach' in pages) await pages.attach(app)
  else await serveFiles(app)

  // The main site is served at once; tenant sites are opened in the background, or on their first request.
  const opening = sites.openAll(app.log).catch((error: unknown) => app.log.error({ err: error }, 'opening the tenant sites failed'))
  const shutdown: Shutdown = {
    lifecycle,
    server: app.server,
    deadlineMs: config.stopWithinMs,
    async close() {
      app.log.info('shutting down')
      backup?.abort()
      // Closing the server writes the counted views, so the databases are closed after it.
      await app.close()
      await sites.closeAll()
      await opening
      await site.db.destroy()
      await engine.close()
    },
  }
  startedApp.shutdown = shutdown
  if (cluster.isWorker) shutDownOnMessage(shutdown)
  else {
    shutDownOnSignals(['SIGTERM', 'SIGINT'], shutdown)
    stopWithParent()
  }
  // printListening() below prints the URL; Fastify's message "Server listening" would repeat it as JSON.
  const { level } = app.log
  app.log.level = 'error'
  await app.listen({ port: config.port, host: config.host })
  app.log.level = level
  const address = app.server.address()
  if (cluster.isPrimary) printListening(typeof address === 'object' ? address?.port : config.port)
}

function printListening(port: number | undefined, workers = 1): void {
  const suffix = workers > 1 ? ` with ${workers} workers` : ''
  console.log(`Net Zero is running on ${config.publicUrl ?? `http://localhost:${port}`}${suffix}`)
}

/** Serves the built files. Browsers may cache files in `/assets/`, whose names contain a hash, forever, and the others for an hour. */
async function serveFiles(app: FastifyInstance): Promise<void> {
  const folder = join(root, 'dist/client')
  if (!existsSync(folder)) throw new Error('The pages are not built. Run npm run build.')
  await app.register(fastifyStatic, {
    root: folder,
    serve: false,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (response, path) =>
      void response.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600'),
  })
  // One route for all assets: registering hundreds took a sixth of the startup time. The folder is read on each request, because a newer
  // build may have been published into it whose pages another worker already serves.
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
    /^[\w-][\w.-]*$/.test(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
  )
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) app.get(`/${entry.name}`, (_request, reply) => reply.sendFile(entry.name))
}

/**
 * Stops a server that npm started when npm ends, because npm passes a signal only to its shell, and the shell does not pass it on. A server
 * that was started without npm may outlive its terminal.
 */
function stopWithParent(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return
    clearInterval(timer)
    // This process may have received the signal as well, and a second one would cut off requests in progress.
    if (!lifecycle.isStopping) process.kill(process.pid, 'SIGTERM')
  }, PARENT_CHECK_INTERVAL_MS).unref()
}
