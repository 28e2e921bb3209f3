/** The pages: every address that is not the API's or a file's. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { findPicture } from '#features/pictures/picture.service.ts'
import { engineOf } from '#db/engine.ts'
import { newTableUse, noteTableUse } from '#db/table-use.ts'
import { inProcess, sendAnswer, type ServerParts } from '#platform/api-server.ts'
import { wantsFresh } from '#platform/answers.ts'
import type { Seen, Site } from '#platform/context.ts'
import type { Door } from '#platform/door.ts'
import { AppError } from '#platform/errors.ts'
import { chooseEncoding, isKnown } from '#platform/page-cache.ts'
import type { PageRenderer } from '#platform/page-renderer.ts'
import type { FastLane } from './fast-lane.ts'

export interface PageParts extends ServerParts {
  doors: ReadonlyMap<string, Door>
  lane: FastLane
  /** Told of every page that was answered on a site that counts visits. */
  noteLook(site: Site, request: FastifyRequest['raw']): void
}

const DAY = 86_400

export async function mountPages(app: FastifyInstance, pages: PageRenderer, parts: PageParts): Promise<void> {
  app.get('/art/*', async (request, reply) => {
    const picture = await findPicture((request.params as { '*': string })['*'])
    if (!picture) throw new AppError(404, 'picture.not_found', 'No such picture.')
    reply.headers({
      etag: picture.etag,
      'cache-control': `public, max-age=${DAY}`,
      vary: 'accept-encoding',
      // The drawing's own palette stands in a style element.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
    })
    if (isKnown(request.headers['if-none-match'], picture.etag)) return reply.status(304).send()
    const encoding = chooseEncoding(request.headers['accept-encoding'])
    if (encoding !== 'identity') reply.header('content-encoding', encoding)
    return reply.type('image/svg+xml; charset=utf-8').send(picture[encoding])
  })
  app.get('/*', (request, reply) => answerPage(request, reply, pages, parts))
}

async function answerPage(request: FastifyRequest, reply: FastifyReply, pages: PageRenderer, parts: PageParts) {
  const { ctx, origin } = request
  const bundle = await pages.load()
  const address = pageAddress(request.url, bundle.pageParameters)
  const key = `${ctx.site.id} ${origin} ${address}`

  const shared = pages.keep && !wantsFresh(request.headers.cookie) && !ctx.viewer
  // On the embedded engine this process sees every write, so kept data is never behind; elsewhere whoever has just written reads anew.
  const mayUseKept = pages.keep && (shared || engineOf(ctx.db) === 'sqlite')

  const render = async () => {
    const use = newTableUse()
    const seen: { first?: Seen } = {}
    const transport = inProcess(parts.doors, { ...ctx, sees: (one) => (seen.first ??= one) }, mayUseKept ? parts.data : undefined)
    const page = await noteTableUse(use, () => bundle.renderPage({ url: origin + address, transport }, pages.assets()))
    const headers: Record<string, string> = page.location === undefined ? {} : { location: page.location }
    const answer = {
      status: page.status,
      type: 'text/html; charset=utf-8',
      body: page.html,
      headers,
      seen: seen.first,
      keep: page.complete,
    }
    return { answer, tables: use.reads }
  }
  const answer = shared ? await parts.cache.get(ctx.site.id, key, render) : await parts.cache.once(render)

  parts.noteSeen(request, answer.seen)
  // What the browser has already (304) is looked at all the same.
  if (ctx.site.settings.analytics && answer.status === 200 && request.method === 'GET' && !ctx.viewer?.isAdmin)
    parts.noteLook(ctx.site, request.raw)
  if (shared && answer.status === 200 && !answer.seen) {
    await answer.encoded('br')
    parts.lane.open(request.host, request.url, key, securityHeaders(reply))
  }
  return sendAnswer(request, reply, answer)
}

/** Path and the parameters that pages know, in one order: `?utm_source=…` makes no other page. */
export function pageAddress(url: string, known: readonly string[]): string {
  const [path = '/', query = ''] = url.split('?')
  const given = new URLSearchParams(query)
  const kept = known.filter((name) => given.get(name)).map((name) => [name, given.get(name) ?? ''])
  return kept.length ? `${path}?${new URLSearchParams(kept as [string, string][])}` : path
}

/** What helmet has put on this reply, as a flat list. */
function securityHeaders(reply: FastifyReply): string[] {
  const own = new Set(['x-request-id', 'set-cookie'])
  return Object.entries(reply.getHeaders()).flatMap(([name, value]) => (own.has(name) ? [] : [name, String(value)]))
}
