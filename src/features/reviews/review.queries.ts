import { sql } from 'kysely'
import { productDrawingPath } from '#features/products/product-drawing.policy.ts'
import type { Context } from '#platform/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/endpoint.ts'
import type { NewReview, Review } from './review.contract.ts'

/** What the product's drawing is made from, only where it has no picture. */
const drawnFrom = sql<string | null>`case when coalesce(p.image, '') = '' then p.technical_specs end`

/** What the writer of a review takes along in their export, and everybody reads. */
const OWN_COLUMNS = [
  'r.id',
  'r.product_id as productId',
  'r.rating',
  'r.title',
  'r.content',
  'r.created_at as createdAt',
  'r.upvotes',
  'r.downvotes',
] as const

const select = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      ...OWN_COLUMNS,
      'r.user_id as userId',
      'r.is_verified as isVerified',
      'p.name as productName',
      'p.slug as productSlug',
      'p.image as productImage',
      'p.category_id as categoryId',
      'c.slug as categorySlug',
      drawnFrom.as('technicalSpecs'),
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
    ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>
const toReview = ({ displayName, login, categorySlug, technicalSpecs, ...row }: Row): Review => ({
  ...row,
  username: displayName || login || 'Unknown User',
  productImage: row.productImage || productDrawingPath({ name: row.productName, categorySlug: categorySlug ?? '', technicalSpecs }),
})

export interface ReviewFilter {
  productId?: number | undefined
  userId?: number | undefined
}

/** Newest first. Skipping earlier pages happens on the index alone; only this page's rows are read. */
export async function listReviewRows(ctx: Context, { productId, userId }: ReviewFilter, paging: Paging): Promise<ListResult<Review>> {
  const { offset, limit } = toOffsetLimit(paging)
  const ids = ctx.db
    .selectFrom('reviews')
    .select('id')
    .$if(productId !== undefined, (q) => q.where('product_id', '=', productId ?? 0))
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
  const rows = await select(ctx).where('r.id', 'in', ids).orderBy('r.created_at', 'desc').orderBy('r.id', 'desc').execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await ctx.db
      .selectFrom('reviews')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .$if(productId !== undefined, (q) => q.where('product_id', '=', productId ?? 0))
      .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
      .executeTakeFirstOrThrow()
    return n
  })
  return { items: rows.map(toReview), total }
}

export async function getReviewRow(ctx: Pick<Context, 'db'>, id: number): Promise<Review> {
  return toReview(await select(ctx).where('r.id', '=', id).executeTakeFirstOrThrow())
}

export type NewReviewRow = NewReview & Required<Pick<NewReview, 'userId' | 'createdAt' | 'isVerified'>>

export async function insertReview({ db }: Pick<Context, 'db'>, row: NewReviewRow): Promise<number> {
  const { id } = await db
    .insertInto('reviews')
    .values({
      product_id: row.productId,
      user_id: row.userId,
      rating: row.rating,
      title: row.title,
      content: row.content,
      created_at: row.createdAt,
      is_verified: row.isVerified,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** How many reviews of a product somebody has written. */
export async function countReviewsByUser({ db }: Pick<Context, 'db'>, productId: number, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** How many gave 1, 2, 3, 4, 5 stars. */
export async function countReviewsByRating({ db }: Context, productId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('n')])
    .where('product_id', '=', productId)
    .groupBy('rating')
    .execute()
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.n ?? 0)
}

/** The row itself and the votes on it, as they lie in the trash. */
export async function findReviewRow({ db }: Pick<Context, 'db'>, id: number) {
  const review = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()
  if (!review) return undefined
  const votes = await db.selectFrom('votes').selectAll().where('subject_type', '=', 'review').where('subject_id', '=', id).execute()
  return { review, votes }
}

export async function deleteReviewRow({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await db.deleteFrom('votes').where('subject_type', '=', 'review').where('subject_id', '=', id).execute()
  await db.deleteFrom('reviews').where('id', '=', id).execute()
}

export const findReviewsOfPerson = ({ db }: Pick<Context, 'db'>, { id }: { id: number }) =>
  db.selectFrom('reviews as r').select(OWN_COLUMNS).where('r.user_id', '=', id).orderBy('r.id').execute()
