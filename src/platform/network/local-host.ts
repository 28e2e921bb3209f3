/** Distinguishes the hosts of this machine and its network from public ones. */
import { isIP } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** Whether a host is this machine. @param host in lower case, as in a URL: an IPv6 address has brackets */
export const isLocalHost = (host: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/**
 * Whether connections to a host need no encryption: it is this machine, a Unix socket, or a name without a dot, which is a service in the
 * private network of the same Compose file or pod.
 * @param host host as in a URL, or the path of a socket
 */
export const isEncryptionExemptHost = (host: string): boolean =>
  isLocalHost(host.toLowerCase()) || /^(%2f|\/)/i.test(host) || !(host.includes('.') || host.includes(':'))

/**
 * Whether a PostgreSQL URL has a host that needs no encryption, or sets `sslmode` or `ssl`. By default, the driver does not encrypt.
 * @param databaseUrl URL such as `postgres://…`; a query parameter `host` overrides its host, as in the driver
 * @throws TypeError if the URL is invalid
 */
export function hasEncryptionSetting(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  return isEncryptionExemptHost(searchParams.get('host') || hostname) || Boolean(searchParams.get('sslmode') || searchParams.get('ssl'))
}

/** Top-level domains that are never public: RFC 6761, RFC 6762 and RFC 9476, and `internal`, which ICANN has reserved. */
const PRIVATE_DOMAIN = /\.(localhost|local|test|invalid|example|internal|alt|home\.arpa)\.?$/i

/** Whether everyone can reach the origin, such as `https://example.org`, but not `http://localhost:3000` or an address of a private network. */
export function isPublicOrigin(origin: string): boolean {
  const host = new URL(origin).hostname.replace(/^\[|\]$/g, '')
  if (isIP(host)) return isPublicAddress(host)
  return host.includes('.') && !PRIVATE_DOMAIN.test(host)
}
