/** The pages: every address that is not the API's or a file's. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { findPicture } from '#features/pictures/picture.service.ts'
import { engineOf } from '#db/engine.ts'
import { inProcessTransport, NEVER_STORED, sendCachedResponse } from '#platform/api-server.ts'
import { AppError } from '#platform/errors.ts'
import type { PageBundle, PageRenderer } from '#platform/page-renderer.ts'
import { MAX_CACHED_URL_LENGTH } from '#platform/request-view.ts'
import { chooseEncoding, isNotModified } from '#platform/response-cache.ts'
import { runStep } from '#platform/work-scope.ts'
import { createResponder, isAnonymous, type Answered, type ViewedParts } from '#platform/shared-answer.ts'

const DAY = 86_400

export async function pages(app: FastifyInstance, services: AppServices): Promise<void> {
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
  const respond = createPageResponder(renderer, services)
  app.get('/*', async (request, reply) => sendPage(request, reply, await respond(request), services))
}

function createPageResponder(pages: PageRenderer, { responseCache, dataCache, routes }: AppServices) {
  return createResponder(responseCache, {
    view: async ({ url }) => readPageUrl(url, (await pages.load()).acceptedParameters),
    isShared: (request) => pages.isCached && isAnonymous(request),
    async render({ caller, ...ctx }, { origin, url }, isShared) {
      // On the embedded engine this process sees every write, so kept data is never behind; elsewhere whoever has just written reads anew.
      const canUseCachedData = pages.isCached && (isShared || engineOf(ctx.db) === 'sqlite')
      const made = { isPersonal: false }
      const transport = inProcessTransport(
        routes,
        { ...ctx, ...(caller ? { caller } : {}) },
        canUseCachedData ? dataCache : undefined,
        () => void (made.isPersonal = true),
      )
      const bundle = await pages.load()
      const page = await runStep('render', () => bundle.renderPage({ url: origin + url, transport }, pages.assets()))
      const headers: Record<string, string> = {
        ...(page.location === undefined ? {} : { location: page.location }),
        ...(made.isPersonal ? NEVER_STORED : {}),
        // It passes: the search engine that hears it comes back.
        ...(page.status === 503 || page.status === 507 ? { 'retry-after': '10' } : {}),
      }
      return { status: page.status, contentType: 'text/html; charset=utf-8', body: page.html, headers, isCacheable: page.complete }
    },
  })
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, { answer, view, isShared }: Answered, services: AppServices) {
  const { ctx } = request
  services.recordView(request, answer.viewed)
  // What the browser has already (304) is looked at all the same.
  if (ctx.site.settings.analytics && answer.status === 200 && request.method === 'GET' && !ctx.viewer?.isAdmin)
    services.pageViews.recordPageView(ctx.site, request.raw)
  if (isShared && answer.status === 200 && !answer.viewed) {
    await answer.encode('br')
    services.cachedResponses.remember(request.host, request.url, view)
  }
  return sendCachedResponse(request, reply, answer)
}

/** A page that there is not: what means something else than it says is shown as nothing. */
const NOWHERE = '/404'

/** Path and the parameters that its page reads, in one order: `?utm_source=…` makes no other page. Of a parameter given twice the first counts. */
export function readPageUrl(url: string, acceptedParameters: PageBundle['acceptedParameters']): ViewedParts {
  const [asked = '/', query = ''] = url.split('?')
  const path = meansItself(asked) ? asked : NOWHERE
  const given = new URLSearchParams(query)
  const known = acceptedParameters(path)
  return { path, params: {}, given: Object.fromEntries(known.map((name) => [name, given.get(name) || undefined])), known }
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
