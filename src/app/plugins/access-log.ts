/** One line for each request, without what is nobody's business in its address. */
import type { FastifyInstance } from 'fastify'
import { redactUrl } from '#platform/redact-url.ts'

export async function accessLog(app: FastifyInstance): Promise<void> {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      { method: request.method, url: redactUrl(request.url), status: reply.statusCode, ms: Math.round(reply.elapsedTime * 10) / 10 },
      'request',
    )
  })
}
