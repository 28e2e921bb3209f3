/** Sends a kept answer: 304 when the browser has it, else the encoding it understands. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import negotiate from '@fastify/accept-negotiator'
import { chooseEncoding, isNotModified, type CachedResponse, type ContentEncoding } from './response-cache.ts'
import type { OwnParts } from './slotted-body.ts'

/** What a page depends on: who is signed in, too. */
const VARY = 'accept-encoding, cookie'

/** Browsers ask again each time, and mostly hear 304. */
export const REVALIDATE = 'no-cache'

/** All headers of an answer but the security ones. */
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

/** In which form it is sent to whoever is signed in: brotli would have to be made anew for each of them. */
export const chooseOwnEncoding = (acceptEncoding: string | undefined): 'gzip' | 'identity' =>
  negotiate(acceptEncoding ?? '', ['gzip']) === null ? 'identity' : 'gzip'

/** All headers of a page that somebody's own was put into, but the security ones, its length and its encoding. */
export const personalHeaders = ({ headers, etag }: CachedResponse, { tag }: OwnParts): Record<string, string> => ({
  ...headers,
  'cache-control': PRIVATE_CACHE_CONTROL,
  etag: ownEtag(etag, tag),
  vary: VARY,
})

/** Kept by the browser alone, which asks again each time. */
export const PRIVATE_CACHE_CONTROL = 'private, no-cache'

/** Another for every person, and for every page that everybody gets. */
const ownEtag = (etag: string, tag: string): string => `${etag.slice(0, -1)}.${tag}"`

type FlatHeaders = string[]

/**
 * Answers somebody who is signed in the way `sendUnrouted` answers everybody else.
 * @param own what they see in the places of the page
 * @returns false when it could not, and nothing was sent
 */
export function sendOwnUnrouted(
  { headers }: IncomingMessage,
  response: ServerResponse,
  answer: CachedResponse,
  own: OwnParts,
  security: FlatHeaders,
): boolean {
  const encoding = chooseOwnEncoding(headers['accept-encoding'])
  if (!answer.slotted?.isReady(encoding)) return false
  const personal = personalHeaders(answer, own)
  if (isNotModified(headers['if-none-match'], personal['etag'] ?? '')) {
    const { 'content-type': _type, ...head } = personal
    response.writeHead(304, [...security, ...Object.entries(head).flat()]).end()
    return true
  }
  const body = answer.slotted.fill(own.parts, encoding)
  const head = [...security, ...Object.entries(personal).flat(), 'content-length', String(body.length)]
  if (encoding !== 'identity') head.push('content-encoding', encoding)
  response.writeHead(answer.status, head).end(body)
  return true
}

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
