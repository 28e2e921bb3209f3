import './topic-product.context.ts'
import type { Selectable } from 'kysely'
import { isOneOf } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { Context } from '#platform/contract/context.ts'
import type { TopicProduct, TopicProducts } from './topic-product.contract.ts'

type Db = Pick<Context, 'db'>
type TopicProductRow = Selectable<Tables['topic_products']>

/** Finds products by their slugs. */
export async function listProductIds({ db }: Db, slugs: readonly string[]): Promise<number[]> {
  if (slugs.length === 0) return []
  const rows = await db.selectFrom('products').select('id').where('slug', 'in', slugs).execute()
  return rows.map(({ id }) => id)
}

export async function insertTopicProducts({ db }: Db, topicId: number, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return
  const rows = productIds.map((productId) => ({ topic_id: topicId, product_id: productId }))
  await db.insertInto('topic_products').values(rows).execute()
}

export const listTopicProducts = ({ db }: Db, topicId: number): Promise<TopicProduct[]> =>
  db
    .selectFrom('topic_products as tp')
    .innerJoin('products as p', 'p.id', 'tp.product_id')
    .select(['p.id', 'p.slug', 'p.name'])
    .where('tp.topic_id', '=', topicId)
    .orderBy('p.name')
    .orderBy('p.id')
    .execute()

/** Lists the members who wrote the topic or a visible reply to it and have a verified review of one of its products. */
export const listOwners = ({ db }: Db, topicId: number): Promise<TopicProducts['owners']> =>
  db
    .selectFrom('topic_products as tp')
    .innerJoin('topics as t', 't.id', 'tp.topic_id')
    .innerJoin('reviews as r', 'r.product_id', 'tp.product_id')
    .select(['r.user_id as userId', 'r.product_id as productId'])
    .distinct()
    .where('tp.topic_id', '=', topicId)
    .where('r.is_verified', '=', true)
    .where('r.user_id', '<>', GUEST_ID)
    .where((eb) =>
      eb.or([
        eb('t.user_id', '=', eb.ref('r.user_id')),
        eb.exists(
          eb
            .selectFrom('replies')
            .select('replies.id')
            .where('replies.topic_id', '=', topicId)
            .where('replies.status', '=', 'visible')
            .whereRef('replies.user_id', '=', 'r.user_id'),
        ),
      ]),
    )
    .orderBy('r.user_id')
    .orderBy('r.product_id')
    .execute()

/** Lists the complete rows of a topic's products, for the trash. */
export const listTopicProductRows = ({ db }: Db, topicId: number): Promise<TopicProductRow[]> =>
  db.selectFrom('topic_products').selectAll().where('topic_id', '=', topicId).execute()

/** Returns those of the rows whose product still exists. */
export async function keepExistingProducts({ db }: Db, rows: readonly TopicProductRow[]): Promise<TopicProductRow[]> {
  const ids = rows.map((row) => row.product_id)
  const existing = await db
    .selectFrom('products')
    .select('id')
    .where(isOneOf(db, 'id', ids))
    .execute()
  return rows.filter((row) => existing.some(({ id }) => id === row.product_id))
}

export const findTopicProductsOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('topic_products as tp')
    .innerJoin('topics as t', 't.id', 'tp.topic_id')
    .select(['tp.topic_id as topicId', 'tp.product_id as productId'])
    .where('t.user_id', '=', id)
    .orderBy('tp.topic_id')
    .orderBy('tp.product_id')
    .execute()
