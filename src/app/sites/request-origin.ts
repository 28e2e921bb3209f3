/** Determines the origin that a request was made to, from its host and from PUBLIC_URL. */
import type { FastifyRequest } from 'fastify'

/** @returns the normalised origin of the request's host; `undefined` if the host is malformed */
export function getRequestedOrigin(request: FastifyRequest, publicUrl: string | undefined): string | undefined {
  const protocol = publicUrl ? new URL(publicUrl).protocol : `${request.protocol}:`
  const url = URL.parse(`${protocol}//${request.host}`)
  if (url?.href !== `${url?.origin}/`) return undefined
  return url.origin.replace(/\.(?=:\d+$|$)/, '')
}

/**
 * Combines the scheme and port of PUBLIC_URL with the requested host name, so that a request cannot choose another port.
 * @param requested origin of the request to a tenant site; `undefined` for the main site
 */
export function combineOrigin(publicUrl: string, requested: string | undefined): string {
  if (requested === undefined) return publicUrl
  const { protocol, port } = new URL(publicUrl)
  return `${protocol}//${new URL(requested).hostname}${port && `:${port}`}`
}

/**
 * Whether an `Origin` header names the site: the same host and port, and no weaker scheme. A site that is known to use https rejects
 * writes from its http pages, which an attacker on the network can spoof. Where only http is known, a proxy may have terminated TLS, so
 * https with its default port is accepted too.
 * @param ownOrigin an origin of the site
 */
export function isOriginOf(ownOrigin: string, header: string): boolean {
  const url = URL.parse(header)
  // An Origin header has no path, credentials or query (RFC 6454 §7.1), but the parser would accept them.
  if (!url || !/^https?:\/\/[^/?#@\\\s]+$/i.test(header)) return false
  // If a host name was entered with a trailing dot, the origin has that dot too.
  const host = url.host.replace(/\.(?=:\d+$|$)/, '')
  const { protocol, host: ownHost } = new URL(ownOrigin)
  return host === ownHost && (url.protocol === protocol || protocol === 'http:')
}
