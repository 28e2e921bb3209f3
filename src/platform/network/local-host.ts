/** Which hosts are near: what goes to any other crosses wires that others may listen to, and is encrypted. */

/** Whether it is this machine. @param host as it stands in an address */
export const isLocalHost = (host: string): boolean => /^(localhost|.+\.localhost|127\.0\.0\.1|\[::1\])$/.test(host)

/**
 * Whether it is this machine, a socket file on it, or a name without a dot: a service of the same Compose file or pod, which only its own
 * private network knows.
 * @param host as it stands in an address, or a path
 */
export const isNearHost = (host: string): boolean =>
  isLocalHost(host.toLowerCase()) || /^(%2f|\/)/i.test(host) || !(host.includes('.') || host.includes(':'))

/**
 * Whether a connection to PostgreSQL stays near, or its address says whether it is encrypted: the driver, told nothing, never is.
 * @param databaseUrl `postgres://…`; `host` among its parameters goes before the one in front of them, as the driver has it
 */
export function hasEncryptionSetting(databaseUrl: string): boolean {
  const { hostname, searchParams } = new URL(databaseUrl)
  return isNearHost(searchParams.get('host') || hostname) || Boolean(searchParams.get('sslmode') || searchParams.get('ssl'))
}
