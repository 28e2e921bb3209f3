/** Reads the columns of a site's tables on either engine. */
import { sql } from 'kysely'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

export interface Column {
  name: string
  dataType: string
  isNullable: boolean
  hasDefaultValue: boolean
  isAutoIncrementing: boolean
}

/** Lists the columns. On PostgreSQL, it reads the information schema, because Kysely's introspection omits columns there. */
export async function listColumns(db: SiteDatabase, siteId: string): Promise<Map<string, Column[]>> {
  if (engineOf(db) === 'sqlite') return new Map((await db.introspection.getTables()).map(({ name, columns }) => [name, columns]))
  const { rows } = await sql<Column & { table: string }>`
    select table_name as "table", column_name as name, data_type as "dataType", is_nullable = 'YES' as "isNullable",
      column_default is not null as "hasDefaultValue",
      is_identity = 'YES' or coalesce(column_default, '') like 'nextval(%' as "isAutoIncrementing"
    from information_schema.columns where table_schema = ${`site_${siteId}`} order by ordinal_position`.execute(db)
  return Map.groupBy(rows, ({ table }) => table)
}
