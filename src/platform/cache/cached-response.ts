/** Sends a cached response: 304 when the browser has it, else in an encoding that it accepts. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { chooseEncoding, isNotModified, type CachedResponse, type ContentEncoding } from './response-cache.ts'

/**
 * Also names the cookie for a page that is the same for everybody: at some URLs an administrator gets another page, and after a write the
 * writer gets one that is not from the cache.
 */
const VARY = 'accept-encoding, cookie'

/** Browsers ask again each time, and mostly get 304. */
export const REVALIDATE = 'no-cache'

/** All headers of a response but the security headers. */
export function responseHeaders(answer: CachedResponse, encoding: ContentEncoding, length: number): Record<string, string> {
  return {
    'cache-control': REVALIDATE,
    ...answer.headers,
    etag: answer.etag,
    vary: VARY,
    'content-length': String(length),
    ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
  }
}

/**
 * All headers of a 304, but the security ones: those of the response itself, since browsers update what they have stored from them
 * (RFC 9110 §15.4.5, RFC 9111 §4.3.4). What describes the body is left out.
 */
export const notModifiedHeaders = ({ headers: { 'content-type': _type, ...headers }, etag }: CachedResponse): Record<string, string> => ({
  'cache-control': REVALIDATE,
  ...headers,
  etag,
  vary: VARY,
})

type FlatHeaders = string[]

const prepared = new WeakMap<CachedResponse, Partial<Record<ContentEncoding, FlatHeaders>>>()

/**
 * Answers straight on Node's response, before any routing, when everything is at hand.
 * @param security flat list of header names and values that every answer carries
 * @returns false when it could not, and nothing was sent
 */
export function sendUnrouted(request: IncomingMessage, response: ServerResponse, answer: CachedResponse, security: FlatHeaders): boolean {
  const { headers } = request
  if (isNotModified(headers['if-none-match'], answer.etag)) {
    response.writeHead(304, [...security, ...Object.entries(notModifiedHeaders(answer)).flat()]).end()
    return true
  }
  const encoding = chooseEncoding(headers['accept-encoding'])
  const body = answer.getIfReady(encoding)
  if (!body) return false
  const heads = prepared.get(answer) ?? {}
  let head = heads[encoding]
  if (!head) {
    head = [...security, ...Object.entries(responseHeaders(answer, encoding, body.length)).flat()]
    prepared.set(answer, { ...heads, [encoding]: head })
  }
  response.writeHead(answer.status, head).end(body)
  return true
}
