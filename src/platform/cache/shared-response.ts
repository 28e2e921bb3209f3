/**
 * Creates and caches shared responses. The render function is registered at startup, before there is any request, and for shared responses
 * it receives only the request's view: it cannot put anything into the response that is not in the cache key.
 */
import type { FastifyRequest } from 'fastify'
import { engineOf } from '#db/engine.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { bypassesCache } from '#platform/http/cookie.ts'
import type { Context, NetworkLimit, ViewedItem } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { assertShortHeaders, RequestView, type ViewedRequest } from './request-view.ts'
import type { CachedResponse, ResponseCache, ResponseParts } from './response-cache.ts'

/** The parts of a request that the response depends on, besides site and origin. */
export type ViewedParts = Omit<ViewedRequest, 'siteId' | 'origin' | 'isOriginKnown'>

export interface ResponseSource {
  /** Returns the parts of the request that the response depends on. A shared response gets nothing else of the request. */
  view(request: FastifyRequest): ViewedParts | Promise<ViewedParts>
  /**
   * @param ctx context; for a shared response without any data of the caller
   * @param outdatedSource `source` of the cached response that a write has outdated
   */
  render(ctx: Context, view: RequestView, isShared: boolean, outdatedSource?: string): Promise<Omit<ResponseParts, 'viewed'>>
  /** Whether the request gets the shared response. Default: `isAnonymous`. */
  isShared?(request: FastifyRequest): boolean
  /** Tables that the response depends on besides those that are read while rendering. */
  extraTables?: readonly string[]
}

export interface SharedResponse {
  response: CachedResponse
  view: RequestView
  isShared: boolean
}

/** Whether the client is not signed in and has not just written, which bypasses the cache (see `bypassesCache`). */
export const isAnonymous = ({ headers, ctx }: FastifyRequest): boolean => !bypassesCache(headers.cookie) && !ctx.viewer

/**
 * Whether a client's next request may get an older response than this one: visitors from a shared cache on the way, members from another
 * process, of which there is only one on SQLite.
 */
export const mayReachAnotherProcess = ({ viewer, db }: Context): boolean => !viewer || engineOf(db) !== 'sqlite'

/**
 * Creates the responder of a route; call it while routes are registered.
 * @returns a function that returns the cached response of a request, or renders one. It throws what `source` throws, and AppError 414 if
 * the response's headers are too long
 */
export function createResponder(cache: ResponseCache, source: ResponseSource): (request: FastifyRequest) => Promise<SharedResponse> {
  const { isShared: decideIfShared = isAnonymous } = source
  return async (request) => {
    const { ctx, origin, isOriginKnown } = request
    const view = RequestView.of({ siteId: ctx.site.id, origin, isOriginKnown, ...(await source.view(request)) })
    const isShared = decideIfShared(request)
    const render = (outdatedSource?: string) => {
      const renderWith = (renderCtx: Context) => renderTracked(source, renderCtx, view, isShared, outdatedSource)
      return isShared ? renderShared(ctx, view, renderWith) : renderWith(ctx)
    }
    const response = isShared ? await cache.getOrRender(view, render) : await cache.renderUncached(render)
    return { response, view, isShared }
  }
}

type Rendered = ReturnType<typeof renderTracked>

/** Renders from the replica while it is current. If that fails, renders from the primary database. */
async function renderShared(ctx: Context, view: RequestView, render: (ctx: Context) => Rendered): Rendered {
  const { replica } = ctx.site
  if (replica?.isCurrent()) {
    const rendered = await render(sharedContext(ctx, view, replica.db)).catch((error: unknown) => {
      if (error instanceof AppError) throw error
      return undefined
    })
    if (rendered && rendered.parts.status < 500) return rendered
    ctx.log.warn({ site: ctx.site.id }, 'rendering from the replica failed')
  }
  return render(sharedContext(ctx, view, ctx.db))
}

async function renderTracked(
  source: ResponseSource,
  ctx: Context,
  view: RequestView,
  isShared: boolean,
  outdatedSource: string | undefined,
) {
  const dependencies = createDependencies()
  const viewed: { first?: ViewedItem } = {}
  const recordingCtx: Context = { ...ctx, recordView: (item) => (viewed.first ??= item) }
  const parts = await trackDependencies(dependencies, () => source.render(recordingCtx, view, isShared, outdatedSource))
  assertShortHeaders(parts.headers)
  return { parts: { ...parts, viewed: viewed.first }, tables: [...dependencies.reads, ...(source.extraTables ?? [])] }
}

/** Removes the caller's data from a context, except for the origin, which is in the cache key. */
function sharedContext({ site, log, installation, caller }: Context, { origin }: RequestView, db: Context['db']): Context {
  const isConfigured = caller?.isOriginConfigured
  return Object.freeze({
    site,
    db,
    viewer: null,
    log,
    caller: Object.freeze({ clientIp: '', userAgent: '', origin, ...(isConfigured ? { isOriginConfigured: isConfigured } : {}) }),
    ...(installation ? { installation } : {}),
    // Does not expose the client's network to the render. Jobs have no caller and no limit.
    isWithinNetworkLimit: (limit: NetworkLimit) => caller === undefined || limit.isWithin(site.id, caller.clientIp),
  })
}
