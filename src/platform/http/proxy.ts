/**
 * Trusted proxies. Clients can send any `X-Forwarded-For`; only the entries that the operator's proxies append are true. Used by Fastify
 * and for responses that are sent before Fastify sees the request.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** `true`: one proxy; a number: proxies in a row; otherwise their IP addresses and networks. */
export type TrustProxy = boolean | number | readonly string[]
/** Whether a hop is a trusted proxy. @param hop 0 for the connected peer, 1 for the last entry of X-Forwarded-For, and so on */
export type TrustsHop = (ip: string, hop: number) => boolean

const MAX_PROXIES = 16
/** Smallest IPv6 prefix that providers assign to a customer, who can use any address in it. */
const NETWORK_BITS = 64

/** Private networks, by the names that Fastify and Express use (proxy-addr). */
const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** Parses `TRUST_PROXY`; returns undefined for an invalid value. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  const setting = text.trim().toLowerCase()
  if (['true', 'yes', 'on'].includes(setting)) return true
  if (['false', 'no', 'off'].includes(setting)) return false
  if (/^\d+$/.test(setting)) return Number(setting) <= MAX_PROXIES ? Number(setting) : undefined
  const networks = setting.split(',').map((network) => network.trim())
  return networks.every(isNetwork) ? networks.flatMap((network) => NAMED_NETWORKS[network] ?? network) : undefined
}

/** Whether a text names a network or IP address. A prefix length of 0 is invalid: every client could then choose its IP address. */
function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || ip.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

/** Creates Fastify's `trustProxy` function. @param setting as returned by `parseTrustProxy` */
export function createTrust(setting: TrustProxy): TrustsHop {
  if (typeof setting === 'boolean' || typeof setting === 'number') {
    const hops = Number(setting)
    return (_address, hop) => hop < hops
  }
  const known = new BlockList()
  for (const network of setting) {
    const [ip = '', bits] = network.split('/')
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
    if (bits === undefined) known.addAddress(ip, family)
    else known.addSubnet(ip, Number(bits), family)
  }
  return (forwarded) => {
    const ip = normalizeIpText(forwarded)
    return isIP(ip) !== 0 && known.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
  }
}

/** The parts of a request that are known before routing. */
export type RawRequestInfo = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** Returns the client's IP address: the last hop that is not a trusted proxy. */
export function clientIpOf({ headers, socket }: RawRequestInfo, trust: TrustsHop): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
  let ip = socket.remoteAddress ?? ''
  for (let hop = 0; forwarded.length > 0 && trust(ip, hop); hop++) ip = forwarded.pop() ?? ip
  return normalizeIpText(ip)
}

/** Returns the requested host as Fastify does: X-Forwarded-Host of a trusted peer, otherwise Host. */
export function getRequestHost({ headers, socket }: RawRequestInfo, trust: TrustsHop): string {
  const forwarded = headers['x-forwarded-host']
  const last = forwarded !== undefined && trust(socket.remoteAddress ?? '', 0) ? String(forwarded).split(',').at(-1)?.trim() : undefined
  return last || (headers.host ?? '')
}

/** Returns the key of rate limits: an IPv4 address, the /64 network of an IPv6 address, or `unknown` for any other text. */
export const rateLimitNetwork = (ip: string): string => {
  const normalized = normalizeIpText(ip)
  if (isIPv6(normalized)) return normalizeIP(normalized, NETWORK_BITS)
  return normalized === '' || isIPv4(normalized) ? normalized : 'unknown'
}

/** Removes the port that some proxies append, and the zone; converts IPv4-mapped IPv6 addresses to IPv4. */
function normalizeIpText(forwarded: string): string {
  const withoutPort = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(forwarded)?.[1] ?? forwarded
  const ip = withoutPort.replace(/%.*$/, '')
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1] ?? ip
}
