/** The API's description, for programs (`/api/openapi.json`) and for people (`/api/docs`). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { describeApiOf } from '#app/api-description.ts'
import { writeApiPage } from '#app/api-docs/page.ts'
import { notFound } from '#platform/errors.ts'
import { sendCachedResponse } from '#platform/api-server.ts'
import type { ApiDocument } from '#platform/openapi.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'
const FILES = { 'style.css': 'text/css; charset=utf-8', 'script.js': 'text/javascript; charset=utf-8' } as const
/** It names the site, and changes with nothing else. */
const MADE_FROM: ReadonlySet<string> = new Set(['settings'])
/** Nothing from elsewhere, and no word on https: over plain http a browser would then ask for the sheets where nobody answers. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Over plain http a browser heeds them not, and says so in its console. */
const FOR_HTTPS = ['cross-origin-opener-policy', 'origin-agent-cluster']

export async function apiDescription(app: FastifyInstance, { config, responseCache: cache, pages }: AppServices): Promise<void> {
  // Where it is not for everybody, nothing tells that it is there.
  const onRequest = async ({ ctx }: FastifyRequest) => {
    if (config.apiDocs === 'off' || (config.apiDocs === 'admin' && !ctx.viewer?.isAdmin)) throw notFound('page')
  }
  const answer = async (request: FastifyRequest, reply: FastifyReply, type: string, write: (document: ApiDocument) => string) => {
    const { ctx, origin } = request
    if (origin.startsWith('http:')) for (const name of FOR_HTTPS) reply.removeHeader(name)
    const kept = await cache.getOrRender(ctx.site.id, `${ctx.site.id} ${origin} ${request.url.split('?')[0]}`, async () => {
      const body = write(await describeApiOf({ name: ctx.site.settings.name, origin }))
      return { answer: { status: 200, contentType: type, body, headers: {}, viewed: undefined }, tables: MADE_FROM }
    })
    return sendCachedResponse(request, reply, kept)
  }
  app.get('/api/openapi.json', { onRequest }, (request, reply) => answer(request, reply, JSON_TYPE, (document) => JSON.stringify(document)))
  for (const path of ['/api/docs', '/api/docs/'])
    app.get(path, { onRequest }, (request, reply) => {
      const page = { site: request.ctx.site.settings.name, origin: request.origin, css: pages?.assets().css ?? [] }
      return answer(request, reply.header('content-security-policy', POLICY), HTML_TYPE, (document) => writeApiPage(document, page))
    })
  for (const [name, type] of Object.entries(FILES))
    app.get(`/api/docs/${name}`, { onRequest }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(join(import.meta.dirname, '../api-docs', name))),
    )
}
