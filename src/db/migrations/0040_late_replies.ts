import type { Kysely } from 'kysely'
import { timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

interface Rows {
  users: { id: number; deleted_at: string | null }
  topics: { id: number; user_id: number }
  replies: { id: number; topic_id: number; user_id: number; status: string }
  topic_watches: { topic_id: number; user_id: number; told_reply_id: number; created_at: string }
}

/** The guest account, which does not watch topics. */
const GUEST = 1

/** Adds approval times of moderated replies; authors of earlier posts start to watch their topics. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema.alterTable('replies').addColumn('approved_at', timestamp(engine)).execute()
  const rows = db as unknown as Kysely<Rows>
  const writers = rows
    .selectFrom('topics')
    .select(['id as topic_id', 'user_id'])
    .union(rows.selectFrom('replies').select(['topic_id', 'user_id']).where('status', '=', 'visible'))
  await rows
    .insertInto('topic_watches')
    .columns(['topic_id', 'user_id', 'told_reply_id', 'created_at'])
    .expression(
      rows
        .selectFrom(writers.as('w'))
        .innerJoin('users as u', 'u.id', 'w.user_id')
        .select((eb) => [
          'w.topic_id',
          'w.user_id',
          eb.fn
            .coalesce(
              eb
                .selectFrom('replies as r')
                .select((one) => one.fn.max<number>('r.id').as('last'))
                .whereRef('r.topic_id', '=', 'w.topic_id'),
              eb.lit(0),
            )
            .as('told_reply_id'),
          eb.val(new Date().toISOString()).$castTo<string>().as('created_at'),
        ])
        .where('u.id', '!=', GUEST)
        .where('u.deleted_at', 'is', null),
    )
    .onConflict((oc) => oc.columns(['topic_id', 'user_id']).doNothing())
    .execute()
}
