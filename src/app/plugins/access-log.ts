/** One line for each request: of which site and whose it was, without what is nobody's business in its address. */
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/contract/context.ts'
import { redactUrl } from '#platform/telemetry/redact-url.ts'

export async function accessLog(app: FastifyInstance): Promise<void> {
  app.addHook('onResponse', async (request, reply) => {
    // A host that is nobody's has neither.
    const { site, viewer }: Partial<Context> = request.ctx ?? {}
    const whose = { site: site?.id ?? null, user: viewer?.id ?? null }
    request.log.info(
      {
        ...whose,
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
