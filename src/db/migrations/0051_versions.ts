import type { Kysely } from 'kysely'

/** Which edit of a row somebody has read: a change that was made to an older one is refused. */
export async function up(db: Kysely<never>) {
  for (const table of ['articles', 'products', 'topics', 'enquiries'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
