import { sql } from 'kysely'
import type { Context } from '#platform/contract/context.ts'
import { SCORE_WEIGHT, type RatingPrior, type RatingSum } from './score.policy.ts'

type Db = Pick<Context, 'db'>

/** Category id under which products without a category are summed. */
export const NO_CATEGORY = 0

export const findPriorRow = ({ db }: Db, categoryId: number): Promise<RatingPrior | undefined> =>
  db.selectFrom('rating_priors').select(['mean', 'basis']).where('category_id', '=', categoryId).executeTakeFirst()

export async function listPriorRows({ db }: Db): Promise<Map<number, RatingPrior>> {
  const rows = await db.selectFrom('rating_priors').select(['category_id as categoryId', 'mean', 'basis']).execute()
  return new Map(rows.map(({ categoryId, ...prior }) => [categoryId, prior]))
}

export async function upsertPrior({ db }: Db, categoryId: number, prior: RatingPrior): Promise<void> {
  await db
    .insertInto('rating_priors')
    .values({ category_id: categoryId, ...prior })
    .onConflict((oc) => oc.column('category_id').doUpdateSet(prior))
    .execute()
}

/** Sums the ratings by category id; products without a category are under `NO_CATEGORY`. */
export async function sumRatingsByCategory({ db }: Db): Promise<Map<number, RatingSum>> {
  const rows = await db
    .selectFrom('products')
    .select((eb) => [
      'category_id as categoryId',
      eb.fn.sum<number | null>('rating_sum').as('ratingSum'),
      eb.fn.sum<number | null>('review_count').as('reviewCount'),
    ])
    .groupBy('category_id')
    .execute()
  return new Map(
    rows.map(({ categoryId, ratingSum, reviewCount }) => [
      categoryId ?? NO_CATEGORY,
      { ratingSum: Number(ratingSum ?? 0), reviewCount: Number(reviewCount ?? 0) },
    ]),
  )
}

/** Returns `computeScore` as an SQL expression. */
const createScoreExpression = (mean: number) =>
  sql<number>`case when review_count = 0 then 0.0 else (cast(${SCORE_WEIGHT * mean} as double precision) + rating_sum) / (review_count + ${sql.lit(SCORE_WEIGHT)}) end`

/** Smaller differences between scores are ignored, because SQLite and PostgreSQL round differently. */
const SCORE_TOLERANCE = 1e-6

/** Lists the ids of products in a category whose stored score does not match the mean. */
export async function listStaleScores({ db }: Db, categoryId: number, mean: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('products')
    .select('id')
    .where('category_id', categoryId === NO_CATEGORY ? 'is' : '=', categoryId === NO_CATEGORY ? null : categoryId)
    .where(sql`abs(score - ${createScoreExpression(mean)})`, '>', SCORE_TOLERANCE)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export async function updateScores({ db }: Db, ids: readonly number[], mean: number): Promise<void> {
  await db
    .updateTable('products')
    .set({ score: createScoreExpression(mean) })
    .where('id', 'in', ids)
    .execute()
}

export async function findProductCategory({ db }: Db, id: number): Promise<number> {
  const row = await db.selectFrom('products').select('category_id as categoryId').where('id', '=', id).executeTakeFirst()
  return row?.categoryId ?? NO_CATEGORY
}

export async function listScoreRows({ db }: Db, ids: readonly number[]): Promise<Map<number, number>> {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('products').select(['id', 'score']).where('id', 'in', ids).execute()
  return new Map(rows.map(({ id, score }) => [id, score]))
}
