/** Sends cached responses with their headers: 304 if the browser has the current version, otherwise in an encoding that it accepts. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, isNotModified, type CachedResponse, type ContentEncoding } from './response-cache.ts'

/**
 * Includes `cookie` even for pages that are the same for all visitors and members: at some URLs administrators get another page, and after
 * a write the author's requests bypass the cache.
 */
const VARY = 'accept-encoding, cookie'

/** Makes browsers revalidate on each use; they mostly get a 304. */
export const REVALIDATE = 'no-cache'

/**
 * Returns all headers of a response except the security headers.
 * @param length bytes of the encoded body
 */
export function responseHeaders(cached: CachedResponse, encoding: ContentEncoding, length: number): Record<string, string> {
  return {
    'cache-control': REVALIDATE,
    ...cached.headers,
    etag: cached.etag,
    vary: VARY,
    'content-length': String(length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}

/**
 * Returns all headers of a 304 except the security headers: those of the full response, because browsers update their stored response from
 * them (RFC 9110 §15.4.5, RFC 9111 §4.3.4), without those that describe the body.
 */
export const notModifiedHeaders = ({ headers: { 'content-type': _type, ...headers }, etag }: CachedResponse): Record<string, string> => ({
  'cache-control': REVALIDATE,
  ...headers,
  etag,
  vary: VARY,
})

type FlatHeaders = string[]

const preparedHeaders = new WeakMap<CachedResponse, Partial<Record<ContentEncoding, FlatHeaders>>>()

/**
 * Sends a cached response on Node's `ServerResponse`, before Fastify routes the request.
 * @param security flat list of header names and values that every response carries
 * @returns false if the body is not ready in the accepted encoding; nothing was sent then
 */
export function sendUnrouted(request: IncomingMessage, response: ServerResponse, cached: CachedResponse, security: FlatHeaders): boolean {
  const { headers } = request
  if (isNotModified(headers['if-none-match'], cached.etag)) {
    response.writeHead(304, [...security, ...Object.entries(notModifiedHeaders(cached)).flat()]).end()
    return true
  }
  const encoding = chooseEncoding(headers['accept-encoding'])
  const body = cached.getIfReady(encoding)
  if (!body) return false
  const byEncoding = preparedHeaders.get(cached) ?? {}
  let flatHeaders = byEncoding[encoding]
  if (!flatHeaders) {
    flatHeaders = [...security, ...Object.entries(responseHeaders(cached, encoding, body.length)).flat()]
    preparedHeaders.set(cached, { ...byEncoding, [encoding]: flatHeaders })
  }
  response.writeHead(cached.status, flatHeaders).end(body)
  return true
}
