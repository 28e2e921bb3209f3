/** A page as a visitor and as a member gets it, beside a raw server that sends the same bytes: CPU per request, taken in turns. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { cpuPerRequest, startRaw, waitUntilIdle } from './load.ts'
import { formatLine, judgeFigure, median } from './statistics.ts'

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

export const benchMembers = (): Promise<void> => askAll('SQLite', {})

/** Where each request asks the database who is signed in. */
export async function benchMembersOnPostgres(): Promise<void> {
  const server = await startPostgres({ durable: true })
  try {
    await askAll('PostgreSQL', { DATABASE_URL: server.url })
  } finally {
    await server.stop()
  }
}

async function askAll(engine: string, database: Record<string, string>): Promise<void> {
  const server = await startServer({ LOG_LEVEL: 'error', ...database })
  await waitUntilIdle(server.process.pid ?? 0)
  const folder = mkdtempSync(join(tmpdir(), 'bench-'))
  try {
    const cookie = await signUp(server.url)
    for (const [name, path] of Object.entries(PAGES)) {
      const url = server.url + path
      // Twice: from the second on it is kept.
      for (const headers of [undefined, { cookie }, { cookie }]) await (await fetch(url, headers && { headers })).text()
      writeFileSync(join(folder, 'page.html'), await (await fetch(url, { headers: { cookie } })).text())
      const raw = await startRaw(join(folder, 'page.html'))
      const pid = server.process.pid ?? 0
      const ask = {
        raw: () => cpuPerRequest(raw.pid, raw.url, REQUESTS, {}),
        visitor: () => cpuPerRequest(pid, url, REQUESTS, BROWSER),
        member: () => cpuPerRequest(pid, url, REQUESTS, { ...BROWSER, cookie }),
        'member who has just written': () => cpuPerRequest(pid, url, REQUESTS / 10, { ...BROWSER, cookie: `${cookie}; fresh=1` }),
      }
      const taken: Record<string, number[]> = Object.fromEntries(Object.keys(ask).map((who) => [who, []]))
      for (let round = 0; round < ROUNDS; round++) for (const [who, run] of Object.entries(ask)) taken[who]?.push(await run())
      raw.stop()
      const of = (who: string) => median(taken[who] ?? [])
      for (const who of ['visitor', 'member', 'member who has just written'])
        formatLine(
          `${name}, ${who}, ms of CPU`,
          of(who).toFixed(3),
          `raw node:http ${of('raw').toFixed(3)}, ratio ${(of(who) / of('raw')).toFixed(1)}`,
        )
      judgeFigure(`${engine}, ${name} for a member, times a visitor's CPU`, of('member') / of('visitor'), { atMost: 3 }, { digits: 1 })
    }
  } finally {
    await server.stop()
    removeData(server.dataDir)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** A new member's cookies, without the one that says that they have just written. */
async function signUp(url: string): Promise<string> {
  const body = JSON.stringify({ username: 'bench', email: 'bench@example.org', password: 'three cold radiators' })
  const answer = await fetch(`${url}/api/sign-up`, { method: 'POST', body, headers: { 'content-type': 'application/json', origin: url } })
  return answer.headers
    .getSetCookie()
    .filter((one) => /^(session|member)=/.test(one))
    .map((one) => one.split(';')[0])
    .join('; ')
}
