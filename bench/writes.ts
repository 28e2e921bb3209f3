/** Durable forum replies through the whole server, compared with a raw loop of inserts into the same database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import pg from 'pg'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { waitUntilIdle } from './load.ts'
import { printLine, checkMetric } from './statistics.ts'

const SECONDS = 5
const CONNECTIONS = 32
const TEXT = 'A reply of an ordinary length, with a sentence or two about what a reader has measured at home. '.repeat(3)
const WORKERS = 2
const MEMBERS = 50
/** Number of replies so far, for unique networks. */
let n = 0

export async function benchWrites(): Promise<void> {
  const embedded = await startServer({ CONTENT: 'demo', LOG_LEVEL: 'error', TRUST_PROXY: 'true' })
  await report('embedded', embedded, insertIntoSqlite(), 300)
  removeData(embedded.dataDir)

  const database = await startPostgres({ durable: true })
  const env = { DATABASE_URL: database.url, WORKERS: String(WORKERS), CONTENT: 'demo', LOG_LEVEL: 'error', TRUST_PROXY: 'true' }
  const workers = await startServer(env)
  await report(`PostgreSQL, ${WORKERS} workers`, workers, await insertIntoPostgres(database.url), 300)
  removeData(workers.dataDir)
  await database.stop()
}

async function report(what: string, server: RunningServer, raw: number, targetPerSecond: number): Promise<void> {
  await waitUntilIdle(server.process.pid ?? 0)
  const cookies = await signUpMany(server.url, MEMBERS)
  // Warm-up.
  await repliesPerSecond(server.url, [])
  const guests = await repliesPerSecond(server.url, [])
  const members = await repliesPerSecond(server.url, cookies)
  await server.stop()
  const against = (replies: number) => `raw inserts/s ${raw.toFixed(0)}, ratio ${(replies / raw).toFixed(2)}`
  checkMetric(`replies/s, guests, ${what}`, guests, { atLeast: targetPerSecond }, { digits: 0, against: against(guests) })
  printLine(`replies/s, ${MEMBERS} members with points and badges, ${what}`, members.toFixed(0), against(members))
}

async function signUpMany(url: string, count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let at = 0; at < count; at += 1) {
    const username = `bench${at}`
    const response = await fetch(`${url}/api/sign-up`, {
      method: 'POST',
      body: JSON.stringify({ username, email: `${username}@example.org`, password: 'three cold radiators' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.250.0.${at}` },
    })
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='))
    if (!cookie) throw new Error(`${response.status} ${await response.text()}`)
    cookies.push(cookie.split(';')[0] ?? '')
  }
  return cookies
}

/** Posts replies to 60 topics in turn, each from another network because of the rate limit. @param cookies of members; empty: guests */
async function repliesPerSecond(url: string, cookies: readonly string[]): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/forum-replies`,
    duration: SECONDS,
    connections: CONNECTIONS,
    requests: [
      {
        method: 'POST',
        setupRequest(request) {
          n += 1
          const clientIp = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`
          const body = JSON.stringify({ content: `${n} ${TEXT}`, forumId: 1 + (n % 60) })
          const cookie = cookies[n % cookies.length]
          const session = cookie === undefined ? {} : { cookie }
          return { ...request, body, headers: { 'content-type': 'application/json', 'x-forwarded-for': clientIp, ...session } }
        },
      },
    ],
  })
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} failed responses, ${result.errors} errors`)
  return result.requests.average
}

/** Inserts sequentially, with a durable commit each. @returns inserts per second */
function insertIntoSqlite(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-writes-'))
  const file = new DatabaseSync(join(folder, 'raw.sqlite'))
  file.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table replies (id integer primary key, topic_id integer, content text)',
  )
  const insert = file.prepare('insert into replies (topic_id, content) values (?, ?)')
  const startedAt = performance.now()
  let count = 0
  for (; performance.now() - startedAt < SECONDS * 1000; count += 1) insert.run(1 + (count % 60), TEXT)
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  file.close()
  rmSync(folder, { recursive: true, force: true })
  return perSecond
}

/** Inserts with the same concurrency as the requests. @returns inserts per second */
async function insertIntoPostgres(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query('create table raw_replies (id bigserial primary key, topic_id int, content text)')
  const startedAt = performance.now()
  let count = 0
  const insert = async () => {
    for (; performance.now() - startedAt < SECONDS * 1000; count += 1)
      await pool.query('insert into raw_replies (topic_id, content) values ($1, $2)', [1 + (count % 60), TEXT])
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, insert))
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  // Excludes deferred work for these rows from the measurement of replies.
  await pool.query('drop table raw_replies')
  await pool.query('checkpoint')
  await pool.end()
  return perSecond
}
