/** Measures durable forum replies through the whole server, compared with a raw loop of inserts into the same kind of database. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import autocannon from 'autocannon'
import pg from 'pg'
import { removeData, startServer, type RunningServer } from '#tests/support/running-server.ts'
import { relaxSettings } from '#tests/support/relaxed-settings.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { waitUntilIdle } from './load.ts'
import { printLine, checkMetric } from './statistics.ts'

const ADMIN = { ADMIN_USERNAME: 'keeper', ADMIN_PASSWORD: 'three cold radiators' }
const LOAD_SECONDS = 5
const CONNECTION_COUNT = 32
const REPLY_TEXT = 'A reply of an ordinary length, with a sentence or two about what a reader has measured at home. '.repeat(3)
const WORKER_COUNT = 2
const MEMBER_COUNT = 50
/** Number of topics of the demo content. */
const DEMO_TOPICS = 60
/** Number of replies so far, from which a unique network is derived for each. */
let replyCount = 0

export async function benchWrites(): Promise<void> {
  const embedded = await startServer({ ...ADMIN, CONTENT: 'demo', LOG_LEVEL: 'error', TRUST_PROXY: 'true' })
  await report('embedded', embedded, insertIntoSqlite(), 300)
  removeData(embedded.dataDir)

  const database = await startPostgres({ durable: true })
  const env = {
    ...ADMIN,
    DATABASE_URL: database.url,
    WORKERS: String(WORKER_COUNT),
    CONTENT: 'demo',
    LOG_LEVEL: 'error',
    TRUST_PROXY: 'true',
  }
  const workers = await startServer(env)
  await report(`PostgreSQL, ${WORKER_COUNT} workers`, workers, await insertIntoPostgres(database.url), 300)
  removeData(workers.dataDir)
  await database.stop()
}

async function report(label: string, server: RunningServer, rawPerSecond: number, targetPerSecond: number): Promise<void> {
  await waitUntilIdle(server.process.pid ?? 0)
  // The limits for new members and guests would refuse most of the replies.
  await relaxSettings(server.url, ADMIN.ADMIN_PASSWORD)
  const cookies = await signUpMany(server.url, MEMBER_COUNT)
  // The first run warms up the server.
  await measureRepliesPerSecond(server.url, [])
  const guestReplies = await measureRepliesPerSecond(server.url, [])
  const memberReplies = await measureRepliesPerSecond(server.url, cookies)
  await server.stop()
  const compareWithRaw = (replies: number) => `raw inserts/s ${rawPerSecond.toFixed(0)}, ratio ${(replies / rawPerSecond).toFixed(2)}`
  checkMetric(
    `replies/s, guests, ${label}`,
    guestReplies,
    { atLeast: targetPerSecond },
    { digits: 0, against: compareWithRaw(guestReplies) },
  )
  printLine(`replies/s, ${MEMBER_COUNT} members with points and badges, ${label}`, memberReplies.toFixed(0), compareWithRaw(memberReplies))
}

async function signUpMany(url: string, count: number): Promise<string[]> {
  const cookies: string[] = []
  for (let index = 0; index < count; index += 1) {
    const username = `bench${index}`
    const response = await fetch(`${url}/api/sign-up`, {
      method: 'POST',
      body: JSON.stringify({ username, email: `${username}@example.org`, password: 'three cold radiators' }),
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.250.0.${index}` },
    })
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith('session='))
    if (!cookie) throw new Error(`${response.status} ${await response.text()}`)
    cookies.push(cookie.split(';')[0] ?? '')
  }
  return cookies
}

/**
 * Posts replies to the topics in turn, each from another network because of the rate limit.
 * @param cookies session cookies of members; empty: guests post
 */
export async function measureRepliesPerSecond(url: string, cookies: readonly string[], topicCount = DEMO_TOPICS): Promise<number> {
  const result = await autocannon({
    url: `${url}/api/forum-replies`,
    duration: LOAD_SECONDS,
    connections: CONNECTION_COUNT,
    requests: [
      {
        method: 'POST',
        setupRequest(request) {
          replyCount += 1
          const clientIp = `10.${(replyCount >> 16) & 255}.${(replyCount >> 8) & 255}.${replyCount & 255}`
          const body = JSON.stringify({ content: `${replyCount} ${REPLY_TEXT}`, forumId: 1 + (replyCount % topicCount) })
          const cookie = cookies[replyCount % cookies.length]
          const session = cookie === undefined ? {} : { cookie }
          return { ...request, body, headers: { 'content-type': 'application/json', 'x-forwarded-for': clientIp, ...session } }
        },
      },
    ],
  })
  if (result.non2xx || result.errors) throw new Error(`${result.non2xx} failed responses, ${result.errors} errors`)
  return result.requests.average
}

/** Inserts rows one after the other, with a durable commit for each. @returns inserts per second */
function insertIntoSqlite(): number {
  const folder = mkdtempSync(join(tmpdir(), 'bench-writes-'))
  const database = new DatabaseSync(join(folder, 'raw.sqlite'))
  database.exec(
    'pragma journal_mode = wal; pragma synchronous = full; create table replies (id integer primary key, topic_id integer, content text)',
  )
  const insert = database.prepare('insert into replies (topic_id, content) values (?, ?)')
  const startedAt = performance.now()
  let count = 0
  for (; performance.now() - startedAt < LOAD_SECONDS * 1000; count += 1) insert.run(1 + (count % 60), REPLY_TEXT)
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  database.close()
  rmSync(folder, { recursive: true, force: true })
  return perSecond
}

/** Inserts rows with the same concurrency as the requests. @returns inserts per second */
async function insertIntoPostgres(url: string): Promise<number> {
  const pool = new pg.Pool({ connectionString: url, max: 20 })
  await pool.query('create table raw_replies (id bigserial primary key, topic_id int, content text)')
  const startedAt = performance.now()
  let count = 0
  const insert = async () => {
    for (; performance.now() - startedAt < LOAD_SECONDS * 1000; count += 1)
      await pool.query('insert into raw_replies (topic_id, content) values ($1, $2)', [1 + (count % 60), REPLY_TEXT])
  }
  await Promise.all(Array.from({ length: CONNECTION_COUNT }, insert))
  const perSecond = count / ((performance.now() - startedAt) / 1000)
  // Deferred work for these rows must not affect the measurement of replies.
  await pool.query('drop table raw_replies')
  await pool.query('checkpoint')
  await pool.end()
  return perSecond
}
