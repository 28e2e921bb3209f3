/**
 * A request to an address that a stranger has given, so that it can be no way into the network that the server stands in. The name is looked
 * up once, each of its addresses is looked at, and the connection goes to one of these: a name that says something else a moment later
 * (DNS rebinding) is not asked again.
 */
import { lookup, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Why it could not be had, in words for the person who gave the address. */
export class PublicFetchError extends Error {}

/** Looks up all addresses of a name, as `dns.lookup` does. */
export type ResolveHost = (name: string, done: (fault: Error | null, addresses: LookupAddress[]) => void) => void

export interface PublicTarget {
  /** For a host of a test or of development, which has none of the internet's. */
  isAllowed?: (address: string, port: number) => boolean
  /** The machine's own resolver when absent. */
  resolve?: ResolveHost
}

interface PublicRequest extends PublicTarget {
  method?: 'GET' | 'POST'
  headers: Record<string, string>
  body?: string
  signal: AbortSignal
}

/** A port of another service would be asked what is behind it. */
export const isPublicWebPort = (address: string, port: number): boolean => (port === 80 || port === 443) && isPublicAddress(address)

const resolveHere: ResolveHost = (name, done) => lookup(name, { all: true }, done)

/** @throws PublicFetchError */
export function parsePublicUrl(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new PublicFetchError('It is no web address.')
  if (url.username || url.password) throw new PublicFetchError('It has a name and a password in it.')
  return url
}

/** The port that a URL leads to. */
export const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** The host of a URL, an IPv6 address without its brackets. */
export const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '')

/**
 * Sends the request and answers when the head of the answer is there; redirects are the caller's.
 * @throws PublicFetchError
 */
export function openPublicRequest(
  url: URL,
  { isAllowed = isPublicWebPort, resolve = resolveHere, signal, method = 'GET', headers, body }: PublicRequest,
): Promise<IncomingMessage> {
  const port = portOf(url)
  const host = hostOf(url)
  const notPublic = () => new PublicFetchError('It is not on the public internet.')
  // A number needs no look-up, so it is looked at here.
  if (isIP(host) && !isAllowed(host, port)) return Promise.reject(notPublic())
  const lookUp = (name: string, _options: object, done: (fault: Error | null, addresses: LookupAddress[]) => void) =>
    resolve(name, (fault, addresses) => {
      if (fault || addresses.length === 0) return done(new PublicFetchError('Its host cannot be found.'), [])
      return addresses.every(({ address }) => isAllowed(address, port)) ? done(null, addresses) : done(notPublic(), [])
    })
  return new Promise((answered, failed) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp
    const request = send(url, { method, lookup: lookUp, signal, headers, agent: false, maxHeaderSize: 16_384 })
    request.on('response', answered)
    request.on('error', (fault) => failed(toPublicFetchError(fault, signal)))
    request.end(body)
  })
}

/** What went wrong with the connection, without its details: they would tell what stands where in a network. */
export function toPublicFetchError(fault: Error, signal: AbortSignal): PublicFetchError {
  if (fault instanceof PublicFetchError) return fault
  if (signal.aborted) return new PublicFetchError('Its host takes too long.', { cause: fault })
  const code = 'code' in fault ? String(fault.code) : ''
  if (/CERT|VERIFY_LEAF/.test(code)) return new PublicFetchError('Its certificate is not to be trusted.', { cause: fault })
  return new PublicFetchError('Its host cannot be reached.', { cause: fault })
}
