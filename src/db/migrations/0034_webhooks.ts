import { sql, type Kysely } from 'kysely'
import { idColumn, required, timestamp, zero } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

type Enquiries = Kysely<{ enquiries: { status: string; closed_at: string | null } }>

/** Who is told by HTTP of what happens on the site, and how each of these calls went; since when an enquiry is closed, what was deleted when, and addresses that get no mail. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('webhooks')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('url', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('events', 'text', required)
    .addColumn('secret', 'text', required)
    .addColumn('old_secret', 'text')
    .addColumn('old_secret_until', timestamp(engine))
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('paused_at', timestamp(engine))
    .addColumn('paused_reason', 'text')
    .addColumn('failing_since', timestamp(engine))
    .execute()
  await db.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('webhook_id', 'integer', (c) => c.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('event_id', 'text', required)
    .addColumn('event', 'text', required)
    .addColumn('payload', 'text', required)
    .addColumn('created_at', timestamp(engine), required)
    .addColumn('attempts', 'integer', zero)
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
  // Nobody knows when these were closed: their time begins now.
  await (db as unknown as Enquiries)
    .updateTable('enquiries')
    .set({ closed_at: new Date().toISOString() })
    .where('status', 'in', ['completed', 'cancelled'])
    .execute()
  await db.schema.createIndex('audit_at').on('audit_entries').column('at').execute()
  await db.schema
    .createTable('retention_runs')
    .addColumn('rule', 'text', required)
    .addColumn('day', 'text', required)
    .addColumn('last_run_at', timestamp(engine), required)
    .addColumn('runs', 'integer', required)
    .addColumn('removed', 'integer', required)
    .addPrimaryKeyConstraint('retention_runs_of', ['rule', 'day'])
    .execute()

  await db.schema
    .createTable('suppressions')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('address', 'text', (c) => c.notNull().unique())
    .addColumn('reason', 'text', required)
    .addColumn('detail', 'text', required)
    .addColumn('soft_bounces', 'integer', zero)
    .addColumn('last_event_at', timestamp(engine), required)
    .addColumn('suppressed_at', timestamp(engine))
    .execute()
  await db.schema.createIndex('suppressions_newest').on('suppressions').columns(['suppressed_at', 'id']).execute()
  await db.schema.alterTable('mails').addColumn('purpose', 'text').execute()
  await db.schema.alterTable('mails').addColumn('suppressed_at', timestamp(engine)).execute()
}
