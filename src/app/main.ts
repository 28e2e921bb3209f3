/** Starts the server: settings, database, pages, port. Stops it in order on SIGTERM and Ctrl-C. */
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
import { describeMailSettings } from '#features/deliverability/deliverability.service.ts'
import { acceptMailEvents } from '#features/suppressions/suppression.service.ts'
import { allowPrivateTargets } from '#features/webhooks/webhook-target.ts'
import { readConfig, type Config } from '#platform/config/config.ts'
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
import { runWorkers, WorkerEnded } from './process/workers.ts'

const root = join(import.meta.dirname, '../..')
/** The parent process, as it was at the start. */
const starter = process.ppid
const isDev = process.argv.includes('--dev')
const LOOK_FOR_STARTER_MS = 500
process.env['NODE_ENV'] ??= isDev ? 'development' : 'production'

// On a full disk, or with nobody at the other end, what is said is lost; that is no reason to end.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)

// Nothing but this is said to a worker before it answers.
if (cluster.isWorker) process.on('message', exitOnMessage)
const config = readSettings()
const lifecycle = { isStopping: false }
try {
  if (config.workers > 1 && cluster.isPrimary && !isDev) await startWorkers(config)
  else await start(config)
} catch (fault) {
  // A worker has said why it ended.
  if (fault instanceof WorkerEnded) process.exit(fault.code)
  console.error(isDev && fault instanceof Error ? fault.stack : describeStartFailure(fault, config))
  process.exit(fault instanceof NewerSchemaError ? NEWER_SCHEMA_EXIT_CODE : 1)
}

async function startWorkers({ workers: count, stopWithinMs, watch }: Config): Promise<void> {
  stopWithStarter()
  if (watch.metricsToken !== undefined) await serveWorkerMetrics()
  await runWorkers({
    count,
    file: process.argv[1] ?? import.meta.filename,
    stopWithinMs,
    lifecycle,
    onListening: (port) => sayWhere(port, count),
  })
}

function readSettings(): Config {
  try {
    return readConfig(process.env)
  } catch (fault) {
    console.error(fault instanceof Error ? fault.message : fault)
    process.exit(1)
  }
}

