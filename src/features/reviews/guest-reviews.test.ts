/** Guests share one account: what one network can do to the rating of a product is limited. */
// Daily on PostgreSQL too: the limit is an upsert in the transaction of the review.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postTopic } from '#features/forums/topic.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { removeOldCounts } from '#features/counting/visit.service.ts'
import type { Context } from '#platform/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
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

test('only one of many guest reviews sent at once counts', async () => {
  const product = await makeProduct(site.ctx)
  const sent = await Promise.allSettled(Array.from({ length: 25 }, () => review('192.0.2.8', product.id)))
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await ratingOf(product.id)).toEqual({ rating_sum: 1, review_count: 1 })
})

test('the count of a network is deleted after 24 hours, and its address is never stored', async () => {
  const product = await makeProduct(site.ctx)
  await review('192.0.2.9', product.id)
  const rows = await site.ctx.db.selectFrom('rate_limits').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('192.0.2')
  await removeOldCounts(site.ctx, Date.now() + 86_400_001)
  expect(await site.ctx.db.selectFrom('rate_limits').selectAll().execute()).toEqual([])
  await review('192.0.2.9', product.id)
})

test('guests of one network start at most 20 topics in 24 hours', async () => {
  const topic = { title: 'Again', content: 'And again.', categoryId: 1 }
  for (let n = 0; n < 20; n++) await postTopic(from('192.0.2.10'), topic)
  await expect(postTopic(from('192.0.2.10'), topic)).rejects.toMatchObject({ status: 429, code: 'guest.limited' })
  expect((await site.call(null, postTopicEndpoint, { body: topic })).status).toBe(201)
})
