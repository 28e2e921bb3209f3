/** Puts the server together without opening a port: tests build the same one. */
import { createServer, type IncomingMessage } from 'node:http'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { findViewer } from '#features/accounts/session.service.ts'
import { PageViews, writeDay } from '#features/analytics/page-views.service.ts'
import { byAddress, mountDoors, type KeptData, type ServerParts } from '#platform/api-server.ts'
import type { Config } from '#platform/config.ts'
import type { Site, Viewer } from '#platform/context.ts'
import { AppError, notFound } from '#platform/errors.ts'
import { Jobs, type Job } from '#platform/jobs.ts'
import { withoutSecrets } from '#platform/log-address.ts'
import { answerFailures, sendFailure } from '#platform/failures.ts'
import { PageCache } from '#platform/page-cache.ts'
import type { PageRenderer } from '#platform/page-renderer.ts'
import { addressOf, networkOf, trustOf } from '#platform/proxy.ts'
import type { SiteDirectory } from '#platform/site-directory.ts'
import { TableCache } from '#platform/table-cache.ts'
import { answerUnreadable, answerUnrouted } from '#platform/unrouted.ts'
import { isLook, Visits } from '#platform/visits.ts'
import { FastLane } from './fast-lane.ts'
import { doors, writeViews } from './features.ts'
import { mountApiDescription } from './mount-api-description.ts'
import { mountForms } from './mount-forms.ts'
import { mountFound } from './mount-found.ts'
import { mountManifest } from './mount-manifest.ts'
import { mountPages } from './mount-pages.ts'
import { mountShare } from './mount-share.ts'
import { mountUploads } from './mount-uploads.ts'

export interface AppOptions {
  config: Pick<Config, 'publicUrl' | 'trustProxy' | 'logLevel'> & Partial<Pick<Config, 'hstsIncludeSubdomains'>>
  sites: SiteDirectory
  /** Absent: the API alone. */
  pages?: PageRenderer
  /** Somebody the request acts as without a session; tests say who. Otherwise the session decides. */
  actAs?: () => Viewer | null
  /** Work that comes back. Absent: none runs. */
  jobs?: readonly Job[]
  logger?: FastifyBaseLogger
}

const BODY_LIMIT = 128 * 1024
/** For a host that is nobody's: it names no site there is. */
const NO_SITE =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><h1>Not found</h1><p>There is no site at this address.</p></html>'
/** For a site that does not answer for now; it names nothing else. */
const RESTING = { code: 'site.resting', title: 'Resting', message: 'This site is resting.', seconds: 3600 }
const OUT_OF_SERVICE = {
  code: 'site.out_of_service',
  title: 'Out of service',
  message: 'This site is out of service. Its operator has been told.',
  seconds: 300,
}
/** Whoever watches the process asks it by its number, which is no site's host. */
const WATCHED = new Set(['/healthz', '/readyz'])
/** All that is kept of a site was made with its settings. */
const EVERYTHING: ReadonlySet<string> = new Set(['settings'])
const KEPT_DATA_BYTES = 32 * 1024 * 1024
const FLUSH_VIEWS_MS = 30_000
const HSTS_SECONDS = 365 * 86_400
/**
 * The framework's own numbers do not reach a server that it has not made. A connection that a proxy keeps open must not be closed
 * at this end the moment the proxy uses it again: proxies let theirs idle for at most 60 seconds or a little more.
 */
const CONNECTIONS = { keepAliveTimeout: 72_000, headersTimeout: 60_000, requestTimeout: 300_000 }

export interface BuiltApp {
  app: FastifyInstance
  /** Kept answers, and the data that kept pages are made of. */
  cache: PageCache
  data: TableCache<KeptData>
  visits: Visits
  pageViews: PageViews
}

