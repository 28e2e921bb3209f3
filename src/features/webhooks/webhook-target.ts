/** Protects against SSRF: webhooks may call only https URLs on the public internet, on two ports, and targets that the operator allows. */
import { badRequest } from '#platform/contract/errors.ts'
import { isIP } from 'node:net'
import { isPublicAddress } from '#platform/network/public-address.ts'
import { getHost, getPort } from '#platform/network/public-request.ts'

/** Ports that webhooks may call. Services on other ports might interpret request lines as commands. */
const ALLOWED_PORTS = new Set([443, 8443])
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- set once, at start
let privateTargets: ReadonlySet<string> = new Set()

/**
 * Sets at process startup the targets that may be private and without https.
 * @param targets addresses with port: `127.0.0.1:8080`
 */
export function allowPrivateTargets(targets: readonly string[]): void {
  privateTargets = new Set(targets)
}

const formatTarget = (address: string, port: number): string => `${isIP(address) === 6 ? `[${address}]` : address}:${port}`

/** Returns whether a connection is allowed; called for each resolved address. */
export const isTargetAllowed = (address: string, port: number): boolean =>
  privateTargets.has(formatTarget(address, port)) || (ALLOWED_PORTS.has(port) && isPublicAddress(address))

/**
 * Validates a URL without a DNS lookup.
 * @returns the normalised URL
 * @throws AppError 400 for a URL with credentials, or that could never be called
 */
export function validateWebhookUrl(text: string): string {
  const createUrlError = (message: string) => badRequest(message, [{ path: 'url', message }])
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw createUrlError('This is not a web address.')
  if (url.username || url.password) throw createUrlError('The address must not contain a user name or password. Use the signature instead.')
  const [host, port] = [getHost(url), getPort(url)]
  if (privateTargets.has(formatTarget(host, port))) return url.href
  if (url.protocol !== 'https:') throw createUrlError('The address must begin with https://.')
  if (!ALLOWED_PORTS.has(port)) throw createUrlError('The address must be on port 443 or 8443.')
  if (isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/i.test(host))
    throw createUrlError('The address must be on the public internet.')
  return url.href
}
