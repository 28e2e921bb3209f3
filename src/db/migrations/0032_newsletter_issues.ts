import type { Kysely } from 'kysely'
import { idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds the newsletter: interests of subscribers, issues, recipients, and unsubscribes. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('subscribers').addColumn('consent_source', 'text').execute()
  await db.schema.alterTable('subscribers').addColumn('consent_at', timestamp(engine)).execute()
  await db.schema
    .createTable('subscriber_interests')
    .addColumn('subscriber_id', 'integer', (c) => c.notNull().references('subscribers.id').onDelete('cascade'))
    .addColumn('category_id', 'integer', (c) => c.notNull().references('categories.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('subscriber_interests_key', ['subscriber_id', 'category_id'])
    .execute()
  await db.schema.createIndex('subscriber_interests_category').on('subscriber_interests').column('category_id').execute()

  await db.schema
    .createTable('newsletter_issues')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('subject', 'text', notNullColumn)
    .addColumn('intro', 'text', notNullColumn)
    .addColumn('entries', 'text', notNullColumn)
    .addColumn('audience', 'text', notNullColumn)
    .addColumn('rate', 'integer', notNullColumn)
    .addColumn('state', 'text', notNullColumn)
    .addColumn('origin', 'text')
    .addColumn('html', 'text')
    .addColumn('plain', 'text')
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addColumn('changed_at', timestamp(engine), notNullColumn)
    .addColumn('scheduled_at', timestamp(engine))
    .addColumn('started_at', timestamp(engine))
    .addColumn('listed_at', timestamp(engine))
    .addColumn('finished_at', timestamp(engine))
    .addColumn('last_error', 'text')
    .execute()
  await db.schema.createIndex('newsletter_issues_started').on('newsletter_issues').column('started_at').execute()
  // The table has no reference to the subscriber: unsubscribing erases the subscriber, and the count stays.
  await db.schema
    .createTable('newsletter_recipients')
    .addColumn('issue_id', 'integer', (c) => c.notNull().references('newsletter_issues.id').onDelete('cascade'))
    .addColumn('subscriber_id', 'integer', notNullColumn)
    .addColumn('state', 'text', notNullColumn)
    .addColumn('attempts', 'integer', notNullZeroColumn)
    .addColumn('reason', 'text')
    .addPrimaryKeyConstraint('newsletter_recipients_key', ['issue_id', 'subscriber_id'])
    .execute()
  await db.schema
    .createIndex('newsletter_recipients_state')
    .on('newsletter_recipients')
    .columns(['issue_id', 'state', 'subscriber_id'])
    .execute()
  await db.schema
    .createTable('newsletter_departures')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('left_at', timestamp(engine), notNullColumn)
    .addColumn('joined_at', timestamp(engine))
    .addColumn('issue_id', 'integer', (c) => c.references('newsletter_issues.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('newsletter_departures_time').on('newsletter_departures').column('left_at').execute()
  await db.schema.createIndex('newsletter_departures_issue').on('newsletter_departures').column('issue_id').execute()
}