export async function buildApp({ config, sites, pages, actAs, jobs = [], logger }: AppOptions): Promise<BuiltApp> {
  const cache = new PageCache()
  const data = new TableCache<KeptData>(KEPT_DATA_BYTES)
  const visits = new Visits(async (site, table, counts) => {
    // A site that no longer answers has no database to write to.
    if (!sites.has(site)) return
    await writeViews(site, table, counts)
    for (const kept of [cache, data]) kept.invalidate(site.id, [table])
  })
  const trust = trustOf(config.trustProxy)
  const pageViews = new PageViews(trust, async (site, day, counted) => {
    if (sites.has(site)) await writeDay(site, day, counted)
  })
  const lane = new FastLane(cache, sites, trust, (site, asked) => pageViews.notePage(site, asked))
  const app = Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: { level: config.logLevel } }),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
    bodyLimit: BODY_LIMIT,
    trustProxy: trust,
    forceCloseConnections: 'idle',
    // No hook has run then, so nothing else names the request.
    frameworkErrors: (fault, request, reply) =>
      void sendFailure(fault, request as FastifyRequest, (reply as FastifyReply).header('x-request-id', request.id)),
    clientErrorHandler: answerUnreadable,
    genReqId: () => crypto.randomUUID(),
    serverFactory: (handler) =>
      createServer(CONNECTIONS, (request, response) => void (lane.answer(request, response) || handler(request, response))),
  }) as unknown as FastifyInstance

  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  answerFailures(app)
  await app.register(helmet, {
    contentSecurityPolicy: { directives: policyFor(config.publicUrl) },
    strictTransportSecurity: config.publicUrl?.startsWith('https:')
      ? { maxAge: HSTS_SECONDS, includeSubDomains: config.hstsIncludeSubdomains ?? false }
      : false,
    crossOriginEmbedderPolicy: false,
    // Nobody else learns where a visitor comes from; told nothing, browsers would hide from us that a form came from our own page.
    referrerPolicy: { policy: 'same-origin' },
  })
  await app.register(rateLimit, {
    global: false,
    keyGenerator: (request) => `${request.ctx.site.id} ${networkOf(addressOf(request.raw, trust))}`,
    errorResponseBuilder: (_, { after }) => new AppError(429, 'rate.limited', `That was a lot at once. Please try again in ${after}.`),
  })

  app.decorateRequest('ctx')
  app.decorateRequest('origin', '')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    const site =
      sites.find(request.host) ?? (await sites.look?.(request.host, request.log)) ?? (WATCHED.has(request.url) ? sites.main : undefined)
    if (!site) {
      if (sites.isResting?.(request.host)) return sendAway(request, reply, RESTING)
      if (sites.isBroken?.(request.host)) return sendAway(request, reply, OUT_OF_SERVICE)
      if (request.url.startsWith('/api/')) throw notFound('site')
      return reply.status(404).type('text/html; charset=utf-8').send(NO_SITE)
    }
    const asked = askedOrigin(request, config.publicUrl)
    const origin = config.publicUrl === undefined ? asked : statedOrigin(config.publicUrl, site === sites.main ? undefined : asked)
    if (origin === undefined) throw new AppError(400, 'request.malformed', 'The host is malformed.')
    request.origin = origin
    const stated = config.publicUrl === undefined ? {} : { isOriginStated: true as const }
    const key = request.headers['idempotency-key']
    const caller = {
      address: addressOf(request.raw, trust),
      userAgent: request.headers['user-agent'] ?? '',
      origin: request.origin,
      ...stated,
      ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    }
    const installation = sites.installationFor?.(site)
    request.ctx = { site, db: site.db, viewer: null, log: request.log, caller, ...(installation ? { installation } : {}) }
    if (site.settings.analytics) request.ctx.looksAt = (path) => pageViews.note(site, path, request.raw)
    refuseOtherSites(request, asked)
    request.ctx.viewer = actAs?.() ?? (await findViewer(request.ctx, request.headers.cookie))
  })
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { method: request.method, url: withoutSecrets(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    )
  })

  const forget = (site: Site, tables: ReadonlySet<string>) => [cache, data].forEach((kept) => kept.invalidate(site.id, tables))
  sites.onOpened = (site) => forget(site, EVERYTHING)
  const repeating = new Jobs(jobs, sites, app.log, forget)
  const parts: ServerParts = {
    noteWritten: (site, tables) => repeating.wake(site, tables),
    cache,
    data,
    noteSeen: ({ raw, ctx }, seen) => {
      if (seen && isLook(raw)) visits.note(ctx.site, seen, { address: addressOf(raw, trust), userAgent: raw.headers['user-agent'] ?? '' })
    },
  }
  answerUnrouted(app)
  const limiters = mountDoors(app, doors, parts)
  mountApiDescription(app, cache, pages)
  mountHealth(app, sites, cache)
  mountUploads(app)
  mountFound(app, cache)
  mountShare(app, byAddress(doors))
  mountManifest(app)
  if (pages) {
    const pageParts = {
      ...parts,
      doors: byAddress(doors),
      lane,
      noteLook: (site: Site, asked: IncomingMessage) => pageViews.notePage(site, asked),
    }
    await mountForms(app, pages, pageParts, limiters)
    await mountPages(app, pages, pageParts)
  }

  const writeCounts = async () => {
    const failed = (await Promise.allSettled([visits.flush(), pageViews.flush()])).find(({ status }) => status === 'rejected')
    if (failed) throw (failed as PromiseRejectedResult).reason
  }
  const timer = setInterval(
    () => void writeCounts().catch((fault: unknown) => app.log.error({ err: fault }, 'views were not written')),
    FLUSH_VIEWS_MS,
  )
  timer.unref()
  app.addHook('onReady', async () => repeating.start())
  // A connection whose request is finished after this would stay open as long as any, and the server with it.
  app.addHook('preClose', async () => void (app.server.keepAliveTimeout = 1))
  app.addHook('onClose', async () => {
    clearInterval(timer)
    await repeating.stop()
    await writeCounts()
  })
  return { app, cache, data, visits, pageViews }
}

