/** Finds the site of a request by its host and creates the request's context. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { combineOrigin, getRequestedOrigin } from '#app/sites/request-origin.ts'
import type { Caller, Site } from '#platform/contract/context.ts'
import { ACTING_AS_HEADER } from '#platform/client/acting-user.client.ts'
import { AppError, notFound } from '#platform/contract/errors.ts'
import { isOwnHost } from '#platform/network/own-host.ts'
import { clientIpOf } from '#platform/http/proxy.ts'
import { HEALTH_PATHS } from './health.ts'

/** Maximum length of a host, including the port. */
const MAX_HOST_LENGTH = 260
const createMalformedHostError = () => new AppError(400, 'request.malformed', 'The host is malformed.')
/** Page for an unknown host; it names no existing site. */
const NO_SITE_HTML =
  '<!doctype html><html lang="en"><meta charset="utf-8"><title>Not found</title><h1>Not found</h1><p>There is no site at this address.</p></html>'
/** Message for a suspended site, which does not reveal the site's name. */
const SUSPENDED = { code: 'site.resting', title: 'Resting', message: 'This site is resting.', seconds: 3600 }
const OUT_OF_SERVICE = {
  code: 'site.out_of_service',
  title: 'Out of service',
  message: 'This site is out of service. Its operator has been told.',
  seconds: 300,
}

export async function siteResolutionPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  app.decorateRequest('ctx')
  app.decorateRequest('origin', '')
  app.decorateRequest('isOriginKnown', false)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    // DNS names are at most 253 characters (RFC 1035), and looked-up hosts are cached.
    if (request.host.length > MAX_HOST_LENGTH) throw createMalformedHostError()
    const site = await findSite(request, services)
    if (!site) return sendNoSite(request, reply, services)
    request.origin = determineOrigin(request, site, services)
    request.isOriginKnown =
      services.config.publicUrl !== undefined || isOwnHost(new URL(request.origin).hostname, request.socket.localAddress)
    const installation = services.sites.installationFor?.(site)
    const launcher = services.sites.launcherFor?.(site)
    const caller = createCaller(request, services)
    const siteManagement = { ...(installation ? { installation } : {}), ...(launcher ? { launcher } : {}) }
    request.ctx = { site, db: site.db, viewer: null, log: request.log, caller, ...siteManagement }
    if (site.settings.analytics) request.ctx.recordPageView = (path) => services.pageViews.recordPath(site, path, request.raw)
    return undefined
  })
}

const findSite = async (request: FastifyRequest, { sites }: AppServices): Promise<Site | undefined> =>
  sites.findByHost(request.host) ??
  (await sites.findUnopenedByHost?.(request.host, request.log)) ??
  (HEALTH_PATHS.has(request.url) ? sites.main : undefined)

function determineOrigin(request: FastifyRequest, site: Site, { config, sites }: AppServices): string {
  const requested = getRequestedOrigin(request, config.publicUrl)
  const origin = config.publicUrl === undefined ? requested : combineOrigin(config.publicUrl, site === sites.main ? undefined : requested)
  if (origin === undefined) throw createMalformedHostError()
  return origin
}

function createCaller(request: FastifyRequest, { config, trust }: AppServices): Caller {
  const key = request.headers['idempotency-key']
  const ifMatch = request.headers['if-match']
  const actingAs = Number(request.headers[ACTING_AS_HEADER])
  return {
    clientIp: clientIpOf(request.raw, trust),
    userAgent: request.headers['user-agent'] ?? '',
    origin: request.origin,
    ...(config.publicUrl === undefined ? {} : { isOriginConfigured: true }),
    ...(request.headers.cookie === undefined ? {} : { cookies: request.headers.cookie }),
    ...(typeof key === 'string' ? { idempotencyKey: key } : {}),
    ...(ifMatch === undefined ? {} : { ifMatch }),
    ...(Number.isInteger(actingAs) && actingAs > 0 ? { actingAs } : {}),
  }
}

function sendNoSite(request: FastifyRequest, reply: FastifyReply, { sites }: AppServices): FastifyReply {
  if (sites.isSuspended?.(request.host)) return sendUnavailable(request, reply, SUSPENDED)
  if (sites.isOutOfServiceAt?.(request.host)) return sendUnavailable(request, reply, OUT_OF_SERVICE)
  if (request.url.startsWith('/api/')) throw notFound('site')
  return reply.status(404).type('text/html; charset=utf-8').send(NO_SITE_HTML)
}

function sendUnavailable(request: FastifyRequest, reply: FastifyReply, { code, title, message, seconds }: typeof SUSPENDED): FastifyReply {
  if (request.url.startsWith('/api/')) throw new AppError(503, code, message, undefined, seconds)
  const head = `<meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>`
  return reply
    .status(503)
    .headers({ 'retry-after': String(seconds), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html><html lang="en">${head}<h1>${message}</h1></html>`)
}
