import type { Kysely } from 'kysely'
import { notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the home of each member, which prefills the tools. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('own_homes')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('answers', 'text', notNullColumn)
    .addColumn('changed_at', timestamp(engine), notNullColumn)
    .execute()
}
