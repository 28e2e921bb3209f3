import { Resolver } from 'node:dns/promises'

/**
 * Looks up the TXT records of a name. Never throws.
 * @returns one text per record; empty if there is none; `undefined` if the lookup failed
 */
export type TxtLookup = (name: string) => Promise<readonly string[] | undefined>

const TIMEOUT_MS = 2_000
const TRIES_PER_SERVER = 2
/** Maximum duration of a lookup, over all servers and tries. */
const MAX_WAIT_MS = 8_000
/** DNS errors which mean that the name does not exist or has no record of this type. */
const ABSENT_RECORD_CODES = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether `servers` is a non-empty list of IP addresses, each with or without a port. */
export function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return servers.length > 0
  } catch {
    return false
  }
}

/**
 * Creates a TXT lookup.
 * @param servers DNS servers, such as `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`; `undefined` uses those of the machine
 */
export function createTxtLookup(servers: readonly string[] | undefined): TxtLookup {
  return async (name) => {
    // Each lookup has its own resolver, because `cancel` cancels all lookups of a resolver.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES_PER_SERVER })
    if (servers) resolver.setServers(servers)
    const timeout = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return ABSENT_RECORD_CODES.has(code) ? [] : undefined
    } finally {
      clearTimeout(timeout)
    }
  }
}
