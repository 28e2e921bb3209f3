import type { Kysely } from 'kysely'

/** Adds row versions for optimistic concurrency: a change of an older version is rejected. */
export async function up(db: Kysely<never>) {
  for (const table of ['articles', 'products', 'topics', 'enquiries'])
    await db.schema
      .alterTable(table)
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
}
