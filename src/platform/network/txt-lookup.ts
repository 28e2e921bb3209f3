import { Resolver } from 'node:dns/promises'

/** Looks up the TXT records of a name. @returns empty if there are none; undefined if the lookup failed */
export type TxtLookup = (name: string) => Promise<readonly string[] | undefined>

const TIMEOUT_MS = 2_000
const TRIES = 2
/** Total, over all servers and tries. */
const MAX_WAIT_MS = 8_000
/** No such name, or no record of this type. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether these are IP addresses, each with or without a port. */
export function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return servers.length > 0
  } catch {
    return false
  }
}

/** @param servers `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`; undefined: those of the machine */
export function createTxtLookup(servers: readonly string[] | undefined): TxtLookup {
  return async (name) => {
    // A resolver per lookup, because `cancel` cancels all lookups of a resolver.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const timeout = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return ABSENT.has(code) ? [] : undefined
    } finally {
      clearTimeout(timeout)
    }
  }
}
