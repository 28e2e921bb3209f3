import { Resolver } from 'node:dns/promises'

/**
 * Looks up the mail servers of a domain. Never throws.
 * @returns the hosts in order of preference; empty if the domain has no MX record; `undefined` if the lookup failed. A single host that is
 *   `.` or empty means that the domain accepts no mail (RFC 7505)
 */
export type MxLookup = (domain: string) => Promise<readonly string[] | undefined>

const MAX_WAIT_MS = 8_000
/** DNS errors which mean that the name does not exist or has no record of this type. */
const ABSENT_RECORD_CODES = new Set(['ENOTFOUND', 'ENODATA'])

/** Creates an MX lookup. @param servers DNS servers as for `createTxtLookup`; `undefined` uses those of the machine */
export function createMxLookup(servers: readonly string[] | undefined): MxLookup {
  return async (domain) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const timeout = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      const records = await resolver.resolveMx(domain)
      return records.toSorted((first, second) => first.priority - second.priority).map(({ exchange }) => exchange)
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return ABSENT_RECORD_CODES.has(code) ? [] : undefined
    } finally {
      clearTimeout(timeout)
    }
  }
}
