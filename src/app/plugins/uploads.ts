/** Uploaded pictures. A name stands for its bytes, so a browser keeps them for good. */
import { open } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { findUploadFile } from '#features/uploads/upload.service.ts'
import { AppError } from '#platform/errors.ts'
import { isNotModified } from '#platform/response-cache.ts'

const noPicture = () => new AppError(404, 'picture.not_found', 'No such picture.')

export async function uploads(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { '*': string } }>('/uploads/*', async (request, reply) => {
    const asked = request.params['*']
    const found = findUploadFile(request.ctx.site.folder, asked)
    if (!found) throw noPicture()
    const file = await open(found.path).catch(() => Promise.reject(noPicture()))
    const etag = `"${asked}"`
    reply.headers({
      etag,
      'cache-control': 'public, max-age=31536000, immutable',
      'content-security-policy': "default-src 'none'; frame-ancestors 'self'",
    })
    if (isNotModified(request.headers['if-none-match'], etag)) {
      await file.close()
      return reply.status(304).send()
    }
    const { size } = await file.stat()
    return reply.type(`image/${found.form}`).header('content-length', size).send(file.createReadStream())
  })
}
