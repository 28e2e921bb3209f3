import { sql } from 'kysely'
import { forAnyTable } from './any-table.ts'
import type { SiteDatabase, Tables } from './tables.ts'

/**
 * Returns the smallest value of a column. Jobs that delete by age calculate from it when they are due.
 * @param column text or timestamp column
 * @returns undefined if there is none
 */
export async function findLowest<T extends keyof Tables>(
  db: SiteDatabase,
  table: T,
  column: keyof Tables[T] & string,
): Promise<string | undefined> {
  const name: string = table
  const row = await forAnyTable(db)
    .selectFrom(name)
    .select(sql.ref<string>(column).as('lowest'))
    .where(sql.ref(column), 'is not', null)
    .orderBy(sql.ref(column))
    .limit(1)
    .executeTakeFirst()
  return row?.lowest
}
