import type { Kysely } from 'kysely'
import { idColumn, required, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // The copies of the platform that this site has launched. Only the main site's table has rows.
  await db.schema
    .createTable('launches')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('domain_name', 'text', (c) => c.unique())
    .addColumn('name', 'text', required)
    .addColumn('state', 'text', required)
    .addColumn('config', 'text', required)
    .addColumn('key_hash', 'text', (c) => c.notNull().unique())
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('claim_until', timestamp(engine), required)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('launches_of_state').on('launches').columns(['state', 'id']).execute()
}
