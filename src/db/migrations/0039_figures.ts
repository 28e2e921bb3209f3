import { sql, type Kysely } from 'kysely'
import { doubleColumn, idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds reference values (prices, rules and assumptions) with periods, sources and checks. Replaced values stay. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('figures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('label', 'text', notNullColumn)
    .addColumn('unit', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('changed_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema
    .createTable('figure_values')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('figure_id', 'integer', (c) => c.notNull().references('figures.id').onDelete('cascade'))
    .addColumn('value', doubleColumn)
    .addColumn('low', doubleColumn)
    .addColumn('high', doubleColumn)
    .addColumn('nations', 'text', notNullColumn)
    .addColumn('valid_from', 'text', notNullColumn)
    .addColumn('valid_to', 'text')
    .addColumn('source_title', 'text', notNullColumn)
    .addColumn('source_publisher', 'text', notNullColumn)
    .addColumn('source_url', 'text', notNullColumn)
    .addColumn('checked_on', 'text', notNullColumn)
    .addColumn('checked_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('due_on', 'text', notNullColumn)
    .addColumn('certainty', 'text', notNullColumn)
    .addColumn('note', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('superseded_at', timestamp(engine))
    .execute()
  // Rejects the second of two concurrent saves.
  await db.schema
    .createIndex('figure_values_standing')
    .unique()
    .on('figure_values')
    .columns(['figure_id', 'valid_from'])
    .where(sql<boolean>`superseded_at is null`)
    .execute()
  await db.schema.createIndex('figure_values_of').on('figure_values').column('figure_id').execute()
  await db.schema.createIndex('figure_values_checked_by').on('figure_values').column('checked_by').execute()
}
