/** Serves the pages and drawings. Every path outside of the API that is not a file is a page. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { getSession } from '#features/accounts/account.service.ts'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { findPage, normalizePath } from '#features/pages/page-url.policy.ts'
import { findPicture } from '#features/pictures/picture.service.ts'
import { engineOf } from '#db/engine.ts'
import { NEVER_STORED, sendCachedResponse } from '#platform/http/api-server.ts'
import { inProcessTransport } from '#platform/http/in-process-transport.ts'
import { hasJustWritten, hasMemberHint } from '#platform/http/cookie.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isLocalHost } from '#platform/network/local-host.ts'
import type { PageBundle, PageRenderer } from '#platform/pages/page-renderer.ts'
import { MAX_CACHED_URL_LENGTH } from '#platform/cache/request-view.ts'
import { chooseEncoding, isNotModified, type CachedResponse } from '#platform/cache/response-cache.ts'
import { createResponder, type SharedResponse, type ViewedParts } from '#platform/cache/shared-response.ts'
import { traceStep } from '#platform/telemetry/work-scope.ts'

const DAY_SECONDS = 86_400

export async function pagesPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const { pages: renderer } = services
  if (!renderer) return
  app.get<{ Params: { '*': string } }>('/art/*', async (request, reply) => {
    const picture = await findPicture(request.params['*'])
    if (!picture) throw new AppError(404, 'picture.not_found', 'No such picture.')
    reply.headers({
      etag: picture.etag,
      'cache-control': `public, max-age=${DAY_SECONDS}`,
      vary: 'accept-encoding',
      // SVG drawings have their palette in a style element.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    })
    if (isNotModified(request.headers['if-none-match'], picture.etag)) return reply.status(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('image/svg+xml; charset=utf-8').send(picture[encoding])
  })
  const { isCached } = renderer
  const isShared = ({ ctx, headers, url }: FastifyRequest) =>
    isCached && !hasJustWritten(headers.cookie) && !isPrivatePath(url) && (!ctx.viewer || isForEverybody(url))
  const respond = createPageResponder(renderer, services, isShared, isForEverybody)
  const respondToViewer = createPageResponder(
    renderer,
    services,
    () => false,
    () => false,
  )
  app.get('/*', async (request, reply) => {
    const response = await respond(request)
    // A page that visitors cannot see, such as a draft, may exist for an administrator.
    const shouldRenderForViewer = response.response.status !== 200 && request.ctx.viewer?.isAdmin === true
    return sendPage(request, reply, shouldRenderForViewer ? await respondToViewer(request) : response, services)
  })
}

type Respond = (request: FastifyRequest) => Promise<SharedResponse>

function createPageResponder(
  pages: PageRenderer,
  { responseCache, dataCache, routes }: AppServices,
  isShared: (request: FastifyRequest) => boolean,
  rendersForEverybody: (path: string) => boolean,
): Respond {
  return createResponder(responseCache, {
    view: async ({ url }) => readPageUrl(url, (await pages.load()).acceptedParameters),
    isShared,
    async render({ caller, ...requestContext }, { origin, path, url }, isShared, cachedSource) {
      const isForEverybody = rendersForEverybody(path)
      const ctx = isForEverybody ? { ...requestContext, viewer: null } : requestContext
      // With SQLite, this process sees every write, so cached data is never stale. With PostgreSQL, a response for one viewer is not
      // rendered from cached data.
      const canUseCachedData = pages.isCached && (isShared || engineOf(ctx.db) === 'sqlite')
      const rendered = { isPersonal: false, source: '' }
      const transport = inProcessTransport(
        routes,
        { ...ctx, ...(caller ? { caller } : {}) },
        canUseCachedData ? dataCache : undefined,
        () => void (rendered.isPersonal = true),
      )
      const bundle = await pages.load()
      const isCurrentSource = (data: string) => {
        rendered.source = hash('sha1', data, 'base64url')
        return rendered.source === cachedSource && !rendered.isPersonal
      }
      const renderOptions = { url: origin + url, transport, isForEverybody, ...(isShared ? { isCurrentSource } : {}) }
      const page = await traceStep('render', () => bundle.renderPage(renderOptions, pages.assets()))
      const headers: Record<string, string> = {
        ...(page.location === undefined ? {} : { location: page.location }),
        ...(rendered.isPersonal ? NEVER_STORED : {}),
        ...privateHeaders(path, origin),
        // The failure is temporary, so Retry-After asks crawlers to come back.
        ...(page.status === 503 || page.status === 507 ? { 'retry-after': '10' } : {}),
      }
      return {
        status: page.status,
        contentType: 'text/html; charset=utf-8',
        body: page.html,
        headers,
        // A page with an uncacheable call is rendered for each request, because, for example, each search is counted.
        isCacheable: page.complete && !rendered.isPersonal,
        source: rendered.source,
        isUnchanged: page.isUnchanged === true,
        // With PostgreSQL a notification of another process's write can be lost, so the default maximum age applies.
        ...(engineOf(ctx.db) === 'sqlite' && page.freshForMs !== undefined ? { maxAgeMs: page.freshForMs } : {}),
        isForEverybody,
      }
    },
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, { response, view, isShared }: SharedResponse, services: AppServices) {
  countPageView(request, response, services)
  if (isShared && response.status === 200) services.cachedResponses.remember(request.host, request.url, view)
  return sendCachedResponse(request, reply, response, await correctMemberHint(request, reply, response))
}

/**
 * Sets or removes the member hint cookie when it disagrees with the session.
 * @returns headers that make a corrected response private to this browser
 */
