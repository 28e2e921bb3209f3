import { sql } from 'kysely'
import { forAnyTable } from './any-table.ts'
import type { SiteDatabase, Tables } from './tables.ts'

/**
 * The smallest value of a column: of a time, the oldest. For jobs that delete by age, so that they know when the next row is old enough.
 * @param column of text or of time
 * @returns undefined when there is none
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
