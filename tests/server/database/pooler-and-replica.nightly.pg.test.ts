/** A connection pooler and a read replica between the processes and their database. */
import { afterAll, afterEach, describe, expect, test, vi } from 'vitest'
import pg from 'pg'
import { startPooler, type Pooler } from '#tests/support/pgbouncer.ts'
import { startPostgres, type PostgresServer } from '#tests/support/postgres-server.ts'
import { cookieOf, startServerGroup, type ServerGroup } from '#tests/support/server-group.ts'

const SOON = { timeout: 60_000, interval: 10 }
let group: ServerGroup | undefined
const opened: (Pooler | PostgresServer)[] = []
afterEach(async () => {
  await group?.close()
  group = undefined
})
afterAll(async () => {
  for (const one of opened.toReversed()) await one.stop()
})
const stopLater = <T extends Pooler | PostgresServer>(one: T): T => {
  opened.push(one)
  return one
}

const reply = (asked: ServerGroup, at: number, content: string, forumId = 1) =>
  asked.ask(at, '/api/forum-replies', { body: { content, forumId } })

test('two processes behind pgbouncer in transaction mode serve, write, and invalidate each other’s caches', async () => {
  const server = stopLater(await startPostgres())
  group = await startServerGroup(server.url, 2, async (databaseUrl) => ({
    // Fewer connections than one process alone would open.
    DATABASE_URL: stopLater(await startPooler(databaseUrl, 5)).url,
    DATABASE_DIRECT_URL: databaseUrl,
    CONTENT: 'demo',
  }))
  const running = group
  const contents = Array.from({ length: 30 }, () => `Pooled ${crypto.randomUUID()}`)
  const responses = await Promise.all(contents.map((content, at) => reply(running, at % 2, content)))
  expect(responses.map(({ status }) => status)).toEqual(contents.map(() => 201))
  const content = `Afterwards ${crypto.randomUUID()}`
  expect((await running.ask(1, '/forum/1')).text).not.toContain(content)
  expect((await reply(running, 0, content)).status).toBe(201)
  await vi.waitFor(async () => expect((await running.ask(1, '/api/forum-replies/1')).text).toContain(content), SOON)
})

describe('with a read replica', () => {
  test('visitors are served from the replica, never staler than the last invalidation, and from the leader when it is gone', async () => {
    const server = stopLater(await startPostgres({ durable: true }))
    const replica = stopLater(await server.startReplica())
    group = await startServerGroup(server.url, 2, async (databaseUrl) => ({
      DATABASE_READ_URL: Object.assign(new URL(replica.url), { pathname: new URL(databaseUrl).pathname }).href,
      CONTENT: 'demo',
      LOG_LEVEL: 'warn',
    }))
    const running = group
    const database = new URL(running.databaseUrl).pathname.slice(1)
    const countReads = async () => {
      const client = new pg.Client({ connectionString: replica.url })
      await client.connect()
      const { rows } = await client.query('select sum(tup_fetched + tup_returned)::int as n from pg_stat_database where datname = $1', [
        database,
      ])
      await client.end()
      return (rows[0] as { n: number }).n
    }
    const before = await countReads()
    await vi.waitFor(async () => {
      await running.ask(0, `/api/articles?search=${crypto.randomUUID().slice(0, 5)}`)
      expect(await countReads()).toBeGreaterThan(before + 50)
    }, SOON)

    for (let turn = 0; turn < 15; turn += 1) {
      const content = `Followed ${crypto.randomUUID()}`
      await running.ask(1, '/forum/2')
      const posted = await reply(running, 0, content, 2)
      expect(posted.status).toBe(201)
      // The author reads their own write at once from any process; others once the invalidation has arrived.
      expect((await running.ask(1, '/forum/2', { cookie: cookieOf(posted) })).text).toContain(content)
      await vi.waitFor(async () => expect((await running.ask(1, '/forum/2')).text).toContain(content), SOON)
    }

    // While replay is paused the replica lags: cache misses are read from the leader.
    const client = new pg.Client({ connectionString: replica.url })
    await client.connect()
    await client.query('select pg_wal_replay_pause()')
    const content = `Held back ${crypto.randomUUID()}`
    expect((await reply(running, 0, content, 3)).status).toBe(201)
    await vi.waitFor(async () => expect((await running.ask(1, '/forum/3')).text).toContain(content), SOON)
    for (let turn = 0; turn < 10; turn += 1)
      expect((await running.ask(1, `/api/forum-replies/3?limit=${turn + 20}`)).text).toContain(content)
    await client.query('select pg_wal_replay_resume()')
    await client.end()

    await replica.stop()
    for (let turn = 0; turn < 20; turn += 1)
      expect((await running.ask(turn % 2, `/articles?search=${crypto.randomUUID().slice(0, 5)}`)).status).toBe(200)
  })
})
