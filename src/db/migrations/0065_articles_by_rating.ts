import { sql, type Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'

/** Articles without a rating come last. SQLite sorts nulls last by default; on PostgreSQL the index must have `nulls last` to be used. */
export async function up(db: Kysely<never>, engine: EngineName) {
  if (engine === 'sqlite') return
  const orders = {
    articles_by_rating: sql`rating desc nulls last, id desc`,
    articles_of_status_by_rating: sql`status, rating desc nulls last, id desc`,
    articles_all_of_category_by_rating: sql`category_id, rating desc nulls last, id desc`,
    articles_of_category_by_rating: sql`status, category_id, rating desc nulls last, id desc`,
  }
  for (const [name, columns] of Object.entries(orders)) {
    await db.schema.dropIndex(name).execute()
    await db.schema.createIndex(name).on('articles').expression(columns).execute()
  }
}
