import { sql, type Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the records of the duties kit: one draft per duty at most, and signed versions. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('duty_records')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('duty', 'text', notNullColumn)
    .addColumn('number', 'integer', notNullColumn)
    .addColumn('answers', 'text', notNullColumn)
    .addColumn('facts', 'text')
    .addColumn('review_months', 'integer', notNullColumn)
    .addColumn('version', 'integer', (c) => c.notNull().defaultTo(1))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('updated_at', timestamp(engine), notNullColumn)
    .addColumn('created_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('signed_at', timestamp(engine))
    .addColumn('signed_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('signatory_name', 'text')
    .addColumn('signatory_role', 'text')
    .addColumn('review_due_at', timestamp(engine))
    .addColumn('reminded_at', timestamp(engine))
    .addColumn('origin', 'text')
    .execute()
  await db.schema.createIndex('duty_records_of_duty').unique().on('duty_records').columns(['duty', 'number']).execute()
  await db.schema
    .createIndex('duty_records_draft')
    .unique()
    .on('duty_records')
    .column('duty')
    .where(sql.ref('signed_at'), 'is', null)
    .execute()
  await db.schema.createIndex('duty_records_by_review').on('duty_records').columns(['review_due_at', 'id']).execute()
  await db.schema.createIndex('duty_records_by_creator').on('duty_records').column('created_by').execute()
  await db.schema.createIndex('duty_records_by_signer').on('duty_records').column('signed_by').execute()
}
