/** Asks name servers which hosts take mail for a domain, with an end to the waiting. */
import { Resolver } from 'node:dns/promises'

/** The hosts, the most wanted first; none when the domain names none; `undefined` when nobody answered. A single `.` or empty name refuses all mail. */
export type MxLookup = (domain: string) => Promise<readonly string[] | undefined>

const MAX_WAIT_MS = 8_000
/** There is no such name, or no record of this kind at it. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** @param servers as `createTxtLookup` takes them; absent: the machine's own */
export function createMxLookup(servers: readonly string[] | undefined): MxLookup {
  return async (domain) => {
    const resolver = new Resolver({ timeout: 2_000, tries: 2 })
    if (servers) resolver.setServers(servers)
    const patience = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      const found = await resolver.resolveMx(domain)
      return found.toSorted((one, other) => one.priority - other.priority).map(({ exchange }) => exchange)
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
      return ABSENT.has(code) ? [] : undefined
    } finally {
      clearTimeout(patience)
    }
  }
}
