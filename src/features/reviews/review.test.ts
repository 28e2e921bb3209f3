import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  listReviewsEndpoint,
  postReviewEndpoint,
  ratingSpreadEndpoint,
  recentReviewsEndpoint,
  REVIEW_CONTENT_MAX,
} from './review.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const words = { rating: 4, title: 'Quiet', content: 'We have had it for a year.' }

describe('works', () => {
  test('API-REV-03 PROD-45 a guest reviews as user 1, never verified, at the server’s time', async () => {
    const product = await makeProduct(site.ctx)
    const sent = { ...words, productId: product.id, userId: 1, createdAt: '1999-01-01T00:00:00.000Z', isVerified: true }
    const { status, body } = await site.call(null, postReviewEndpoint, { body: sent })
    expect(status).toBe(201)
    expect(body).toMatchObject({ ...words, userId: 1, username: 'Community Guest', isVerified: false, productName: product.name })
    expect(Date.now() - Date.parse(body.createdAt)).toBeLessThan(60_000)
  })

  test('SEC-07 a member reviews as themselves; verified with a completed enquiry of their own about that product', async () => {
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
    expect([verified.body.isVerified, verified.body.userId]).toEqual([true, member.id])
    expect(plain.body.isVerified).toBe(false)
  })

  test('API-REV-01 PROD-39 of one product, newest first, with the spread of stars', async () => {
    const [product, other] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    await site.call(null, postReviewEndpoint, { body: { ...words, productId: other.id } })
    for (const rating of [5, 2]) await site.call(null, postReviewEndpoint, { body: { ...words, rating, productId: product.id } })
    const { body, headers } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(body.map((review: { rating: number }) => review.rating)).toEqual([2, 5])
    expect(headers['x-total-count']).toBe('2')
    const spread = await site.call(null, ratingSpreadEndpoint, { params: { productId: product.id } })
    expect(spread.body.counts).toEqual([0, 1, 0, 0, 1])
  })

  test('API-REV-02 recent ones, at most as many as asked for', async () => {
    const { body } = await site.call(null, recentReviewsEndpoint, { query: { limit: 2 } })
    expect(body).toHaveLength(2)
    expect(body[0].createdAt >= body[1].createdAt).toBe(true)
  })
})

describe('refuses bad input', () => {
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
  ])('%s %o', async (path, wrong) => {
    const product = await makeProduct(site.ctx)
    const { status, body } = await site.call(null, postReviewEndpoint, { body: { ...words, productId: product.id, ...wrong } })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe(path)
    const stored = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(stored.body).toEqual([])
  })
  test('PROD-43 the message is the form’s', async () => {
    const { body } = await site.call(null, postReviewEndpoint, { body: { ...words, title: '', productId: 1 } })
    expect(body.errors[0].message).toBe('Please provide both a title and content for your review.')
  })
})

describe('refuses strangers', () => {
  test('somebody else’s user id', async () => {
    const [product, member] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
    for (const who of [null, await makeUser(site.ctx)]) {
      const { status, body } = await site.call(who, postReviewEndpoint, { body: { ...words, productId: product.id, userId: member.id } })
      expect([status, body.code]).toEqual([403, 'user.not_you'])
    }
  })
  test('guests where the site does not let them post', async () => {
    const product = await makeProduct(site.ctx)
    site.ctx.site.settings.guestPosting = false
    expect((await site.call(null, postReviewEndpoint, { body: { ...words, productId: product.id } })).status).toBe(401)
    site.ctx.site.settings.guestPosting = true
  })
})
