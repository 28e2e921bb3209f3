/** Tests repeated terminations of the listening connection, also while it is being established. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ChangeSubscription } from '#db/changes/change-feed.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from './postgres.ts'

const WAIT_OPTIONS = { timeout: 60_000, interval: 20 }
const WATCHES = 3

const database = `watch_${crypto.randomUUID().slice(0, 8)}`
let server: pg.Client
let sql: pg.Client
let databaseUrl: string

beforeAll(async () => {
  server = new pg.Client({ connectionString: inject('databaseUrl') })
  await server.connect()
  await server.query(`create database ${database}`)
  databaseUrl = Object.assign(new URL(inject('databaseUrl')), { pathname: `/${database}` }).href
  sql = new pg.Client({ connectionString: databaseUrl })
  await sql.connect()
})
afterAll(async () => {
  await sql.end()
  await server.query(`drop database ${database} with (force)`)
  await server.end()
})

/** Selects the connections that listen for changes, without the columns. */
const FROM_LISTENERS = `from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`
const countOf = async (statement: string) => Number((await sql.query<{ n: string }>(`select count(*) as n ${statement}`)).rows[0]?.n)

async function watch(engine: Engine, onLeadershipChange: (isLeader: boolean) => void = () => undefined): Promise<ChangeSubscription> {
  const subscription = await engine.watchChanges?.({
    onChange: () => undefined,
    onMissed: () => undefined,
    onLeadershipChange,
  })
  if (!subscription) throw new Error('This engine has no watchChanges.')
  return subscription
}

test('after repeated terminations each process has one connection, and one process is the leader', async () => {
  const engine = await openPostgres(databaseUrl)
  const isLeading: boolean[] = []
  const watches = await Promise.all(
    Array.from({ length: WATCHES }, (_, index) => watch(engine, (isLeader) => void (isLeading[index] = isLeader))),
  )
  // Without a pause, so that connections are terminated at every stage of being established.
  for (let round = 0; round < 400; round += 1) await sql.query(`select pg_terminate_backend(pid) ${FROM_LISTENERS}`)
  await vi.waitFor(async () => {
    expect(await countOf(FROM_LISTENERS)).toBe(WATCHES)
    expect(isLeading.filter(Boolean)).toHaveLength(1)
  }, WAIT_OPTIONS)
  // All connections are polled every second, so none of them, nor the leader's lock, is leaked.
  const before = Date.now()
  await vi.waitFor(
    async () => expect(await countOf(`${FROM_LISTENERS} and state_change > to_timestamp(${before / 1000})`)).toBe(WATCHES),
    WAIT_OPTIONS,
  )
  expect(await countOf(FROM_LISTENERS)).toBe(WATCHES)

  await Promise.all(watches.map((watcher) => watcher.close()))
  await vi.waitFor(async () => expect(await countOf(FROM_LISTENERS)).toBe(0), WAIT_OPTIONS)
  await engine.close()
})

test('a watch that is closed while it is connecting leaks no connection', async () => {
  const engine = await openPostgres(databaseUrl)
  for (let round = 0; round < 20; round += 1) {
    const subscription = await watch(engine)
    await sql.query(`select pg_terminate_backend(pid) ${FROM_LISTENERS}`)
    // Closes at a different stage of the reconnection in each round.
    await new Promise((resolve) => setTimeout(resolve, round))
    await subscription.close()
  }
  await vi.waitFor(async () => expect(await countOf(FROM_LISTENERS)).toBe(0), WAIT_OPTIONS)
  await engine.close()
})
