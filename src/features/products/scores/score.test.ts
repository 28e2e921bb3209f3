import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { getProductEndpoint, listProductsEndpoint, productsOfCategoryEndpoint } from '#features/products/product.contract.ts'
import { changeProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { hideReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { choosePrior, computeScore, hasDrifted, SCORE_WEIGHT } from './score.policy.ts'
import { getRatingPrior, listProductScores, refreshScores } from './score.service.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const rate = async (productId: number, ratings: number[]) => {
  const ids: number[] = []
  for (const rating of ratings) {
    const body = { productId, rating, title: 'Fine', content: 'It works.' }
    ids.push((await site.call(await makeUser(site.ctx), postReviewEndpoint, { body })).body.id)
  }
  return ids
}
const listSlugs = async (query: object) =>
  (await site.call(null, listProductsEndpoint, { query })).body.map(({ slug }: { slug: string }) => slug)
/** Runs the function of the job and, like the job, invalidates cached responses. */
const refresh = async () => {
  await refreshScores(site.ctx)
  site.caches.invalidate(site.ctx.site.id, ['products', 'products:*'])
}
const getScore = async (slug: string): Promise<number> => (await site.call(null, getProductEndpoint, { params: { slug } })).body.score

describe('the score', () => {
  test('is near the mean with few reviews, near the rating with many, and 0 with none', () => {
    expect(computeScore({ ratingSum: 0, reviewCount: 0 }, 4)).toBe(0)
    expect(computeScore({ ratingSum: 5, reviewCount: 1 }, 4)).toBeCloseTo((SCORE_WEIGHT * 4 + 5) / (SCORE_WEIGHT + 1))
    expect(computeScore({ ratingSum: 5000, reviewCount: 1000 }, 3)).toBeCloseTo(5, 1)
    expect(computeScore({ ratingSum: 63, reviewCount: 14 }, 4.2)).toBeGreaterThan(computeScore({ ratingSum: 5, reviewCount: 1 }, 4.2))
  })
  test('uses the mean of a category with ten reviews, else that of the site, else the middle of the scale', () => {
    expect(choosePrior({ ratingSum: 40, reviewCount: 10 }, { ratingSum: 90, reviewCount: 30 })).toEqual({ mean: 4, basis: 'category' })
    expect(choosePrior({ ratingSum: 36, reviewCount: 9 }, { ratingSum: 90, reviewCount: 30 })).toEqual({ mean: 3, basis: 'site' })
    expect(choosePrior({ ratingSum: 5, reviewCount: 1 }, { ratingSum: 36, reviewCount: 9 })).toEqual({ mean: 3, basis: 'scale' })
  })
  test('is outdated if the mean changes by 0.02 or more, or has another basis', () => {
    const stored = { mean: 4, basis: 'category' } as const
    expect(hasDrifted(undefined, stored)).toBe(true)
    expect(hasDrifted(stored, { mean: 4.019, basis: 'category' })).toBe(false)
    expect(hasDrifted(stored, { mean: 3.97, basis: 'category' })).toBe(true)
    expect(hasDrifted(stored, { mean: 4, basis: 'site' })).toBe(true)
  })
})

describe('the scores of products', () => {
  test('rank fourteen reviews of 4.5 stars above one of five, unlike the order by rating', async () => {
    const [one, many] = [
      await makeProduct(site.ctx, { slug: 'one', categoryId: 2 }),
      await makeProduct(site.ctx, { slug: 'many', categoryId: 2 }),
    ]
    await makeProduct(site.ctx, { slug: 'nobody', categoryId: 2 })
    await rate(many.id, [5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4, 5, 4])
    await rate(one.id, [5])
    await rate((await makeProduct(site.ctx, { slug: 'middling', categoryId: 2 })).id, [3, 4, 3, 4])
    await refresh()
    expect(await listSlugs({ category: 'solar-panels', sort: 'score' })).toEqual(['many', 'one', 'middling', 'nobody'])
    expect(await listSlugs({ category: 'solar-panels', sort: 'rating' })).toEqual(['one', 'many', 'middling', 'nobody'])
    expect(await listSlugs({ category: 'solar-panels' })).toEqual(['one', 'many', 'middling', 'nobody'])
    const categoryResponse = await site.call(null, productsOfCategoryEndpoint, { params: { categoryId: 2 } })
    expect(categoryResponse.body.map(({ slug }: { slug: string }) => slug)).toEqual(['many', 'one', 'middling', 'nobody'])
    expect(await getScore('nobody')).toBe(0)
  })

  test('change with each added and hidden review, based on the stored mean', async () => {
    const product = await makeProduct(site.ctx, { slug: 'followed', categoryId: 3 })
    const { mean } = await getRatingPrior(site.ctx, 3)
    const [first] = await rate(product.id, [2])
    await refresh()
    const prior = (await getRatingPrior(site.ctx, 3)).mean
    expect(mean).toBeCloseTo(prior, 0)
    await rate(product.id, [5])
    expect(await getScore('followed')).toBeCloseTo(computeScore({ ratingSum: 7, reviewCount: 2 }, prior))
    const admin = await makeUser(site.ctx, { isAdmin: true })
    await site.call(admin, hideReviewEndpoint, { params: { id: first ?? 0 }, query: { reason: 'spam' } })
    expect(await getScore('followed')).toBeCloseTo(computeScore({ ratingSum: 5, reviewCount: 1 }, prior))
    expect((await listProductScores(site.ctx, [product.id])).get(product.id)).toBeCloseTo(await getScore('followed'))
  })

  test('are all updated by the job if the mean of their category has drifted or a score does not match', async () => {
    const [a, b] = [await makeProduct(site.ctx, { slug: 'a4', categoryId: 4 }), await makeProduct(site.ctx, { slug: 'b4', categoryId: 4 })]
    await rate(a.id, [5, 5, 5, 5, 5])
    await rate(b.id, [5, 5, 5, 5, 5])
    await refresh()
    expect(await getRatingPrior(site.ctx, 4)).toEqual({ mean: 5, basis: 'category' })
    const before = await getScore('a4')
    await rate(b.id, [1, 1, 1, 1, 1])
    await refresh()
    const { mean } = await getRatingPrior(site.ctx, 4)
    expect(mean).toBeCloseTo(55 / 15)
    expect(await getScore('a4')).toBeCloseTo(computeScore({ ratingSum: 25, reviewCount: 5 }, mean))
    expect(await getScore('a4')).toBeLessThan(before)
    await site.ctx.db.updateTable('products').set({ score: 1.5 }).where('id', '=', a.id).execute()
    await refresh()
    expect(await getScore('a4')).toBeCloseTo(computeScore({ ratingSum: 25, reviewCount: 5 }, mean))
  })

  test('use the mean of the new category after a move', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const product = await makeProduct(site.ctx, { slug: 'mover', categoryId: 4 })
    await rate(product.id, [3])
    const moved = await site.call(admin, changeProductEndpoint, { params: { id: product.id }, body: { categoryId: 6 } })
    expect(moved.status).toBe(200)
    const { mean } = await getRatingPrior(site.ctx, 6)
    expect(await getScore('mover')).toBeCloseTo(computeScore({ ratingSum: 3, reviewCount: 1 }, mean))
  })
})

describe('an administrator', () => {
  test('cannot set the score', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const product = await makeProduct(site.ctx, { slug: 'vain', categoryId: 2 })
    await site.call(admin, changeProductEndpoint, { params: { id: product.id }, body: { name: 'Vain thing', score: 5, averageRating: 5 } })
    expect(await getScore('vain')).toBe(0)
  })
})
