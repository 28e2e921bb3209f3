import { sql, type Kysely } from 'kysely'
import { float, idColumn, required, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Prices, rules and assumptions with their periods, sources and checks. A value that is replaced stays. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('figures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('key', 'text', (c) => c.notNull().unique())
    .addColumn('label', 'text', required)
    .addColumn('unit', 'text', required)
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('changed_at', timestamp(engine), required)
    .execute()
  await db.schema
    .createTable('figure_values')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('figure_id', 'integer', (c) => c.notNull().references('figures.id').onDelete('cascade'))
    .addColumn('value', float)
    .addColumn('low', float)
    .addColumn('high', float)
    .addColumn('nations', 'text', required)
    .addColumn('valid_from', 'text', required)
    .addColumn('valid_to', 'text')
    .addColumn('source_title', 'text', required)
    .addColumn('source_publisher', 'text', required)
    .addColumn('source_url', 'text', required)
    .addColumn('checked_on', 'text', required)
    .addColumn('checked_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('due_on', 'text', required)
    .addColumn('certainty', 'text', required)
    .addColumn('note', 'text', required)
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('superseded_at', timestamp(engine))
    .execute()
  // Two people who save at once cannot both be right.
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
