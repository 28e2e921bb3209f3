/** Sends a flood of distinct requests with long URLs, unknown hosts and user agents. The requests are deterministic. */
import { Agent, request } from 'node:http'

const LONG_TEXT_LENGTH = 14_000
/** Number of concurrent connections. It is small, because tests measure retained memory, not that of requests in progress. */
const CONNECTIONS = 16

export interface FloodRequest {
  path: string
  headers: Record<string, string>
}

/** Returns pseudo-random letters and digits for a seed. */
export function createWord(seed: number, length: number): string {
  let text = ''
  for (let state = seed + 1; text.length < length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += state.toString(36)
  }
  return text.slice(0, length)
}

type CreateRequest = (host: string, n: number) => FloodRequest

/** Requests whose responses are never cached. */
const UNCACHEABLE: readonly CreateRequest[] = [
  // These requests have an unknown or a known parameter of a page.
  (host, n) => ({ path: `/?k${n}=${createWord(n, LONG_TEXT_LENGTH)}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${createWord(n, LONG_TEXT_LENGTH)}`, headers: { host } }),
  (host, n) => ({ path: `/compare?p=${createWord(n, LONG_TEXT_LENGTH)}`, headers: { host } }),
  (host, n) => ({ path: `/api/users?k=${createWord(n, LONG_TEXT_LENGTH)}`, headers: { host } }),
  // This request has an unknown path.
  (host, n) => ({ path: `/${createWord(n, LONG_TEXT_LENGTH)}`, headers: { host } }),
  // These requests have unknown hosts, also of tenant sites.
  (_host, n) => ({ path: '/', headers: { host: `${createWord(n, 12)}.example.org` } }),
  (_host, n) => ({ path: '/products', headers: { host: `192.0.2.${n % 256}:${1024 + (n % 60_000)}` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${createWord(n, 6)}.${createWord(n, LONG_TEXT_LENGTH)}.example.org` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${createWord(n, 20)}.sustainable-tech.${createWord(n, 10)}.example` } }),
  // This request has an unknown user agent.
  (host, n) => ({ path: '/about', headers: { host, 'user-agent': `Mozilla/5.0 (${createWord(n, 6_000)})` } }),
]

/** Requests whose responses may be cached within the cache's size limit: URLs that the site could link to. */
const CACHEABLE: readonly CreateRequest[] = [
  (host, n) => ({ path: `/products?page=${n + 1}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${createWord(n, 90)}`, headers: { host } }),
  (host, n) => ({ path: `/api/articles?search=${createWord(n, 60)}`, headers: { host } }),
  (host, n) => ({ path: `/about?k=${createWord(n, 1_900)}`, headers: { host } }),
  (host, n) => ({ path: `/art/drawn/wall-battery.w${n % 999}.h${(n * 7) % 999}.v${n % 9}.svg`, headers: { host } }),
]

/** Combines functions that create requests; they take turns. */
const rotate = (kinds: readonly CreateRequest[]): CreateRequest => {
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
  let nextIndex = 0
  const sendRemaining = async () => {
    for (let n = nextIndex++; n < count; n = nextIndex++) {
      const status = await send(agent, port, requests(n))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRemaining))
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
