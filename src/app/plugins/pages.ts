/** The pages: every address that is not the API's or a file's. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { findPicture } from '#features/pictures/picture.service.ts'
import { engineOf } from '#db/engine.ts'
import { createDependencies, trackDependencies } from '#db/query-dependencies.ts'
import { inProcessTransport, sendCachedResponse } from '#platform/api-server.ts'
import { bypassesCache } from '#platform/cached-response.ts'
import type { ViewedItem } from '#platform/context.ts'
import { AppError } from '#platform/errors.ts'
import { chooseEncoding, isNotModified } from '#platform/response-cache.ts'
import type { PageBundle, PageRenderer } from '#platform/page-renderer.ts'

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
  app.get('/*', (request, reply) => sendPage(request, reply, renderer, services))
}

async function sendPage(request: FastifyRequest, reply: FastifyReply, pages: PageRenderer, services: AppServices) {
  const { ctx, origin } = request
  const bundle = await pages.load()
  const canonical = canonicalUrl(request.url, bundle.acceptedParameters)
  const key = `${ctx.site.id} ${origin} ${canonical}`

  const isShared = pages.isCached && !bypassesCache(request.headers.cookie) && !ctx.viewer
  // On the embedded engine this process sees every write, so kept data is never behind; elsewhere whoever has just written reads anew.
  const canUseCachedData = pages.isCached && (isShared || engineOf(ctx.db) === 'sqlite')

  const render = async () => {
    const dependencies = createDependencies()
    const viewed: { first?: ViewedItem } = {}
    const transport = inProcessTransport(
      services.routes,
      { ...ctx, recordView: (one) => (viewed.first ??= one) },
      canUseCachedData ? services.dataCache : undefined,
    )
    const page = await trackDependencies(dependencies, () => bundle.renderPage({ url: origin + canonical, transport }, pages.assets()))
    const headers: Record<string, string> = {
      ...(page.location === undefined ? {} : { location: page.location }),
      // It passes: the search engine that hears it comes back.
      ...(page.status === 503 || page.status === 507 ? { 'retry-after': '10' } : {}),
    }
    const answer = {
      status: page.status,
      contentType: 'text/html; charset=utf-8',
      body: page.html,
      headers,
      viewed: viewed.first,
      isCacheable: page.complete,
    }
    return { answer, tables: dependencies.reads }
  }
  const answer = isShared
    ? await services.responseCache.getOrRender(ctx.site.id, key, render)
    : await services.responseCache.renderUncached(render)

  services.recordView(request, answer.viewed)
  // What the browser has already (304) is looked at all the same.
  if (ctx.site.settings.analytics && answer.status === 200 && request.method === 'GET' && !ctx.viewer?.isAdmin)
    services.pageViews.recordPageView(ctx.site, request.raw)
  if (isShared && answer.status === 200 && !answer.viewed) {
    await answer.encode('br')
    services.cachedResponses.remember(request.host, request.url, key, securityHeaders(reply))
  }
  return sendCachedResponse(request, reply, answer)
}

/** Path and the parameters that its page reads, in one order: `?utm_source=…` makes no other page. */
export function canonicalUrl(url: string, acceptedParameters: PageBundle['acceptedParameters']): string {
  const [path = '/', query = ''] = url.split('?')
  const given = new URLSearchParams(query)
  const recognised = acceptedParameters(path)
    .filter((name) => given.get(name))
    .map((name): [string, string] => [name, given.get(name) ?? ''])
  return recognised.length ? `${path}?${new URLSearchParams(recognised)}` : path
}

/** What helmet has put on this reply, as a flat list. */
function securityHeaders(reply: FastifyReply): string[] {
  const own = new Set(['x-request-id', 'set-cookie'])
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => (own.has(name) ? [] : [name, String(value)]))
}
