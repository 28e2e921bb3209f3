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

const words = { rating: 4, title: 'Quiet', content: 'We have had it for a year.' }

describe('reviews', () => {
  test('API-REV-03 PROD-45 by guests have user id 1 and the time of the server, and are never verified', async () => {
    const product = await makeProduct(site.ctx)
    const sent = { ...words, productId: product.id, userId: 1, createdAt: '1999-01-01T00:00:00.000Z', isVerified: true }
    const { status, body } = await site.call(null, postReviewEndpoint, { body: sent })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...words, userId: 1, username: 'Community Guest', isVerified: false, productName: product.name })
    expect(Date.now() - Date.parse(body.createdAt)).toBeLessThan(60_000)
  })

  test('SEC-07 by members have their user id, and are verified with a completed enquiry about the product', async () => {
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
    const verified = await site.call(member, postReviewEndpoint, { body: { ...words, productId: product.id } })
    const plain = await site.call(member, postReviewEndpoint, { body: { ...words, productId: other.id } })
    expect(verified.body).toMatchObject({ isVerified: true, userId: member.id })
    expect(plain.body.isVerified).toBe(false)
  })

  test('API-REV-01 PROD-39 of a product are listed newest first, with counts by stars', async () => {
    const [product, other] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    await site.call(null, postReviewEndpoint, { body: { ...words, productId: other.id } })
    for (const rating of [5, 2]) await site.call(null, postReviewEndpoint, { body: { ...words, rating, productId: product.id } })
    const { body, headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(body.map((review: { rating: number }) => review.rating)).toEqual([2, 5])
    expect(headers['x-total-count']).toBe('2')
    const spread = await site.call(null, ratingSpreadEndpoint, { params: { productId: product.id } })
    expect(spread.body.counts).toEqual([0, 1, 0, 0, 1])
  })

  test('can be listed by product and member', async () => {
    const [product, other, member] = [await makeProduct(site.ctx), await makeProduct(site.ctx), await makeUser(site.ctx)]
    const post = (who: Viewer | null, { id }: { id: number }) => site.call(who, postReviewEndpoint, { body: { ...words, productId: id } })
    for (const [who, what] of [[member, product], [member, other], [null, product]] as const) await post(who, what) // prettier-ignore
    const { body, headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id, userId: member.id } })
    expect(body.map((review: { userId: number; productId: number }) => [review.userId, review.productId])).toEqual([
      [member.id, product.id],
    ])
    expect(headers['x-total-count']).toBe('1')
    expect((await site.call(null, listReviewsEndpoint, { query: { userId: member.id } })).body).toHaveLength(2)
  })

  test('API-REV-02 are listed by date up to a limit', async () => {
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
  ])('returns 400 at %s for %o', async (path, wrong) => {
    const product = await makeProduct(site.ctx)
    const { status, body } = await site.call(null, postReviewEndpoint, { body: { ...words, productId: product.id, ...wrong } })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe(path)
    const stored = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(stored.body).toEqual([])
  })
  test('PROD-43 without a title returns the message of the form', async () => {
    const { body } = await site.call(null, postReviewEndpoint, { body: { ...words, title: '', productId: 1 } })
    expect(body.errors[0].message).toBe('Please provide both a title and content for your review.')
  })
})

describe('the limit of one review per product', () => {
  const post = (who: Viewer | null, productId: number, rating = 4) =>
    site.call(who, postReviewEndpoint, { body: { ...words, rating, productId } })
  const ratingOf = (id: number) =>
    site.ctx.db.selectFrom('products').select(['rating_sum', 'review_count']).where('id', '=', id).executeTakeFirstOrThrow()

  test('refuses a second review by a member, without changing the rating', async () => {
    const [product, one, other] = [await makeProduct(site.ctx), await makeUser(site.ctx), await makeUser(site.ctx)]
    expect((await post(one, product.id)).status).toBe(201)
    const { status, body } = await post(one, product.id, 1)
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'review.already', message: 'You have already reviewed this product.' })
    expect(await ratingOf(product.id)).toEqual({ rating_sum: 4, review_count: 1 })
    expect((await post(other, product.id)).status).toBe(201)
  })
  test('does not apply to guests, who share one account', async () => {
    const product = await makeProduct(site.ctx)
    for (const rating of [5, 3]) expect((await post(null, product.id, rating)).status).toBe(201)
    expect(await ratingOf(product.id)).toEqual({ rating_sum: 8, review_count: 2 })
  })
  test('allows another review after a deletion, and then refuses to restore the deleted one', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const first = await post(member, product.id, 1)
    const removed = await site.call(admin, hideReviewEndpoint, { params: { id: first.body.id }, query: { reason: 'spam' } })
    expect((await post(member, product.id, 5)).status).toBe(201)
    const restored = await site.call(admin, restoreFromTrashEndpoint, { params: { id: removed.body.trashId }, body: {} })
    expect(restored.status).toBe(409)
    expect(restored.body.code).toBe('review.already')
    expect(await ratingOf(product.id)).toEqual({ rating_sum: 5, review_count: 1 })
  })
})

describe('posting a review is refused', () => {
  test('with the user id of another member', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    for (const who of [null, await makeUser(site.ctx)]) {
      const { status, body } = await site.call(who, postReviewEndpoint, { body: { ...words, productId: product.id, userId: member.id } })
      expect(status).toBe(who ? 403 : 401)
      expect(body.code).toBe(who ? 'user.not_you' : 'auth.session_ended')
    }
  })
  test('for guests if the site does not allow them to post', async () => {
    const product = await makeProduct(site.ctx)
    site.ctx.site.settings.guestPosting = false
    expect((await site.call(null, postReviewEndpoint, { body: { ...words, productId: product.id } })).status).toBe(401)
    site.ctx.site.settings.guestPosting = true
  })
})
