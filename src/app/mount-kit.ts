/** A launched site's files for a server of one's own. A ZIP, so it stands beside the doors. */
import type { FastifyInstance } from 'fastify'
import { Id } from '#platform/endpoint.ts'
import { notFound } from '#platform/errors.ts'
import { makeKit } from '#features/deployment/kit.service.ts'

export function mountKit(app: FastifyInstance): void {
  const schema = { summary: 'What runs a copy on a server of one’s own, as a ZIP; only with its token.', tags: ['deployment'] }
  const config = { rateLimit: { max: 30, timeWindow: 60 * 60_000 } }
  app.get('/api/deployment/:id/kit', { schema, config }, async (request, reply) => {
    const id = Id.safeParse((request.params as { id: string }).id)
    const { token } = request.query as { token?: unknown }
    if (!id.success || typeof token !== 'string') throw notFound('deployment')
    const { filename, bytes } = await makeKit(request.ctx, id.data, token)
    return reply
      .type('application/zip')
      .headers({ 'content-disposition': `attachment; filename="${filename}"`, 'cache-control': 'no-store' })
      .send(bytes)
  })
}
