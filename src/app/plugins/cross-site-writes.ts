/** Prevents CSRF: rejects writes whose `Origin` or `Sec-Fetch-Site` header names another origin. */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { AppServices } from '#app/app-services.ts'
import { isOriginOf, getRequestedOrigin } from '#app/sites/request-origin.ts'
import { AppError } from '#platform/contract/errors.ts'

export async function crossSiteWritesPlugin(app: FastifyInstance, { config }: AppServices): Promise<void> {
  app.addHook('onRequest', async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') rejectCrossSiteWrite(request, config.publicUrl)
  })
}

function rejectCrossSiteWrite(request: FastifyRequest, publicUrl: string | undefined): void {
  const { origin, 'sec-fetch-site': fetchSite } = request.headers
  // The site's origin comes from PUBLIC_URL; the origin of the request's host is accepted too, because the browser may use another port.
  const ownOrigins = [request.origin, getRequestedOrigin(request, publicUrl)]
  // A page with `Referrer-Policy: no-referrer` sends `Origin: null`; Sec-Fetch-Site then says whether the request is same-origin.
  const isHiddenOwnOrigin = origin === 'null' && fetchSite === 'same-origin'
  const isOwnOrigin =
    origin !== undefined && ownOrigins.some((ownOrigin) => ownOrigin !== undefined && ownOrigin !== '' && isOriginOf(ownOrigin, origin))
  const isSameOrigin = origin === undefined || isHiddenOwnOrigin || isOwnOrigin
  if (!isSameOrigin || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')) {
    throw new AppError(403, 'request.cross_site', 'This came from another site.')
  }
}
