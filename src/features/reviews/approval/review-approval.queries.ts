import { parseScreening } from '#features/trust/screening.service.ts'
import { combineScores } from '#features/trust/waiting-reason.policy.ts'
import type { Context } from '#platform/contract/context.ts'
import { countTotal, toOffsetLimit, type ListResult, type Paging } from '#platform/contract/endpoint.ts'
import type { NewReview } from '#features/reviews/review.contract.ts'
import type { NewReviewUpdate } from '#features/reviews/updates/review-update.contract.ts'
import type { WaitingReview } from './review-approval.contract.ts'

type Db = Pick<Context, 'db'>

interface WaitingReviewRow extends Omit<NewReview, 'userId'> {
  createdAt: string
  /** Null for guests. */
  userId: number | null
  screening: string | null
}

export async function insertWaitingReview({ db }: Db, review: WaitingReviewRow): Promise<number> {
  const { id } = await db
    .insertInto('waiting_reviews')
    .values({
      product_id: review.productId,
      user_id: review.userId,
      rating: review.rating,
      title: review.title,
      content: review.content,
      owned_months: review.ownedMonths ?? null,
      screening: review.screening,
      created_at: review.createdAt,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function insertWaitingUpdate(
  { db }: Db,
  review: { id: number; productId: number; userId: number },
  update: NewReviewUpdate & { months: number; createdAt: string; screening: string | null },
): Promise<void> {
  await db
    .insertInto('waiting_reviews')
    .values({
      product_id: review.productId,
      user_id: review.userId,
      review_id: review.id,
      months: update.months,
      is_still_used: update.isStillUsed,
      rating: update.rating,
      title: '',
      content: update.content,
      screening: update.screening,
      created_at: update.createdAt,
    })
    .execute()
}

/** @param userId null for guests */
export async function getAuthor({ db }: Db, userId: number | null): Promise<{ username: string; avatarUrl: string | null }> {
  if (userId === null) return { username: 'Guest', avatarUrl: null }
  const user = await db
    .selectFrom('users')
    .select(['username', 'display_name as displayName', 'avatar_url as avatarUrl'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return { username: user?.displayName || user?.username || 'Unknown User', avatarUrl: user?.avatarUrl ?? null }
}

export async function hasWaitingReview({ db }: Db, productId: number, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('waiting_reviews')
    .select('id')
    .where('product_id', '=', productId)
    .where('user_id', '=', userId)
    .where('review_id', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasWaitingUpdate({ db }: Db, reviewId: number): Promise<boolean> {
  const row = await db.selectFrom('waiting_reviews').select('id').where('review_id', '=', reviewId).limit(1).executeTakeFirst()
  return row !== undefined
}

export const findWaitingReview = ({ db }: Db, id: number) =>
  db.selectFrom('waiting_reviews').selectAll().where('id', '=', id).executeTakeFirst()

/** Deletes a waiting review. @returns the deleted row; undefined if it does not exist, for example after a concurrent decision */
export const takeWaitingReview = ({ db }: Db, id: number) =>
  db.deleteFrom('waiting_reviews').where('id', '=', id).returningAll().executeTakeFirst()

export type StoredWaitingReview = NonNullable<Awaited<ReturnType<typeof takeWaitingReview>>>

/** Deletes what a member has written that still waits. */
export async function deleteWaitingReviewsOfPerson({ db }: Db, userId: number): Promise<void> {
  await db.deleteFrom('waiting_reviews').where('user_id', '=', userId).execute()
}

export const findWaitingReviewsOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('waiting_reviews')
    .select([
      'id',
      'product_id as productId',
      'review_id as reviewId',
      'months',
      'is_still_used as isStillUsed',
      'rating',
      'title',
      'content',
      'owned_months as ownedMonths',
      'created_at as createdAt',
    ])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute()

export async function listWaitingReviewRows({ db }: Db, paging: Paging): Promise<ListResult<WaitingReview>> {
  const { offset, limit } = toOffsetLimit(paging)
  const rows = await db
    .selectFrom('waiting_reviews as w')
    .innerJoin('products as p', 'p.id', 'w.product_id')
    .leftJoin('users as u', 'u.id', 'w.user_id')
    .leftJoin('reviews as r', 'r.id', 'w.review_id')
    .select([
      'w.id',
      'w.review_id as reviewId',
      'w.user_id as userId',
      'w.months',
      'w.is_still_used as isStillUsed',
      'w.screening',
      'w.product_id as productId',
      'p.name as productName',
      'p.slug as productSlug',
      'w.rating',
      'w.title',
      'r.title as reviewTitle',
      'w.content',
      'w.owned_months as ownedMonths',
      'w.created_at as createdAt',
      'u.username as login',
      'u.display_name as displayName',
    ])
    .orderBy('w.created_at')
    .orderBy('w.id')
    .offset(offset)
    .limit(limit)
    .execute()
  const total = await countTotal(rows, paging, async () => {
    const { n } = await db
      .selectFrom('waiting_reviews')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
    return n
  })
  const items = rows.map(({ reviewId, screening, reviewTitle, login, displayName, ...row }): WaitingReview => {
    const { reasons } = parseScreening(screening)
    const username = row.userId === null ? 'Guest' : displayName || login || 'Unknown User'
    const kind = reviewId === null ? 'review' : 'update'
    return { ...row, kind, username, title: reviewTitle ?? row.title, reasons, spamScore: combineScores(reasons) }
  })
  return { items, total }
}