function sendAway(request: FastifyRequest, reply: FastifyReply, { code, title, message, seconds }: typeof RESTING): FastifyReply {
  if (request.url.startsWith('/api/')) throw new AppError(503, code, message, undefined, seconds)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`
  return reply
    .status(503)
    .headers({ 'retry-after': String(seconds), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en">${head}<h1>${message}</h1></html>`)
}

/** In the one way to write it; undefined when the host is none. */
function askedOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const protocol = publicUrl ? new URL(publicUrl).protocol : `${request.protocol}:`
  const url = URL.parse(`${protocol}//${request.host}`)
  if (url?.href !== `${url?.origin}/`) return undefined
  return url.origin.replace(/\.(?=:\d+$|$)/, '')
}

/** The operator's: the main site's own address, and of a copy's all but the name it was asked for by. No request makes up a port. */
function statedOrigin(publicUrl: string, asked: string | undefined): string {
  if (asked === undefined) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${new URL(asked).hostname}${port && `:${port}`}`
}

/** A page of another site must not make a visitor's browser write here. */
function refuseOtherSites(request: FastifyRequest, asked: string | undefined): void {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const sameOrigin = origin === undefined || (asked !== undefined && hostOf(origin) === hostOf(asked))
  if (!sameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new AppError(403, 'request.cross_site', 'This came from another site.')
  }
}
/** A browser that was asked for a name with a last dot says it in its origin, too. */
const hostOf = (origin: string) => URL.parse(origin)?.host.replace(/\.(?=:\d+$|$)/, '')

function mountHealth(app: FastifyInstance, sites: SiteDirectory, cache: PageCache): void {
  app.get('/healthz', async () => ({
    status: 'ok',
    cache: cache.size,
    memory: Math.round(process.memoryUsage.rss() / 1e6),
  }))
  app.get('/readyz', async (_request, reply) => {
    try {
      await sites.main.db.selectFrom('settings').select('key').limit(1).execute()
      return { status: 'ready' }
    } catch {
      return reply.status(503).send({ status: 'not ready' })
    }
  })
}

/** Scripts and data only from here; styles also inline, as dialogs set theirs on the element. */
const policyFor = (publicUrl: string | undefined) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:', 'https:'],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'self'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: publicUrl?.startsWith('https:') ? [] : null,
})
