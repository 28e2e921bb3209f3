import type { Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { prepareChangeNotes, replaceNotedColumns } from '#db/changes/row-changes.ts'

/** A topic's count and its last activity change with its replies, which are noted themselves. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await prepareChangeNotes(db, engine)
  await replaceNotedColumns(db, engine, 'topics', { kind: 'topic', of: 'id', columns: ['title', 'content', 'category_id', 'status'] })
}
