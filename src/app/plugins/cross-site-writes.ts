/** A page of another site must not make a visitor's browser write here. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { hostOfOrigin, requestedOrigin } from '#app/request-origin.ts'
import { AppError } from '#platform/errors.ts'

export async function crossSiteWrites(app: FastifyInstance, { config }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') rejectCrossSiteWrite(request, config.publicUrl)
  })
}

function rejectCrossSiteWrite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  const requested = requestedOrigin(request, publicUrl)
  // A page that tells nobody where its reader comes from does not say its origin either; the browser's own word stands beside it.
  const isUntold = origin === 'null' && fetchSite === 'same-origin'
  const isOwn = requested !== undefined && origin !== undefined && hostOfOrigin(origin) === hostOfOrigin(requested)
  const sameOrigin = origin === undefined || isUntold || isOwn
  if (!sameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new AppError(403, 'request.cross_site', 'This came from another site.')
  }
}
