/**
 * Answers that many people get. What makes one is given when the server is put together, before there is any request,
 * and is handed the request's view and nothing else: it cannot put into the answer what is not in the key.
 */
import type { FastifyRequest } from 'fastify'
import { engineOf } from '#db/engine.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import { bypassesCache } from '#platform/http/cookie.ts'
import type { Context, NetworkLimit, ViewedItem } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { assertShortHeaders, RequestView, type ViewedRequest } from './request-view.ts'
import type { CachedResponse, ResponseCache, ResponseParts } from './response-cache.ts'

/** What of a request decides on the answer, beside its site and its origin. */
export type ViewedParts = Pick<ViewedRequest, 'path' | 'params' | 'given' | 'known'>

export interface AnswerSource {
  /** The one reading of the request. */
  view(request: FastifyRequest): ViewedParts | Promise<ViewedParts>
  /**
   * @param ctx for a shared answer without anything of who asks
   * @param kept the `source` of the answer that was kept until a write overtook it
   */
  render(ctx: Context, view: RequestView, isShared: boolean, kept?: string): Promise<Omit<ResponseParts, 'viewed'>>
  /** Who gets the shared answer: by default whoever is neither signed in nor has just written something. */
  isShared?(request: FastifyRequest): boolean
  /** Tables it was made from beyond those that were read. */
  madeFrom?: readonly string[]
}

export interface SharedAnswer {
  answer: CachedResponse
  view: RequestView
  isShared: boolean
}

export const isAnonymous = ({ headers, ctx }: FastifyRequest): boolean => !bypassesCache(headers.cookie) && !ctx.viewer

/** A guest may have a page kept by somebody on the way; whoever is signed in may come to another process of ours with their next request. */
export const mayReachAnotherProcess = ({ viewer, db }: Context): boolean => !viewer || engineOf(db) !== 'sqlite'

/** Call it while the routes are made. @returns what answers a request from the cache, or makes the answer */
export function createResponder(cache: ResponseCache, source: AnswerSource): (request: FastifyRequest) => Promise<SharedAnswer> {
  const { isShared: decide = isAnonymous } = source
  return async (request) => {
    const { ctx, origin, isOriginKnown } = request
    const view = RequestView.of({ siteId: ctx.site.id, origin, isOriginKnown, ...(await source.view(request)) })
    const isShared = decide(request)
    const render = (kept?: string) => {
      const renderWith = (own: Context) => renderTracked(source, own, view, isShared, kept)
      return isShared ? renderShared(ctx, view, renderWith) : renderWith(ctx)
    }
    const answer = isShared ? await cache.getOrRender(view, render) : await cache.renderUncached(render)
    return { answer, view, isShared }
  }
}

type Rendered = ReturnType<typeof renderTracked>

/** Reads from the follower while it has everything. What goes wrong there is tried once more on the database itself. */
async function renderShared(ctx: Context, view: RequestView, render: (ctx: Context) => Rendered): Rendered {
  const { replica } = ctx.site
  if (replica?.isCurrent()) {
    const rendered = await render(sharedContext(ctx, view, replica.db)).catch((fault: unknown) => {
      if (fault instanceof AppError) throw fault
      return undefined
    })
    if (rendered && rendered.answer.status < 500) return rendered
    ctx.log.warn({ site: ctx.site.id }, 'an answer could not be read from the follower')
  }
  return render(sharedContext(ctx, view, ctx.db))
}

async function renderTracked(source: AnswerSource, ctx: Context, view: RequestView, isShared: boolean, kept: string | undefined) {
  const dependencies = createDependencies()
  const viewed: { first?: ViewedItem } = {}
  const noting: Context = { ...ctx, recordView: (one) => (viewed.first ??= one) }
  const parts = await trackDependencies(dependencies, () => source.render(noting, view, isShared, kept))
  assertShortHeaders(parts.headers)
  return { answer: { ...parts, viewed: viewed.first }, tables: [...dependencies.reads, ...(source.madeFrom ?? [])] }
}

/** The site's side of a request's context. Of the caller there is the address that was asked at: it is in the key. */
function sharedContext({ site, log, installation, caller }: Context, { origin }: RequestView, db: Context['db']): Context {
  const isConfigured = caller?.isOriginConfigured
  return Object.freeze({
    site,
    db,
    viewer: null,
    log,
    caller: Object.freeze({ clientIp: '', userAgent: '', origin, ...(isConfigured ? { isOriginConfigured: isConfigured } : {}) }),
    ...(installation ? { installation } : {}),
    // The network itself stays out of the answer. Absent callers are jobs, which nothing limits.
    isWithinNetworkLimit: (limit: NetworkLimit) => caller === undefined || limit.isWithin(site.id, caller.clientIp),
  })
}
