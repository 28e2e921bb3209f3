import type { Generated, Kysely } from 'kysely'
import { notNullFalseColumn } from '#db/columns.ts'

interface Row {
  id: Generated<number>
  is_demo: boolean
}
interface Tables {
  search_documents: Row & { kind: string; subject_id: number }
  products: Row
  expert_articles: Row
  topics: Row
  users: Row
}

/** Adds to search documents whether they are demo content, which results show. */
export async function up(db: Kysely<Tables>) {
  await db.schema.alterTable('search_documents').addColumn('is_demo', 'boolean', notNullFalseColumn).execute()
  await markDocuments(db, 'product', 'products')
  await markDocuments(db, 'expert', 'expert_articles')
  await markDocuments(db, 'topic', 'topics')
  await markDocuments(db, 'user', 'users')
}

const markDocuments = (db: Kysely<Tables>, kind: string, table: 'products' | 'expert_articles' | 'topics' | 'users') =>
  db
    .updateTable('search_documents')
    .set({ is_demo: true })
    .where('kind', '=', kind)
    .where('subject_id', 'in', (eb) => eb.selectFrom(table).select('id').where('is_demo', '=', true))
    .execute()
