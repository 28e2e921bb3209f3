/** A migration that fails half-way: the start reports it and changes nothing, and once the cause is fixed no data is missing. */
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
/** Name of the last migration that creates a table: when it is run again, it fails because the table exists. */
const LAST_CREATING_MIGRATION = globSync('src/db/migrations/*.ts', { cwd: join(import.meta.dirname, '../..') })
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
    const problems: string[] = []
    const running = await startServer(env)
    const writes = new MixedWrites()
    const writing = writes.start(() => running.url)
    await writes.untilMore(WRITES)
    await writing.stop()
    await running.stop()
    const { dataDir } = running
    // Marks the last migrations as not run, so that the first of them fails.
    const removedRows = await withRaw(dataDir, server, async (db) => {
      const table = forAnyTable(db)
      const rows = await table.selectFrom('kysely_migration').selectAll().where('name', '>=', LAST_CREATING_MIGRATION!).execute()
      for (const { name } of rows) await table.deleteFrom('kysely_migration').where('name', '=', name!).execute()
      return rows
    })
    const before = await withRaw(dataDir, server, describeTables)
    const started = await startServer({ ...env, DATA_DIR: dataDir }).catch((error: unknown) => String(error))
    if (typeof started !== 'string') {
      problems.push('a start with a failing migration succeeds')
      await started.kill()
    } else if (
      !/Database migration failed: \d{4}_\w+ \(.*Nothing was changed\. Start the previous version, or restore a backup/.test(started)
    )
      problems.push(`a start reports: ${started}`)
    if ((await withRaw(dataDir, server, describeTables)) !== before) problems.push('a failed migration has changed the tables')
    await withRaw(dataDir, server, async (db) => void (await forAnyTable(db).insertInto('kysely_migration').values(removedRows).execute()))
    const again = await startServer({ ...env, DATA_DIR: dataDir })
    if ((await fetch(`${again.url}/readyz`)).status !== 200) problems.push('/readyz is not ready after the cause is fixed')
    await again.stop()
    const lost = await readStored(dataDir, server, (db) => writes.findLost(db))
    removeData(dataDir)
    problems.push(...lost.map((one) => `lost: ${one}`))
    return { engine, name: this.name, rounds: 1, acknowledged: writes.acknowledged.length, lost: lost.length, problems }
  },
}))

/** Opens the database without running migrations. */
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

/** Returns the executed migrations, and the tables with their columns, as JSON. */
async function describeTables(db: SiteDatabase): Promise<string> {
  const executed = await forAnyTable(db).selectFrom('kysely_migration').select('name').orderBy('name').execute()
  const tables = await db.introspection.getTables()
  return JSON.stringify([executed, tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])])
}
