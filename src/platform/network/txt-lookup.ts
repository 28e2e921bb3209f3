/** Asks name servers for TXT records, with an end to the waiting. */
import { Resolver } from 'node:dns/promises'

/** What a name's TXT records say, none when there are none; `undefined` when nobody answered, so that nothing is known. */
export type TxtLookup = (name: string) => Promise<readonly string[] | undefined>

const TIMEOUT_MS = 2_000
const TRIES = 2
/** Over all servers and tries. */
const MAX_WAIT_MS = 8_000
/** There is no such name, or no record of this kind at it. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA'])

/** Whether these are addresses of name servers, each with a port or without. */
export function areDnsServers(servers: readonly string[]): boolean {
  try {
    new Resolver().setServers(servers)
    return servers.length > 0
  } catch {
    return false
  }
}

/** @param servers `192.0.2.1`, `192.0.2.1:5353`, `[2001:db8::1]:53`; absent: the machine's own */
export function createTxtLookup(servers: readonly string[] | undefined): TxtLookup {
  return async (name) => {
    // A new one each time: it holds nothing over, and ending it ends this question alone.
    const resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES })
    if (servers) resolver.setServers(servers)
    const patience = setTimeout(() => resolver.cancel(), MAX_WAIT_MS)
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''))
    } catch (fault) {
      const code = fault instanceof Error && 'code' in fault ? String(fault.code) : ''
      return ABSENT.has(code) ? [] : undefined
    } finally {
      clearTimeout(patience)
    }
  }
}
