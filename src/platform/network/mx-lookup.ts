import { Resolver } from 'node:dns/promises'

/**
 * Looks up the mail servers of a domain.
 * @returns hosts in order of preference; empty if the domain has none; undefined if the lookup failed. A single `.` or empty name means
 * that the domain accepts no mail (RFC 7505)
 */
export type MxLookup = (domain: string) => Promise<readonly string[] | undefined>

const MAX_WAIT_MS = 8_000
/** No such name, or no record of this type. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** @param servers as for `createTxtLookup`; undefined: those of the machine */
export function createMxLookup(servers: readonly string[] | undefined): MxLookup {
  return async (domain) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timeout = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      const found = await resolver.resolveMx(domain)
      return found.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return ABSENT.has(code) ? [] : undefined
    } finally {
      clearTimeout(timeout)
    }
  }
}
