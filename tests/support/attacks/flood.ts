/** Many requests that nobody needs, each unlike the one before: long addresses, made-up hosts and browsers. The same ones each time. */
import { Agent, request } from 'node:http'

const LONG = 14_000
/** At most so many at once: what is measured is what stays, not what is under way. */
const CONNECTIONS = 16

export interface FloodRequest {
  path: string
  headers: Record<string, string>
}

/** Letters and digits that look like chance, from a number. */
export function wordOf(seed: number, length: number): string {
  let text = ''
  for (let state = seed + 1; text.length < length;) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    text += state.toString(36)
  }
  return text.slice(0, length)
}

type Kind = (host: string, n: number) => FloodRequest

/** What is answered, and never kept. */
const NEVER_KEPT: readonly Kind[] = [
  // A parameter that a page does not know, and one that it knows.
  (host, n) => ({ path: `/?k${n}=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/compare?p=${wordOf(n, LONG)}`, headers: { host } }),
  (host, n) => ({ path: `/api/users?k=${wordOf(n, LONG)}`, headers: { host } }),
  // A path that is nowhere.
  (host, n) => ({ path: `/${wordOf(n, LONG)}`, headers: { host } }),
  // Hosts and copies that there are not.
  (_host, n) => ({ path: '/', headers: { host: `${wordOf(n, 12)}.example.org` } }),
  (_host, n) => ({ path: '/products', headers: { host: `192.0.2.${n % 256}:${1024 + (n % 60_000)}` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${wordOf(n, 6)}.${wordOf(n, LONG)}.example.org` } }),
  (_host, n) => ({ path: '/about', headers: { host: `${wordOf(n, 20)}.sustainable-tech.${wordOf(n, 10)}.example` } }),
  // A browser that nobody has heard of.
  (host, n) => ({ path: '/about', headers: { host, 'user-agent': `Mozilla/5.0 (${wordOf(n, 6_000)})` } }),
]

/** What may be kept, as far as there is room: addresses that a page of ours could lead to, and short ones that lead to such a page. */
const KEPT_WHILE_THERE_IS_ROOM: readonly Kind[] = [
  (host, n) => ({ path: `/products?page=${n + 1}`, headers: { host } }),
  (host, n) => ({ path: `/articles?search=${wordOf(n, 90)}`, headers: { host } }),
  (host, n) => ({ path: `/api/articles?search=${wordOf(n, 60)}`, headers: { host } }),
  (host, n) => ({ path: `/about?k=${wordOf(n, 1_900)}`, headers: { host } }),
  (host, n) => ({ path: `/art/drawn/wall-battery.w${n % 999}.h${(n * 7) % 999}.v${n % 9}.svg`, headers: { host } }),
]

/** Request `n` of a flood to a server that is known as `host`: the kinds take turns. */
const takeTurns = (kinds: readonly Kind[]): Kind => {
  const [first] = kinds
  if (!first) throw new Error('There is no kind of request.')
  return (host, n) => (kinds[n % kinds.length] ?? first)(host, n)
}
export const neverKept = takeTurns(NEVER_KEPT)
export const keptWhileThereIsRoom = takeTurns(KEPT_WHILE_THERE_IS_ROOM)

/** Sends them all. @returns how often each status was answered; 0 where the connection was closed without one */
export async function sendFlood(port: number, requests: (n: number) => FloodRequest, count: number): Promise<Record<number, number>> {
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS })
  const statuses: Record<number, number> = {}
  let next = 0
  const worker = async () => {
    for (let n = next++; n < count; n = next++) {
      const status = await ask(agent, port, requests(n))
      statuses[status] = (statuses[status] ?? 0) + 1
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, worker))
  agent.destroy()
  return statuses
}

const ask = (agent: Agent, port: number, { path, headers }: FloodRequest): Promise<number> =>
  new Promise((resolve) => {
    request({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', () => resolve(0))
      .end()
  })
