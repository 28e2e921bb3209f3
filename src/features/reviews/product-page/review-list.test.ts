import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeReviewEndpoint, listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { reviewStatisticsEndpoint } from '#features/reviews/review-figures.contract.ts'
import { computeHelpfulness } from '#features/reviews/review-sort.policy.ts'

let site: TestSite
let product: { id: number; slug: string }
const DAY_MS = 86_400_000
const REVIEWS = [
  { title: 'Old and hailed', rating: 5, up: 19, down: 1, daysAgo: 500, verified: true },
  { title: 'One vote of one', rating: 2, up: 1, down: 0, daysAgo: 90, verified: false },
  { title: 'No votes', rating: 4, up: 0, down: 0, daysAgo: 30, verified: true },
  { title: 'Argued over: 100% NÖISE_free', rating: 1, up: 12, down: 12, daysAgo: 3, verified: false },
]
beforeAll(async () => {
  site = await openTestSite()
  product = await makeProduct(site.ctx, { categoryId: 2 })
  const other = await makeProduct(site.ctx)
  await post(await makeUser(site.ctx), other.id, { title: 'Another product', rating: 3 })
  for (const { title, rating, up, down, daysAgo, verified } of REVIEWS) {
    const { body } = await post(await makeUser(site.ctx), product.id, { title, rating })
    const created_at = new Date(Date.now() - daysAgo * DAY_MS).toISOString()
    await site.ctx.db
      .updateTable('reviews')
      .set({ upvotes: up, downvotes: down, created_at, is_verified: verified, verified_by: verified ? 'enquiry' : null })
      .where('id', '=', body.id)
      .execute()
  }
})
afterAll(() => site.close())

const post = (viewer: Viewer | null, productId: number, fields: object) =>
  site.call(viewer, postReviewEndpoint, { body: { rating: 4, title: 'Quiet', content: 'We have it.', productId, ...fields } })
const listTitles = async (query: object) =>
  (await site.call(null, listReviewsEndpoint, { query: { productId: product.id, ...query } })).body.map(
    ({ title }: { title: string }) => title.split(/ [^ ]*vote|:/)[0],
  )

describe('the reviews of a product', () => {
  test('are rated more helpful with 19 of 20 upvotes than with 12 of 24, and least helpful with 1 of 1', () => {
    const bounds = [computeHelpfulness(19, 1), computeHelpfulness(12, 12), computeHelpfulness(1, 0), computeHelpfulness(0, 0)]
    expect(bounds).toEqual(bounds.toSorted((a, b) => b - a))
    expect(bounds.map((bound) => bound.toFixed(3))).toEqual(['0.764', '0.314', '0.207', '0.000'])
    expect(computeHelpfulness(0, 5)).toBe(0)
  })
  test('are filtered by stars, verification and text, regardless of case and without wildcards', async () => {
    expect(await listTitles({ stars: 2 })).toEqual(['One'])
    expect(await listTitles({ verified: 'yes' })).toEqual(['No', 'Old and hailed'])
    expect(await listTitles({ verified: 'no', stars: 1 })).toEqual(['Argued over'])
    expect(await listTitles({ search: 'nöise_FREE' })).toEqual(['Argued over'])
    expect(await listTitles({ search: '100%' })).toEqual(['Argued over'])
    expect(await listTitles({ search: '%' })).toEqual(['Argued over'])
    expect(await listTitles({ search: 'WE HAVE IT', sort: 'highest' })).toHaveLength(4)
    expect(await listTitles({ search: 'another product' })).toEqual([])
    const { headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id, verified: 'yes', perPage: 1 } })
    expect(headers['x-total-count']).toBe('2')
  })
  test('have statistics in total, by verification and by age, and a score that can be calculated from its inputs', async () => {
    const { body } = await site.call(null, reviewStatisticsEndpoint, { params: { productId: product.id } })
    expect(body.all).toEqual({ count: 4, average: 3, counts: [1, 1, 0, 1, 1] })
    expect(body.verified).toEqual({ count: 2, average: 4.5, counts: [0, 0, 0, 1, 1] })
    expect(body.unverified).toEqual({ count: 2, average: 1.5, counts: [1, 1, 0, 0, 0] })
    expect(body.lastYear).toMatchObject({ count: 3 })
    expect(body.lastYear.average).toBeCloseTo(7 / 3)
    expect(body.earlier).toMatchObject({ count: 1, average: 5 })
    const { value, weight, mean, basis, ratingSum, reviewCount } = body.score
    expect({ basis, ratingSum, reviewCount }).toEqual({ basis: 'scale', ratingSum: 12, reviewCount: 4 })
    expect(value).toBeCloseTo((weight * mean + ratingSum) / (weight + reviewCount))
    expect((await site.call(null, getProductEndpoint, { params: { slug: product.slug } })).body.score).toBeCloseTo(value)
  })
  test('have statistics of 0 if the product has no reviews', async () => {
    const { id } = await makeProduct(site.ctx)
    const { body } = await site.call(null, reviewStatisticsEndpoint, { params: { productId: id } })
    expect(body.all).toEqual({ count: 0, average: 0, counts: [0, 0, 0, 0, 0] })
    expect(body.score.value).toBe(0)
  })
  test('can be changed by their author, which updates the rating, the edit time and the search', async () => {
    const [reviewedProduct, writer] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    const { body: posted } = await post(writer, reviewedProduct.id, { rating: 2, ownedMonths: 3 })
    expect(posted).toMatchObject({ ownedMonths: 3, editedAt: null })
    const { status, body } = await site.call(writer, changeReviewEndpoint, {
      params: { id: posted.id },
      body: { rating: 5, content: 'The new valve has cured it.', ownedMonths: 14 },
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({ rating: 5, title: 'Quiet', ownedMonths: 14 })
    expect(Date.now() - Date.parse(body.editedAt)).toBeLessThan(60_000)
    const product = await site.call(null, getProductEndpoint, { params: { slug: reviewedProduct.slug } })
    expect(product.body).toMatchObject({ averageRating: 5, reviewCount: 1 })
    const searchResult = await site.call(null, listReviewsEndpoint, { query: { productId: reviewedProduct.id, search: 'NEW VALVE' } })
    expect(searchResult.body).toHaveLength(1)
  })
  test('are not marked as edited if the values stay the same', async () => {
    const [reviewedProduct, writer] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    const { body: posted } = await post(writer, reviewedProduct.id, {})
    const { body } = await site.call(writer, changeReviewEndpoint, { params: { id: posted.id }, body: { title: 'Quiet' } })
    expect(body.editedAt).toBeNull()
  })
})

