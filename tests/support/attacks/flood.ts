/** Generates a flood of distinct requests, deterministically: long URLs, unknown hosts and user agents. */
import { Agent, request } from 'node:http'

const LONG = 14_000
/** Concurrent connections: few, as tests measure retained memory, not requests in progress. */
const CONNECTIONS = 16

export interface FloodRequest {
  path: string
  headers: Record<string, string>
}

/** Returns pseudo-random letters and digits for a seed. */
export function wordOf(seed: number, length: number): string {
  let text = ''
  for (let state = seed + 1; text.length < length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += state.toString(36)
  }
  return text.slice(0, length)
}

type Kind = (host: string, n: number) => FloodRequest

/** Requests whose responses are never cached. */
const UNCACHEABLE: readonly Kind[] = [
  // An unknown and a known parameter of a page.
  (host, n) => ({ path: `/?k${n}=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/compare?p=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/api/users?k=${wordOf(n, LONG)}`, headers: { host } }),
  // An unknown path.
  (host, n) => ({ path: `/${wordOf(n, LONG)}`, headers: { host } }),
  // Unknown hosts, also of tenant sites.
  (_host, n) => ({ path: '/', headers: { host: `${wordOf(n, 12)}.example.org` } }),
  (_host, n) => ({ path: '/products', headers: { host: `192.0.2.${n % 256}:${1024 + (n % 60_000)}` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${wordOf(n, 6)}.${wordOf(n, LONG)}.example.org` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${wordOf(n, 20)}.sustainable-tech.${wordOf(n, 10)}.example` } }),
  // An unknown user agent.
  (host, n) => ({ path: '/about', headers: { host, 'user-agent': `Mozilla/5.0 (${wordOf(n, 6_000)})` } }),
]

/** Requests whose responses may be cached within the cache's size limit: URLs that the site could link to. */
const CACHEABLE: readonly Kind[] = [
  (host, n) => ({ path: `/products?page=${n + 1}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${wordOf(n, 90)}`, headers: { host } }),
  (host, n) => ({ path: `/api/articles?search=${wordOf(n, 60)}`, headers: { host } }),
  (host, n) => ({ path: `/about?k=${wordOf(n, 1_900)}`, headers: { host } }),
  (host, n) => ({ path: `/art/drawn/wall-battery.w${n % 999}.h${(n * 7) % 999}.v${n % 9}.svg`, headers: { host } }),
]

/** Combines kinds of requests in rotation. */
const rotate = (kinds: readonly Kind[]): Kind => {
  const [first] = kinds
  if (!first) throw new Error('There is no kind of request.')
  return (host, n) => (kinds[n % kinds.length] ?? first)(host, n)
}
export const uncacheableRequest = rotate(UNCACHEABLE)
export const cacheableRequest = rotate(CACHEABLE)

/** Sends `count` requests. @returns the number of responses by status; 0 for connections closed without a response */
export async function sendFlood(port: number, requests: (n: number) => FloodRequest, count: number): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses: Record<number, number> = {}
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const status = await send(agent, port, requests(n))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
  return statuses
}

const send = (agent: Agent, port: number, { path, headers }: FloodRequest): Promise<number> =>
  new Promise((resolve) => {
    request({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', () => resolve(0))
      .end()
  })
