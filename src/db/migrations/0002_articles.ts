import { sql, type Kysely } from 'kysely'
import { idColumn, isFalse, required, timestamp, zero } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createSearchIndex } from '#db/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Articles without a date come last; SQLite sorts them so by itself and knows no word for it in an index.
  const newest = engine === 'sqlite' ? sql`published_at desc` : sql`published_at desc nulls last`
  await db.schema
    .createTable('categories')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('description', 'text', required)
    .addColumn('icon_name', 'text', required)
    .addColumn('is_demo', 'boolean', isFalse)
    .execute()
  await db.schema
    .createTable('experts')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', required)
    .addColumn('title', 'text', required)
    .addColumn('avatar_url', 'text', required)
    .addColumn('interest', 'text', required)
    .addColumn('bio', 'text', required)
    .addColumn('is_demo', 'boolean', isFalse)
    .execute()
  // Long texts come last: a row's first columns are read without following its overflow pages.
  await db.schema
    .createTable('articles')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', required)
    .addColumn('category_id', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('author_id', 'integer', (c) => c.references('experts.id').onDelete('set null'))
    .addColumn('author_name', 'text')
    .addColumn('published_at', timestamp(engine))
    .addColumn('rating', 'integer')
    .addColumn('views', 'integer', zero)
    .addColumn('featured_image', 'text')
    .addColumn('image_alt', 'text')
    .addColumn('is_demo', 'boolean', isFalse)
    .addColumn('summary', 'text')
    .addColumn('content', 'text', required)
    .addColumn('search_text', 'text', required)
    .execute()
  await db.schema
    .createIndex('articles_newest')
    .on('articles')
    .expression(sql`${newest}, id desc`)
    .execute()
  await db.schema
    .createIndex('articles_of_category')
    .on('articles')
    .expression(sql`category_id, ${newest}, id desc`)
    .execute()
  await db.schema
    .createIndex('articles_featured')
    .on('articles')
    .expression(sql`${newest}, id desc`)
    .where(sql.ref('rating'), '>=', 4)
    .execute()
  await createSearchIndex(db, engine, 'articles')
  await db.schema
    .createTable('expert_articles')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('expert_id', 'integer', (c) => c.notNull().references('experts.id').onDelete('cascade'))
    .addColumn('title', 'text', required)
    .addColumn('published_at', timestamp(engine))
    .addColumn('is_demo', 'boolean', isFalse)
    .addColumn('content', 'text', required)
    .execute()
}
