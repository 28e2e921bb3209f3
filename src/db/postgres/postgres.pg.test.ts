/** Tests terminated PostgreSQL connections, site removal under contention, and session settings. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { openPostgres } from './postgres.ts'

const url = inject('databaseUrl')

/** Runs as a child process, since an unhandled `error` event would end it. Waits for a line on stdin, then queries again. */
const PROGRAM = `
  import { once } from 'node:events'
  import { setImmediate } from 'node:timers/promises'
  import { openPostgres } from '#db/postgres/postgres.ts'
  const engine = await openPostgres(process.env.DATABASE_URL)
  const db = await engine.connect(process.env.SITE)
  const one = (on) => on.selectNoFrom((eb) => eb.lit(1).as('one')).execute()
  const trx = process.env.HOLDS ? await db.startTransaction().execute() : undefined
  await one(trx ?? db)
  console.log('ready')
  await once(process.stdin, 'data')
  // The connection's end arrived before the line: let its event run.
  await setImmediate()
  const failed = await trx?.rollback().execute().then(() => 'no', () => 'yes')
  console.log('rows ' + (await one(db)).length + (failed ? ' transaction failed: ' + failed : ''))
  await engine.drop(process.env.SITE)
  await engine.close()
`

test.each([
  ['idle', '', 'rows 1'],
  ['in a transaction', 'yes', 'rows 1 transaction failed: yes'],
])('a connection that the server terminates while it is %s is replaced', async (_, holds, output) => {
  const name = `lost_${crypto.randomUUID().slice(0, 8)}`
  const mine = new URL(url)
  mine.searchParams.set('application_name', name)
  const env = { ...process.env, DATABASE_URL: mine.href, SITE: name, HOLDS: holds }
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM], { env, stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'exit')
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  expect((await lines.next()).value).toBe('ready')

  const server = new pg.Client({ connectionString: url })
  await server.connect()
  const { rows } = await server.query('select pg_terminate_backend(pid) from pg_stat_activity where application_name = $1', [name])
  expect(rows.length).toBeGreaterThan(0)
  await vi.waitFor(async () => {
    const { rows } = await server.query('select pid from pg_stat_activity where application_name = $1', [name])
    expect(rows).toEqual([])
  }, 60_000)
  await server.end()
  child.stdin.end('go on\n')
  expect((await lines.next()).value).toBe(output)
  expect(await ended).toEqual([0, null])
})

test('drop retries after a deadlock with a transaction that reads the site', async () => {
  const site = `read_${crypto.randomUUID().slice(0, 8)}`
  const engine = await openPostgres(url)
  await engine.connect(site).then((db) => db.destroy())
  const reader = new pg.Client({ connectionString: url })
  await reader.connect()
  await reader.query(`create table site_${site}.first (id int); create table site_${site}.last (id int)`)
  // PostgreSQL aborts the transaction whose deadlock_timeout expires first: here that of the removal.
  await reader.query(`set deadlock_timeout = '1h'`)
  await reader.query('begin')
  await reader.query(`select from site_${site}.last`)
  const watch = new pg.Client({ connectionString: url })
  await watch.connect()
  const waiting = `select pid from pg_locks where not granted and relation = 'site_${site}.last'::regclass`
  const removed = engine.drop(site)
  await vi.waitFor(async () => expect((await watch.query(waiting)).rows).toHaveLength(1), 60_000)
  await reader.query(`select from site_${site}.first`)
  await reader.query('commit')
  await removed
  expect(await engine.listSites()).not.toContain(site)
  await Promise.all([reader.end(), watch.end(), engine.close()])
})

test('connections disable JIT and parallel workers', async () => {
  const engine = await openPostgres(url)
  const site = `jit_${crypto.randomUUID().slice(0, 8)}`
  const db = await engine.connect(site)
  const settings = sql`select current_setting('jit') as jit, current_setting('max_parallel_workers_per_gather') as helpers`
  expect((await settings.execute(db)).rows).toEqual([{ jit: 'off', helpers: '0' }])
  await db.destroy()
  await engine.drop(site)
  await engine.close()
})
