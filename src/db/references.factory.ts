/** Lists the tables that a table references by foreign keys, except itself. For tests. */
import { sql } from 'kysely'
import { engineOf } from './engine.ts'
import type { SiteDatabase } from './tables.ts'

export async function listReferences(db: SiteDatabase, siteId: string, table: string): Promise<string[]> {
  const { rows } = await (
    engineOf(db) === 'sqlite'
      ? sql<{ table: string }>`select distinct "table" from pragma_foreign_key_list(${table})`
      : sql<{ table: string }>`
        select distinct target.relname as table from pg_constraint c
        join pg_class source on source.oid = c.conrelid join pg_class target on target.oid = c.confrelid
        join pg_namespace n on n.oid = source.relnamespace
        where c.contype = 'f' and source.relname = ${table} and n.nspname = ${`site_${siteId}`}`
  ).execute(db)
  return rows
    .map((row) => row.table)
    .filter((name) => name !== table)
    .toSorted()
}
