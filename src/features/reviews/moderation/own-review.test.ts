/** Tests that authors delete their reviews and restore them. */
// Daily on PostgreSQL too: a deletion and its undo change the stars of the product and the points of the author.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { listDeletedPostsEndpoint } from '#features/trash/trash.contract.ts'
import { getUserEndpoint } from '#features/users/user.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { expectLedgerMatches } from '#tests/support/ledger.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { hideReviewEndpoint, restoreReviewEndpoint, reviewReportEndpoint } from './review-moderation.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

async function makeReview() {
  const [product, author] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
  const body = { productId: product.id, rating: 2, title: 'Loud', content: 'We have had it for a year.' }
  const { body: review } = await site.call(author, postReviewEndpoint, { body })
  return { product, author, review, body }
}
const deleteReview = (viewer: Viewer | null, id: number, query: object = {}) =>
  site.call(viewer, hideReviewEndpoint, { params: { id }, query })
const restore = (viewer: Viewer | null, id: number) => site.call(viewer, restoreReviewEndpoint, { params: { id }, body: {} })
const listReviews = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body
const getPoints = async ({ id }: Viewer) => (await site.call(null, getUserEndpoint, { params: { id } })).body.reputationPoints

test('a review deleted by its author takes its stars and points with it, and a restore brings them back', async () => {
  const { product, author, review } = await makeReview()
  await site.call(admin, voteEndpoint, { body: { subject: 'review', id: review.id, value: 1 } })
  const getProduct = async () => (await site.call(null, getProductEndpoint, { params: { slug: product.slug } })).body
  const [reviews, points, report] = [
    await listReviews(product.id),
    await getPoints(author),
    (await site.call(null, reviewReportEndpoint)).body,
  ]
  expect((await deleteReview(author, review.id)).status).toBe(200)
  expect(await listReviews(product.id)).toEqual([])
  expect(await getProduct()).toMatchObject({ reviewCount: 0, averageRating: 0 })
  expect(await getPoints(author)).toBeLessThan(points)
  expect((await site.call(null, reviewReportEndpoint)).body.refused).toBe(report.refused)
  expect((await site.call(author, listDeletedPostsEndpoint)).body).toMatchObject([{ kind: 'review', id: review.id, title: 'Loud' }])

  expect((await restore(author, review.id)).body).toMatchObject({ id: review.id, upvotes: 1 })
  expect(await listReviews(product.id)).toEqual(reviews)
  expect(await getProduct()).toMatchObject({ reviewCount: 1, averageRating: 2 })
  expect(await getPoints(author)).toBe(points)
  expect((await site.call(null, reviewReportEndpoint)).body).toEqual(report)
  await expectLedgerMatches(site.ctx)
})

test('deleting a review needs its author, or an administrator with a reason', async () => {
  const { author, review } = await makeReview()
  const stranger = await makeUser(site.ctx)
  expect((await deleteReview(null, review.id)).status).toBe(401)
  expect((await deleteReview(stranger, review.id)).body.code).toBe('review.not_yours')
  expect((await deleteReview(author, review.id, { reason: 'spam' })).body.code).toBe('auth.admin_only')
  expect((await deleteReview({ ...author, isRestricted: true }, review.id)).body.code).toBe('user.restricted')
  expect((await deleteReview(admin, review.id)).body).toMatchObject({ code: 'input.invalid', errors: [{ path: 'reason' }] })
  expect((await deleteReview(admin, review.id, { reason: 'spam' })).status).toBe(200)
  expect((await restore(author, review.id)).body.code).toBe('trash.not_yours')
})

test('a deleted review cannot be restored after its author has reviewed the product again', async () => {
  const { author, review, body } = await makeReview()
  await deleteReview(author, review.id)
  expect((await site.call(author, postReviewEndpoint, { body })).status).toBe(201)
  expect((await restore(author, review.id)).body.code).toBe('review.already')
})
