import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

/**
 * Locks a row until the end of the transaction (`for update`): transactions that change it, or insert rows that reference it, wait.
 * On SQLite, which has a single writer, it only checks that the row exists.
 * @returns whether the row exists
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
 * Locks a row against changes of its columns (`for no key update`); rows that reference it can still be inserted. Use it in transactions
 * that have already inserted such a row, because two of them would deadlock on `for update`.
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
 * Returns the SQL that locks the found rows of a table as `lockRow` does, for `modifyEnd` of a query in a transaction. A row that was
 * changed meanwhile is re-evaluated, and omitted if it no longer matches.
 * @param alias alias of the table in the query
 */
export const forUpdate = (db: SiteDatabase, alias: string) => (engineOf(db) === 'postgres' ? sql`for update of ${sql.ref(alias)}` : sql``)

/** SQL that locks rows and skips those that other transactions have locked, for `modifyEnd` of a query that takes one row of a queue. */
export const skipLocked = (db: SiteDatabase) => (engineOf(db) === 'postgres' ? sql`for update skip locked` : sql``)

/**
 * Returns the SQL that locks the found rows as `lockRowColumns` does, for `modifyEnd`.
 * @param alias alias of the table in the query
 */
export const forColumnUpdate = (db: SiteDatabase, alias: string) =>
  engineOf(db) === 'postgres' ? sql`for no key update of ${sql.ref(alias)}` : sql``
