/** Determines the origin that a request was made to, from its host and from PUBLIC_URL. */
import type { FastifyRequest } from 'fastify'

/** @returns the normalised origin of the request's host; `undefined` when the host is malformed */
export function requestedOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const protocol = publicUrl ? new URL(publicUrl).protocol : `${request.protocol}:`
  const url = URL.parse(`${protocol}//${request.host}`)
  if (url?.href !== `${url?.origin}/`) return undefined
  return url.origin.replace(/\.(?=:\d+$|$)/, '')
}

/**
 * Combines the scheme and port of PUBLIC_URL with the requested host name, so that a request cannot make up a port.
 * @param requested the origin that a tenant site was requested by; `undefined` for the main site
 */
export function configuredOrigin(publicUrl: string, requested: string | undefined): string {
  if (requested === undefined) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${new URL(requested).hostname}${port && `:${port}`}`
}

/**
 * Whether an `Origin` header names the site: the same host and port, and no weaker scheme. A site that is known to use https rejects
 * writes from its http pages, which an attacker on the network can spoof. Where only http is known, a proxy may have terminated TLS, so
 * https with its default port is accepted too.
 * @param own an origin of the site
 */
export function isOriginOf(own: string, header: string): boolean {
  const url = URL.parse(header)
  // An Origin header has no path, no credentials and no query (RFC 6454 §7.1); the parser would ignore them.
  if (!url || !/^https?:\/\/[^/?#@\\\s]+$/i.test(header)) return false
  // A host name that was entered with a trailing dot has it in the origin too.
  const host = url.host.replace(/\.(?=:\d+$|$)/, '')
  const { protocol, host: ownHost } = new URL(own)
  return host === ownHost && (url.protocol === protocol || protocol === 'http:')
}
