/** The day of a timestamp, which the engines say differently. */
import { sql, type RawBuilder } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

/**
 * The UTC day of a timestamp column, as `2026-11-21`.
 * @param column of a table or alias in the query: `created_at`
 */
export const dayOf = (db: SiteDatabase, column: string): RawBuilder<string> =>
  engineOf(db) === 'sqlite'
    ? sql<string>`substr(${sql.ref(column)}, 1, 10)`
    : sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`
