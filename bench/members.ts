/** Measures the CPU time per page for visitors and members, alternately with a raw server that sends the same bytes. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { measureCpuPerRequest, startRawServer, waitUntilIdle } from './load.ts'
import { printLine, checkMetric, median } from './statistics.ts'

const ROUNDS = 5
const REQUESTS_PER_ROUND = 1500
const PAGES = {
  home: '/',
  products: '/products',
  forum: '/forum',
  topic: '/forum/2',
  product: '/products/hearthstone-keep-10?tab=reviews',
  article: '/articles/winter-range',
}
const BROWSER_HEADERS = { 'accept-encoding': 'gzip, deflate, br' }

export const benchMembers = (): Promise<void> => measurePages('SQLite', {})

/** Measures with PostgreSQL, where each request of a member reads the session from the database server. */
export async function benchMembersOnPostgres(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await measurePages('PostgreSQL', { DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function measurePages(engine: string, database: Record<string, string>): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error', ...database })
  await waitUntilIdle(server.process.pid ?? 0)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const cookie = await signUp(server.url)
    for (const [name, path] of Object.entries(PAGES)) {
      const url = server.url + path
      // The first requests fill the caches.
      for (const headers of [undefined, { cookie }, { cookie }]) await (await fetch(url, headers && { headers })).text()
      writeFileSync(join(folder, 'page.html'), await (await fetch(url, { headers: { cookie } })).text())
      const rawServer = await startRawServer(join(folder, 'page.html'))
      const pid = server.process.pid ?? 0
      const runByClient = {
        raw: () => measureCpuPerRequest(rawServer.pid, rawServer.url, REQUESTS_PER_ROUND, {}),
        visitor: () => measureCpuPerRequest(pid, url, REQUESTS_PER_ROUND, BROWSER_HEADERS),
        member: () => measureCpuPerRequest(pid, url, REQUESTS_PER_ROUND, { ...BROWSER_HEADERS, cookie }),
        'member who has just written': () =>
          measureCpuPerRequest(pid, url, REQUESTS_PER_ROUND / 10, { ...BROWSER_HEADERS, cookie: `${cookie}; fresh=1` }),
      }
      const cpuMs: Record<string, number[]> = Object.fromEntries(Object.keys(runByClient).map((client) => [client, []]))
      for (let round = 0; round < ROUNDS; round++) for (const [client, run] of Object.entries(runByClient)) cpuMs[client]?.push(await run())
      rawServer.stop()
      const getMedianCpuMs = (client: string) => median(cpuMs[client] ?? [])
      for (const client of ['visitor', 'member', 'member who has just written'])
        printLine(
          `${name}, ${client}, ms of CPU`,
          getMedianCpuMs(client).toFixed(3),
          `raw node:http ${getMedianCpuMs('raw').toFixed(3)}, ratio ${(getMedianCpuMs(client) / getMedianCpuMs('raw')).toFixed(1)}`,
        )
      checkMetric(
        `${engine}, ${name} for a member, times a visitor's CPU`,
        getMedianCpuMs('member') / getMedianCpuMs('visitor'),
        { atMost: 3 },
        { digits: 1 },
      )
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Signs up a member. @returns the Cookie header, without the cookie `fresh` */
async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'bench', email: 'bench@example.org', password: 'three cold radiators' })
  const response = await fetch(`${url}/api/sign-up`, { method: 'POST', body, headers: { 'content-type': 'application/json', origin: url } })
  return response.headers
    .getSetCookie()
    .filter((cookie) => /^(session|member)=/.test(cookie))
    .map((cookie) => cookie.split(';')[0])
    .join('; ')
}