async function correctMemberHint(
  { ctx, headers }: FastifyRequest,
  reply: FastifyReply,
  response: CachedResponse,
): Promise<Record<string, string>> {
  if ((ctx.viewer !== null) === hasMemberHint(headers.cookie)) return {}
  await getSession({ ...ctx, headers: { set: (name, value) => void (name === 'set-cookie' && reply.header(name, value)) } })
  return response.headers['cache-control'] === 'no-store' ? {} : { 'cache-control': 'private, no-cache' }
}

/**
 * Counts the view of the page's content and, if analytics are on, the page view, except of administrators. Called before the 304 check,
 * because the visitor also views a page that the browser has cached.
 */
function countPageView(request: FastifyRequest, { status, viewed }: CachedResponse, services: AppServices): void {
  const { ctx, method, raw } = request
  services.recordView(request, viewed)
  if (ctx.site.settings.analytics && status === 200 && method === 'GET' && !ctx.viewer?.isAdmin)
    services.pageViews.recordPageView(ctx.site, raw)
}

/** Whether members get the same HTML as visitors; the browser then adds per-user state. */
const isForEverybody = (url: string): boolean => {
  const path = normalizePath(url)
  const page = findPage(path)
  return page ? page.isForEverybody !== false : !/^\/admin(\/|$)/i.test(path)
}

const isPrivatePath = (url: string): boolean => findPage(normalizePath(url))?.isPrivate === true

/**
 * Returns headers for a page whose URL contains a secret token, so that it is not stored, not indexed and not sent as a referrer. For other
 * pages, there are none. On a plain http host other than localhost, the referrer policy is omitted: browsers would send `Origin: null` with
 * forms, and they send no Sec-Fetch-Site there.
 */
export function privateHeaders(path: string, origin: string): Record<string, string> {
  if (!isPrivatePath(path)) return {}
  const { protocol, hostname } = new URL(origin)
  const isTrusted = protocol === 'https:' || isLocalHost(hostname)
  return { ...NEVER_STORED, 'x-robots-tag': 'noindex', ...(isTrusted ? { 'referrer-policy': 'no-referrer' } : {}) }
}

/** Maximum number of values of a list parameter; no form has that many checkboxes. */
const MAX_LIST_VALUES = 100

/** Path that belongs to no page; it replaces paths that are not canonical. */
const UNKNOWN_PATH = '/404'

/**
 * Parses a URL into its path and the parameters that the page accepts, in a fixed order, so that `?utm_source=…` does not split the cache.
 * The first of repeated parameters counts, unless the page accepts a list. A path that is not canonical becomes `UNKNOWN_PATH`.
 */
export function readPageUrl(url: string, acceptedParameters: PageBundle['acceptedParameters']): ViewedParts {
  const [requestedPath = '/', query = ''] = url.split('?')
  const path = isCanonicalPath(requestedPath) ? requestedPath : UNKNOWN_PATH
  const parameters = new URLSearchParams(query)
  const knownParameters = acceptedParameters(path)
  const page = findPage(normalizePath(path))
  const lists = page ? parametersOf(page).lists : []
  const getValue = (name: string) =>
    lists.includes(name) && parameters.has(name) ? parameters.getAll(name).slice(0, MAX_LIST_VALUES) : parameters.get(name) || undefined
  return {
    path,
    params: {},
    rawQuery: Object.fromEntries(knownParameters.map((name) => [name, getValue(name)])),
    knownParameters,
  }
}

/**
 * Whether a URL parser leaves the path unchanged and it is not longer than `MAX_CACHED_URL_LENGTH`. Parsers read `/a/%2e%2e` as `/` and a
 * backslash as a slash, and drop a tab.
 */
function isCanonicalPath(path: string): boolean {
  if (path.length > MAX_CACHED_URL_LENGTH) return false
  const parsed = URL.parse(`http://localhost${path}`)?.pathname
  try {
    const text = decodeURIComponent(path)
    return parsed !== undefined && decodeURIComponent(parsed) === text && !/[\p{Cc}\\]/u.test(text)
  } catch {
    return false
  }
}
