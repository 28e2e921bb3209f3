/** Uploaded pictures. A name stands for its bytes, so a browser keeps them for good. */
import type { FastifyInstance } from 'fastify'
import { features } from '#app/features.ts'
import { isWithheldPicture, uploadPathOf } from '#features/uploads/upload.service.ts'
import { AppError } from '#platform/contract/errors.ts'
import { isNotModified } from '#platform/cache/response-cache.ts'

const noPicture = () => new AppError(404, 'picture.not_found', 'No such picture.')

export async function uploadsPlugin(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const asked = request.params['*']
    const named = uploadPathOf(asked)
    const file = named && (await request.ctx.site.files.find(named.path))
    if (!file || (await isWithheldPicture(request.ctx, () => features, named.name))) throw noPicture()
    const etag = `"${asked}"`
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    })
    if (isNotModified(request.headers['if-none-match'], etag)) return reply.status(304).send()
    return reply.type(`image/${named.form}`).header('content-length', file.bytes).send(file.read())
  })
}
