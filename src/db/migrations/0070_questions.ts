import { sql, type Kysely } from 'kysely'
import { notNullColumn, notNullFalseColumn, timestamp } from '#db/columns.ts'
import type { EngineName } from '#db/engine.ts'

/** Adds questions with accepted replies, the products that topics are about, and the time of each member's last visit to the forum. */
export async function up(db: Kysely<never>, engine: EngineName) {
  await addQuestions(db)
  await addAcceptedReplies(db, engine)
  await addTopicProducts(db)
  await addForumVisits(db, engine)
}

async function addQuestions(db: Kysely<never>) {
  await db.schema.alterTable('topics').addColumn('is_question', 'boolean', notNullFalseColumn).execute()
  await db.schema.alterTable('topics').addColumn('accepted_reply_id', 'integer').execute()
  await (db as unknown as Kysely<{ topics: { title: string; is_question: boolean } }>)
    .updateTable('topics')
    .set({ is_question: true })
    .where('title', 'like', '%?')
    .execute()
  const createListIndex = (name: string) => db.schema.createIndex(name).on('topics').columns(['status', 'created_at desc', 'id desc'])
  const [isQuestion, acceptedReplyId] = [sql.ref('is_question'), sql.ref('accepted_reply_id')]
  await createListIndex('topics_unanswered').where(isQuestion, '=', true).where(sql.ref('reply_count'), '=', 0).execute()
  await createListIndex('topics_unsolved').where(isQuestion, '=', true).where(acceptedReplyId, 'is', null).execute()
  await createListIndex('topics_answered').where(acceptedReplyId, 'is not', null).execute()
}

/** The acceptance of a hidden reply stays stored; `topics.accepted_reply_id` is set only while the reply is visible. */
async function addAcceptedReplies(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('accepted_replies')
    .addColumn('topic_id', 'integer', (c) => c.primaryKey().references('topics.id').onDelete('cascade'))
    .addColumn('reply_id', 'integer', (c) => c.notNull().references('replies.id').onDelete('cascade'))
    .addColumn('accepted_at', timestamp(engine), notNullColumn)
    .addColumn('confirmed_by', 'integer', (c) => c.references('experts.id').onDelete('set null'))
    .execute()
  await db.schema.createIndex('accepted_replies_of_reply').unique().on('accepted_replies').column('reply_id').execute()
  await db.schema.createIndex('accepted_replies_of_expert').on('accepted_replies').column('confirmed_by').execute()
}

async function addTopicProducts(db: Kysely<never>) {
  await db.schema
    .createTable('topic_products')
    .addColumn('topic_id', 'integer', (c) => c.notNull().references('topics.id').onDelete('cascade'))
    .addColumn('product_id', 'integer', (c) => c.notNull().references('products.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('topic_products_pkey', ['topic_id', 'product_id'])
    .execute()
  await db.schema.createIndex('topic_products_of_product').on('topic_products').columns(['product_id', 'topic_id']).execute()
}

async function addForumVisits(db: Kysely<never>, engine: EngineName) {
  await db.schema
    .createTable('forum_visits')
    .addColumn('user_id', 'integer', (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('visited_at', timestamp(engine), notNullColumn)
    .addColumn('previous_visit_at', timestamp(engine))
    .execute()
}
