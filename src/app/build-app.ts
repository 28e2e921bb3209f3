/** Builds the server without opening a port. Tests build the same server. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import Fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import fastifyPlugin from 'fastify-plugin'
import { registerErrorHandler, sendError } from '#platform/http/error-handler.ts'
import { createHttpServer } from '#platform/http/http-server.ts'
import { DEFAULT_LIMITS } from '#platform/config/limit-settings.ts'
import { registerNotFoundHandler } from '#platform/http/not-found-handler.ts'
import { MalformedRequestHandler } from '#platform/http/request-line.ts'
import { createAppServices, createSharedServices, type AppOptions, type AppServices, type SharedServices } from './app-services.ts'
import { accessLogPlugin } from './plugins/access-log.ts'
import { apiDescriptionPlugin } from './plugins/api-description.ts'
import { apiPlugin } from './plugins/api.ts'
import { changeWatchingPlugin } from './plugins/change-watching.ts'
import { crossSiteWritesPlugin } from './plugins/cross-site-writes.ts'
import { feedsAndSitemapPlugin } from './plugins/feeds-and-sitemap.ts'
import { formsPlugin } from './plugins/forms.ts'
import { healthPlugin } from './plugins/health.ts'
import { jobsPlugin } from './plugins/jobs.ts'
import { livePlugin } from './plugins/live.ts'
import { metricsPlugin } from './plugins/metrics.ts'
import { overloadPlugin } from './plugins/overload.ts'
import { pagesPlugin } from './plugins/pages.ts'
import { rateLimitsPlugin } from './plugins/rate-limits.ts'
import { refusedAccessPlugin } from './plugins/refused-access.ts'
import { requestBodiesPlugin } from './plugins/request-bodies.ts'
import { securityHeadersPlugin } from './plugins/security-headers.ts'
import { sessionPlugin } from './plugins/session.ts'
import { sharePlugin } from './plugins/share.ts'
import { siteResolutionPlugin } from './plugins/site-resolution.ts'
import { uploadsPlugin } from './plugins/uploads.ts'
import { viewFlushingPlugin } from './plugins/view-flushing.ts'
import { workScopePlugin } from './plugins/work-scope.ts'
import { webManifestPlugin } from './plugins/web-manifest.ts'

/** Registration order matters: hooks run in this order, `onClose` hooks in reverse. */
const PLUGINS: readonly ((app: FastifyInstance, services: AppServices) => Promise<void>)[] = [
  requestBodiesPlugin,
  workScopePlugin,
  async (app) => registerErrorHandler(app),
  securityHeadersPlugin,
  overloadPlugin,
  rateLimitsPlugin,
  siteResolutionPlugin,
  crossSiteWritesPlugin,
  sessionPlugin,
  refusedAccessPlugin,
  accessLogPlugin,
  // This plugin must come before the routes, because it collects their paths.
  async (app) => registerNotFoundHandler(app),
  livePlugin,
  apiPlugin,
  apiDescriptionPlugin,
  healthPlugin,
  metricsPlugin,
  uploadsPlugin,
  feedsAndSitemapPlugin,
  sharePlugin,
  webManifestPlugin,
  formsPlugin,
  pagesPlugin,
  // `onClose` hooks run in reverse: views are written after the jobs have stopped, because jobs may still count views.
  viewFlushingPlugin,
  jobsPlugin,
  // Changes must be watched before the first response is cached, which is when the server listens.
  changeWatchingPlugin,
]

const MAX_BODY_BYTES = 128 * 1024
export type { AppOptions }

export interface BuiltApp extends Pick<
  AppServices,
  'caches' | 'responseCache' | 'dataCache' | 'cachedResponses' | 'viewCounter' | 'pageViews'
> {
  app: FastifyInstance
}

export async function buildApp(options: AppOptions): Promise<BuiltApp> {
  const shared = createSharedServices(options)
  const app = createFastify(options, shared)
  const services = createAppServices(options, shared, app.log)
  for (const plugin of PLUGINS) await app.register(fastifyPlugin(plugin), services)
  // A connection whose request ends after this would stay open for the whole keep-alive timeout and delay the shutdown.
  app.addHook('preClose', async () => void (app.server.keepAliveTimeout = 1))
  const { caches, responseCache, dataCache, cachedResponses, viewCounter, pageViews } = services
  return { app, caches, responseCache, dataCache, cachedResponses, viewCounter, pageViews }
}

function createFastify({ config, logger, logStream }: AppOptions, { trust, cachedResponses, security }: SharedServices): FastifyInstance {
  const malformedRequestHandler = new MalformedRequestHandler(security)
  const handleUnrouted = (request: IncomingMessage, response: ServerResponse) =>
    malformedRequestHandler.handle(request, response) || cachedResponses.handle(request, response)
  return Fastify({
    ...(logger ? { loggerInstance: logger } : { logger: { level: config.logLevel, ...(logStream ? { stream: logStream } : {}) } }),
    logController: new LogController({ disableRequestLogging: true }),
    routerOptions: { maxParamLength: 300 },
    // A long run of slashes would make the page router's matching quadratic.
    rewriteUrl: ({ url = '/' }) => url.replace(/^[^?]*/, (path) => path.replace(/\/{30,}/g, '//')),
    bodyLimit: MAX_BODY_BYTES,
    trustProxy: trust,
    forceCloseConnections: 'idle',
    // No hook has run before this handler, so it sets the security headers and the request id.
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request as FastifyRequest, (reply as FastifyReply).headers({ ...security, 'x-request-id': request.id })),
    clientErrorHandler: malformedRequestHandler.handleClientError,
    genReqId: () => crypto.randomUUID(),
    serverFactory: (handler) =>
      malformedRequestHandler.attach(
        createHttpServer((config.limits ?? DEFAULT_LIMITS).connections, (request, response) => {
          if (!handleUnrouted(request, response)) handler(request, response)
        }),
      ),
  }) as unknown as FastifyInstance
}
