import { sql, type Kysely } from 'kysely'
import type { EngineName } from '#db/engine.ts'

/** Adds composite indexes for every filter and sort combination of the article list. */
export async function up(db: Kysely<never>, engine: EngineName) {
  const newest = engine === 'sqlite' ? sql`published_at desc` : sql`published_at desc nulls last`
  await db.schema.dropIndex('articles_featured').execute()
  const orders = {
    // The condition is an index column: with an index on the rating, the planner would sort all articles with high ratings.
    articles_featured: sql`status, (rating >= 4), ${newest}, id desc`,
    articles_of_status_by_title: sql`status, title, id`,
    articles_of_status_by_rating: sql`status, rating desc, id desc`,
    articles_all_of_category_by_title: sql`category_id, title, id`,
    articles_all_of_category_by_rating: sql`category_id, rating desc, id desc`,
    articles_of_category_by_title: sql`status, category_id, title, id`,
    articles_of_category_by_rating: sql`status, category_id, rating desc, id desc`,
  }
  for (const [name, columns] of Object.entries(orders)) {
    await db.schema.createIndex(name).on('articles').expression(columns).execute()
  }
}
