/** Serves the Open Graph image of a page, which shows only what a signed-out visitor may read. Other pages get a 404. */
import type { FastifyInstance } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { createCardPool, type CardTask } from '#features/pictures/share.pool.ts'
import { findSharePicture } from '#features/pictures/share.service.ts'
import type { ResponseOf } from '#platform/client/api-calls.client.ts'
import type { Context } from '#platform/contract/context.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isNotModified } from '#platform/cache/response-cache.ts'
import { createPictureNotFoundError, type CallSharedRoute, SHARED_PAGES } from '#app/pages/shared-pages.ts'

const DAY_SECONDS = 86_400
const UNREADABLE_STATUSES = new Set([400, 404, 410])

export async function sharePlugin(app: FastifyInstance, { routes }: AppServices): Promise<void> {
  const pool = createCardPool()
  // The pool must close before Fastify waits for open requests; otherwise requests that wait for an image would block the shutdown.
  app.addHook('preClose', () => pool.close())
  app.get<{ Params: { kind: string; file: string } }>('/share/:kind/:file', async (request, reply) => {
    const { kind, file } = request.params
    const key = /^([^/]{1,200})\.png$/.exec(file)?.[1]
    const readSharedItem = SHARED_PAGES.get(kind)
    if (!readSharedItem || key === undefined) throw createPictureNotFoundError()
    const { site } = request.ctx
    const ctx: Context = { ...request.ctx, viewer: null }
    const callRoute: CallSharedRoute = async (call, input = {}) => (await routes.get(call)?.invoke(ctx, input)) as ResponseOf<typeof call>
    const shared = await readSharedItem(callRoute, key, ctx).catch((error: unknown) => {
      throw error instanceof AppError && UNREADABLE_STATUSES.has(error.status) ? createPictureNotFoundError() : error
    })
    const { name, tagline } = site.settings
    const poolWithQuota = { run: async (task: CardTask) => (await site.quotas?.countCall(), pool.run(task)) }
    const picture = await findSharePicture(poolWithQuota, site, `${kind}-${shared.key}`, { ...shared, site: { name, tagline } })
    const headers = {
      etag: picture.etag,
      'cache-control': `public, max-age=${DAY_SECONDS}`,
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    }
    if (isNotModified(request.headers['if-none-match'], picture.etag)) return reply.status(304).headers(headers).send()
    const png = Buffer.from(await picture.read())
    return reply.type('image/png').headers(headers).send(png)
  })
}
