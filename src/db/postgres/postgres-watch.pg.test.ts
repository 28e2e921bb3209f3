/** The connection on which a process hears of the others, cut again and again: also while it is being made. */
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import type { ChangeWatch } from '#db/changes/change-feed.ts'
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

async function watch(engine: Engine, onLeading: (leads: boolean) => void = () => undefined): Promise<ChangeWatch> {
  const begun = await engine.watchChanges?.({ onChange: () => undefined, onMissed: () => undefined, onLeading })
  if (!begun) throw new Error('This engine has nothing to tell.')
  return begun
}

test('however often and whenever it is cut, each process ends with one connection, and one of them leads', async () => {
  const engine = await openPostgres(databaseUrl)
  const isLeading: boolean[] = []
  const watches = await Promise.all(Array.from({ length: WATCHES }, (_, at) => watch(engine, (leads) => void (isLeading[at] = leads))))
  // Without a pause between: what is cut is at every stage of being made.
  for (let round = 0; round < 400; round += 1) await sql.query(`select pg_terminate_backend(pid) ${OURS}`)
  await vi.waitFor(async () => {
    expect(await countOf(OURS)).toBe(WATCHES)
    expect(isLeading.filter(Boolean)).toHaveLength(1)
  }, SOON)
  // Whoever holds the lock is one that asks again every second, and not a connection that somebody forgot.
  const before = Date.now()
  await vi.waitFor(async () => expect(await countOf(`${OURS} and state_change > to_timestamp(${before / 1000})`)).toBe(WATCHES), SOON)
  expect(await countOf(OURS)).toBe(WATCHES)

  await Promise.all(watches.map((one) => one.close()))
  await vi.waitFor(async () => expect(await countOf(OURS)).toBe(0), SOON)
  await engine.close()
})

test('a watch that is closed while its connection is being made leaves none behind', async () => {
  const engine = await openPostgres(databaseUrl)
  for (let round = 0; round < 20; round += 1) {
    const begun = await watch(engine)
    await sql.query(`select pg_terminate_backend(pid) ${OURS}`)
    await new Promise((resolve) => setTimeout(resolve, round))
    await begun.close()
  }
  await vi.waitFor(async () => expect(await countOf(OURS)).toBe(0), SOON)
  await engine.close()
})
