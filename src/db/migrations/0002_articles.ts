import { sql, type Kysely } from 'kysely'
import { idColumn, notNullFalseColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createSearchIndex } from '#db/search/search-index.ts'

export async function up(db: Kysely<never>, engine: EngineName) {
  // Articles without a date come last: SQLite sorts nulls so by default, and has no `nulls last` in an index.
  const newest = engine === 'sqlite' ? sql`published_at desc` : sql`published_at desc nulls last`
  await db.schema
    .createTable('categories')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', notNullColumn)
    .addColumn('description', 'text', notNullColumn)
    .addColumn('icon_name', 'text', notNullColumn)
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  await db.schema
    .createTable('experts')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('avatar_url', 'text', notNullColumn)
    .addColumn('interest', 'text', notNullColumn)
    .addColumn('bio', 'text', notNullColumn)
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .execute()
  // Long texts are the last columns: SQLite reads the first columns of a row without its overflow pages.
  await db.schema
    .createTable('articles')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('slug', 'text', (c) => c.notNull().unique())
    .addColumn('title', 'text', notNullColumn)
    .addColumn('category_id', 'integer', (c) => c.references('categories.id').onDelete('set null'))
    .addColumn('author_id', 'integer', (c) => c.references('experts.id').onDelete('set null'))
    .addColumn('author_name', 'text')
    .addColumn('published_at', timestamp(engine))
    .addColumn('rating', 'integer')
    .addColumn('views', 'integer', notNullZeroColumn)
    .addColumn('featured_image', 'text')
    .addColumn('image_alt', 'text')
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .addColumn('summary', 'text')
    .addColumn('content', 'text', notNullColumn)
    .addColumn('search_text', 'text', notNullColumn)
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
    .addColumn('title', 'text', notNullColumn)
    .addColumn('published_at', timestamp(engine))
    .addColumn('is_demo', 'boolean', notNullFalseColumn)
    .addColumn('content', 'text', notNullColumn)
    .execute()
}
