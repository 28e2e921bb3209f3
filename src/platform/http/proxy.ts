/**
 * Whose word about a request is believed. A visitor can write anything into `X-Forwarded-For`; only what a proxy of the
 * operator's own has added at its end is true. One rule for Fastify and for what answers before Fastify sees a request.
 */
import type { IncomingMessage } from 'node:http'
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net'
import { normalizeIP } from '@fastify/rate-limit'

/** `true` is one proxy; a number is how many stand one behind the other; else their addresses and networks. */
export type TrustProxy = boolean | number | readonly string[]
/** @param hop 0 for whoever has connected, 1 for whoever that one names, and so on */
export type TrustsHop = (ip: string, hop: number) => boolean

const MAX_PROXIES = 16
/** What a home or a server rents is no smaller than this; whoever has one writes from any of its addresses. */
const NETWORK_BITS = 64

/** Networks that cannot be anybody's outside, by the names that other servers know them by. */
const NAMED_NETWORKS: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/** What `TRUST_PROXY` says; undefined for what is none of it. */
export function parseTrustProxy(text: string): TrustProxy | undefined {
  const word = text.trim().toLowerCase()
  if (['true', 'yes', 'on'].includes(word)) return true
  if (['false', 'no', 'off'].includes(word)) return false
  if (/^\d+$/.test(word)) return Number(word) <= MAX_PROXIES ? Number(word) : undefined
  const networks = word.split(',').map((one) => one.trim())
  return networks.every(isNetwork) ? networks.flatMap((one) => NAMED_NETWORKS[one] ?? one) : undefined
}

/** All addresses there are would be no list: anybody could then say who they are. */
function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED_NETWORKS, text)) return true
  const [ip = '', bits, ...rest] = text.split('/')
  const version = isIP(ip)
  if (version === 0 || ip.includes('%') || rest.length > 0) return false
  return bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128))
}

export function createTrust(setting: TrustProxy): TrustsHop {
  if (typeof setting === 'boolean' || typeof setting === 'number') {
    const hops = Number(setting)
    return (_address, hop) => hop < hops
  }
  const known = new BlockList()
  for (const one of setting) {
    const [ip = '', bits] = one.split('/')
    const family = isIPv4(ip) ? 'ipv4' : 'ipv6'
    if (bits === undefined) known.addAddress(ip, family)
    else known.addSubnet(ip, Number(bits), family)
  }
  return (forwarded) => {
    const ip = normalizeIpText(forwarded)
    return isIP(ip) !== 0 && known.check(ip, isIPv4(ip) ? 'ipv4' : 'ipv6')
  }
}

/** What is told of a request before anybody has routed it. */
export type RawRequestInfo = Pick<IncomingMessage, 'headers'> & { socket: { remoteAddress?: string | undefined } }

/** The visitor's address: the first from the end of the list that no trusted proxy stands at. */
export function clientIpOf({ headers, socket }: RawRequestInfo, trust: TrustsHop): string {
  const forwarded = String(headers['x-forwarded-for'] ?? '')
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)
  let ip = socket.remoteAddress ?? ''
  for (let hop = 0; forwarded.length > 0 && trust(ip, hop); hop++) ip = forwarded.pop() ?? ip
  return normalizeIpText(ip)
}

/** The host as the visitor named it, as Fastify tells it: the word of the proxy that has connected. */
export function getRequestHost({ headers, socket }: RawRequestInfo, trust: TrustsHop): string {
  const forwarded = headers['x-forwarded-host']
  const last = forwarded !== undefined && trust(socket.remoteAddress ?? '', 0) ? String(forwarded).split(',').at(-1)?.trim() : undefined
  return last || (headers.host ?? '')
}

/** Whom a limit counts: an IPv4 address, or the network of an IPv6 address. What is no address is one for all, however long it is. */
export const rateLimitNetwork = (ip: string): string => {
  const one = normalizeIpText(ip)
  if (isIPv6(one)) return normalizeIP(one, NETWORK_BITS)
  return one === '' || isIPv4(one) ? one : 'unknown'
}

/** Some proxies write a port behind the address; an IPv4 address may come in the clothes of an IPv6 one. */
function normalizeIpText(forwarded: string): string {
  const withoutPort = /^\[([^\]]+)\](?::\d+)?$/.exec(forwarded)?.[1] ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(forwarded)?.[1] ?? forwarded
  const ip = withoutPort.replace(/%.*$/, '')
  return /^::ffff:(\d+(?:\.\d+){3})$/i.exec(ip)?.[1] ?? ip
}
