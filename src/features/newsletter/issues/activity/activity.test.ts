import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeArticle } from '#features/articles/article.factory.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { changeProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { draftIssueEndpoint, listActivityEndpoint, type IssueEntry } from '#features/newsletter/issues/issue.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const NOW = new Date().toISOString()
const LONG_AGO = new Date(Date.now() - 90 * 86_400_000).toISOString()
const backdateProduct = (id: number) => site.ctx.db.updateTable('products').set({ created_at: LONG_AGO }).where('id', '=', id).execute()
const insertReply = (topic_id: number, content: string, upvotes: number, status: 'visible' | 'hidden' = 'visible') =>
  site.ctx.db.insertInto('replies').values({ topic_id, user_id: admin.id, content, created_at: NOW, upvotes, status }).execute()

test('an issue is drafted from articles, replies, reviews and prices since the previous issue, without hidden or unpublished content', async () => {
  await makeArticle(site.ctx, { slug: 'new-guide', title: 'A [new] guide', publishedAt: NOW })
  await makeArticle(site.ctx, { slug: 'old-guide', publishedAt: LONG_AGO })
  await makeArticle(site.ctx, { slug: 'to-come', publishedAt: new Date(Date.now() + 86_400_000).toISOString() })
  const topicId = await makeTopic(site.ctx, { title: 'How big a battery?' })
  await insertReply(topicId, 'Of some use', 1)
  await insertReply(topicId, 'Very **useful** <b>', 5)
  await insertReply(topicId, 'Hidden', 9, 'hidden')
  await insertReply(await makeTopic(site.ctx, { title: 'Of no use' }), 'Nobody liked it', 0)
  const product = await makeProduct(site.ctx, { slug: 'kettle', name: 'Kettle', price: '£100' })
  const unchangedProduct = await makeProduct(site.ctx, { slug: 'same', name: 'Same', price: '£5' })
  await Promise.all([backdateProduct(product.id), backdateProduct(unchangedProduct.id)])
  const change = (id: number, body: object) => site.call(admin, changeProductEndpoint, { params: { id }, body })
  expect((await change(product.id, { price: '£90' })).status).toBe(200)
  await change(product.id, { price: '£80' })
  await change(unchangedProduct.id, { description: 'In other words.' })
  const review = { product_id: product.id, user_id: admin.id, rating: 4, title: 'Boils', content: 'Soon.', created_at: NOW }
  await site.ctx.db.insertInto('reviews').values(review).execute()

  const { body } = await site.call(admin, draftIssueEndpoint, { body: {} })
  const entries = (body.entries as IssueEntry[]).map(({ kind, title, path, text }) => [kind, title, path, text])
  expect(entries).toEqual([
    ['article', 'A [new] guide', '/articles/new-guide', 'A plain article for tests.'],
    ['answer', 'How big a battery?', `/forum/${topicId}`, expect.stringContaining('Very useful')],
    ['review', 'Kettle: Boils', '/products/kettle?tab=reviews', '4 of 5. Soon.'],
    ['product', 'Kettle', '/products/kettle', 'The price is now £80; it was £100.'],
  ])
  // No entry is listed in two issues, because the activity starts at the previous issue.
  await site.ctx.db.updateTable('newsletter_issues').set({ state: 'sent', started_at: new Date().toISOString() }).execute()
  expect((await site.call(admin, listActivityEndpoint)).body).toEqual([])
})

test('the activity endpoint returns 401 to guests', async () => {
  expect((await site.call(null, listActivityEndpoint)).status).toBe(401)
})
