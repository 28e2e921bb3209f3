/** Prevents CSRF: rejects writes whose `Origin` or `Sec-Fetch-Site` header names another site. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOriginOf, requestedOrigin } from '#app/sites/request-origin.ts'
import { AppError } from '#platform/contract/errors.ts'

export async function crossSiteWritesPlugin(app: FastifyInstance, { config }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') rejectCrossSiteWrite(request, config.publicUrl)
  })
}

function rejectCrossSiteWrite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  // PUBLIC_URL gives the site's origin; without it, or when the browser uses another port, the request's host counts.
  const ownOrigins = [request.origin, requestedOrigin(request, publicUrl)]
  // A page with `Referrer-Policy: no-referrer` sends `Origin: null`; Sec-Fetch-Site then says whether the request is same-origin.
  const isHiddenOwn = origin === 'null' && fetchSite === 'same-origin'
  const isOwn = origin !== undefined && ownOrigins.some((one) => one !== undefined && one !== '' && isOriginOf(one, origin))
  const sameOrigin = origin === undefined || isHiddenOwn || isOwn
  if (!sameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new AppError(403, 'request.cross_site', 'This came from another site.')
  }
}
