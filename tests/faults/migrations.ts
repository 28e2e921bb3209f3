/** An update of the tables that fails half-way: the start says so and nothing is changed, and when its cause is gone all is there. */
import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { forAnyTable } from '#db/any-table.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { openPostgres } from '#db/postgres/postgres.ts'
import { openSqlite } from '#db/sqlite/sqlite.ts'
import { removeData, startServer } from '#tests/support/running-server.ts'
import { MixedWrites } from './mixed-writes.ts'
import { readStored, toEnv, type FaultOptions, type FaultRow, type Scenario } from './scenario.ts'

const WRITES = 8
/** Of the last that makes a table: run again, it finds the table in its way. Others may well be run twice. */
const FIRST_LEFT_OUT = globSync('src/db/migrations/*.ts', { cwd: join(import.meta.dirname, '../..') })
  .filter((file) => readFileSync(join(import.meta.dirname, '../..', file), 'utf8').includes('.createTable('))
  .map((file) => basename(file, '.ts'))
  .toSorted()
  .at(-1)

export const migrations: Scenario[] = (['SQLite', 'PostgreSQL'] as const).map((engine) => ({
  name: 'a migration that fails half-way',
  engine,
  isLong: true,
  async run({ postgres }: FaultOptions): Promise<FaultRow> {
    const server = engine === 'PostgreSQL' ? postgres : undefined
    const env = { CONTENT: 'demo', TRUST_PROXY: 'true', ...toEnv(server) }
    const faults: string[] = []
    const running = await startServer(env)
    const writes = new MixedWrites()
    const writing = writes.start(() => running.url)
    await writes.untilMore(WRITES)
    await writing.stop()
    await running.stop()
    const { dataDir } = running
    // As if the last migrations had not been run: the first of them finds what it makes there already.
    const taken = await withRaw(dataDir, server, async (db) => {
      const table = forAnyTable(db)
      const rows = await table.selectFrom('kysely_migration').selectAll().where('name', '>=', FIRST_LEFT_OUT!).execute()
      for (const { name } of rows) await table.deleteFrom('kysely_migration').where('name', '=', name!).execute()
      return rows
    })
    const before = await withRaw(dataDir, server, describeTables)
    const started = await startServer({ ...env, DATA_DIR: dataDir }).catch((fault: unknown) => String(fault))
    if (typeof started !== 'string') {
      faults.push('a start with a migration that fails goes on')
      await started.kill()
    } else if (
      !/Database migration failed: \d{4}_\w+ \(.*Nothing was changed\. Start the previous version, or restore a backup/.test(started)
    )
      faults.push(`a start says: ${started}`)
    if ((await withRaw(dataDir, server, describeTables)) !== before) faults.push('a migration that failed has left something')
    await withRaw(dataDir, server, async (db) => void (await forAnyTable(db).insertInto('kysely_migration').values(taken).execute()))
    const again = await startServer({ ...env, DATA_DIR: dataDir })
    if ((await fetch(`${again.url}/readyz`)).status !== 200) faults.push('/readyz is not ready when the cause is gone')
    await again.stop()
    const lost = await readStored(dataDir, server, (db) => writes.findLost(db))
    removeData(dataDir)
    faults.push(...lost.map((one) => `lost: ${one}`))
    return { engine, name: this.name, rounds: 1, acknowledged: writes.acknowledged.length, lost: lost.length, faults }
  },
}))

/** Without bringing it up to date. */
async function withRaw<T>(dataDir: string, postgres: FaultOptions['postgres'], work: (db: SiteDatabase) => Promise<T>): Promise<T> {
  const engine = postgres ? await openPostgres(postgres.url) : openSqlite(dataDir)
  const db = await engine.connect('main')
  try {
    return await work(db)
  } finally {
    await db.destroy()
    await engine.close()
  }
}

/** Tables with their columns, and the migrations that were run, as one text. */
async function describeTables(db: SiteDatabase): Promise<string> {
  const run = await forAnyTable(db).selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const tables = await db.introspection.getTables()
  return JSON.stringify([run, tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])])
}
