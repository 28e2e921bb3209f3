/** CPU time per page for visitors and members, compared with a raw server that sends the same bytes, measured alternately. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { cpuPerRequest, startRaw, waitUntilIdle } from './load.ts'
import { printLine, checkMetric, median } from './statistics.ts'

const ROUNDS = 5
const REQUESTS = 1500
const PAGES = {
  home: '/',
  products: '/products',
  forum: '/forum',
  topic: '/forum/2',
  product: '/products/hearthstone-keep-10?tab=reviews',
  article: '/articles/winter-range',
}
const BROWSER = { 'accept-encoding': 'gzip, deflate, br' }

export const benchMembers = (): Promise<void> => measurePages('SQLite', {})

/** Each request of a member reads the session from the database. */
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
      // Warm-up: fills the caches.
      for (const headers of [undefined, { cookie }, { cookie }]) await (await fetch(url, headers && { headers })).text()
      writeFileSync(join(folder, 'page.html'), await (await fetch(url, { headers: { cookie } })).text())
      const raw = await startRaw(join(folder, 'page.html'))
      const pid = server.process.pid ?? 0
      const runs = {
        raw: () => cpuPerRequest(raw.pid, raw.url, REQUESTS, {}),
        visitor: () => cpuPerRequest(pid, url, REQUESTS, BROWSER),
        member: () => cpuPerRequest(pid, url, REQUESTS, { ...BROWSER, cookie }),
        'member who has just written': () => cpuPerRequest(pid, url, REQUESTS / 10, { ...BROWSER, cookie: `${cookie}; fresh=1` }),
      }
      const cpuMs: Record<string, number[]> = Object.fromEntries(Object.keys(runs).map((client) => [client, []]))
      for (let round = 0; round < ROUNDS; round++) for (const [client, run] of Object.entries(runs)) cpuMs[client]?.push(await run())
      raw.stop()
      const medianOf = (client: string) => median(cpuMs[client] ?? [])
      for (const client of ['visitor', 'member', 'member who has just written'])
        printLine(
          `${name}, ${client}, ms of CPU`,
          medianOf(client).toFixed(3),
          `raw node:http ${medianOf('raw').toFixed(3)}, ratio ${(medianOf(client) / medianOf('raw')).toFixed(1)}`,
        )
      checkMetric(
        `${engine}, ${name} for a member, times a visitor's CPU`,
        medianOf('member') / medianOf('visitor'),
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

/** Signs up a member. @returns the Cookie header, without `fresh` */
async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'bench', email: 'bench@example.org', password: 'three cold radiators' })
  const response = await fetch(`${url}/api/sign-up`, { method: 'POST', body, headers: { 'content-type': 'application/json', origin: url } })
  return response.headers
    .getSetCookie()
    .filter((one) => /^(session|member)=/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
}
