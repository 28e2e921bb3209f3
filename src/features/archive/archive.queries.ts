/** Rows in slices, whatever the table. */
import { setImmediate } from 'node:timers/promises'
import { sql, type Kysely, type SqlBool } from 'kysely'
import type { SiteDatabase } from '#db/tables.ts'
import { TABLE_NAMES, TABLES, type ArchivedTable, type Row } from './archive.format.ts'

const SLICE = 200
type Any = Kysely<Record<string, Row>>

/** Every row in the order of its key; others get their turn between slices. */
export async function* rowsOf(db: SiteDatabase, table: ArchivedTable): AsyncGenerator<Row> {
  const keys = TABLES[table]
  let last: Row | undefined
  for (;;) {
    let query = (db as unknown as Any).selectFrom(table).selectAll().limit(SLICE)
    for (const key of keys) query = query.orderBy(key)
    if (last) {
      const [columns, values] = [sql.join(keys.map((key) => sql.ref(key))), sql.join(keys.map((key) => last?.[key]))]
      query = query.where(sql<SqlBool>`(${columns}) > (${values})`)
    }
    const rows = (await query.execute()) as Row[]
    yield* rows
    if (rows.length < SLICE) return
    last = rows.at(-1)
    await setImmediate()
  }
}

export async function insertRows(db: SiteDatabase, table: ArchivedTable, rows: readonly Row[]): Promise<void> {
  for (const row of rows)
    await (db as unknown as Any)
      .insertInto(table)
      .values(row as never)
      .execute()
}

/** Empties every table that an archive fills, and ends what hung on the old accounts. */
export async function clear(db: SiteDatabase): Promise<void> {
  for (const table of ['sessions', 'one_time_tokens', 'sign_in_failures', 'mails'] as const) await db.deleteFrom(table).execute()
  await db.updateTable('launches').set({ user_id: null }).execute()
  for (const table of TABLE_NAMES.toReversed()) await db.deleteFrom(table).execute()
}

export const isFilled = async (db: SiteDatabase): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').limit(1).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
