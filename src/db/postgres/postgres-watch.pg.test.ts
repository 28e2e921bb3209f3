/** Tests repeated terminations of the listening connection, also while it is being established. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ChangeSubscription } from '#db/changes/change-feed.ts'
import type { Engine } from '#db/engine.ts'
import { openPostgres } from './postgres.ts'

const SOON = { timeout: 60_000, interval: 20 }
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

const OURS = `from pg_stat_activity where datname = current_database() and application_name = 'netzero changes'`
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
  for (let round = 0; round < 400; round += 1) await sql.query(`select pg_terminate_backend(pid) ${OURS}`)
  await vi.waitFor(async () => {
    expect(await countOf(OURS)).toBe(WATCHES)
    expect(isLeading.filter(Boolean)).toHaveLength(1)
  }, SOON)
  // All connections are polled every second, so none of them, nor the leader's lock, is leaked.
  const before = Date.now()
  await vi.waitFor(async () => expect(await countOf(`${OURS} and state_change > to_timestamp(${before / 1000})`)).toBe(WATCHES), SOON)
  expect(await countOf(OURS)).toBe(WATCHES)

  await Promise.all(watches.map((watcher) => watcher.close()))
  await vi.waitFor(async () => expect(await countOf(OURS)).toBe(0), SOON)
  await engine.close()
})

test('a watch that is closed while it is connecting leaks no connection', async () => {
  const engine = await openPostgres(databaseUrl)
  for (let round = 0; round < 20; round += 1) {
    const subscription = await watch(engine)
    await sql.query(`select pg_terminate_backend(pid) ${OURS}`)
    await new Promise((resolve) => setTimeout(resolve, round))
    await subscription.close()
  }
  await vi.waitFor(async () => expect(await countOf(OURS)).toBe(0), SOON)
  await engine.close()
})
