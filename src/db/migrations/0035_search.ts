import type { Kysely } from 'kysely'
import { doubleColumn, idColumn, notNullColumn, timestamp, notNullZeroColumn } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'
import { createFullTextIndex } from '#db/search/full-text.ts'
import { recordAllRowChanges, createRowChangeTriggers, createRowChangeFunction } from '#db/search/change-triggers.ts'

/** Adds the site search: index, recorded changes to re-index, counts of searches, synonyms and pinned results. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('search_documents')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .addColumn('url', 'text', notNullColumn)
    .addColumn('title', 'text', notNullColumn)
    .addColumn('headings', 'text', notNullColumn)
    .addColumn('summary', 'text', notNullColumn)
    .addColumn('body', 'text', notNullColumn)
    .addColumn('category', 'text')
    .addColumn('date', timestamp(engine))
    .addColumn('rating_average', doubleColumn)
    .addColumn('rating_count', 'integer')
    .addColumn('quality', doubleColumn, notNullColumn)
    .addColumn('terms', 'text', notNullColumn)
    .addColumn('generation', 'integer', notNullColumn)
    .addUniqueConstraint('search_documents_of', ['kind', 'subject_id'])
    .execute()
  await db.schema.createIndex('search_documents_url').on('search_documents').column('url').execute()
  await db.schema
    .createTable('search_words')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('word', 'text', (c) => c.notNull().unique())
    .addColumn('term', 'text', notNullColumn)
    .addColumn('documents', 'integer', notNullZeroColumn)
    .addColumn('outgoing', 'integer', notNullZeroColumn)
    .execute()
  await db.schema.createIndex('search_words_of_term').on('search_words').column('term').execute()
  await db.schema
    .createTable('search_state')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('value', 'integer', notNullColumn)
    .execute()
  await db.schema
    .createTable('search_changes')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('kind', 'text', notNullColumn)
    .addColumn('subject_id', 'integer', notNullColumn)
    .execute()
  await db.schema.createIndex('search_changes_of').on('search_changes').columns(['kind', 'subject_id']).execute()
  await createFullTextIndex(db, engine)

  await db.schema
    .createTable('search_counts')
    .addColumn('day', 'text', notNullColumn)
    .addColumn('query', 'text', notNullColumn)
    .addColumn('searches', 'integer', notNullZeroColumn)
    .addColumn('results', 'integer', notNullZeroColumn)
    .addPrimaryKeyConstraint('search_counts_of', ['day', 'query'])
    .execute()
  await db.schema
    .createTable('search_clicks')
    .addColumn('day', 'text', notNullColumn)
    .addColumn('query', 'text', notNullColumn)
    .addColumn('url', 'text', notNullColumn)
    .addColumn('clicks', 'integer', notNullZeroColumn)
    .addPrimaryKeyConstraint('search_clicks_of', ['day', 'query', 'url'])
    .execute()
  await db.schema
    .createTable('search_pins')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('query', 'text', notNullColumn)
    .addColumn('url', 'text', notNullColumn)
    .addColumn('created_at', timestamp(engine), notNullColumn)
    .addUniqueConstraint('search_pins_of', ['query', 'url'])
    .execute()
  await db.schema
    .createTable('search_synonyms')
    .addColumn('id', 'integer', idColumn(engine))
    .addColumn('phrases', 'text', notNullColumn)
    .execute()

  await createRowChangeFunction(db, engine)
  await createRowChangeTriggers(db, engine, 'articles', {
    kind: 'article',
    of: 'id',
    columns: ['slug', 'title', 'category_id', 'author_id', 'author_name', 'published_at', 'rating', 'status', 'summary', 'content'],
  })
  await createRowChangeTriggers(db, engine, 'expert_articles', { kind: 'expert', of: 'id' })
  await createRowChangeTriggers(db, engine, 'products', {
    kind: 'product',
    of: 'id',
    columns: [
      'slug',
      'name',
      'category_id',
      'price',
      'description',
      'features',
      'technical_specs',
      'average_rating',
      'review_count',
      'created_at',
    ],
  })
  await createRowChangeTriggers(db, engine, 'reviews', {
    kind: 'product',
    of: 'product_id',
    columns: ['title', 'content', 'rating', 'product_id'],
  })
  await createRowChangeTriggers(db, engine, 'topics', {
    kind: 'topic',
    of: 'id',
    columns: ['title', 'content', 'category_id', 'status', 'reply_count', 'active_at'],
  })
  await createRowChangeTriggers(db, engine, 'replies', { kind: 'topic', of: 'topic_id', columns: ['content', 'status', 'topic_id'] })
  await createRowChangeTriggers(db, engine, 'users', { kind: 'user', of: 'id', columns: ['username', 'display_name', 'deleted_at'] })
  await createRowChangeTriggers(db, engine, 'categories', { kind: 'category', of: 'id' })

  for (const [table, kind] of Object.entries(NOTED)) await recordAllRowChanges(db, table, kind)
}

const NOTED = {
  articles: 'article',
  expert_articles: 'expert',
  products: 'product',
  topics: 'topic',
  users: 'user',
  categories: 'category',
}
