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

/**
 * Whether an `Origin` header names the site: the same host and port, and no weaker scheme. A site that is known to use https is not written to
 * from its http pages, which an attacker on the network can imitate. Where only http is known, a proxy may have terminated TLS unseen, so https
 * with its own default port is accepted too.
 * @param own an origin of the site
 */
export function isOriginOf(own: string, header: string): boolean {
  const url = URL.parse(header)
  // An Origin header has no path, no credentials and no query (RFC 6454 §7.1); the parser would ignore them.
  if (!url || !/^https?:\/\/[^/?#@\\\s]+$/i.test(header)) return false
  // A browser that was asked for a name with a last dot keeps it in the origin.
  const host = url.host.replace(/\.(?=:\d+$|$)/, '')
  const { protocol, host: ownHost } = new URL(own)
  return host === ownHost && (url.protocol === protocol || protocol === 'http:')
}
