/** Serves uploaded pictures. Names are content-addressed, so responses are immutable. */
import type { FastifyInstance } from 'fastify'
import { features } from '#app/features.ts'
import { isWithheldPicture, uploadPathOf } from '#features/uploads/upload.service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isNotModified } from '#platform/cache/response-cache.ts'

const createNotFoundError = () => new AppError(404, 'picture.not_found', 'No such picture.')

export async function uploadsPlugin(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const path = request.params['*']
    const upload = uploadPathOf(path)
    const file = upload && (await request.ctx.site.files.find(upload.path))
    if (!file) throw createNotFoundError()
    const isWithheld = await isWithheldPicture(request.ctx, () => features, upload.name)
    // Moderators see the pictures of the content about which they decide.
    if (isWithheld && !request.ctx.viewer?.isAdmin) throw createNotFoundError()
    const etag = `"${path}"`
    reply.headers({
      etag,
      'cache-control': isWithheld ? 'private, no-store' : 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    })
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(`image/${upload.format}`).header('content-length', file.bytes).send(file.read())
  })
}
