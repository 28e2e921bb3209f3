import { sql, type Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

type Enquiries = Kysely<{ enquiries: { status: string; closed_at: string | null } }>

/** Adds webhooks with their deliveries, closing times of enquiries, retention runs, and suppressed email addresses. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('url', 'text', notNullColumn)
    .addColumn('description', 'text', notNullColumn)
    .addColumn('events', 'text', notNullColumn)
    .addColumn('secret', 'text', notNullColumn)
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', timestamp(engine))
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('paused_at', timestamp(engine))
    .addColumn('paused_reason', 'text')
    .addColumn('failing_since', timestamp(engine))
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('webhook_id', 'integer', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', notNullColumn)
    .addColumn('event', 'text', notNullColumn)
    .addColumn('payload', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('attempts', 'integer', notNullZeroColumn)
    .addColumn('attempted_at', timestamp(engine))
    .addColumn('delivered_at', timestamp(engine))
    .addColumn('failed_at', timestamp(engine))
    .addColumn('status', 'integer')
    .addColumn('answer', 'text')
    .addColumn('duration_ms', 'integer')
    .addColumn('error', 'text')
    .execute()
  await db.schema.createIndex('webhook_deliveries_of').on('webhook_deliveries').columns(['webhook_id', 'id']).execute()
  await db.schema.createIndex('webhook_deliveries_created').on('webhook_deliveries').column('created_at').execute()
  await db.schema
    .createIndex('webhooks_paused')
    .on('webhooks')
    .column('paused_reason')
    .where(sql<boolean>`paused_reason is not null`)
    .execute()

  for (const name of ['closed_at', 'anonymised_at']) await db.schema.alterTable('enquiries').addColumn(name, timestamp(engine)).execute()
  // The closing time of existing ones is unknown: their retention period begins now.
  await (db as unknown as Enquiries)
    .updateTable('enquiries')
    .set({ closed_at: new Date().toISOString() })
    .where('status', 'in', ['completed', 'cancelled'])
    .execute()
  await db.schema.createIndex('audit_at').on('audit_entries').column('at').execute()
  await db.schema
    .createTable('retention_runs')
    .addColumn('rule', 'text', notNullColumn)
    .addColumn('day', 'text', notNullColumn)
    .addColumn('last_run_at', timestamp(engine), notNullColumn)
    .addColumn('runs', 'integer', notNullColumn)
    .addColumn('removed', 'integer', notNullColumn)
    .addPrimaryKeyConstraint('retention_runs_of', ['rule', 'day'])
    .execute()

  await db.schema
    .createTable('suppressions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('reason', 'text', notNullColumn)
    .addColumn('detail', 'text', notNullColumn)
    .addColumn('soft_bounces', 'integer', notNullZeroColumn)
    .addColumn('last_event_at', timestamp(engine), notNullColumn)
    .addColumn('suppressed_at', timestamp(engine))
    .execute()
  await db.schema.createIndex('suppressions_newest').on('suppressions').columns(['suppressed_at', 'id']).execute()
  await db.schema.alterTable('mails').addColumn('purpose', 'text').execute()
  await db.schema.alterTable('mails').addColumn('suppressed_at', timestamp(engine)).execute()
}
