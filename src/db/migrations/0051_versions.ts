import type { Kysely } from 'kysely'

/** The version of a row that the editor has read: a change of an older version is refused. */
export async function up(db: Kysely<never>) {
  for (const table of ['articles', 'products', 'topics', 'enquiries'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
