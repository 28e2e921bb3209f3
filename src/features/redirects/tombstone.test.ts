// Daily on PostgreSQL too: old addresses are upserts.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeArticleEndpoint, createArticleEndpoint, deleteArticleEndpoint } from '#features/articles/editing/article-editing.contract.ts'
import { getArticleEndpoint } from '#features/articles/article.contract.ts'
import { makeArticle } from '#features/articles/article.factory.ts'
import { deleteTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { listRepliesEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { changeProductEndpoint, deleteProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { purgeFromTrashEndpoint, restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  // A stranger of each kind, so that what is asked is not the only one.
  await Promise.all([makeArticle(site.ctx), makeProduct(site.ctx), makeTopic(site.ctx)])
})
afterAll(() => site.close())

const article = async (slug: string) => (await site.call(null, getArticleEndpoint, { params: { slug } })).status
const product = async (slug: string) => (await site.call(null, getProductEndpoint, { params: { slug } })).status
const topic = async (id: number) => (await site.call(null, getTopicEndpoint, { params: { id } })).status
const restore = (id: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id }, body: {} })

describe('what was public and was deleted is gone (410), and says so', () => {
  test('an article, under its old addresses too, in the form of every failure', async () => {
    const { id, slug } = await makeArticle(site.ctx)
    await site.call(admin, changeArticleEndpoint, { params: { id }, body: { slug: `${slug}-new` } })
    await site.call(admin, deleteArticleEndpoint, { params: { id } })
    expect([await article(`${slug}-new`), await article(slug), await article('never-was')]).toEqual([410, 410, 404])
    const { body } = await site.call(null, getArticleEndpoint, { params: { slug } })
    expect(body).toEqual({ message: 'This article was removed.', code: 'article.gone' })
  })

  test('a product and a topic, until they come back from the trash', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    await site.call(admin, changeProductEndpoint, { params: { id }, body: { slug: `${slug}-new` } })
    const { trashId } = (await site.call(admin, deleteProductEndpoint, { params: { id } })).body
    expect([await product(`${slug}-new`), await product(slug)]).toEqual([410, 410])
    await restore(trashId)
    expect([await product(`${slug}-new`), await product(slug)]).toEqual([200, 200])

    const topicId = await makeTopic(site.ctx)
    const thrown = (await site.call(admin, deleteTopicEndpoint, { params: { id: topicId } })).body
    expect(await topic(topicId)).toBe(410)
    expect((await site.call(null, listRepliesEndpoint, { params: { forumId: topicId } })).status).toBe(410)
    await restore(thrown.trashId)
    expect(await topic(topicId)).toBe(200)
  })

  test('also when it is removed from the trash for good', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    const { trashId } = (await site.call(admin, deleteProductEndpoint, { params: { id } })).body
    await site.call(admin, purgeFromTrashEndpoint, { params: { id: trashId } })
    expect(await product(slug)).toBe(410)
  })
})

describe('what nobody could see was never there (404)', () => {
  test('a draft, and a topic that was hidden or waited', async () => {
    const draft = { title: 'Never shown', content: 'Words', authorName: 'Ada', categoryId: 1, status: 'draft' }
    const { id, slug } = (await site.call(admin, createArticleEndpoint, { body: draft })).body
    await site.call(admin, deleteArticleEndpoint, { params: { id } })
    expect(await article(slug)).toBe(404)

    const posted = (await site.call(null, postTopicEndpoint, { body: { title: 'Look', content: 'https://a.example', categoryId: 1 } })).body
    expect(posted.status).toBe('waiting')
    await site.call(admin, deleteTopicEndpoint, { params: { id: posted.id } })
    expect(await topic(posted.id)).toBe(404)
  })
})

test('an address that another thing takes is that thing’s', async () => {
  const { id, slug } = await makeArticle(site.ctx)
  await site.call(admin, deleteArticleEndpoint, { params: { id } })
  expect(await article(slug)).toBe(410)
  const body = { title: 'Another', slug, content: 'Words', authorName: 'Ada', categoryId: 1 }
  const again = (await site.call(admin, createArticleEndpoint, { body })).body
  expect(await article(slug)).toBe(200)
  await site.call(admin, changeArticleEndpoint, { params: { id: again.id }, body: { status: 'draft' } })
  expect(await article(slug)).toBe(404)
})