async function start(config: Config): Promise<void> {
  const log = new StartLog()
  let isMainSiteNew = false
  observeMigrations((migrated) => {
    if (migrated.site === MAIN_SITE && migrated.from === null) isMainSiteNew = true
    log.info(migrated, 'migrated')
  })
  // One process of several says so.
  if (cluster.isPrimary || cluster.worker?.id === 1)
    for (const similar of findSimilarSettings(Object.keys(process.env))) log.warn(similar, 'unknown setting looks like a known one')
  const engine = await openEngine(config)
  const { site, made } = await engine.startAlone(async () => {
    const keyFile = loadSecretKey(config)
    if (keyFile !== undefined) log.warn({ file: keyFile }, 'secret key created: back it up, apart from the database')
    const isKeyOlder = config.secretKey === undefined && keyFile === undefined
    allowPrivateTargets(config.webhookPrivateTargets)
    acceptMailEvents(config.mailEventsToken)
    describeMailSettings(config)
    setMailServerConfigured(config.smtpUrl)
    await assertSameSecretKey(engine, config, keyFile)
    await waitForOlderProcesses(engine, MAIN_SITE, config)
    const site = await openFilledSite(engine, MAIN_SITE, config, log)
    const isKeyWrong = await hasUnreadableSecret(site)
    if (isKeyWrong)
      log.error(
        { setting: config.secretKey === undefined ? `${config.dataDir}/secret.key` : 'SECRET_KEY' },
        'secret key does not fit the database: one-time codes cannot be checked until the key is put back',
      )
    // A key without a database: the volume with the database is not there, or another folder was meant.
    if (isKeyOlder && engine.name === 'sqlite' && isMainSiteNew)
      log.warn({ dataDir: config.dataDir }, 'main site created in a data folder that has a secret key already: a site was there before')
    // Of a restored backup, which carries no fingerprint: the right key must not be refused later.
    if (!isKeyWrong) await engine.leaveFingerprint(MAIN_SITE, secretKeyFingerprint())
    await engine.publishSchemaLevel?.()
    return { site, made: await ensureAdministrator(site, config.adminUsername, config.adminPassword) }
  })
  if (made) console.log(`The first administrator is ${made.username} with the password ${made.password}\nIt is shown this once.`)
  const live = isDev ? await import('./pages/dev-pages.ts') : undefined
  const pages = live ? live.openDevPages(root) : { renderer: createBuiltPages(root) }
  const { publicUrl, dnsServers, dataDir, abuseContact } = config
  const sites = new Sites({ engine, main: site, publicUrl, dnsServers, dataDir, abuseContact })
  const logStream = openLogStream()
  process.once('exit', () => logStream.end())
  const { watchChanges, connectionUse } = engine
  const backup = createScheduledBackup(config)
  const ending: { shutdown?: Shutdown } = {}
  const { app } = await buildApp({
    config,
    sites,
    pages: pages.renderer,
    jobs: [...jobs, ...(backup ? [backup] : [])],
    jobHandlers: [...jobHandlers, createMailHandler(config, { db: site.db }), createIssueHandler(config, { db: site.db })],
    watchChanges,
    onNewerSchema: () => {
      console.error(NEWER_SCHEMA_MESSAGE)
      if (ending.shutdown) endProcess(ending.shutdown, NEWER_SCHEMA_EXIT_CODE)
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

  // The main site answers at once; the copies follow, and one that is asked for before its turn is opened then.
  const opening = sites.openAll(app.log).catch((fault: unknown) => app.log.error({ err: fault }, 'the copies could not be opened'))
  const stopping: Shutdown = {
    lifecycle,
    server: app.server,
    deadlineMs: config.stopWithinMs,
    async close() {
      backup?.giveUp()
      // Closing the server writes the counted views, so the databases come after it.
      await app.close()
      await sites.closeAll()
      await opening
      await site.db.destroy()
      await engine.close()
    },
  }
  ending.shutdown = stopping
  if (cluster.isWorker) shutDownOnMessage(stopping)
  else {
    shutDownOnSignals(['SIGTERM', 'SIGINT'], stopping)
    stopWithStarter()
  }
  // What listens is said to people below; the log's own line would say it a second time, and in JSON.
  const { level } = app.log
  app.log.level = 'error'
  await app.listen({ port: config.port, host: config.host })
  app.log.level = level
  const address = app.server.address()
  if (cluster.isPrimary) sayWhere(typeof address === 'object' ? address?.port : config.port)
}

function sayWhere(port: number | undefined, workers = 1): void {
  const many = workers > 1 ? ` with ${workers} workers` : ''
  console.log(`Net Zero is running on ${config.publicUrl ?? `http://localhost:${port}`}${many}`)
}

/** The built files never change under their names; the few without a hash are asked for again. */
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
  // None of the hundreds of files has a route of its own: registering them took a sixth of a start. The folder is read with each request: a
  // newer build may have been published in it, whose pages another worker already serves.
  app.get<{ Params: { file: string } }>('/assets/:file', ({ params: { file } }, reply) =>
    /^[\w-][\w.-]*$/.test(file) ? reply.sendFile(`assets/${file}`) : reply.callNotFound(),
  )
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isFile()) app.get(`/${entry.name}`, (_request, reply) => reply.sendFile(entry.name))
}

/**
 * npm hands a signal to its shell at most, and the shell hands it to nobody. So a server that npm has started looks whether whoever
 * started it is still there. One that was started without npm may outlive its terminal, as any program of its kind.
 */
function stopWithStarter(): void {
  if (process.env['npm_lifecycle_event'] === undefined) return
  const timer = setInterval(() => {
    if (process.ppid === starter) return
    clearInterval(timer)
    // Whoever ended both has told this process too, and a second signal would cut off what is under way.
    if (!lifecycle.isStopping) process.kill(process.pid, 'SIGTERM')
  }, LOOK_FOR_STARTER_MS).unref()
}
