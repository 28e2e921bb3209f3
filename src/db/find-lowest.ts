import { sql } from 'kysely'
import { forAnyTable } from './any-table.ts'
import type { SiteDatabase, Tables } from './tables.ts'

/**
 * Returns the smallest value of a column, from which jobs that delete by age calculate when they are due.
 * @param column text or timestamp column
 * @returns `undefined` if the column has no value
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
