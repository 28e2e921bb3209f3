import type { Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { replaceSearchIndexes } from '#db/search/full-text.ts'

/** On PostgreSQL words are always found by the index that is made for it. */
export const up = (db: Kysely<never>, engine: EngineName): Promise<void> => replaceSearchIndexes(db, engine)
