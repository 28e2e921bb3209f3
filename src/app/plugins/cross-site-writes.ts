/** A page of another site must not make a visitor's browser write here. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOriginOf, requestedOrigin } from '#app/sites/request-origin.ts'
import { AppError } from '#platform/contract/errors.ts'

export async function crossSiteWrites(app: FastifyInstance, { config }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') rejectCrossSiteWrite(request, config.publicUrl)
  })
}

function rejectCrossSiteWrite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  // With PUBLIC_URL the site's own origin is known; without it, and where a browser uses another port, the request's host counts.
  const own = [request.origin, requestedOrigin(request, publicUrl)]
  // A page without a referrer sends `Origin: null`; the browser then says in Sec-Fetch-Site that it is the site's own.
  const isUntold = origin === 'null' && fetchSite === 'same-origin'
  const isOwn = origin !== undefined && own.some((one) => one !== undefined && one !== '' && isOriginOf(one, origin))
  const sameOrigin = origin === undefined || isUntold || isOwn
  if (!sameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new AppError(403, 'request.cross_site', 'This came from another site.')
  }
}
