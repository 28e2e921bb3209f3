/** What finds the site and follows it: robots.txt, the map for crawlers, feeds. Each site's own, kept like its pages. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { FEED_FORMS } from '#features/syndication/feed.client.ts'
import { writeFeed } from '#features/syndication/feed.formats.ts'
import { findLastChange, buildFeed } from '#features/syndication/feed.service.ts'
import { SITEMAP_PATH } from '#features/syndication/sitemap.policy.ts'
import { writeSitemapIndex, writeSitemapFile, writeRobots } from '#features/syndication/sitemap.service.ts'
import { createDependencies, trackDependencies } from '#db/query-dependencies.ts'
import { sendCachedResponse } from '#platform/api-server.ts'
import type { Context } from '#platform/context.ts'
import type { ResponseCache } from '#platform/response-cache.ts'

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
  app.get(SITEMAP_PATH, (request, reply) =>
    answer(request, reply, cache, async (ctx) => ({ type: XML, body: await writeSitemapIndex(ctx, request.origin) })),
  )
  app.get<{ Params: { name: string } }>('/sitemaps/:name', (request, reply) => {
    const { name } = request.params
    return answer(request, reply, cache, async (ctx) => ({ type: XML, body: await writeSitemapFile(ctx, request.origin, name) }))
  })
  for (const { file, type } of FEED_FORMS) {
    for (const path of [`/${file}`, `/category/:category/${file}`, `/forum/:topic/${file}`]) {
      app.get<{ Params: { category?: string; topic?: string } }>(path, (request, reply) =>
        answer(request, reply, cache, async (ctx) => {
          const feed = await buildFeed(ctx, request.origin, request.params)
          return { type: `${type}; charset=utf-8`, body: writeFeed[file](feed), changedAt: await findLastChange(ctx, feed) }
        }),
      )
    }
  }
}

interface Written {
  type: string
  body: string
  changedAt?: string
}

/** The same for everybody: a session makes no other map. */
async function answer(request: FastifyRequest, reply: FastifyReply, cache: ResponseCache, write: (ctx: Context) => Promise<Written>) {
  const ctx: Context = { ...request.ctx, viewer: null }
  const kept = await cache.getOrRender(ctx.site.id, `${ctx.site.id} ${request.origin} ${request.url.split('?')[0]}`, async () => {
    const dependencies = createDependencies()
    const { type, body, changedAt } = await trackDependencies(dependencies, () => write(ctx))
    const headers: Record<string, string> = changedAt ? { 'last-modified': new Date(changedAt).toUTCString() } : {}
    return {
      answer: { status: 200, contentType: type, body, headers, viewed: undefined, isCacheable: body.length < MAX_CACHED_BYTES },
      tables: dependencies.reads,
    }
  })
  const known = kept.headers['last-modified']
  if (known && isUnchanged(request, known)) return reply.status(304).headers({ etag: kept.etag, 'last-modified': known }).send()
  return sendCachedResponse(request, reply, kept)
}

/** RFC 9110: the date counts only where no ETag is sent. */
const isUnchanged = ({ headers }: FastifyRequest, changed: string): boolean =>
  headers['if-none-match'] === undefined && Date.parse(headers['if-modified-since'] ?? '') >= Date.parse(changed)
