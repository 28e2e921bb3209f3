/** Keeps the stored scores true to the reviews, and says how one came about. */
import type { Context } from '#platform/contract/context.ts'
import { choosePrior, hasDrifted, type RatingPrior } from './score.policy.ts'
import * as queries from './score.queries.ts'

type Db = Pick<Context, 'db'>

const NONE = { ratingSum: 0, reviewCount: 0 }
const SLICE = 500

/** The mean that a category's scores are made with: the stored one, or where none is yet, what it would be. */
export async function getRatingPrior(ctx: Db, categoryId: number | null): Promise<RatingPrior> {
  const id = categoryId ?? queries.NO_CATEGORY
  const stored = await queries.findPriorRow(ctx, id)
  if (stored) return stored
  const sums = await queries.sumRatingsByCategory(ctx)
  return choosePrior(sums.get(id) ?? NONE, addUp(sums.values()))
}

/** @returns 0 for a product without one, and for one that is not there */
export const findCategoryOfProduct = queries.findProductCategory

/** After its stars or its category have changed. Run it in the transaction that changes them. */
export async function updateProductScore(ctx: Db, productId: number): Promise<void> {
  const { mean } = await getRatingPrior(ctx, await queries.findProductCategory(ctx, productId))
  await queries.updateScores(ctx, [productId], mean)
}

/**
 * The job: takes the means anew, keeps those that have moved, and makes the scores that do not follow from them any more. What came with
 * an update or an archive, or out of the trash, is put right here as well.
 */
export async function refreshScores(ctx: Db): Promise<void> {
  const sums = await queries.sumRatingsByCategory(ctx)
  const ofSite = addUp(sums.values())
  const stored = await queries.listPriorRows(ctx)
  for (const [categoryId, ofCategory] of sums) {
    const known = stored.get(categoryId)
    const now = choosePrior(ofCategory, ofSite)
    const isMoved = hasDrifted(known, now)
    if (isMoved) await queries.upsertPrior(ctx, categoryId, now)
    await refreshCategory(ctx, categoryId, known && !isMoved ? known.mean : now.mean)
  }
}

/** Slice by slice: a catalogue of thousands is not held for one statement. */
async function refreshCategory(ctx: Db, categoryId: number, mean: number): Promise<void> {
  for (;;) {
    const stale = await queries.listStaleScores(ctx, categoryId, mean, SLICE)
    if (stale.length > 0) await queries.updateScores(ctx, stale, mean)
    if (stale.length < SLICE) return
  }
}

/** For whoever ranks products: their scores by id, 1 to 5, and 0 where nobody has reviewed one. */
export const listProductScores = queries.listScoreRows

const addUp = (sums: Iterable<typeof NONE>) =>
  [...sums].reduce(
    (total, { ratingSum, reviewCount }) => ({ ratingSum: total.ratingSum + ratingSum, reviewCount: total.reviewCount + reviewCount }),
    NONE,
  )
