/** Accepts JSON and raw images as request bodies; `text/plain` is rejected. */
import type { FastifyInstance } from 'fastify'

export async function requestBodiesPlugin(app: FastifyInstance): Promise<void> {
  app.removeContentTypeParser('text/plain')
  app.addContentTypeParser(/^image\//, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
}