describe('invalid input', () => {
  test.each([{ sort: 'stars' }, { stars: 6 }, { stars: 'x' }, { verified: 'maybe' }])('in the query %o returns 400', async (query) => {
    expect((await site.call(null, listReviewsEndpoint, { query: { productId: product.id, ...query } })).status).toBe(400)
  })
  test.each([{ sort: 'helpful' }, { stars: 3 }, { search: 'it' }, { verified: 'no' }])(
    'such as the query %o without a product returns 400',
    async (query) => {
      expect((await site.call(null, listReviewsEndpoint, { query })).status).toBe(400)
    },
  )
  test.each([{ ownedMonths: -1 }, { ownedMonths: 721 }, { ownedMonths: 1.5 }, { rating: 0 }, { title: ' ' }])(
    'in the change %o returns 400',
    async (wrong) => {
      const [reviewedProduct, writer] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
      const { body: posted } = await post(writer, reviewedProduct.id, {})
      expect((await site.call(writer, changeReviewEndpoint, { params: { id: posted.id }, body: wrong })).status).toBe(400)
    },
  )
})

describe('access', () => {
  test('to changing a review is denied to other members and visitors, and to everyone for reviews by guests', async () => {
    const [reviewedProduct, writer, other] = [await makeProduct(site.ctx), await makeUser(site.ctx), await makeUser(site.ctx)]
    const { body: posted } = await post(writer, reviewedProduct.id, { rating: 2 })
    const { body: guestReview } = await post(null, reviewedProduct.id, { rating: 2 })
    const change = (viewer: Viewer | null, id: number) => site.call(viewer, changeReviewEndpoint, { params: { id }, body: { rating: 5 } })
    expect((await change(other, posted.id)).status).toBe(403)
    expect((await change(other, guestReview.id)).status).toBe(403)
    expect((await change(null, posted.id)).status).toBe(401)
    expect((await change(null, guestReview.id)).status).toBe(401)
    expect((await change(writer, 999_999)).status).toBe(404)
    expect((await site.call(null, getProductEndpoint, { params: { slug: reviewedProduct.slug } })).body.averageRating).toBe(2)
  })
})
