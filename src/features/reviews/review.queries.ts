import { sql, type SelectQueryBuilder, type SqlBool } from 'kysely'
import { isDemoPost } from '#db/demo-account.ts'
import { foldText } from '#db/search/search-index.ts'
import type { Tables } from '#db/tables.ts'
import { productDrawingPath } from '#features/products/product-drawing.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { toOffsetLimit, countTotal, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import { notFound } from '#platform/contract/errors.ts'
import { listPicturesOf } from './pictures/review-pictures.queries.ts'
import { listUpdatesOf } from './updates/review-update.queries.ts'
import type { NewReview, Review, ReviewChange } from './review.contract.ts'
import { WILSON_Z, type ReviewSort, type VerifiedFilter } from './review-sort.policy.ts'

/** SQL expression for the specifications from which the product's drawing is generated; null if the product has a picture. */
const drawingSpecs = sql<string | null>`case when coalesce(p.image, '') = '' then p.technical_specs end`

/** Columns that are part of the public review and of the author's personal-data export. */
const EXPORTED_COLUMNS = [
  'r.id',
  'r.product_id as productId',
  'r.rating',
  'r.title',
  'r.content',
  'r.created_at as createdAt',
  'r.owned_months as ownedMonths',
  'r.edited_at as editedAt',
  'r.upvotes',
  'r.downvotes',
] as const

