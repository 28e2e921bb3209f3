/** The pages: every address that is not the API's or a file's. */
import { hash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { getSession } from '#features/accounts/account.service.ts'
import { parametersOf } from '#features/pages/page-parameters.policy.ts'
import { findPage, normalizePath } from '#features/pages/page-url.policy.ts'
import { findPicture } from '#features/pictures/picture.service.ts'
import { engineOf } from '#db/engine.ts'
import { inProcessTransport, NEVER_STORED, sendCachedResponse } from '#platform/http/api-server.ts'
import { hasJustWritten, hasMemberHint } from '#platform/http/cookie.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isLocalHost } from '#platform/network/local-host.ts'
import type { PageBundle, PageRenderer } from '#platform/pages/page-renderer.ts'
import { MAX_CACHED_URL_LENGTH } from '#platform/cache/request-view.ts'
import { chooseEncoding, isNotModified, type CachedResponse } from '#platform/cache/response-cache.ts'
import { createResponder, type SharedAnswer, type ViewedParts } from '#platform/cache/shared-answer.ts'
import { traceStep } from '#platform/telemetry/work-scope.ts'

const DAY = 86_400

export async function pagesPlugin(app: FastifyInstance, services: AppServices): Promise<void> {
  const { pages: renderer } = services
  if (!renderer) return
  app.get<{ Params: { '*': string } }>('/art/*', async (request, reply) => {
    const picture = await findPicture(request.params['*'])
    if (!picture) throw new AppError(404, 'picture.not_found', 'No such picture.')
    reply.headers({
      etag: picture.etag,
      'cache-control': `public, max-age=${DAY}`,
      vary: 'accept-encoding',
      // The drawing's own palette stands in a style element.
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
    // What is not there for everybody may be there for an administrator.
    const isOwn = response.answer.status !== 200 && request.ctx.viewer?.isAdmin === true
    return sendPage(request, reply, isOwn ? await respondToViewer(request) : response, services)
  })
}

type Respond = (request: FastifyRequest) => Promise<SharedAnswer>

function createPageResponder(
  pages: PageRenderer,
  { responseCache, dataCache, routes }: AppServices,
  isShared: (request: FastifyRequest) => boolean,
  rendersForEverybody: (path: string) => boolean,
): Respond {
  return createResponder(responseCache, {
    view: async ({ url }) => readPageUrl(url, (await pages.load()).acceptedParameters),
    isShared,
    async render({ caller, ...asking }, { origin, path, url }, isShared, kept) {
      const isForEverybody = rendersForEverybody(path)
      const ctx = isForEverybody ? { ...asking, viewer: null } : asking
      // On the embedded engine this process sees every write, so kept data is never behind; elsewhere whoever has just written reads anew.
      const canUseCachedData = pages.isCached && (isShared || engineOf(ctx.db) === 'sqlite')
      const made = { isPersonal: false, source: '' }
      const transport = inProcessTransport(
        routes,
        { ...ctx, ...(caller ? { caller } : {}) },
        canUseCachedData ? dataCache : undefined,
        () => void (made.isPersonal = true),
      )
      const bundle = await pages.load()
      const isKnown = (data: string) => {
        made.source = hash('sha1', data, 'base64url')
        return made.source === kept && !made.isPersonal
      }
      const asked = { url: origin + url, transport, isForEverybody, ...(isShared ? { isKnown } : {}) }
      const page = await traceStep('render', () => bundle.renderPage(asked, pages.assets()))
      const headers: Record<string, string> = {
        ...(page.location === undefined ? {} : { location: page.location }),
        ...(made.isPersonal ? NEVER_STORED : {}),
        ...privateHeaders(path, origin),
        // It passes: the search engine that hears it comes back.
        ...(page.status === 503 || page.status === 507 ? { 'retry-after': '10' } : {}),
      }
      return {
        status: page.status,
        contentType: 'text/html; charset=utf-8',
        body: page.html,
        headers,
        // What is made of a call that nobody may keep is made anew each time: each search counts, say.
        isCacheable: page.complete && !made.isPersonal,
        source: made.source,
        isUnchanged: page.isUnchanged === true,
        // Where another process may write and fail to say so, no answer is kept for longer than any other.
        ...(engineOf(ctx.db) === 'sqlite' && page.freshForMs !== undefined ? { maxAgeMs: page.freshForMs } : {}),
        isForEverybody,
      }
    },
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, { answer, view, isShared }: SharedAnswer, services: AppServices) {
  countPageView(request, answer, services)
  if (isShared && answer.status === 200) services.cachedResponses.remember(request.host, request.url, view)
  return sendCachedResponse(request, reply, answer, await correctMemberHint(request, reply, answer))
}

/** Where the browser has a session without a hint of it, or a hint without a session. @returns headers of such a response, which is for this browser alone */
async function correctMemberHint(
  { ctx, headers }: FastifyRequest,
  reply: FastifyReply,
  answer: CachedResponse,
): Promise<Record<string, string>> {
  if ((ctx.viewer !== null) === hasMemberHint(headers.cookie)) return {}
  await getSession({ ...ctx, headers: { set: (name, value) => void (name === 'set-cookie' && reply.header(name, value)) } })
  return answer.headers['cache-control'] === 'no-store' ? {} : { 'cache-control': 'private, no-cache' }
}

/** What the browser has already (304) is looked at all the same. */
function countPageView(request: FastifyRequest, { status, viewed }: CachedResponse, services: AppServices): void {
  const { ctx, method, raw } = request
  services.recordView(request, viewed)
  if (ctx.site.settings.analytics && status === 200 && method === 'GET' && !ctx.viewer?.isAdmin)
    services.pageViews.recordPageView(ctx.site, raw)
}

/** Whether members get the same page as visitors: what is their own is added in the browser. */
const isForEverybody = (url: string): boolean => {
  const path = normalizePath(url)
  const page = findPage(path)
  return page ? page.isForEverybody !== false : !/^\/admin(\/|$)/i.test(path)
}

const isPrivatePath = (url: string): boolean => findPage(normalizePath(url))?.isPrivate === true

/**
 * A page whose address holds a key is kept nowhere and told to nobody. Where browsers do not say whether a form came from our own page (a host without
 * encryption), its origin has to say so, and it would be hidden too.
 */
export function privateHeaders(path: string, origin: string): Record<string, string> {
  if (!isPrivatePath(path)) return {}
  const { protocol, hostname } = new URL(origin)
  const isTrusted = protocol === 'https:' || isLocalHost(hostname)
  return { ...NEVER_STORED, 'x-robots-tag': 'noindex', ...(isTrusted ? { 'referrer-policy': 'no-referrer' } : {}) }
}

/** Of a parameter that is a list: more than any form has boxes. */
const MAX_LISTED = 100

/** A page that there is not: what means something else than it says is shown as nothing. */
const NOWHERE = '/404'

/**
 * Path and the parameters that its page reads, in one order: `?utm_source=…` makes no other page. Of a parameter given twice the first counts,
 * where the page does not take it as a list.
 */
export function readPageUrl(url: string, acceptedParameters: PageBundle['acceptedParameters']): ViewedParts {
  const [asked = '/', query = ''] = url.split('?')
  const path = meansItself(asked) ? asked : NOWHERE
  const given = new URLSearchParams(query)
  const known = acceptedParameters(path)
  const page = findPage(normalizePath(path))
  const lists = page ? parametersOf(page).lists : []
  const valueOf = (name: string) =>
    lists.includes(name) && given.has(name) ? given.getAll(name).slice(0, MAX_LISTED) : given.get(name) || undefined
  return { path, params: {}, given: Object.fromEntries(known.map((name) => [name, valueOf(name)])), known }
}

/**
 * Whether whoever reads this path as an address finds the same path in it. `/a/%2e%2e` is read as `/`, a backslash as a slash, and a tab
 * as nothing at all.
 */
function meansItself(path: string): boolean {
  if (path.length > MAX_CACHED_URL_LENGTH) return false
  const read = URL.parse(`http://localhost${path}`)?.pathname
  try {
    const text = decodeURIComponent(path)
    return read !== undefined && decodeURIComponent(read) === text && !/[\p{Cc}\\]/u.test(text)
  } catch {
    return false
  }
}
