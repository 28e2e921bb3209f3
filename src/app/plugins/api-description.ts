/** Serves the OpenAPI document (`/api/openapi.json`) and its HTML page (`/api/docs`). */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { describeApiOf } from '#app/api-docs/api-description.ts'
import { writeApiPage } from '#app/api-docs/page.ts'
import { notFound } from '#platform/contract/errors.ts'
import { sendCachedResponse } from '#platform/http/api-server.ts'
import type { ApiDocument } from '#platform/openapi/openapi.ts'
import { createResponder } from '#platform/cache/shared-response.ts'

const JSON_TYPE = 'application/json; charset=utf-8'
const HTML_TYPE = 'text/html; charset=utf-8'
const FILES = { 'style.css': 'text/css; charset=utf-8', 'script.js': 'text/javascript; charset=utf-8' } as const
/** Tables whose writes invalidate the document: it contains the site's name, so only the settings. */
const SOURCE_TABLES = ['settings']
/**
 * Allows only the same origin. It has no `upgrade-insecure-requests`, with which style sheets would fail to load on a plain http
 * installation.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "font-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join('; ')

/** Headers that are removed over plain http, where browsers ignore them and show a warning in the console. */
const HTTPS_ONLY_HEADERS = ['cross-origin-opener-policy', 'origin-agent-cluster']

export async function apiDescriptionPlugin(app: FastifyInstance, { config, responseCache: cache, pages }: AppServices): Promise<void> {
  // The status is 404 instead of 403, so that it does not reveal that the page exists.
  const onRequest = async ({ ctx }: FastifyRequest) => {
    if (config.apiDocs === 'off' || (config.apiDocs === 'admin' && !ctx.viewer?.isAdmin)) throw notFound('page')
  }
  const createHandler = (
    path: string,
    contentType: string,
    write: (document: ApiDocument, site: { site: string; origin: string }) => string,
  ) => {
    const respond = createResponder(cache, {
      view: () => ({ path, params: {}, rawQuery: {}, knownParameters: [] }),
      isShared: () => true,
      extraTables: SOURCE_TABLES,
      async render({ site: { settings } }, { origin }) {
        const document = await describeApiOf({ name: settings.name, origin })
        return { status: 200, contentType, body: write(document, { site: settings.name, origin }), headers: {} }
      },
    })
    return async (request: FastifyRequest, reply: FastifyReply) => {
      if (request.origin.startsWith('http:')) for (const name of HTTPS_ONLY_HEADERS) reply.removeHeader(name)
      if (contentType === HTML_TYPE) reply.header('content-security-policy', CONTENT_SECURITY_POLICY)
      return sendCachedResponse(request, reply, (await respond(request)).response)
    }
  }
  app.get(
    '/api/openapi.json',
    { onRequest },
    createHandler('/api/openapi.json', JSON_TYPE, (document) => JSON.stringify(document)),
  )
  for (const path of ['/api/docs', '/api/docs/'])
    app.get(
      path,
      { onRequest },
      createHandler(path, HTML_TYPE, (document, site) => writeApiPage(document, { ...site, css: pages?.assets().css ?? [] })),
    )
  for (const [name, type] of Object.entries(FILES))
    app.get(`/api/docs/${name}`, { onRequest }, async (_request, reply) =>
      reply
        .type(type)
        .header('cache-control', 'no-cache')
        .send(await readFile(join(import.meta.dirname, '../api-docs', name))),
    )
}
