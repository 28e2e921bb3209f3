import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

/**
 * Holds a row to the end of the transaction: whoever else wants to change it, or add something that belongs to it, waits.
 * SQLite has one writer at a time, so there it only looks.
 * @returns whether there is such a row
 */
export async function lockRow(
  db: SiteDatabase,
  table:
    | 'products'
    | 'articles'
    | 'users'
    | 'enquiries'
    | 'newsletter_issues'
    | 'figures'
    | 'reviews'
    | 'webhooks'
    | 'launches'
    | 'subscribers',
  id: number,
): Promise<boolean> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .$if(engineOf(db) === 'postgres', (q) => q.modifyEnd(sql`for update`))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Holds a row's own columns only: whoever wants to change them waits, and what belongs to the row can still be added. For
 * whoever has already added something that belongs to it: two who did, and then asked for the whole row, would wait for each other.
 */
export async function lockRowColumns(db: SiteDatabase, table: 'users' | 'topics', id: number): Promise<void> {
  if (engineOf(db) !== 'postgres') return
  await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .modifyEnd(sql`for no key update`)
    .execute()
}

/**
 * For `modifyEnd` of a query in a transaction: holds the rows of this table that it finds, as `holdRow` does. A row that
 * somebody has changed while it waited is looked at anew, and left out when it no longer fits.
 * @param alias of the table in the query
 */
export const forUpdate = (db: SiteDatabase, alias: string) => (engineOf(db) === 'postgres' ? sql`for update of ${sql.ref(alias)}` : sql``)

/** For `modifyEnd` of a query that takes one row of many: those that another transaction holds are passed over, not waited for. */
export const skipLocked = (db: SiteDatabase) => (engineOf(db) === 'postgres' ? sql`for update skip locked` : sql``)

/**
 * For `modifyEnd`, too: holds them as `lockRowColumns` does.
 * @param alias of the table in the query
 */
export const forColumnUpdate = (db: SiteDatabase, alias: string) =>
  engineOf(db) === 'postgres' ? sql`for no key update of ${sql.ref(alias)}` : sql``
