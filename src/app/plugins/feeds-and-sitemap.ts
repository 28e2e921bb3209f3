/** Serves robots.txt, sitemaps and feeds; sitemaps and feeds are cached like pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { FEED_FORMATS } from '#features/syndication/feed.client.ts'
import { writeFeed } from '#features/syndication/feed.formats.ts'
import { findLastChange, buildFeed } from '#features/syndication/feed.service.ts'
import { SITEMAP_PATH } from '#features/syndication/sitemap.policy.ts'
import { writeSitemapIndex, writeSitemapFile, writeRobots } from '#features/syndication/sitemap.service.ts'
import { urlFor } from '#platform/client/api.client.ts'
import { notModifiedHeaders } from '#platform/cache/cached-response.ts'
import { sendCachedResponse } from '#platform/http/api-server.ts'
import type { Context } from '#platform/contract/context.ts'
import type { RequestView } from '#platform/cache/request-view.ts'
import type { ResponseCache } from '#platform/cache/response-cache.ts'
import { createResponder } from '#platform/cache/shared-response.ts'

/** Feeds whose first path segment alone determines their content. */
const FIXED_FEEDS: Record<string, { newsletter: true } | { figures: true }> = { newsletter: { newsletter: true }, today: { figures: true } }

const XML_TYPE = 'application/xml; charset=utf-8'
/** Maximum length of cached responses: a full sitemap file is larger, but rarely requested and quickly written. */
const MAX_CACHED_BYTES = 256 * 1024

export async function feedsAndSitemapPlugin(app: FastifyInstance, { responseCache: cache }: AppServices): Promise<void> {
  // API responses must not be indexed by search engines.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(writeRobots(request.origin)),
  )
  app.get(
    SITEMAP_PATH,
    createHandler(cache, SITEMAP_PATH, async (ctx, { origin }) => ({ type: XML_TYPE, body: await writeSitemapIndex(ctx, origin) })),
  )
  app.get(
    '/sitemaps/:name',
    createHandler(cache, '/sitemaps/:name', async (ctx, { origin, params }) => ({
      type: XML_TYPE,
      body: await writeSitemapFile(ctx, origin, String(params['name'])),
    })),
  )
  for (const { file, type } of FEED_FORMATS) {
    for (const path of [
      `/${file}`,
      `/category/:category/${file}`,
      `/forum/:topic/${file}`,
      `/newsletter/${file}`,
      `/today/${file}`,
    ] as const) {
      const write: WriteDocument = async (ctx, { origin, params }) => {
        const feed = await buildFeed(ctx, origin, FIXED_FEEDS[path.split('/')[1] ?? ''] ?? params)
        return { type: `${type}; charset=utf-8`, body: writeFeed[file](feed), changedAt: await findLastChange(ctx, feed) }
      }
      app.get(path, createHandler(cache, path, write))
    }
  }
}

interface WrittenDocument {
  type: string
  body: string
  changedAt?: string
}

type WriteDocument = (ctx: Context, view: RequestView) => Promise<WrittenDocument>

/** Creates a handler whose response depends only on the path, neither on the session nor on query parameters. */
function createHandler(cache: ResponseCache, path: string, write: WriteDocument) {
  const respond = createResponder(cache, {
    view: ({ params }) => ({ path: urlFor(path, { params }), params: params as object, rawQuery: {}, knownParameters: [] }),
    isShared: () => true,
    async render(ctx, view) {
      const { type, body, changedAt } = await write(ctx, view)
      const headers: Record<string, string> = changedAt ? { 'last-modified': new Date(changedAt).toUTCString() } : {}
      return { status: 200, contentType: type, body, headers, isCacheable: body.length < MAX_CACHED_BYTES }
    },
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { response } = await respond(request)
    const lastModified = response.headers['last-modified']
    if (lastModified && isUnchanged(request, lastModified)) return reply.status(304).headers(notModifiedHeaders(response)).send()
    return sendCachedResponse(request, reply, response)
  }
}

/** Whether a 304 suffices. If-Modified-Since is ignored if If-None-Match is sent (RFC 9110 §13.1.3). */
const isUnchanged = ({ headers }: FastifyRequest, lastModified: string): boolean =>
  headers['if-none-match'] === undefined && Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(lastModified)
