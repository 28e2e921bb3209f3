/** Measures the cost of a connection pooler (pages and replies with 1, 2 and 4 workers) and the delay of a read replica. */
import { Agent } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import autocannon from 'autocannon'
import pg from 'pg'
import { startPooler } from '#tests/support/pgbouncer.ts'
import { startPostgres } from '#tests/support/postgres-server.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { startServerGroup } from '#tests/support/server-group.ts'
import { printLine, median, percentile } from './statistics.ts'

const LOAD_SECONDS = 3
const CONNECTION_COUNT = 32
/** Maximum number of server connections of the pooler. */
const POOL_SIZE = 10
const WRITE_COUNT = 200

export async function benchPooler(): Promise<void> {
  const database = await startPostgres({ durable: true })
  try {
    for (const workers of [1, 2, 4]) {
      const env = { WORKERS: String(workers), SECRET_KEY: 'bench'.repeat(8) }
      await measure(`${workers} workers, direct`, database.url, { ...env, DATABASE_URL: database.url })
      // The pooler starts after the direct run, because an idle pooler holds connections to the server.
      const pooler = await startPooler(database.url, POOL_SIZE)
      const pooledEnv = { ...env, DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: database.url }
      await measure(`${workers} workers, pgbouncer (${POOL_SIZE})`, database.url, pooledEnv).finally(() => pooler.stop())
    }
  } finally {
    await database.stop()
  }
  await benchReplica()
}

async function measure(label: string, databaseUrl: string, env: Record<string, string>): Promise<void> {
  const server = await startServer({ CONTENT: 'demo', LOG_LEVEL: 'error', TRUST_PROXY: 'true', ...env })
  try {
    await measureRequestsPerSecond(`${server.url}/forum/3`)
    const cachedPerSecond = await measureRequestsPerSecond(`${server.url}/forum/3`)
    const renderedPerSecond = await measureRequestsPerSecond(`${server.url}/forum/3`, { headers: { cookie: 'fresh=1' } })
    const writeLoad = measureRequestsPerSecond(`${server.url}/api/forum-replies`, undefined, true)
    await wait((LOAD_SECONDS * 1000) / 2)
    const connectionCount = await countConnections(databaseUrl)
    printLine(
      label,
      `${(await writeLoad).toFixed(0)} replies/s`,
      `cached ${cachedPerSecond.toFixed(0)}/s, re-rendered ${renderedPerSecond.toFixed(0)}/s, ${connectionCount} database connections`,
    )
  } finally {
    await server.stop()
    removeData(server.dataDir)
  }
}

let requestCount = 0
async function measureRequestsPerSecond(
  url: string,
  { headers = {} }: { headers?: Record<string, string> } = {},
  isWriting = false,
): Promise<number> {
  const setupRequest = (request: autocannon.Request) => {
    requestCount += 1
    const clientIp = `10.${(requestCount >> 16) & 255}.${(requestCount >> 8) & 255}.${requestCount & 255}`
    const body = JSON.stringify({ content: `Reply ${requestCount}`, forumId: 1 + (requestCount % 60) })
    return { ...request, body, headers: { 'content-type': 'application/json', 'x-forwarded-for': clientIp } }
  }
  const requests = isWriting ? { requests: [{ method: 'POST' as const, setupRequest }] } : {}
  const result = await autocannon({ url, duration: LOAD_SECONDS, connections: CONNECTION_COUNT, headers, ...requests })
  if (result.non2xx || result.errors) throw new Error(`${url}: ${result.non2xx} failed responses, ${result.errors} errors`)
  return result.requests.average
}

async function countConnections(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
  )
  await client.end()
  return rows[0]?.n ?? 0
}

/** Measures the replication lag after a write, and the time until a process that reads from the replica shows the write. */
async function benchReplica(): Promise<void> {
  const database = await startPostgres({ durable: true })
  const replica = await database.startReplica()
  const group = await startServerGroup(database.url, 2, async (databaseUrl) => ({
    DATABASE_READ_URL: Object.assign(new URL(replica.url), { pathname: new URL(databaseUrl).pathname }).href,
    CONTENT: 'demo',
    LOG_LEVEL: 'error',
  }))
  const [primaryClient, replicaClient] = [
    new pg.Client({ connectionString: database.url }),
    new pg.Client({ connectionString: replica.url }),
  ]
  const agent = new Agent({ keepAlive: true })
  try {
    for (const client of [primaryClient, replicaClient]) await client.connect()
    const lagsMs: number[] = []
    const delaysMs: number[] = []
    for (let writeIndex = 0; writeIndex < WRITE_COUNT; writeIndex += 1) {
      const content = `Write ${writeIndex} ${crypto.randomUUID()}`
      const response = await group.ask(0, '/api/forum-replies', { body: { content, forumId: 1 + (writeIndex % 60) }, agent })
      if (response.status !== 201) throw new Error(`${response.status} ${response.text}`)
      const acknowledgedAt = performance.now()
      const { rows } = await primaryClient.query<{ at: string }>('select pg_current_wal_lsn() as at')
      const measureDelay = async (isDone: () => Promise<boolean>) => {
        while (!(await isDone())) await wait(1)
        return performance.now() - acknowledgedAt
      }
      const hasReplayed = async () => {
        const result = await replicaClient.query<{ has: boolean }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [rows[0]?.at])
        return result.rows[0]?.has === true
      }
      const isShown = async () => (await group.ask(1, `/api/forum-replies/${1 + (writeIndex % 60)}`, { agent })).text.includes(content)
      const [lag, delay] = await Promise.all([measureDelay(hasReplayed), measureDelay(isShown)])
      lagsMs.push(lag)
      delaysMs.push(delay)
    }
    for (const [label, durations] of Object.entries({ 'replication lag': lagsMs, 'time until the other process shows it': delaysMs }))
      printLine(
        `${label}, of ${WRITE_COUNT} writes`,
        `${median(durations).toFixed(1)} ms`,
        `99 % ${percentile(durations, 0.99).toFixed(1)} ms, slowest ${Math.max(...durations).toFixed(1)} ms`,
      )
  } finally {
    agent.destroy()
    for (const client of [primaryClient, replicaClient]) await client.end()
    await group.close()
    await replica.stop()
    await database.stop()
  }
}
