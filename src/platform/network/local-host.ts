/** Hosts to which connections need no encryption. */

/** Whether a host is this machine. @param host as in a URL */
export const isLocalHost = (host: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/**
 * Whether a host is this machine, a Unix socket, or a name without a dot: a service of the same Compose file or pod, on its private
 * network.
 * @param host as in a URL, or a path
 */
export const isEncryptionExemptHost = (host: string): boolean =>
  isLocalHost(host.toLowerCase()) || /^(%2f|\/)/i.test(host) || !(host.includes('.') || host.includes(':'))

/**
 * Whether a PostgreSQL URL has a host that needs no encryption, or sets `sslmode` or `ssl`. By default the driver does not encrypt.
 * @param databaseUrl `postgres://…`; a query parameter `host` overrides the host, as in the driver
 */
export function hasEncryptionSetting(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  return isEncryptionExemptHost(searchParams.get('host') || hostname) || Boolean(searchParams.get('sslmode') || searchParams.get('ssl'))
}
