/** Logs one line per request, with site, user id and redacted URL. */
import type { FastifyInstance } from 'fastify'
import type { Context } from '#platform/contract/context.ts'
import { redactUrl } from '#platform/telemetry/redact-url.ts'

export async function accessLogPlugin(app: FastifyInstance): Promise<void> {
  app.addHook('onResponse', async (request, reply) => {
    // `ctx` is undefined for an unknown host.
    const { site, viewer }: Partial<Context> = request.ctx ?? {}
    request.log.info(
      {
        site: site?.id ?? null,
        user: viewer?.id ?? null,
        method: request.method,
        url: redactUrl(request.url),
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'request',
    )
  })
}
