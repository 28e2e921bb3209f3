import { sql, type Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Counters shared by several processes; empty with SQLite. Unlogged, as losing them in a crash is acceptable.
  const createCounts = (name: string) => {
    const table = db.schema.createTable(name)
    return engine === 'postgres' ? table.modifyFront(sql`unlogged`) : table
  }
  await createCounts('rate_limits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('hits', 'integer', notNullColumn)
    .addColumn('resets_at', timestamp(engine), notNullColumn)
    .execute()
  await createCounts('visits')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('expires_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createTable('daily_salts')
    .addColumn('day', 'text', (c) => c.primaryKey())
    .addColumn('sealed', 'text', notNullColumn)
    .execute()
  await db.schema.createIndex('rate_limits_end').on('rate_limits').column('resets_at').execute()
  await db.schema.createIndex('visits_end').on('visits').column('expires_at').execute()
}
