/** Hosts of the machine itself. Without PUBLIC_URL, no other host is known to be the site's. */
import { hostname } from 'node:os'

/** Subdomain of a tenant site. */
const TENANT_PREFIX = /^[a-z0-9-]+\.sustainable-tech\./
const NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase()])

/**
 * @param name of a host, without a port and in lower case
 * @param localAddress IP address of this machine on which the request arrived
 */
export function isOwnHost(name: string, localAddress: string | undefined): boolean {
  const host = name.replace(TENANT_PREFIX, '')
  if (NAMES.has(host)) return true
  const ip = localAddress?.replace(/^::ffff:/, '')
  return ip !== undefined && (host === ip || host === `[${ip}]`)
}
