/**
 * Sends requests to user-supplied URLs (SSRF defence). The host name is resolved once, all of its IP addresses are checked, and the
 * connection goes to one of these, which prevents DNS rebinding.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Thrown when a request fails; the message is user-facing. */
export class PublicFetchError extends Error {}

/** Looks up all IP addresses of a host name, like `dns.lookup` with the option `all`. */
export type ResolveHost = (name: string, done: (error: Error | null, addresses: LookupAddress[]) => void) => void

/** Which addresses a request may connect to. */
export interface PublicTarget {
  /**
   * Whether the request may connect to an IP address and port. Default: `isPublicWebPort`. Tests and development also allow private
   * addresses.
   */
  isAllowed?: (address: string, port: number) => boolean
  /** Resolves the host name. Default: `dns.lookup`. */
  resolve?: ResolveHost
}

interface PublicRequest extends PublicTarget {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

/** Whether an IP address is public and the port is 80 or 443. Other ports are not allowed, so that requests cannot probe other services. */
export const isPublicWebPort = (address: string, port: number): boolean => (port === 80 || port === 443) && isPublicAddress(address)

const lookupAll: ResolveHost = (name, done) => lookup(name, { all: true }, done)

/**
 * Parses a user-supplied URL.
 * @param base URL that relative URLs are resolved against, such as that of a redirect
 * @throws PublicFetchError for a URL that is invalid, not http or https, or has credentials
 */
export function parsePublicUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new PublicFetchError('It is no web address.')
  if (url.username || url.password) throw new PublicFetchError('It has a name and a password in it.')
  return url
}

/** Returns the port of an http(s) URL: the default one if the URL does not name one. */
export const getPort = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Returns the host of a URL; an IPv6 address has no brackets. */
export const getHost = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Sends a request. Does not follow redirects.
 * @returns a promise of the response, which resolves when the headers have arrived; the caller must read or destroy the body
 * @throws PublicFetchError if the host cannot be resolved or reached, is not allowed, has an untrusted certificate, or `signal` aborts
 */
export function openPublicRequest(
  url: URL,
  { isAllowed = isPublicWebPort, resolve = lookupAll, signal, method = 'GET', headers, body }: PublicRequest,
): Promise<IncomingMessage> {
  const port = getPort(url)
  const host = getHost(url)
  const createNotPublicError = () => new PublicFetchError('It is not on the public internet.')
  // If the host is an IP address, Node does not call `lookup`.
  if (isIP(host) && !isAllowed(host, port)) return Promise.reject(createNotPublicError())
  const checkedLookup = (name: string, _options: object, done: (error: Error | null, addresses: LookupAddress[]) => void) =>
    resolve(name, (error, addresses) => {
      if (error || addresses.length === 0) return done(new PublicFetchError('Its host cannot be found.'), [])
      return addresses.every(({ address }) => isAllowed(address, port)) ? done(null, addresses) : done(createNotPublicError(), [])
    })
  return new Promise((resolveResponse, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { method, lookup: checkedLookup, signal, headers, agent: false, maxHeaderSize: 16_384 })
    request.on('response', resolveResponse)
    request.on('error', (error) => reject(toPublicFetchError(error, signal)))
    request.end(body)
  })
}

/**
 * Converts a connection error to one with a user-facing message. The message has no details, which would reveal the network.
 * @param signal the signal of the request; if it is aborted, the message is about a timeout
 * @returns `error` itself if it is a PublicFetchError, otherwise a new error whose `cause` is `error`
 */
export function toPublicFetchError(error: Error, signal: AbortSignal): PublicFetchError {
  if (error instanceof PublicFetchError) return error
  if (signal.aborted) return new PublicFetchError('Its host takes too long.', { cause: error })
  const code = 'code' in error ? String(error.code) : ''
  if (/CERT|VERIFY_LEAF/.test(code)) return new PublicFetchError('Its certificate is not to be trusted.', { cause: error })
  return new PublicFetchError('Its host cannot be reached.', { cause: error })
}
