import type { Context } from '#platform/contract/context.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import type { ReviewUpdate } from '#features/reviews/review.contract.ts'
import type { NewReviewUpdate } from './review-update.contract.ts'
import type { UpdatePeriod } from './review-update-period.policy.ts'

type Db = Pick<Context, 'db'>

const UPDATE_COLUMNS = ['months', 'is_still_used as isStillUsed', 'rating', 'content', 'created_at as createdAt'] as const

/** Returns the updates of each review, oldest first. Reviews without updates are missing from the map. */
export async function listUpdatesOf({ db }: Db, reviewIds: readonly number[]): Promise<Map<number, ReviewUpdate[]>> {
  if (reviewIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('review_updates')
    .select(['id', 'review_id as reviewId', ...UPDATE_COLUMNS])
    .where('review_id', 'in', reviewIds)
    .orderBy('months')
    .execute()
  const updates = new Map<number, ReviewUpdate[]>()
  for (const { reviewId, ...update } of rows) updates.set(reviewId, [...(updates.get(reviewId) ?? []), update])
  return updates
}

export async function hasUpdate({ db }: Db, reviewId: number, months: UpdatePeriod): Promise<boolean> {
  const row = await db
    .selectFrom('review_updates')
    .select('id')
    .where('review_id', '=', reviewId)
    .where('months', '=', months)
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false, without a change, if the review has an update of the period */
export async function insertUpdate(
  { db }: Db,
  reviewId: number,
  months: UpdatePeriod,
  { isStillUsed, rating, content }: NewReviewUpdate,
  createdAt: string,
): Promise<boolean> {
  const row = await db
    .insertInto('review_updates')
    .values({ review_id: reviewId, months, is_still_used: isStillUsed, rating, content, created_at: createdAt })
    .onConflict((oc) => oc.columns(['review_id', 'months']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** @returns false if the review has no such update */
export async function deleteUpdate({ db }: Db, reviewId: number, id: number): Promise<boolean> {
  const row = await db
    .deleteFrom('review_updates')
    .where('review_id', '=', reviewId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export const findUpdatesOfPerson = ({ db }: Db, { id }: { id: number }) =>
  db
    .selectFrom('review_updates')
    .innerJoin('reviews as r', 'r.id', 'review_updates.review_id')
    .select([
      'review_updates.review_id as reviewId',
      'review_updates.months',
      'review_updates.is_still_used as isStillUsed',
      'review_updates.rating',
      'review_updates.content',
      'review_updates.created_at as createdAt',
    ])
    .where('r.user_id', '=', id)
    .orderBy('review_updates.id')
    .execute()

/** Returns the time of the last review whose author has been asked after a period; undefined before the first run. */
export async function findAskedUntil({ db }: Db, months: UpdatePeriod): Promise<string | undefined> {
  const row = await db.selectFrom('owner_questions').select('asked_until').where('months', '=', months).executeTakeFirst()
  return row?.asked_until
}

export async function upsertAskedUntil({ db }: Db, months: UpdatePeriod, askedUntil: string): Promise<void> {
  await db
    .insertInto('owner_questions')
    .values({ months, asked_until: askedUntil })
    .onConflict((oc) => oc.column('months').doUpdateSet({ asked_until: askedUntil }))
    .execute()
}

/** Reviews that were posted after `after` by members whose accounts are open, oldest first. Demo reviews are left out. */
const selectReviewsAfter = ({ db }: Db, after: string) =>
  db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.user_id as userId', 'r.created_at as createdAt', 'r.owned_months as ownedMonths'])
    .where('r.created_at', '>', after)
    .where('r.user_id', '!=', GUEST_ID)
    .where('u.deleted_at', 'is', null)
    .where('r.is_demo', '=', false)
    .orderBy('r.created_at')
    .orderBy('r.id')

/** Lists the reviews that were posted after `after` and up to `until`, with the names of their products. */
export const listReviewsToAsk = (ctx: Db, after: string, until: string, limit: number) =>
  selectReviewsAfter(ctx, after)
    .innerJoin('products as p', 'p.id', 'r.product_id')
    .select(['p.name as productName', 'p.slug as productSlug', 'p.is_demo as isDemo'])
    .where('r.created_at', '<=', until)
    .limit(limit)
    .execute()

/** Returns the time of the first review after `after`; null if there is none. */
export async function findFirstReviewAfter(ctx: Db, after: string): Promise<string | null> {
  const row = await selectReviewsAfter(ctx, after).limit(1).executeTakeFirst()
  return row?.createdAt ?? null
}
