/** Tests the limits on guest reviews per network, and the approval of guest reviews that contain links. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postTopic } from '#features/forums/topic.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { deleteProduct } from '#features/products/editing/product-editing.service.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { removeOldCounts } from '#features/counting/visit.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listWaitingReviewsEndpoint, approveReviewEndpoint, rejectReviewEndpoint } from './approval/review-approval.contract.ts'
import { reviewReportEndpoint } from './moderation/review-moderation.contract.ts'
import { listReviewsEndpoint, postReviewEndpoint } from './review.contract.ts'
import { postReview } from './review.service.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const contextOfGuest = (clientIp: string): Context => ({
  ...site.ctx,
  viewer: null,
  caller: { clientIp, userAgent: 'Firefox', origin: 'http://localhost' },
})
const postGuestReview = (clientIp: string, productId: number) =>
  postReview(contextOfGuest(clientIp), { productId, rating: 1, title: 'Bad', content: 'Very bad.' })
const getRatingSums = (id: number) =>
  site.ctx.db.selectFrom('products').select(['rating_sum', 'review_count']).where('id', '=', id).executeTakeFirstOrThrow()

test('a second guest review of a product from one network in 24 hours is refused and changes no rating', async () => {
  const [product, other] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
  await postGuestReview('2001:db8:1:2::1', product.id)
  for (const clientIp of ['2001:db8:1:2::1', '2001:db8:1:2::2'])
    await expect(postGuestReview(clientIp, product.id)).rejects.toMatchObject({ status: 429, code: 'guest.limited' })
  expect(await getRatingSums(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
  await postGuestReview('192.0.2.7', product.id)
  await postGuestReview('2001:db8:1:2::1', other.id)
  expect(await getRatingSums(product.id)).toEqual({ rating_sum: 2, review_count: 2 })
})

test('only one of many concurrent guest reviews from a network is accepted', async () => {
  const product = await makeProduct(site.ctx)
  const results = await Promise.allSettled(Array.from({ length: 25 }, () => postGuestReview('192.0.2.8', product.id)))
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await getRatingSums(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
})

test('the count for a network is deleted after 24 hours, and its IP address is never stored', async () => {
  const product = await makeProduct(site.ctx)
  await postGuestReview('192.0.2.9', product.id)
  const rows = await site.ctx.db.selectFrom('rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
  await removeOldCounts(site.ctx, Date.now() + 86_400_001)
  expect(await site.ctx.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  await postGuestReview('192.0.2.9', product.id)
})

test('guests from one network can post at most 20 topics in 24 hours', async () => {
  const topic = { title: 'Again', content: 'And again.', categoryId: 1 }
  for (let n = 0; n < 20; n++) await postTopic(contextOfGuest('192.0.2.10'), topic)
  await expect(postTopic(contextOfGuest('192.0.2.10'), topic)).rejects.toMatchObject({ status: 429, code: 'guest.limited' })
  expect((await site.call(null, postTopicEndpoint, { body: topic })).status).toBe(201)
})

describe('a guest review with a link', () => {
  const REVIEW_WITH_LINK = { rating: 1, title: 'Bad', content: 'See [my shop](https://example.com/x).' }
  const postReviewWithLink = async (clientIp: string) => {
    const product = await makeProduct(site.ctx)
    return { product, waiting: await postReview(contextOfGuest(clientIp), { ...REVIEW_WITH_LINK, productId: product.id }) }
  }
  const listPublished = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body
  const listWaitingIds = async () => {
    const { body } = await site.call(await makeUser(site.ctx, { isAdmin: true }), listWaitingReviewsEndpoint)
    return body.map(({ id }: { id: number }) => id)
  }
  const getReport = async () => (await site.call(null, reviewReportEndpoint)).body

  test.each(['See https://example.com', 'www.example.com', '[x](//example.com)', '<https://example.com>'])(
    'waits for approval and changes no rating: %s',
    async (content) => {
      const product = await makeProduct(site.ctx)
      const { status, body } = await site.call(null, postReviewEndpoint, { body: { ...REVIEW_WITH_LINK, content, productId: product.id } })
      expect(status).toBe(201)
      expect(body.isWaiting).toBe(true)
      expect(await listPublished(product.id)).toEqual([])
      expect(await getRatingSums(product.id)).toEqual({ rating_sum: 0, review_count: 0 })
      expect(await listWaitingIds()).toContain(body.id)
    },
  )

  test('waits if the link is in its title, and counts towards the limit for its network', async () => {
    const product = await makeProduct(site.ctx)
    const body = { productId: product.id, rating: 1, title: 'www.example.com', content: 'Bad.' }
    expect((await postReview(contextOfGuest('192.0.2.20'), body)).isWaiting).toBe(true)
    await expect(postGuestReview('192.0.2.20', product.id)).rejects.toMatchObject({ status: 429 })
  })

  test('is published immediately if a member wrote it', async () => {
    const product = await makeProduct(site.ctx)
    const { body } = await site.call(await makeUser(site.ctx), postReviewEndpoint, { body: { ...REVIEW_WITH_LINK, productId: product.id } })
    expect(body.isWaiting).toBeUndefined()
    expect(await listPublished(product.id)).toHaveLength(1)
  })

  test('is published and counted once if two concurrent requests approve it', async () => {
    const { product, waiting } = await postReviewWithLink('192.0.2.21')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const decisions = await Promise.all([1, 2].map(() => site.call(admin, approveReviewEndpoint, { params: { id: waiting.id } })))
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await listPublished(product.id)).toMatchObject([{ title: 'Bad', createdAt: waiting.createdAt, userId: waiting.userId }])
    expect(await getRatingSums(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
    expect(await listWaitingIds()).not.toContain(waiting.id)
  })

  test('counts as refused after a rejection, and waits again after a restore', async () => {
    const { product, waiting } = await postReviewWithLink('192.0.2.22')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const before = await getReport()
    const rejected = await site.call(admin, rejectReviewEndpoint, { params: { id: waiting.id }, body: { reason: 'spam' } })
    expect(rejected.status).toBe(200)
    expect(await listWaitingIds()).not.toContain(waiting.id)
    expect(await getReport()).toMatchObject({ received: before.received + 1, refused: before.refused + 1, published: before.published })
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: rejected.body.trashId }, body: {} })
    expect(await listWaitingIds()).toContain(waiting.id)
    expect(await getReport()).toEqual(before)
    expect(await listPublished(product.id)).toEqual([])
  })

  test('can be approved by administrators only, and rejected only with a reason', async () => {
    const { waiting } = await postReviewWithLink('192.0.2.23')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const params = { id: waiting.id }
    expect((await site.call(admin, rejectReviewEndpoint, { params, body: {} })).status).toBe(400)
    expect((await site.call(null, approveReviewEndpoint, { params })).status).toBe(401)
    expect((await site.call(await makeUser(site.ctx), approveReviewEndpoint, { params })).status).toBe(403)
    expect(await listWaitingIds()).toContain(waiting.id)
  })

  test('is trashed and restored with its product', async () => {
    const { product, waiting } = await postReviewWithLink('192.0.2.24')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const { trashId } = await deleteProduct({ ...site.ctx, viewer: admin }, product.id)
    expect(await listWaitingIds()).not.toContain(waiting.id)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId }, body: {} })).status).toBe(200)
    expect(await listWaitingIds()).toContain(waiting.id)
  })
})
