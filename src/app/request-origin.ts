/** The origin that a request was made to, as the request says and as the operator says. */
import type { FastifyRequest } from 'fastify'

/** In the one way to write it; undefined when the host is none. */
export function requestedOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const protocol = publicUrl ? new URL(publicUrl).protocol : `${request.protocol}:`
  const url = URL.parse(`${protocol}//${request.host}`)
  if (url?.href !== `${url?.origin}/`) return undefined
  return url.origin.replace(/\.(?=:\d+$|$)/, '')
}

/** The operator's: the main site's own address, and of a copy's all but the name it was asked for by. No request makes up a port. */
export function configuredOrigin(publicUrl: string, requested: string | undefined): string {
  if (requested === undefined) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${new URL(requested).hostname}${port && `:${port}`}`
}

/** A browser that was asked for a name with a last dot says it in its origin, too. */
export const hostOfOrigin = (origin: string): string | undefined => URL.parse(origin)?.host.replace(/\.(?=:\d+$|$)/, '')
