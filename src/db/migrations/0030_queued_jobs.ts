import { sql, type Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

type Before = {
  mails: { id: number; created_at: string; try_at: string | null; attempts: number }
  queued_jobs: {
    kind: string
    unique_key: string
    payload: string
    priority: number
    due_at: string | null
    attempts: number
    created_at: string
  }
}

/** Adds the persistent job queue with schedule and results. Pending mails become its first jobs. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('queued_jobs')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('unique_key', 'text')
    .addColumn('payload', 'text', notNullColumn)
    .addColumn('priority', 'integer', notNullColumn)
    .addColumn('due_at', timestamp(engine))
    .addColumn('started_at', timestamp(engine))
    .addColumn('attempts', 'integer', notNullZeroColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('failed_at', timestamp(engine))
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('queued_jobs_once').unique().on('queued_jobs').columns(['kind', 'unique_key']).execute()
  const isWaiting = sql<boolean>`due_at is not null`
  await db.schema.createIndex('queued_jobs_due').on('queued_jobs').column('due_at').where(isWaiting).execute()
  await db.schema.createIndex('queued_jobs_order').on('queued_jobs').columns(['priority', 'due_at', 'id']).where(isWaiting).execute()

  const tables = db.withTables<Before>()
  await tables
    .insertInto('queued_jobs')
    .columns(['kind', 'unique_key', 'payload', 'priority', 'due_at', 'attempts', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('mails')
        .select([
          sql<string>`'mail.send'`.as('kind'),
          sql<string>`cast(id as text)`.as('unique_key'),
          sql<string>`'{"mailId":' || cast(id as text) || '}'`.as('payload'),
          sql<number>`20`.as('priority'),
          'try_at',
          'attempts',
          'created_at',
        ])
        .where('try_at', 'is not', null),
    )
    .execute()
  for (const name of ['mails_due', 'mails_failed']) await db.schema.dropIndex(name).execute()
  await db.schema.alterTable('mails').dropColumn('try_at').execute()
  await db.schema
    .createIndex('mails_failed')
    .on('mails')
    .column('created_at')
    .where(sql.ref('sent_at'), 'is', null)
    .where(sql.ref('attempts'), '>', 0)
    .execute()
}
