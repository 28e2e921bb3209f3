/** Reads and writes all rows of a site, table by table, on both engines. For backups and restores. */
import { CompiledQuery, sql } from 'kysely'
import { forAnyTable, type AnyRow } from '#db/any-table.ts'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

const BATCH_SIZE = 200
const CURSOR = 'all_rows'

/** Lists the tables of a site, except those of migrations and full-text indexes, which are derived. */
export async function listSiteTables(db: SiteDatabase, site: string): Promise<string[]> {
  const { rows } = await (
    engineOf(db) === 'sqlite'
      ? sql<{ name: string }>`select name from sqlite_master where type = 'table'`
      : sql<{ name: string }>`select tablename as name from pg_tables where schemaname = ${`site_${site}`}`
  ).execute(db)
  return rows.map(({ name }) => name).filter((name) => !/^(kysely_|sqlite_)|_fts/.test(name))
}

/** Yields every row of a table, unordered. On PostgreSQL only in a transaction, one table at a time. */
export async function* streamTable(db: SiteDatabase, table: string): AsyncGenerator<AnyRow> {
  const query = forAnyTable(db).selectFrom(table).selectAll()
  if (engineOf(db) === 'sqlite') return yield* query.stream()
  await db.executeQuery(CompiledQuery.raw(`declare ${CURSOR} no scroll cursor for ${query.compile().sql}`))
  for (;;) {
    const { rows } = await db.executeQuery<AnyRow>(CompiledQuery.raw(`fetch ${BATCH_SIZE} from ${CURSOR}`))
    yield* rows
    if (rows.length < BATCH_SIZE) break
  }
  await db.executeQuery(CompiledQuery.raw(`close ${CURSOR}`))
}

/** Returns the last id that a table has generated, including deleted rows; undefined if it has no generated ids. */
export async function findLastId(db: SiteDatabase, site: string, table: string): Promise<number | undefined> {
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`select seq from sqlite_sequence where name = ${table}`.execute(db)
    return rows[0]?.seq
  }
  const sequence = await findSequence(db, site, table)
  if (sequence === undefined) return undefined
  const { rows } = await sql<{ value: number; isCalled: boolean }>`
    select last_value as value, is_called as "isCalled" from ${sql.raw(sequence)}`.execute(db)
  const [last] = rows
  return last && (last.isCalled ? last.value : last.value - 1)
}

/** Sets the last generated id; the next row gets the following one. */
export async function setLastId(db: SiteDatabase, site: string, table: string, id: number): Promise<void> {
  if (engineOf(db) === 'sqlite') {
    const { numUpdatedRows } = await forAnyTable(db)
      .updateTable('sqlite_sequence')
      .set({ seq: id })
      .where('name', '=', table)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) await forAnyTable(db).insertInto('sqlite_sequence').values({ name: table, seq: id }).execute()
    return
  }
  const sequence = await findSequence(db, site, table)
  if (sequence !== undefined && id > 0) await sql`select setval(${sequence}::regclass, ${id})`.execute(db)
}

/** Returns the qualified name of the id sequence, quoted if necessary; undefined if the table has none. */
async function findSequence(db: SiteDatabase, site: string, table: string): Promise<string | undefined> {
  const { rows: columns } = await sql`
    select 1 from information_schema.columns where table_schema = ${`site_${site}`} and table_name = ${table} and column_name = 'id'`.execute(
    db,
  )
  if (columns.length === 0) return undefined
  const { rows } = await sql<{ name: string | null }>`select pg_get_serial_sequence(${`site_${site}.${table}`}, 'id') as name`.execute(db)
  return rows[0]?.name ?? undefined
}

/** Converts a row of the other engine so that it reads back the same. */
export type ConvertRow = (row: AnyRow) => AnyRow

/** Converts a value for PostgreSQL: normalises timestamps to ISO 8601 and removes NUL characters, which PostgreSQL text cannot contain. */
export async function createRowConverter(db: SiteDatabase, site: string, table: string): Promise<ConvertRow> {
  if (engineOf(db) === 'sqlite') return (row) => row
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_schema = ${`site_${site}`} and table_name = ${table} and data_type = 'timestamp with time zone'`.execute(db)
  const timestamps = new Set(rows.map(({ name }) => name))
  return (row) => Object.fromEntries(Object.entries(row).map(([name, value]) => [name, fitValue(value, timestamps.has(name))]))
}

function fitValue(value: AnyRow[string], isTimestamp: boolean): AnyRow[string] {
  if (typeof value !== 'string') return value
  return isTimestamp ? new Date(value).toISOString() : value.replaceAll('\0', '')
}

/** Disables the timeouts of requests for this transaction, which may be long. */
export async function disableTimeouts(trx: SiteDatabase): Promise<void> {
  if (engineOf(trx) === 'sqlite') return
  for (const limit of ['idle_in_transaction_session_timeout', 'statement_timeout'])
    await sql`select set_config(${limit}, '0', true)`.execute(trx)
}
