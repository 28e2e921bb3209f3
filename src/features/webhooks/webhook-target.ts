/** Where a webhook may lead: to https on the public internet, and for development to what the operator has named. */
import { badRequest } from '#platform/contract/errors.ts'
import { isIP } from 'node:net'
import { isPublicAddress } from '#platform/network/public-address.ts'
import { hostOf, portOf } from '#platform/network/public-request.ts'

/** Ports that speak https; on others there may be something that takes a line of a request for a command. */
const PORTS = new Set([443, 8443])
// oxlint-disable-next-line eslint-js/no-restricted-syntax -- set once, at start
let privateTargets: ReadonlySet<string> = new Set()

/**
 * Once, at the start of the process.
 * @param targets address and port, `127.0.0.1:8080`: these may be called though they are not public, and without https
 */
export function allowPrivateTargets(targets: readonly string[]): void {
  privateTargets = new Set(targets)
}

const nameTarget = (address: string, port: number): string => `${isIP(address) === 6 ? `[${address}]` : address}:${port}`

/** Whether a connection may be made: asked of each address that a name stands for. */
export const isTargetAllowed = (address: string, port: number): boolean =>
  privateTargets.has(nameTarget(address, port)) || (PORTS.has(port) && isPublicAddress(address))

/** @throws AppError 400 for an address that could never be called; names are looked up only when there is something to say */
export function checkWebhookUrl(text: string): string {
  const refuse = (message: string) => badRequest(message, [{ path: 'url', message }])
  const url = URL.parse(text)
  if (!url || !/^https?:$/.test(url.protocol)) throw refuse('This is no web address.')
  if (url.username || url.password) throw refuse('An address with a name and a password in it is not kept. Use the signature instead.')
  const [host, port] = [hostOf(url), portOf(url)]
  if (privateTargets.has(nameTarget(host, port))) return url.href
  if (url.protocol !== 'https:') throw refuse('The address must begin with https://.')
  if (!PORTS.has(port)) throw refuse('The address must be on port 443 or 8443.')
  if (isIP(host) ? !isPublicAddress(host) : /(^|\.)(localhost|local|internal)\.?$/i.test(host))
    throw refuse('The address must be on the public internet.')
  return url.href
}
