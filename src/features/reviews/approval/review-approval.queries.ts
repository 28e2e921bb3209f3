import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { NewReview } from '#features/reviews/review.contract.ts'
import type { WaitingReview } from './review-approval.contract.ts'

type Db = Pick<Context, 'db'>

export async function insertWaitingReview({ db }: Db, review: NewReview & { createdAt: string }): Promise<number> {
  const { id } = await db
    .insertInto('waiting_reviews')
    .values({
      product_id: review.productId,
      rating: review.rating,
      title: review.title,
      content: review.content,
      owned_months: review.ownedMonths ?? null,
      created_at: review.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Deletes a waiting review. @returns the deleted row; undefined if it does not exist, for example after a concurrent decision */
export const takeWaitingReview = ({ db }: Db, id: number) =>
  db.deleteFrom('waiting_reviews').where('id', '=', id).returningAll().executeTakeFirst()

export async function listWaitingReviewRows({ db }: Db, paging: Paging): Promise<ListResult<WaitingReview>> {
  const { offset, limit } = toOffsetLimit(paging)
  const items = await db
    .selectFrom('waiting_reviews as w')
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .select([
      'w.id',
      'w.product_id as productId',
      'p.name as productName',
      'p.slug as productSlug',
      'w.rating',
      'w.title',
      'w.content',
      'w.owned_months as ownedMonths',
      'w.created_at as createdAt',
    ])
    .orderBy('w.created_at')
    .orderBy('w.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(items, paging, async () => {
    const { n } = await db
      .selectFrom('waiting_reviews')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items, total }
}
