/** A migration reaches every site at start: many sites, one failing, and two processes at once. */
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { Engine } from '#db/engine.ts'
import { loadMigrations, openSite, type Migrations, type SiteMigration } from '#db/open-site.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { buildTestApp, openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { Sites } from '#app/sites/sites.ts'
import { isNightly } from '#tests/support/run-mode.ts'

const COPIES = isNightly ? 200 : 40
/** Index of the site whose migration fails. */
const TROUBLED = 7
const MINUTES = 60_000
const TABLE = 'made_by_the_update'

let home: TestSites
let ids: number[]
let migrations: Migrations
const opened: Sites[] = []

const update: SiteMigration = {
  async up(db) {
    await db.schema.createTable(`${TABLE}_first`).addColumn('id', 'integer').execute()
    await db.schema.createTable(TABLE).addColumn('id', 'integer').execute()
  },
}

beforeAll(async () => {
  home = await openTestSites({ content: 'empty' })
  migrations = [...(await loadMigrations()), ['9999_the_update', update]]
  const first = 2_000_000_000 - Math.floor(Math.random() * 900_000_000)
  ids = Array.from({ length: COPIES }, (_, at) => first + at)
  for (const id of ids) {
    const db = await openSite(home.engine, `copy_${id}`)
    // A table of the same name makes the migration of this site fail.
    if (id === first + TROUBLED) await db.schema.createTable(TABLE).addColumn('id', 'integer').execute()
    await db.destroy()
  }
  const at = new Date().toISOString()
  const row = { name: 'One of many', state: 'live' as const, config: '{}', domain_name: null, user_id: null }
  await home.main.db
    .insertInto('launches')
    .values(
      ids.map((id) => ({
        ...row,
        id,
        public_id: `many-${id}`,
        slug: `many-${id}`,
        key_hash: `none-${id}`,
        created_at: at,
        claim_until: at,
      })),
    )
    .execute()
}, 60 * MINUTES)
afterAll(async () => {
  for (const sites of opened) await sites.closeAll()
  if (home.engine.name === 'postgres') for (const id of ids) await home.engine.drop(`copy_${id}`)
  await home.close()
}, 60 * MINUTES)

interface Process {
  sites: Sites
  ask(id: number, url?: string): Promise<{ status: number; body: string; retry: unknown }>
  failures: { site?: string; message: string }[]
  close(): Promise<void>
}

/** Starts what one process has: a connection pool, the sites and the app. */
async function startProcess(on: Engine): Promise<Process> {
  const sites = new Sites({ engine: on, main: home.main, publicUrl: undefined, dataDir: home.folder, migrations })
  opened.push(sites)
  const failures: Process['failures'] = []
  const log = { info() {}, warn() {}, error: (about: { site?: string }, message: string) => void failures.push({ ...about, message }) }
  const { app } = await buildTestApp({ sites })
  await sites.openAll(log)
  await app.ready()
  return {
    sites,
    failures,
    async ask(id, url = '/api/site') {
      const response = await app.inject({ url, headers: { host: `many-${id}.sustainable-tech.localhost` } })
      return { status: response.statusCode, body: response.body, retry: response.headers['retry-after'] }
    },
    close: () => app.close(),
  }
}

/** Counts the rows of Kysely's migration table for the update. */
const historyOf = async (id: number) => {
  const db = (await home.engine.connect(`copy_${id}`)).withTables<{ kysely_migration: { name: string } }>()
  const rows = await db.selectFrom('kysely_migration').select('name').where('name', '=', '9999_the_update').execute()
  await db.destroy()
  return rows.length
}

test(
  'many sites are migrated; a failing one is out of service, reports it, and stays unchanged',
  async () => {
    const others = home.engine.name === 'postgres' ? [await openPostgres(inject('databaseUrl') as unknown as string)] : []
    const [one, ...rest] = await Promise.all([home.engine, ...others].map(startProcess))
    const troubled = ids[TROUBLED] ?? 0
    for (const id of ids.filter((other) => other !== troubled)) expect(await historyOf(id), String(id)).toBe(1)
    for (const each of [one, ...rest]) {
      expect(each?.sites.list()).toHaveLength(COPIES)
      expect(each?.failures).toEqual([
        expect.objectContaining({ site: `many-${troubled}`, message: 'site out of service: opening failed' }),
      ])
      for (const id of [ids[0], ids.at(-1)]) expect((await each?.ask(id ?? 0))?.status).toBe(200)
      expect(await each?.ask(troubled, '/')).toMatchObject({ status: 503, retry: '300', body: expect.stringContaining('out of service') })
      expect(JSON.parse((await each?.ask(troubled))?.body ?? '')).toMatchObject({ code: 'site.out_of_service' })
    }
    // The failed migration was rolled back, including the statements before the error.
    expect(await historyOf(troubled)).toBe(0)
    const db = await home.engine.connect(`copy_${troubled}`)
    await db.schema.createTable(`${TABLE}_first`).addColumn('id', 'integer').execute()
    await db.schema.dropTable(`${TABLE}_first`).execute()
    await db.destroy()
    for (const each of [one, ...rest]) await each?.close()
    for (const other of others) await other.close()
  },
  60 * MINUTES,
)

test('a repaired site is migrated and served after the next start', async () => {
  const troubled = ids[TROUBLED] ?? 0
  const db = await home.engine.connect(`copy_${troubled}`)
  await db.schema.dropTable(TABLE).execute()
  await db.destroy()
  const again = await startProcess(home.engine)
  expect(again.failures).toEqual([])
  expect((await again.ask(troubled)).status).toBe(200)
  expect(await historyOf(troubled)).toBe(1)
  await again.close()
})
