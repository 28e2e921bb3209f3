import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Sites launched from this site. Only the main site's table has rows.
  await db.schema
    .createTable('launches')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('domain_name', 'text', (c) => c.unique())
    .addColumn('name', 'text', notNullColumn)
    .addColumn('state', 'text', notNullColumn)
    .addColumn('config', 'text', notNullColumn)
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('claim_until', timestamp(engine), notNullColumn)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('launches_of_state').on('launches').columns(['state', 'id']).execute()
}
