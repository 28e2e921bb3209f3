/** Serves the web app manifest. */
import type { FastifyInstance } from 'fastify'
import { createWebManifest } from '#features/pictures/web-manifest.service.ts'

export async function webManifestPlugin(app: FastifyInstance): Promise<void> {
  app.get('/site.webmanifest', async (request, reply) =>
    reply
      .type('application/manifest+json; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(await createWebManifest(request.ctx.site.settings))),
  )
}
