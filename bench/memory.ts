/**
 * Measures the memory of the process after ten minutes of mixed load (pages, lists, searches, sign-ups, replies), on SQLite and with two
 * workers on PostgreSQL. `MINUTES=60 npm run bench -- memory` shows whether it grows.
 */
import { readFileSync } from 'node:fs'
import { setTimeout } from 'node:timers/promises'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { listWorkerPids } from './load.ts'
import { checkMetric, median } from './statistics.ts'

const MINUTES = Number(process.env['MINUTES'] ?? 10)
const READER_COUNT = 12
const SAMPLE_INTERVAL_MS = 5_000
const LIST_PATHS = ['/api/articles?search=', '/articles?search=', '/products?search=', '/forum?search=', '/api/products?perPage=24&search=']
const WORDS = ['solar', 'battery', 'heat', 'charger', 'warm', 'tariff', 'winter', 'roof', 'noise', 'grant']
/** Number of replies so far; it makes the text of each reply unique. */
let replyCount = 0

export async function benchMemory(): Promise<void> {
  await measure('embedded', {}, 250)
  const database = await startPostgres({ durable: true })
  try {
    await measure('PostgreSQL, each of two workers', { DATABASE_URL: database.url, WORKERS: '2' }, 200)
  } finally {
    await database.stop()
  }
}

async function measure(label: string, env: Record<string, string>, maxMegabytes: number): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error', TRUST_PROXY: 'true', ...env })
  try {
    const paths = await listPages(server)
    const cookies = await signUpMany(server, 20)
    const endsAt = performance.now() + MINUTES * 60_000
    let requests = 0
    const loops = [
      ...Array.from({ length: READER_COUNT }, (_, reader) => async () => {
        for (let index = reader; performance.now() < endsAt; index += 7) {
          const word = `${WORDS[index % WORDS.length]} ${WORDS[(index * 3) % WORDS.length]}`
          const path =
            index % 5 === 0 ? `${LIST_PATHS[index % LIST_PATHS.length]}${encodeURIComponent(word)}` : (paths[index % paths.length] ?? '/')
          const cookie = cookies[index % (cookies.length * 3)]
          await send(server, path, { headers: { 'accept-encoding': index % 4 ? 'br' : 'gzip', ...(cookie ? { cookie } : {}) } })
          requests += 1
        }
      }),
      async () => {
        for (let index = 0; performance.now() < endsAt; index += 1) {
          const headers = { cookie: cookies[index % cookies.length] ?? '', 'content-type': 'application/json' }
          const body = JSON.stringify({ content: `Measured at home again, the ${(replyCount += 1)}th time.`, forumId: 1 + (index % 60) })
          await send(server, '/api/forum-replies', { method: 'POST', headers, body })
          await setTimeout(500)
        }
      },
    ]
    const megabyteSamples: number[] = []
    const sampling = (async () => {
      while (performance.now() < endsAt) {
        await setTimeout(SAMPLE_INTERVAL_MS)
        megabyteSamples.push(Math.max(...readWorkerMegabytes(server.process.pid ?? 0)))
      }
    })()
    await Promise.all([...loops.map((run) => run()), sampling])
    const tenthOfSamples = Math.max(1, Math.floor(megabyteSamples.length / 10))
    const [earlyMegabytes, lastMegabytes] = [
      median(megabyteSamples.slice(tenthOfSamples, 3 * tenthOfSamples)),
      median(megabyteSamples.slice(-tenthOfSamples)),
    ]
    checkMetric(
      `${label}, memory after ${MINUTES} minutes`,
      lastMegabytes,
      { atMost: maxMegabytes },
      {
        digits: 0,
        unit: 'MB',
        against: `early ${earlyMegabytes.toFixed(0)}, peak ${Math.max(...megabyteSamples).toFixed(0)}; ${requests} requests`,
      },
    )
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

async function send({ url }: RunningServer, path: string, { headers, ...init }: RequestInit & { headers: Record<string, string> }) {
  const clientIp = `10.${replyCount % 200}.${(replyCount >> 8) % 200}.7`
  const response = await fetch(url + path, { ...init, headers: { 'x-forwarded-for': clientIp, ...headers } })
  await response.arrayBuffer()
  if (response.status >= 500) throw new Error(`${path} failed with ${response.status}`)
}

/** Returns the resident memory of each worker, or of the process if it has none, in MB. Works on Linux only. */
function readWorkerMegabytes(pid: number): number[] {
  const readMegabytes = (workerPid: number) =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${workerPid}/status`, 'utf8'))?.[1] ?? 0) / 1024
  return listWorkerPids(pid).map(readMegabytes)
}

async function listPages({ url }: RunningServer): Promise<string[]> {
  const parseLocations = (xml: string) => [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path = '']) => path || '/')
  const sitemapPaths = parseLocations(await (await fetch(`${url}/sitemap.xml`)).text())
  return (await Promise.all(sitemapPaths.map(async (path) => parseLocations(await (await fetch(url + path)).text())))).flat()
}

async function signUpMany({ url }: RunningServer, memberCount: number): Promise<string[]> {
  const cookies: string[] = []
  for (let index = 0; index < memberCount; index += 1) {
    const body = JSON.stringify({ username: `bench${index}`, email: `bench${index}@example.org`, password: 'three cold radiators' })
    const headers = { 'content-type': 'application/json', 'x-forwarded-for': `10.250.0.${index}` }
    const response = await fetch(`${url}/api/sign-up`, { method: 'POST', body, headers })
    cookies.push(
      response.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('session='))
        ?.split(';')[0] ?? '',
    )
  }
  return cookies
}
