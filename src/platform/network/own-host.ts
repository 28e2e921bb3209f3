/** Hosts that a machine has by itself: as long as nobody has said which name people use, no other is known to be this site's. */
import { hostname } from 'node:os'

/** A copy's own part before the name of its installation. */
const COPY = /^[a-z0-9-]+\.sustainable-tech\./
const NAMES: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]', hostname().toLowerCase()])

/**
 * @param name of a host, without a port and in small letters
 * @param localAddress of this machine, that the request came in on
 */
export function isOwnHost(name: string, localAddress: string | undefined): boolean {
  const host = name.replace(COPY, '')
  if (NAMES.has(host)) return true
  const ip = localAddress?.replace(/^::ffff:/, '')
  return ip !== undefined && (host === ip || host === `[${ip}]`)
}