const selectReviews = ({ db }: Pick<Context, 'db'>) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .leftJoin('users as u', 'u.id', 'r.user_id')
    .leftJoin('categories as c', 'c.id', 'p.category_id')
    .select([
      ...EXPORTED_COLUMNS,
      'r.user_id as userId',
      'r.version',
      'r.is_verified as isVerified',
      'r.verified_by as verifiedBy',
      'r.answer as answerContent',
      'r.answer_from as answerFrom',
      'r.answered_at as answeredAt',
      'p.name as productName',
      'p.slug as productSlug',
      'p.image as productImage',
      'p.category_id as categoryId',
      'c.slug as categorySlug',
      drawingSpecs.as('technicalSpecs'),
      'u.display_name as displayName',
      'u.username as login',
      'u.avatar_url as avatarUrl',
      'u.deleted_at as closedAt',
      isDemoPost('r').as('isDemo'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof selectReviews>['executeTakeFirstOrThrow']>>
const toReview = (
  { displayName, login, closedAt, categorySlug, technicalSpecs, answerContent, answerFrom, answeredAt, ...row }: Row,
  pictures: Review['pictures'],
  updates: Review['updates'],
): Review => ({
  ...row,
  ...(closedAt === null ? {} : { isAuthorClosed: true }),
  isDemo: Boolean(row.isDemo),
  pictures,
  updates,
  answer: answerContent && answerFrom && answeredAt ? { content: answerContent, from: answerFrom, at: answeredAt } : null,
  username: displayName || login || 'Unknown User',
  productImage: row.productImage || productDrawingPath({ name: row.productName, categorySlug: categorySlug ?? '', technicalSpecs }),
})

export interface ReviewFilter {
  productId?: number | undefined
  userId?: number | undefined
  stars?: number | undefined
  verified?: VerifiedFilter | undefined
  search?: string | undefined
}

const applyFilter = <O>(query: SelectQueryBuilder<Tables, 'reviews', O>, { productId, userId, stars, verified, search }: ReviewFilter) => {
  const pattern = `%${foldText(search).replace(/[\\%_]/g, '\\$&')}%`
  return query
    .$if(productId !== undefined, (q) => q.where('product_id', '=', productId ?? 0))
    .$if(userId !== undefined, (q) => q.where('user_id', '=', userId ?? 0))
    .$if(stars !== undefined, (q) => q.where('rating', '=', stars ?? 0))
    .$if(verified !== undefined, (q) => q.where('is_verified', '=', verified === 'yes'))
    .$if(search !== undefined, (q) => q.where(sql<SqlBool>`search_text like ${pattern} escape '\\'`))
}

const Z_SQUARED = WILSON_Z ** 2
/**
 * `computeHelpfulness` as an SQL expression, with float arithmetic on SQLite and PostgreSQL. Without upvotes it is exactly 0, because the two
 * engines round the formula differently.
 */
const helpfulness = sql<number>`case when upvotes = 0 then 0.0 else (
  (upvotes + ${sql.lit(Z_SQUARED / 2)}) / (upvotes + downvotes)
  - ${sql.lit(WILSON_Z)} * sqrt(upvotes * 1.0 * downvotes / (upvotes + downvotes) + ${sql.lit(Z_SQUARED / 4)}) / (upvotes + downvotes)
) / (1.0 + ${sql.lit(Z_SQUARED)} / (upvotes + downvotes)) end`

/** First sort criterion; undefined for none. Reviews that are equal in it are sorted newest first. */
const PRIMARY_SORT: Record<ReviewSort, readonly ['rating' | typeof helpfulness, 'asc' | 'desc'] | undefined> = {
  newest: undefined,
  helpful: [helpfulness, 'desc'],
  highest: ['rating', 'desc'],
  lowest: ['rating', 'asc'],
}

/** Lists one page of reviews. A first query selects the ids of the page, so that only these reviews are joined with other tables. */
export async function listReviewRows(ctx: Context, filter: ReviewFilter, sort: ReviewSort, paging: Paging): Promise<ListResult<Review>> {
  const { offset, limit } = toOffsetLimit(paging)
  const primary = PRIMARY_SORT[sort]
  const idRows = await applyFilter(ctx.db.selectFrom('reviews').select('id'), filter)
    .$if(primary !== undefined, (q) => q.orderBy(primary?.[0] ?? 'id', primary?.[1]))
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(offset)
    .limit(limit)
    .execute()
  const ids = idRows.map(({ id }) => id)
  const rows = ids.length === 0 ? [] : await selectReviews(ctx).where('r.id', 'in', ids).execute()
  const total = await countTotal(idRows, paging, async () => {
    const { n } = await applyFilter(
      ctx.db.selectFrom('reviews').select((eb) => eb.fn.countAll<number>().as('n')),
      filter,
    ).executeTakeFirstOrThrow()
    return n
  })
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  return {
    items: await addDetails(
      ctx,
      ids.flatMap((id) => rowsById.get(id) ?? []),
    ),
    total,
  }
}

async function addDetails(ctx: Pick<Context, 'db'>, rows: readonly Row[]): Promise<Review[]> {
  const ids = rows.map(({ id }) => id)
  const pictures = await listPicturesOf(ctx, ids)
  const updates = await listUpdatesOf(ctx, ids)
  return rows.map((row) => toReview(row, pictures.get(row.id) ?? [], updates.get(row.id) ?? []))
}

export async function getReviewRow(ctx: Pick<Context, 'db'>, id: number): Promise<Review> {
  const review = await findReview(ctx, id)
  if (!review) throw notFound('review')
  return review
}

export async function findReview(ctx: Pick<Context, 'db'>, id: number): Promise<Review | undefined> {
  const row = await selectReviews(ctx).where('r.id', '=', id).executeTakeFirst()
  return row && (await addDetails(ctx, [row]))[0]
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
      verified_by: row.isVerified ? 'enquiry' : null,
      owned_months: row.ownedMonths ?? null,
      search_text: foldText(row.title, row.content),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateReview({ db }: Pick<Context, 'db'>, id: number, row: Required<ReviewChange>, editedAt: string): Promise<void> {
  await db
    .updateTable('reviews')
    .set({
      title: row.title,
      content: row.content,
      rating: row.rating,
      owned_months: row.ownedMonths,
      search_text: foldText(row.title, row.content),
      edited_at: editedAt,
      version: row.version,
    })
    .where('id', '=', id)
    .execute()
}

/** Counts the reviews of a product, grouped by stars, by verification, and by whether they were posted at or after `since`. */
export const listRatingGroups = ({ db }: Pick<Context, 'db'>, productId: number, since: string) =>
  db
    .selectFrom('reviews')
    .select((eb) => [
      'rating',
      'is_verified as isVerified',
      eb.case().when('created_at', '>=', since).then(1).else(0).end().as('isRecent'),
      eb.fn.countAll<number>().as('n'),
    ])
    .where('product_id', '=', productId)
    .groupBy(['rating', 'is_verified', 'isRecent'])
    .execute()

export async function countReviewsByUser({ db }: Pick<Context, 'db'>, productId: number, userId: number): Promise<number> {
  const { n } = await db
    .selectFrom('reviews')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return n
}

/** @returns the numbers of reviews with one, two, three, four and five stars */
export async function countReviewsByRating({ db }: Context, productId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('reviews')
    .select((eb) => ['rating', eb.fn.countAll<number>().as('n')])
    .where('product_id', '=', productId)
    .groupBy('rating')
    .execute()
  return [1, 2, 3, 4, 5].map((stars) => rows.find((row) => row.rating === stars)?.n ?? 0)
}

/** Finds the row of a review with its votes, pictures, updates and waiting updates, as the trash stores them; undefined if there is no such review. */
export async function findReviewRow({ db }: Pick<Context, 'db'>, id: number) {
  const review = await db.selectFrom('reviews').selectAll().where('id', '=', id).executeTakeFirst()
  if (!review) return undefined
  const votes = await db.selectFrom('votes').selectAll().where('subject_type', '=', 'review').where('subject_id', '=', id).execute()
  const pictures = await db.selectFrom('review_pictures').selectAll().where('review_id', '=', id).execute()
  const updates = await db.selectFrom('review_updates').selectAll().where('review_id', '=', id).execute()
  const waitingUpdates = await db.selectFrom('waiting_reviews').selectAll().where('review_id', '=', id).orderBy('id').execute()
  return { review, votes, pictures, updates, waitingUpdates }
}

export async function deleteReviewRow({ db }: Pick<Context, 'db'>, id: number): Promise<void> {
  await db.deleteFrom('votes').where('subject_type', '=', 'review').where('subject_id', '=', id).execute()
  await db.deleteFrom('reviews').where('id', '=', id).execute()
}

export const findReviewsOfPerson = ({ db }: Pick<Context, 'db'>, { id }: { id: number }) =>
  db.selectFrom('reviews as r').select(EXPORTED_COLUMNS).where('r.user_id', '=', id).orderBy('r.id').execute()
