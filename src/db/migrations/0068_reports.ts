import { sql, type Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds reports of content, the decisions about them, appeals, and restrictions that end by themselves. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('users').addColumn('restricted_until', timestamp(engine)).execute()
  await db.schema.createIndex('users_by_restriction_end').on('users').column('restricted_until').execute()
  await addReports(db, engine)
  await addDecisions(db, engine)
}

async function addReports(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('report_cases')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('author_id', 'integer', (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('path', 'text', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('due_at', timestamp(engine), notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('claimed_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('claimed_at', timestamp(engine))
    .addColumn('decided_at', timestamp(engine))
    .execute()
  await db.schema
    .createIndex('report_cases_open')
    .unique()
    .on('report_cases')
    .columns(['kind', 'subject_id'])
    .where(sql.ref('decided_at'), 'is', null)
    .execute()
  await db.schema.createIndex('report_cases_by_due').on('report_cases').columns(['due_at', 'id']).execute()
  await db.schema.createIndex('report_cases_by_decision').on('report_cases').columns(['decided_at', 'id']).execute()
  await db.schema.createIndex('report_cases_of_author').on('report_cases').column('author_id').execute()
  await db.schema
    .createTable('reports')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('case_id', 'integer', (c) => c.notNull().references('report_cases.id').onDelete('cascade'))
    .addColumn('reason', 'text', notNullColumn)
    .addColumn('illegal_kind', 'text')
    .addColumn('text', 'text')
    .addColumn('reporter_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('email', 'text')
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('reports_of_case').on('reports').columns(['case_id', 'id']).execute()
  // A member reports a subject once; visitors are limited by their network.
  await db.schema.createIndex('reports_once').unique().on('reports').columns(['reporter_id', 'case_id']).execute()
  await db.schema.createIndex('reports_by_age').on('reports').column('created_at').execute()
}

async function addDecisions(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('report_decisions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('case_id', 'integer', (c) => c.notNull().references('report_cases.id').onDelete('cascade'))
    .addColumn('decision', 'text', notNullColumn)
    .addColumn('reason', 'text', notNullColumn)
    .addColumn('text', 'text', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('content', 'text', notNullColumn)
    .addColumn('restricted_until', timestamp(engine))
    .addColumn('trash_id', 'integer')
    .addColumn('decided_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decided_at', timestamp(engine), notNullColumn)
    .execute()
  await db.schema.createIndex('report_decisions_of_case').on('report_decisions').columns(['case_id', 'id']).execute()
  await db.schema.createIndex('report_decisions_by_age').on('report_decisions').column('decided_at').execute()
  await db.schema
    .createTable('appeals')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('decision_id', 'integer', (c) => c.notNull().references('report_decisions.id').onDelete('cascade'))
    .addColumn('party', 'text', notNullColumn)
    .addColumn('user_id', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('text', 'text', notNullColumn)
    .addColumn('due_at', timestamp(engine), notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('outcome', 'text')
    .addColumn('outcome_text', 'text')
    .addColumn('decided_by', 'integer', (c) => c.references('users.id').onDelete('set null'))
    .addColumn('decided_at', timestamp(engine))
    .execute()
  await db.schema.createIndex('appeals_once').unique().on('appeals').columns(['decision_id', 'party']).execute()
  await db.schema.createIndex('appeals_by_state').on('appeals').columns(['decided_at', 'due_at', 'id']).execute()
  await db.schema.createIndex('appeals_of_user').on('appeals').column('user_id').execute()
}
