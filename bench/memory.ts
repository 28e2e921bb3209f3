/**
 * Memory of the process after ten minutes of mixed load (pages, lists, searches, sign-ups, replies), on SQLite and with two workers on
 * PostgreSQL. `MINUTES=60 npm run bench -- memory` shows whether it grows.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { workersOf } from './load.ts'
import { checkMetric, median } from './statistics.ts'

const MINUTES = Number(process.env['MINUTES'] ?? 10)
const READERS = 12
const SAMPLE_INTERVAL_MS = 5_000
const LISTS = ['/api/articles?search=', '/articles?search=', '/products?search=', '/forum?search=', '/api/products?perPage=24&search=']
const WORDS = ['solar', 'battery', 'heat', 'charger', 'warm', 'tariff', 'winter', 'roof', 'noise', 'grant']
/** Makes the text of each reply unique. */
let count = 0

export async function benchMemory(): Promise<void> {
  await measure('embedded', {}, 250)
  const database = await startPostgres({ durable: true })
  try {
    await measure('PostgreSQL, each of two workers', { DATABASE_URL: database.url, WORKERS: '2' }, 200)
  } finally {
    await database.stop()
  }
}

async function measure(what: string, env: Record<string, string>, maxMegabytes: number): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error', TRUST_PROXY: 'true', ...env })
  try {
    const paths = await listPages(server)
    const cookies = await signUpMany(server, 20)
    const until = performance.now() + MINUTES * 60_000
    let requests = 0
    const load = [
      ...Array.from({ length: READERS }, (_, reader) => async () => {
        for (let at = reader; performance.now() < until; at += 7) {
          const word = `${WORDS[at % WORDS.length]} ${WORDS[(at * 3) % WORDS.length]}`
          const path = at % 5 === 0 ? `${LISTS[at % LISTS.length]}${encodeURIComponent(word)}` : (paths[at % paths.length] ?? '/')
          const cookie = cookies[at % (cookies.length * 3)]
          await send(server, path, { headers: { 'accept-encoding': at % 4 ? 'br' : 'gzip', ...(cookie ? { cookie } : {}) } })
          requests += 1
        }
      }),
      async () => {
        for (let at = 0; performance.now() < until; at += 1) {
          const headers = { cookie: cookies[at % cookies.length] ?? '', 'content-type': 'application/json' }
          const body = JSON.stringify({ content: `Measured at home again, the ${(count += 1)}th time.`, forumId: 1 + (at % 60) })
          await send(server, '/api/forum-replies', { method: 'POST', headers, body })
          await setTimeout(500)
        }
      },
    ]
    const sizes: number[] = []
    const watching = (async () => {
      while (performance.now() < until) {
        await setTimeout(SAMPLE_INTERVAL_MS)
        sizes.push(Math.max(...megabytesOf(server.process.pid ?? 0)))
      }
    })()
    await Promise.all([...load.map((run) => run()), watching])
    const tenth = Math.max(1, Math.floor(sizes.length / 10))
    const [first, last] = [median(sizes.slice(tenth, 3 * tenth)), median(sizes.slice(-tenth))]
    checkMetric(
      `${what}, memory after ${MINUTES} minutes`,
      last,
      { atMost: maxMegabytes },
      { digits: 0, unit: 'MB', against: `early ${first.toFixed(0)}, peak ${Math.max(...sizes).toFixed(0)}; ${requests} requests` },
    )
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

async function send({ url }: RunningServer, path: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }) {
  const clientIp = `10.${count % 200}.${(count >> 8) % 200}.7`
  const response = await fetch(url + path, { ...init, headers: { 'x-forwarded-for': clientIp, ...headers } })
  await response.arrayBuffer()
  if (response.status >= 500) throw new Error(`${path} failed with ${response.status}`)
}

/** Returns the resident memory of each worker, or of the process if it has none. Linux only. */
function megabytesOf(pid: number): number[] {
  const readMegabytes = (one: number) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${one}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return workersOf(pid).map(readMegabytes)
}

async function listPages({ url }: RunningServer): Promise<string[]> {
  const locations = (xml: string) => [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  const maps = locations(await (await fetch(`${url}/sitemap.xml`)).text())
  return (await Promise.all(maps.map(async (path) => locations(await (await fetch(url + path)).text())))).flat()
}

async function signUpMany({ url }: RunningServer, amount: number): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < amount; at += 1) {
    const body = JSON.stringify({ username: `bench${at}`, email: `bench${at}@example.org`, password: 'three cold radiators' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.250.0.${at}` }
    const response = await fetch(`${url}/api/sign-up`, { method: 'POST', body, headers })
    cookies.push(
      response.headers
        .getSetCookie()
        .find((one) => one.startsWith('session='))
        ?.split(';')[0] ?? '',
    )
  }
  return cookies
}
