/** Tests that owners are asked how a product is going, and that they add updates to their reviews. */
// Daily on PostgreSQL too: updates are inserted once per period under a lock.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNoticesEndpoint, type Notice } from '#features/notices/notice.contract.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { hideReviewEndpoint, restoreReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { askOwners } from './owner-question.service.ts'
import { deleteReviewUpdateEndpoint, postReviewUpdateEndpoint } from './review-update.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
const UPDATE = { isStillUsed: true, rating: 2, content: 'The fan has become loud.' }

async function makeReview(daysAgo: number, ownedMonths: number | null = null) {
  const [product, author] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
  const input = { productId: product.id, rating: 5, title: 'Quiet', content: 'We like it.', ownedMonths }
  const { body: review } = await site.call(author, postReviewEndpoint, { body: input })
  await setAge(review.id, daysAgo)
  return { product, author, id: review.id }
}
const setAge = (id: number, days: number) =>
  site.ctx.db
    .updateTable('reviews')
    .set({ created_at: new Date(Date.now() - days * DAY_MS).toISOString() })
    .where('id', '=', id)
    .execute()
const post = (viewer: Viewer | null, id: number, body: object = UPDATE) =>
  site.call(viewer, postReviewUpdateEndpoint, { params: { id }, body: body as typeof UPDATE })
const listReviews = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body
const listTitles = async (viewer: Viewer) => ((await site.call(viewer, listNoticesEndpoint)).body as Notice[]).map(({ title }) => title)

test('authors add one update after 12 and one after 24 months, which do not change the rating of the product', async () => {
  const { product, author, id } = await makeReview(364)
  expect((await post(author, id)).body.code).toBe('review.update_early')
  await setAge(id, 366)
  const { status, body } = await post(author, id)
  expect(status).toBe(201)
  expect(body.updates).toMatchObject([{ ...UPDATE, months: 12 }])
  expect((await post(author, id)).body.code).toBe('review.update_already')
  await setAge(id, 731)
  await post(author, id, { ...UPDATE, isStillUsed: false })
  const [review] = await listReviews(product.id)
  expect(review).toMatchObject({ rating: 5, updates: [{ months: 12 }, { months: 24, isStillUsed: false }] })
  expect((await site.call(null, getProductEndpoint, { params: { slug: product.slug } })).body).toMatchObject({
    averageRating: 5,
    reviewCount: 1,
  })
})

test('only the author can add and delete updates', async () => {
  const { author, id, product } = await makeReview(400)
  const stranger = await makeUser(site.ctx)
  expect((await post(null, id)).status).toBe(401)
  expect((await post(stranger, id)).body.code).toBe('review.not_yours')
  expect((await post({ ...author, isRestricted: true }, id)).body.code).toBe('user.restricted')
  expect((await post(author, id, { ...UPDATE, content: 'x'.repeat(1001) })).status).toBe(400)
  const updateId = (await post(author, id)).body.updates[0]?.id ?? 0
  const remove = (viewer: Viewer) => site.call(viewer, deleteReviewUpdateEndpoint, { params: { id, updateId } })
  expect((await remove(stranger)).body.code).toBe('review.not_yours')
  expect((await remove(author)).body.updates).toEqual([])
  expect((await remove(author)).status).toBe(404)
  expect(await listReviews(product.id)).toMatchObject([{ updates: [] }])
})

test('updates are hidden and restored with their review', async () => {
  const { product, author, id } = await makeReview(400)
  await post(author, id)
  const before = await listReviews(product.id)
  await site.call(author, hideReviewEndpoint, { params: { id }, query: {} })
  expect(await site.ctx.db.selectFrom('review_updates').select('id').where('review_id', '=', id).execute()).toEqual([])
  await site.call(author, restoreReviewEndpoint, { params: { id }, body: {} })
  expect(await listReviews(product.id)).toEqual(before)
})

test('authors are asked once when a review is 12 months old, and no longer once they have answered', async () => {
  const young = await makeReview(360)
  const due = await makeReview(366, 6)
  const nextDue = await askOwners(site.ctx)
  expect(await listTitles(young.author)).toEqual([])
  expect(await listTitles(due.author)).toEqual([
    `How is it going with ${due.product.name}? You have had it for 18 months now. Tell others what has changed since your review.`,
  ])
  const daysUntilDue = (Date.parse(nextDue ?? '') - Date.now()) / DAY_MS
  expect(daysUntilDue).toBeGreaterThan(4.9)
  expect(daysUntilDue).toBeLessThan(5.1)

  await post(due.author, due.id)
  expect(await listTitles(due.author)).toEqual([])
  await askOwners(site.ctx)
  expect(await listTitles(due.author)).toEqual([])
  await askOwners(site.ctx, Date.now() + 6 * DAY_MS)
  expect(await listTitles(young.author)).toHaveLength(1)
  await site.call(young.author, hideReviewEndpoint, { params: { id: young.id }, query: {} })
  expect(await listTitles(young.author)).toEqual([])
})

test('authors of demo reviews are not asked', async () => {
  const [demo, real] = [await makeReview(358), await makeReview(357)]
  await site.ctx.db.updateTable('reviews').set({ is_demo: true }).where('id', '=', demo.id).execute()
  await askOwners(site.ctx, Date.now() + 10 * DAY_MS)
  expect(await listTitles(demo.author)).toEqual([])
  expect(await listTitles(real.author)).toHaveLength(1)
})
