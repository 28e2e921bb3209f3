/** Updates the stored scores of products when their ratings change. */
import type { Context } from '#platform/contract/context.ts'
import { choosePrior, hasDrifted, type RatingPrior } from './score.policy.ts'
import * as queries from './score.queries.ts'

type Db = Pick<Context, 'db'>

const NO_RATINGS = { ratingSum: 0, reviewCount: 0 }
const BATCH_SIZE = 500

/** The mean that the scores of a category are computed with: the stored one, or a new one if none is stored yet. */
export async function getRatingPrior(ctx: Db, categoryId: number | null): Promise<RatingPrior> {
  const id = categoryId ?? queries.NO_CATEGORY
  const stored = await queries.findPriorRow(ctx, id)
  if (stored) return stored
  const sums = await queries.sumRatingsByCategory(ctx)
  return choosePrior(sums.get(id) ?? NO_RATINGS, addUp(sums.values()))
}

/** @returns 0 for a product without a category, and for an unknown product */
export const findCategoryOfProduct = queries.findProductCategory

/** Call it in the transaction that changes the rating or the category of a product. */
export async function updateProductScore(ctx: Db, productId: number): Promise<void> {
  const { mean } = await getRatingPrior(ctx, await queries.findProductCategory(ctx, productId))
  await queries.updateScores(ctx, [productId], mean)
}

/**
 * The job: recalculates the means, stores those that have drifted, and updates scores that do not match. It also corrects scores after an
 * update, an import or a restore.
 */
export async function refreshScores(ctx: Db): Promise<void> {
  const sums = await queries.sumRatingsByCategory(ctx)
  const ofSite = addUp(sums.values())
  const stored = await queries.listPriorRows(ctx)
  for (const [categoryId, ofCategory] of sums) {
    const previous = stored.get(categoryId)
    const current = choosePrior(ofCategory, ofSite)
    const isDrifted = hasDrifted(previous, current)
    if (isDrifted) await queries.upsertPrior(ctx, categoryId, current)
    await refreshCategory(ctx, categoryId, previous && !isDrifted ? previous.mean : current.mean)
  }
}

/** In batches, so that no statement locks a catalogue of thousands of products. */
async function refreshCategory(ctx: Db, categoryId: number, mean: number): Promise<void> {
  for (;;) {
    const stale = await queries.listStaleScores(ctx, categoryId, mean, BATCH_SIZE)
    if (stale.length > 0) await queries.updateScores(ctx, stale, mean)
    if (stale.length < BATCH_SIZE) return
  }
}

/** Scores by product id: 1 to 5, or 0 without reviews. */
export const listProductScores = queries.listScoreRows

const addUp = (sums: Iterable<typeof NO_RATINGS>) =>
  [...sums].reduce(
    (total, { ratingSum, reviewCount }) => ({ ratingSum: total.ratingSum + ratingSum, reviewCount: total.reviewCount + reviewCount }),
    NO_RATINGS,
  )
