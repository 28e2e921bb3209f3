import type { Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'
import { replaceSearchIndexes } from '#db/search/full-text.ts'

/** Makes PostgreSQL always use the intended search indexes. */
export const up = (db: Kysely<never>, engine: EngineName): Promise<void> => replaceSearchIndexes(db, engine)
