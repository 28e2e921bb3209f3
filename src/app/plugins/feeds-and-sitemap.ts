/** What finds the site and follows it: robots.txt, the map for crawlers, feeds. Each site's own, kept like its pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { FEED_FORMS } from '#features/syndication/feed.client.ts'
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
import { createResponder } from '#platform/cache/shared-answer.ts'

/** Feeds whose address names what they are of. */
const FIXED: Record<string, { newsletter: true } | { figures: true }> = { newsletter: { newsletter: true }, today: { figures: true } }

const XML = 'application/xml; charset=utf-8'
/** A full file of the map is large, seldom asked for, and quickly made: the room is for pages. */
const MAX_CACHED_BYTES = 256 * 1024

export async function feedsAndSitemap(app: FastifyInstance, { responseCache: cache }: AppServices): Promise<void> {
  // What the API answers is no page, and is not to be listed as one.
  app.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/')) reply.header('x-robots-tag', 'noindex')
  })
  app.get('/robots.txt', (request, reply) =>
    reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600').send(writeRobots(request.origin)),
  )
  app.get(
    SITEMAP_PATH,
    answerWith(cache, SITEMAP_PATH, async (ctx, { origin }) => ({ type: XML, body: await writeSitemapIndex(ctx, origin) })),
  )
  app.get(
    '/sitemaps/:name',
    answerWith(cache, '/sitemaps/:name', async (ctx, { origin, params }) => ({
      type: XML,
      body: await writeSitemapFile(ctx, origin, String(params['name'])),
    })),
  )
  for (const { file, type } of FEED_FORMS) {
    for (const path of [
      `/${file}`,
      `/category/:category/${file}`,
      `/forum/:topic/${file}`,
      `/newsletter/${file}`,
      `/today/${file}`,
    ] as const) {
      const write: Write = async (ctx, { origin, params }) => {
        const feed = await buildFeed(ctx, origin, FIXED[path.split('/')[1] ?? ''] ?? params)
        return { type: `${type}; charset=utf-8`, body: writeFeed[file](feed), changedAt: await findLastChange(ctx, feed) }
      }
      app.get(path, answerWith(cache, path, write))
    }
  }
}

interface Written {
  type: string
  body: string
  changedAt?: string
}

type Write = (ctx: Context, view: RequestView) => Promise<Written>

/** The same for everybody: a session makes no other map, and no parameter either. */
function answerWith(cache: ResponseCache, path: string, write: Write) {
  const respond = createResponder(cache, {
    view: ({ params }) => ({ path: urlFor(path, { params }), params: params as object, given: {}, known: [] }),
    isShared: () => true,
    async render(ctx, view) {
      const { type, body, changedAt } = await write(ctx, view)
      const headers: Record<string, string> = changedAt ? { 'last-modified': new Date(changedAt).toUTCString() } : {}
      return { status: 200, contentType: type, body, headers, isCacheable: body.length < MAX_CACHED_BYTES }
    },
  })
  return async (request: FastifyRequest, reply: FastifyReply) => {
    const { answer } = await respond(request)
    const known = answer.headers['last-modified']
    if (known && isUnchanged(request, known)) return reply.status(304).headers(notModifiedHeaders(answer)).send()
    return sendCachedResponse(request, reply, answer)
  }
}

/** RFC 9110: the date counts only where no ETag is sent. */
const isUnchanged = ({ headers }: FastifyRequest, changed: string): boolean =>
  headers['if-none-match'] === undefined && Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(changed)
