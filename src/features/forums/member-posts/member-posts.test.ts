/** Tests the public lists of a member's topics, replies and reviews. */
// Daily on PostgreSQL too: the lists read pages of ids in an index.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { reviewsOfUserEndpoint } from '#features/reviews/review.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { repliesOfUserEndpoint, topicsOfUserEndpoint } from './member-posts.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const LISTS = { topics: topicsOfUserEndpoint, replies: repliesOfUserEndpoint, reviews: reviewsOfUserEndpoint }
const list = (kind: keyof typeof LISTS, id: number, query: object = {}) => site.call(null, LISTS[kind], { params: { id }, query })
const idsOf = ({ body }: { body: { id: number }[] }) => body.map(({ id }) => id)

async function addReply(topicId: number, userId: number, second: number, status: 'visible' | 'hidden' | 'waiting' = 'visible') {
  const row = { topic_id: topicId, user_id: userId, content: `**Reply** ${second}`, status, created_at: atSecond(second) }
  return (await site.ctx.db.insertInto('replies').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const atSecond = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()

describe('the posts of a member', () => {
  test('contain the visible topics, newest first, in pages', async () => {
    const { id: userId } = await makeUser(site.ctx)
    const ids: number[] = []
    for (const second of [1, 2, 3])
      ids.unshift(await makeTopic(site.ctx, { userId, createdAt: atSecond(second), content: `# Long\n\n${'word '.repeat(60)}` }))
    await makeTopic(site.ctx, { userId, status: 'hidden' })
    await makeTopic(site.ctx, { userId, status: 'waiting' })
    await makeTopic(site.ctx)
    const first = await list('topics', userId, { perPage: 2 })
    expect(idsOf(first)).toEqual(ids.slice(0, 2))
    expect(first.headers['x-total-count']).toBe('3')
    expect(first.body[0].content.length).toBeLessThanOrEqual(85)
    expect(idsOf(await list('topics', userId, { perPage: 2, page: 2 }))).toEqual(ids.slice(2))
  })

  test('contain the visible replies in visible topics, with the title of the topic and plain text', async () => {
    const { id: userId } = await makeUser(site.ctx)
    const topicId = await makeTopic(site.ctx, { title: 'Peat' })
    const hiddenTopicId = await makeTopic(site.ctx, { status: 'hidden' })
    const older = await addReply(topicId, userId, 1)
    const newer = await addReply(topicId, userId, 2)
    await addReply(topicId, userId, 3, 'hidden')
    await addReply(topicId, userId, 4, 'waiting')
    await addReply(hiddenTopicId, userId, 5)
    const response = await list('replies', userId, { perPage: 1 })
    expect(response.body).toEqual([
      { id: newer, topicId, topicTitle: 'Peat', excerpt: 'Reply 2', createdAt: atSecond(2), upvotes: 0, downvotes: 0 },
    ])
    expect(response.headers['x-total-count']).toBe('2')
    expect(idsOf(await list('replies', userId, { perPage: 1, page: 2 }))).toEqual([older])
  })

  test('contain the accepted answers', async () => {
    const { id: userId } = await makeUser(site.ctx)
    const topicId = await makeTopic(site.ctx)
    const reply_id = await addReply(topicId, userId, 1)
    await addReply(topicId, userId, 2)
    await site.ctx.db
      .insertInto('accepted_replies')
      .values({ topic_id: topicId, reply_id, accepted_at: atSecond(3) })
      .execute()
    expect(idsOf(await list('replies', userId, { accepted: 'yes' }))).toEqual([reply_id])
  })

  test('contain the reviews, newest first', async () => {
    const { id: userId } = await makeUser(site.ctx)
    const products = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    const ids: number[] = []
    for (const [index, { id: product_id }] of products.entries()) {
      const row = { product_id, user_id: userId, rating: 4, title: 'Good', content: 'Quiet.', created_at: atSecond(index), search_text: '' }
      ids.unshift((await site.ctx.db.insertInto('reviews').values(row).returning('id').executeTakeFirstOrThrow()).id)
    }
    expect(ids).toHaveLength(2)
    expect(idsOf(await list('reviews', userId))).toEqual(ids)
  })

  test.each(['topics', 'replies', 'reviews'] as const)('return 404 for unknown and closed accounts: %s', async (kind) => {
    const [{ id: openId }, { id }] = [await makeUser(site.ctx), await makeUser(site.ctx)]
    expect((await list(kind, openId)).status).toBe(200)
    await site.ctx.db
      .updateTable('users')
      .set({ deleted_at: atSecond(1) })
      .where('id', '=', id)
      .execute()
    expect((await list(kind, id)).status).toBe(404)
    expect((await list(kind, 999_999)).body.code).toBe('user.not_found')
  })

  test.each([
    ['topics', 'forums'],
    ['replies', 'forums'],
    ['reviews', 'products'],
    ['topics', 'userAccounts'],
    ['replies', 'userAccounts'],
    ['reviews', 'userAccounts'],
  ] as const)('return 404 while a feature is switched off: %s without %s', async (kind, feature) => {
    const { id } = await makeUser(site.ctx)
    const { features } = site.ctx.site.settings
    features[feature] = false
    try {
      expect((await list(kind, id)).status).toBe(404)
    } finally {
      features[feature] = true
    }
  })
})
