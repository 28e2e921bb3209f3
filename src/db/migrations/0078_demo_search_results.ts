import { sql, type Kysely } from 'kysely'
import { notNullFalseColumn } from '#db/columns.ts'

/** Tables with demo content, by the kind of their search documents. */
const TABLES = { product: 'products', expert: 'expert_articles', topic: 'topics', user: 'users' }

/** Adds to search documents whether they are demo content, which results show. */
export async function up(db: Kysely<never>) {
  await db.schema.alterTable('search_documents').addColumn('is_demo', 'boolean', notNullFalseColumn).execute()
  for (const [kind, table] of Object.entries(TABLES))
    await sql`
      update search_documents set is_demo = true
      where kind = ${kind} and subject_id in (select id from ${sql.table(table)} where is_demo = true)
    `.execute(db)
}
