import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

/**
 * Holds a row to the end of the transaction: whoever else wants to change it, or add something that belongs to it, waits.
 * SQLite has one writer at a time, so there it only looks.
 * @returns whether there is such a row
 */
export async function holdRow(db: SiteDatabase, table: 'products' | 'articles' | 'users' | 'enquiries', id: number): Promise<boolean> {
  const row = await db
    .selectFrom(table as 'products')
    .select('id')
    .where('id', '=', id)
    .$if(engineOf(db) === 'postgres', (q) => q.modifyEnd(sql`for update`))
    .executeTakeFirst()
  return row !== undefined
}
