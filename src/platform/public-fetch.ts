/**
 * Fetches something from an address that a stranger has given, so that it can be no way into the network that the server stands in: only
 * public addresses, looked at after the name has been resolved and held to when the connection is made; the same at each redirect.
 */
import { lookup as resolve, type LookupAddress } from 'node:dns'
import { request as requestHttp, type IncomingMessage } from 'node:http'
import { request as requestHttps } from 'node:https'
import { BlockList, isIP } from 'node:net'

/** Why it could not be had, in words for the person who gave the address. */
export class PublicFetchError extends Error {}

export interface PublicFetchOptions {
  maxBytes: number
  /** `image/` for any picture; others are refused before they are read. */
  contentType: string
  timeoutMs?: number
  /** For a host of a test, which has none of the internet's. */
  isAllowed?: (address: string, port: number) => boolean
}

const TIMEOUT_MS = 10_000
const MAX_REDIRECTS = 3

/** Everything that is not the public internet: https://www.iana.org/assignments/iana-ipv4-special-registry and its IPv6 sister. */
const NOT_PUBLIC = new BlockList()
for (const network of `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24
  192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4`.split(/\s+/)) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv4')
}
/** Of IPv6 only what is handed out to the world is public, without the parts of it that lead elsewhere. */
const PUBLIC_V6 = new BlockList()
PUBLIC_V6.addSubnet('2000::', 3, 'ipv6')
for (const network of '2001::/23 2001:db8::/32 2002::/16 3fff::/20'.split(' ')) {
  const [address = '', bits] = network.split('/')
  NOT_PUBLIC.addSubnet(address, Number(bits), 'ipv6')
}

/** Whether an IP address is one of the internet's, and none of this network's, this machine's or nobody's. */
export function isPublicAddress(address: string): boolean {
  const version = isIP(address)
  if (version === 4) return !NOT_PUBLIC.check(address, 'ipv4')
  return version === 6 && PUBLIC_V6.check(address, 'ipv6') && !NOT_PUBLIC.check(address, 'ipv6')
}

/** A port of another service would be asked what is behind it. */
const isPublic = (address: string, port: number): boolean => (port === 80 || port === 443) && isPublicAddress(address)

/**
 * @param url http or https
 * @throws PublicFetchError
 */
export async function fetchFromPublic(url: string, options: PublicFetchOptions): Promise<Buffer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let target = parseTarget(url)
  for (let redirects = 0; redirects <= MAX_REDIRECTS; redirects++) {
    const response = await open(target, options, signal)
    const { statusCode = 0, headers } = response
    if (statusCode >= 300 && statusCode < 400 && headers.location !== undefined) {
      response.destroy()
      target = parseTarget(headers.location, target)
      continue
    }
    return readBody(response, options, signal)
  }
  throw new PublicFetchError('It leads from one address to the next.')
}

function parseTarget(text: string, base?: URL): URL {
  const url = URL.parse(text, base)
  if (!url || !/^https?:$/.test(url.protocol)) throw new PublicFetchError('It is no web address.')
  if (url.username || url.password) throw new PublicFetchError('It has a name and a password in it.')
  return url
}

function open(url: URL, { isAllowed = isPublic }: PublicFetchOptions, signal: AbortSignal): Promise<IncomingMessage> {
  const isEncrypted = url.protocol === 'https:'
  const port = Number(url.port || (isEncrypted ? 443 : 80))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const notPublic = () => new PublicFetchError('It is not on the public internet.')
  // A number needs no look-up, so it is looked at here.
  if (isIP(host) && !isAllowed(host, port)) return Promise.reject(notPublic())
  const lookup = (name: string, _options: object, done: (fault: Error | null, addresses: LookupAddress[]) => void) =>
    resolve(name, { all: true }, (fault, addresses) => {
      if (fault) return done(new PublicFetchError('Its host cannot be found.'), [])
      return addresses.every(({ address }) => isAllowed(address, port)) ? done(null, addresses) : done(notPublic(), [])
    })
  return new Promise((answered, failed) => {
    const headers = { accept: 'image/avif,image/webp,image/png,image/jpeg', 'user-agent': 'net-zero-site (fetches a picture once)' }
    const request = (isEncrypted ? requestHttps : requestHttp)(url, { lookup, signal, headers, agent: false, maxHeaderSize: 16_384 })
    request.on('response', answered)
    request.on('error', (fault) => failed(describe(fault, signal)))
    request.end()
  })
}

function readBody(response: IncomingMessage, { maxBytes, contentType }: PublicFetchOptions, signal: AbortSignal): Promise<Buffer> {
  const { statusCode, headers } = response
  const refuse = (message: string) => {
    response.destroy()
    return Promise.reject(new PublicFetchError(message))
  }
  if (statusCode !== 200) return refuse(`Its host answers ${statusCode}.`)
  if (!headers['content-type']?.toLowerCase().startsWith(contentType)) return refuse('It is no picture.')
  const tooLarge = `It is larger than ${Math.floor(maxBytes / 1_000_000)} MB.`
  if (Number(headers['content-length'] ?? 0) > maxBytes) return refuse(tooLarge)
  return new Promise((done, failed) => {
    const parts: Buffer[] = []
    let bytes = 0
    response.on('data', (part: Buffer) => {
      bytes += part.length
      if (bytes > maxBytes) response.destroy(new PublicFetchError(tooLarge))
      else parts.push(part)
    })
    response.on('end', () => done(Buffer.concat(parts)))
    response.on('error', (fault) => failed(describe(fault, signal)))
  })
}

function describe(fault: Error, signal: AbortSignal): PublicFetchError {
  if (fault instanceof PublicFetchError) return fault
  if (signal.aborted) return new PublicFetchError('Its host takes too long.', { cause: fault })
  return new PublicFetchError('Its host cannot be reached.', { cause: fault })
}
