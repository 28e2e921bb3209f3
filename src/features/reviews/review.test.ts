import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { hideReviewEndpoint } from './moderation/review-moderation.contract.ts'
import { listReviewsEndpoint, postReviewEndpoint, recentReviewsEndpoint } from './review.contract.ts'
import { ratingSpreadEndpoint } from './review-figures.contract.ts'
import { REVIEW_CONTENT_MAX } from './review-limits.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const REVIEW = { rating: 4, title: 'Quiet', content: 'We have had it for a year.' }

describe('reviews', () => {
  test('API-REV-03 PROD-45 by guests have user id 1 and the server’s time, and are never verified', async () => {
    const product = await makeProduct(site.ctx)
    const newReview = { ...REVIEW, productId: product.id, userId: 1, createdAt: '1999-01-01T00:00:00.000Z', isVerified: true }
    const { status, body } = await site.call(null, postReviewEndpoint, { body: newReview })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...REVIEW, userId: 1, username: 'Community Guest', isVerified: false, productName: product.name })
    expect(Date.now() - Date.parse(body.createdAt)).toBeLessThan(60_000)
  })

  test('SEC-07 by members have their user id, and are verified after a completed enquiry about the product', async () => {
    const [product, other, member] = [await makeProduct(site.ctx), await makeProduct(site.ctx), await makeUser(site.ctx)]
    const enquiry = {
      name: 'A',
      email: 'a@example.org',
      phone: '0',
      address: 'x',
      product_name: 'x',
      product_price: 'x',
      created_at: new Date().toISOString(),
    }
    await site.ctx.db
      .insertInto('enquiries')
      .values({ ...enquiry, product_id: product.id, user_id: member.id, status: 'completed' })
      .execute()
    const verified = await site.call(member, postReviewEndpoint, { body: { ...REVIEW, productId: product.id } })
    const unverified = await site.call(member, postReviewEndpoint, { body: { ...REVIEW, productId: other.id } })
    expect(verified.body).toMatchObject({ isVerified: true, userId: member.id })
    expect(unverified.body.isVerified).toBe(false)
  })

  test('API-REV-01 PROD-39 of a product are listed newest first, with counts by stars', async () => {
    const [product, other] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    await site.call(null, postReviewEndpoint, { body: { ...REVIEW, productId: other.id } })
    for (const rating of [5, 2]) await site.call(null, postReviewEndpoint, { body: { ...REVIEW, rating, productId: product.id } })
    const { body, headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(body.map((review: { rating: number }) => review.rating)).toEqual([2, 5])
    expect(headers['x-total-count']).toBe('2')
    const spread = await site.call(null, ratingSpreadEndpoint, { params: { productId: product.id } })
    expect(spread.body.counts).toEqual([0, 1, 0, 0, 1])
  })

  test('can be listed by product and member', async () => {
    const [product, other, member] = [await makeProduct(site.ctx), await makeProduct(site.ctx), await makeUser(site.ctx)]
    const post = (viewer: Viewer | null, { id }: { id: number }) =>
      site.call(viewer, postReviewEndpoint, { body: { ...REVIEW, productId: id } })
    for (const [viewer, reviewedProduct] of [[member, product], [member, other], [null, product]] as const) await post(viewer, reviewedProduct) // prettier-ignore
    const { body, headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id, userId: member.id } })
    expect(body.map((review: { userId: number; productId: number }) => [review.userId, review.productId])).toEqual([
      [member.id, product.id],
    ])
    expect(headers['x-total-count']).toBe('1')
    expect((await site.call(null, listReviewsEndpoint, { query: { userId: member.id } })).body).toHaveLength(2)
  })

  test('API-REV-02 are listed newest first, up to a limit', async () => {
    const { body } = await site.call(null, recentReviewsEndpoint, { query: { limit: 2 } })
    expect(body).toHaveLength(2)
    expect(body[0].createdAt >= body[1].createdAt).toBe(true)
  })
})

describe('a new review', () => {
  test.each([
    ['rating', { rating: 0 }],
    ['rating', { rating: 6 }],
    ['rating', { rating: 4.5 }],
    ['rating', { rating: '5' }],
    ['title', { title: '   ' }],
    ['content', { content: ' \n ' }],
    ['content', { content: 'x'.repeat(REVIEW_CONTENT_MAX + 1) }],
    ['productId', { productId: 999_999 }],
    ['productId', { productId: 'one' }],
  ])('returns 400 with an error for the field %s: %o', async (path, wrong) => {
    const product = await makeProduct(site.ctx)
    const { status, body } = await site.call(null, postReviewEndpoint, { body: { ...REVIEW, productId: product.id, ...wrong } })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe(path)
    const stored = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(stored.body).toEqual([])
  })
  test('PROD-43 without a title returns the same message as the form', async () => {
    const { body } = await site.call(null, postReviewEndpoint, { body: { ...REVIEW, title: '', productId: 1 } })
    expect(body.errors[0].message).toBe('Please provide both a title and content for your review.')
  })
})

describe('the limit of one review per product', () => {
  const post = (viewer: Viewer | null, productId: number, rating = 4) =>
    site.call(viewer, postReviewEndpoint, { body: { ...REVIEW, rating, productId } })
  const getRatingSums = (id: number) =>
    site.ctx.db.selectFrom('products').select(['rating_sum', 'review_count']).where('id', '=', id).executeTakeFirstOrThrow()

  test('rejects a second review by a member, without changing the rating', async () => {
    const [product, member, otherMember] = [await makeProduct(site.ctx), await makeUser(site.ctx), await makeUser(site.ctx)]
    expect((await post(member, product.id)).status).toBe(201)
    const { status, body } = await post(member, product.id, 1)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'review.already', message: 'You have already reviewed this product.' })
    expect(await getRatingSums(product.id)).toEqual({ rating_sum: 4, review_count: 1 })
    expect((await post(otherMember, product.id)).status).toBe(201)
  })
  test('does not apply to guests, who share one account', async () => {
    const product = await makeProduct(site.ctx)
    for (const rating of [5, 3]) expect((await post(null, product.id, rating)).status).toBe(201)
    expect(await getRatingSums(product.id)).toEqual({ rating_sum: 8, review_count: 2 })
  })
  test('allows another review after the first was hidden, and then the first cannot be restored', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const first = await post(member, product.id, 1)
    const removed = await site.call(admin, hideReviewEndpoint, { params: { id: first.body.id }, query: { reason: 'spam' } })
    expect((await post(member, product.id, 5)).status).toBe(201)
    const restored = await site.call(admin, restoreFromTrashEndpoint, { params: { id: removed.body.trashId }, body: {} })
    expect(restored.status).toBe(409)
    expect(restored.body.code).toBe('review.already')
    expect(await getRatingSums(product.id)).toEqual({ rating_sum: 5, review_count: 1 })
  })
})

describe('posting a review is refused', () => {
  test('with the user id of another member', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    for (const viewer of [null, await makeUser(site.ctx)]) {
      const { status, body } = await site.call(viewer, postReviewEndpoint, {
        body: { ...REVIEW, productId: product.id, userId: member.id },
      })
      expect(status).toBe(viewer ? 403 : 401)
      expect(body.code).toBe(viewer ? 'user.not_you' : 'auth.session_ended')
    }
  })
  test('for guests if the site does not allow them to post', async () => {
    const product = await makeProduct(site.ctx)
    site.ctx.site.settings.guestPosting = false
    expect((await site.call(null, postReviewEndpoint, { body: { ...REVIEW, productId: product.id } })).status).toBe(401)
    site.ctx.site.settings.guestPosting = true
  })
})
