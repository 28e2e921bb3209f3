import type { Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { createRowChangeFunction, replaceUpdateTrigger } from '#db/search/change-triggers.ts'

/** Updates of a topic's reply count and last activity are not recorded, as the replies are recorded themselves. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await createRowChangeFunction(db, engine)
  await replaceUpdateTrigger(db, engine, 'topics', { kind: 'topic', of: 'id', columns: ['title', 'content', 'category_id', 'status'] })
}
