/** Recognises the hosts of the machine itself. Without PUBLIC_URL, these are the only hosts that are known to be the site's. */
import { hostname } from 'node:os'

/** Matches the subdomain of a tenant site at the start of a host. */
const TENANT_PREFIX = /^[a-z0-9-]+\.sustainable-tech\./
const OWN_HOST_NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase()])

/**
 * Whether a host is the machine's name, the IP address on which the request arrived, or a tenant site's subdomain of one of these.
 * @param hostName host without port, in lower case; an IPv6 address has brackets
 * @param localAddress IP address of this machine on which the request arrived; `undefined` if the connection is closed
 */
export function isOwnHost(hostName: string, localAddress: string | undefined): boolean {
  const host = hostName.replace(TENANT_PREFIX, '')
  if (OWN_HOST_NAMES.has(host)) return true
  const ip = localAddress?.replace(/^::ffff:/, '')
  return ip !== undefined && (host === ip || host === `[${ip}]`)
}
