/** SSRF protection: webhooks may call https URLs on the public internet and targets that the operator has allowed. */
import { badRequest } from '#platform/contract/errors.ts'
import { isIP } from 'node:net'
import { isPublicAddress } from '#platform/network/public-address.ts'
import { hostOf, portOf } from '#platform/network/public-request.ts'

/** HTTPS ports only: services on other ports might interpret request lines as commands. */
const ALLOWED_PORTS = new Set([443, 8443])
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- set once, at start
let privateTargets: ReadonlySet<string> = new Set()

/**
 * Sets the allowed private targets, at process startup.
 * @param targets address and port, `127.0.0.1:8080`; may be private and without https
 */
export function allowPrivateTargets(targets: readonly string[]): void {
  privateTargets = new Set(targets)
}

const nameTarget = (address: string, port: number): string => `${isIP(address) === 6 ? `[${address}]` : address}:${port}`

/** Whether a connection is allowed; called for each resolved address. */
export const isTargetAllowed = (address: string, port: number): boolean =>
  privateTargets.has(nameTarget(address, port)) || (ALLOWED_PORTS.has(port) && isPublicAddress(address))

/** Validates a URL without a DNS lookup. @throws AppError 400 for a URL that could never be called */
export function validateWebhookUrl(text: string): string {
  const refuse = (message: string) => badRequest(message, [{ path: 'url', message }])
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('This is not a web address.')
  if (url.username || url.password) throw refuse('The address must not contain a user name or password. Use the signature instead.')
  const [host, port] = [hostOf(url), portOf(url)]
  if (privateTargets.has(nameTarget(host, port))) return url.href
  if (url.protocol !== 'https:') throw refuse('The address must begin with https://.')
  if (!ALLOWED_PORTS.has(port)) throw refuse('The address must be on port 443 or 8443.')
  if (isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/i.test(host))
    throw refuse('The address must be on the public internet.')
  return url.href
}
