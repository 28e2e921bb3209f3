/** Limits of guest reviews per network, and approval of guest reviews with links. */
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

const from = (clientIp: string): Context => ({
  ...site.ctx,
  viewer: null,
  caller: { clientIp, userAgent: 'Firefox', origin: 'http://localhost' },
})
const review = (clientIp: string, productId: number) =>
  postReview(from(clientIp), { productId, rating: 1, title: 'Bad', content: 'Very bad.' })
const ratingOf = (id: number) =>
  site.ctx.db.selectFrom('products').select(['rating_sum', 'review_count']).where('id', '=', id).executeTakeFirstOrThrow()

test('a second guest review of a product from one network in 24 hours is refused and changes no rating', async () => {
  const [product, other] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
  await review('2001:db8:1:2::1', product.id)
  for (const clientIp of ['2001:db8:1:2::1', '2001:db8:1:2::2'])
    await expect(review(clientIp, product.id)).rejects.toMatchObject({ status: 429, code: 'guest.limited' })
  expect(await ratingOf(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
  await review('192.0.2.7', product.id)
  await review('2001:db8:1:2::1', other.id)
  expect(await ratingOf(product.id)).toEqual({ rating_sum: 2, review_count: 2 })
})

test('only one of many concurrent guest reviews is accepted', async () => {
  const product = await makeProduct(site.ctx)
  const sent = await Promise.allSettled(Array.from({ length: 25 }, () => review('192.0.2.8', product.id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await ratingOf(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
})

test('the count of a network is deleted after 24 hours, and its IP address is never stored', async () => {
  const product = await makeProduct(site.ctx)
  await review('192.0.2.9', product.id)
  const rows = await site.ctx.db.selectFrom('rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
  await removeOldCounts(site.ctx, Date.now() + 86_400_001)
  expect(await site.ctx.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  await review('192.0.2.9', product.id)
})

test('guests of one network create at most 20 topics in 24 hours', async () => {
  const topic = { title: 'Again', content: 'And again.', categoryId: 1 }
  for (let n = 0; n < 20; n++) await postTopic(from('192.0.2.10'), topic)
  await expect(postTopic(from('192.0.2.10'), topic)).rejects.toMatchObject({ status: 429, code: 'guest.limited' })
  expect((await site.call(null, postTopicEndpoint, { body: topic })).status).toBe(201)
})

describe('a guest review with a link', () => {
  const withLink = { rating: 1, title: 'Bad', content: 'See [my shop](https://example.com/x).' }
  const post = async (clientIp: string) => {
    const product = await makeProduct(site.ctx)
    return { product, waiting: await postReview(from(clientIp), { ...withLink, productId: product.id }) }
  }
  const published = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body
  const waitingIds = async () => {
    const { body } = await site.call(await makeUser(site.ctx, { isAdmin: true }), listWaitingReviewsEndpoint)
    return body.map(({ id }: { id: number }) => id)
  }
  const report = async () => (await site.call(null, reviewReportEndpoint)).body

  test.each(['See https://example.com', 'www.example.com', '[x](//example.com)', '<https://example.com>'])(
    'waits for approval and changes no rating: %s',
    async (content) => {
      const product = await makeProduct(site.ctx)
      const { status, body } = await site.call(null, postReviewEndpoint, { body: { ...withLink, content, productId: product.id } })
      expect(status).toBe(201)
      expect(body.isWaiting).toBe(true)
      expect(await published(product.id)).toEqual([])
      expect(await ratingOf(product.id)).toEqual({ rating_sum: 0, review_count: 0 })
      expect(await waitingIds()).toContain(body.id)
    },
  )

  test('waits if the link is in its title, and counts towards the limit of its network', async () => {
    const product = await makeProduct(site.ctx)
    const body = { productId: product.id, rating: 1, title: 'www.example.com', content: 'Bad.' }
    expect((await postReview(from('192.0.2.20'), body)).isWaiting).toBe(true)
    await expect(review('192.0.2.20', product.id)).rejects.toMatchObject({ status: 429 })
  })

  test('is published immediately if a member wrote it', async () => {
    const product = await makeProduct(site.ctx)
    const { body } = await site.call(await makeUser(site.ctx), postReviewEndpoint, { body: { ...withLink, productId: product.id } })
    expect(body.isWaiting).toBeUndefined()
    expect(await published(product.id)).toHaveLength(1)
  })

  test('is counted once when it is approved, also by two concurrent requests', async () => {
    const { product, waiting } = await post('192.0.2.21')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const decisions = await Promise.all([1, 2].map(() => site.call(admin, approveReviewEndpoint, { params: { id: waiting.id } })))
    expect(decisions.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect(await published(product.id)).toMatchObject([{ title: 'Bad', createdAt: waiting.createdAt, userId: waiting.userId }])
    expect(await ratingOf(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
    expect(await waitingIds()).not.toContain(waiting.id)
  })

  test('is counted as refused after a rejection, and waits again after a restore', async () => {
    const { product, waiting } = await post('192.0.2.22')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const before = await report()
    const rejected = await site.call(admin, rejectReviewEndpoint, { params: { id: waiting.id }, body: { reason: 'spam' } })
    expect(rejected.status).toBe(200)
    expect(await waitingIds()).not.toContain(waiting.id)
    expect(await report()).toMatchObject({ received: before.received + 1, refused: before.refused + 1, published: before.published })
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: rejected.body.trashId }, body: {} })
    expect(await waitingIds()).toContain(waiting.id)
    expect(await report()).toEqual(before)
    expect(await published(product.id)).toEqual([])
  })

  test('is decided by administrators only, and rejected only with a reason', async () => {
    const { waiting } = await post('192.0.2.23')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const params = { id: waiting.id }
    expect((await site.call(admin, rejectReviewEndpoint, { params, body: {} })).status).toBe(400)
    expect((await site.call(null, approveReviewEndpoint, { params })).status).toBe(401)
    expect((await site.call(await makeUser(site.ctx), approveReviewEndpoint, { params })).status).toBe(403)
    expect(await waitingIds()).toContain(waiting.id)
  })

  test('is trashed and restored with its product', async () => {
    const { product, waiting } = await post('192.0.2.24')
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const { trashId } = await deleteProduct({ ...site.ctx, viewer: admin }, product.id)
    expect(await waitingIds()).not.toContain(waiting.id)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId }, body: {} })).status).toBe(200)
    expect(await waitingIds()).toContain(waiting.id)
  })
})
