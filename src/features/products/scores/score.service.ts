/** Updates the stored scores of products when their ratings change. */
import type { Context } from '#platform/contract/context.ts'
import { choosePrior, hasDrifted, type RatingPrior } from './score.policy.ts'
import * as queries from './score.queries.ts'

type Db = Pick<Context, 'db'>

const NO_RATINGS = { ratingSum: 0, reviewCount: 0 }
const BATCH_SIZE = 500

/** Returns the mean with which the scores of a category are calculated: the stored one or, if there is none, a newly calculated one. */
export async function getRatingPrior(ctx: Db, categoryId: number | null): Promise<RatingPrior> {
  const id = categoryId ?? queries.NO_CATEGORY
  const stored = await queries.findPriorRow(ctx, id)
  if (stored) return stored
  const sums = await queries.sumRatingsByCategory(ctx)
  return choosePrior(sums.get(id) ?? NO_RATINGS, sumRatings(sums.values()))
}

/** @returns the category id; 0 for a product without a category, and for an unknown product */
export const findCategoryOfProduct = queries.findProductCategory

/** Recalculates a product's score. Call it in the transaction that changes the rating or the category of the product. */
export async function updateProductScore(ctx: Db, productId: number): Promise<void> {
  const { mean } = await getRatingPrior(ctx, await queries.findProductCategory(ctx, productId))
  await queries.updateScores(ctx, [productId], mean)
}

/**
 * Runs as a job: recalculates the means, stores those that have drifted, and updates the scores that do not match. It also corrects scores after
 * an update, an import or a restore.
 */
export async function refreshScores(ctx: Db): Promise<void> {
  const sums = await queries.sumRatingsByCategory(ctx)
  const siteSum = sumRatings(sums.values())
  const stored = await queries.listPriorRows(ctx)
  for (const [categoryId, categorySum] of sums) {
    const previous = stored.get(categoryId)
    const current = choosePrior(categorySum, siteSum)
    const isDrifted = hasDrifted(previous, current)
    if (isDrifted) await queries.upsertPrior(ctx, categoryId, current)
    await refreshCategory(ctx, categoryId, previous && !isDrifted ? previous.mean : current.mean)
  }
}

/** Updates the scores in batches, so that no statement locks a catalogue of thousands of products. */
async function refreshCategory(ctx: Db, categoryId: number, mean: number): Promise<void> {
  for (;;) {
    const stale = await queries.listStaleScores(ctx, categoryId, mean, BATCH_SIZE)
    if (stale.length > 0) await queries.updateScores(ctx, stale, mean)
    if (stale.length < BATCH_SIZE) return
  }
}

/** Returns the scores by product id: from 1 to 5, or 0 without reviews. */
export const listProductScores = queries.listScoreRows

const sumRatings = (sums: Iterable<typeof NO_RATINGS>) =>
  [...sums].reduce(
    (total, { ratingSum, reviewCount }) => ({ ratingSum: total.ratingSum + ratingSum, reviewCount: total.reviewCount + reviewCount }),
    NO_RATINGS,
  )
