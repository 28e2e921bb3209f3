// Daily on PostgreSQL too: old URLs are upserts.
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
  // Unrelated rows, so that the tested ones are not the only ones.
  await Promise.all([makeArticle(site.ctx), makeProduct(site.ctx), makeTopic(site.ctx)])
})
afterAll(() => site.close())

const article = async (slug: string) => (await site.call(null, getArticleEndpoint, { params: { slug } })).status
const product = async (slug: string) => (await site.call(null, getProductEndpoint, { params: { slug } })).status
const topic = async (id: number) => (await site.call(null, getTopicEndpoint, { params: { id } })).status
const restore = (id: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id }, body: {} })

describe('deleted public things return 410', () => {
  test('articles, also by former slugs', async () => {
    const { id, slug } = await makeArticle(site.ctx)
    await site.call(admin, changeArticleEndpoint, { params: { id }, body: { slug: `${slug}-new` } })
    await site.call(admin, deleteArticleEndpoint, { params: { id } })
    expect(await article(`${slug}-new`)).toBe(410)
    expect(await article(slug)).toBe(410)
    expect(await article('never-was')).toBe(404)
    const { body } = await site.call(null, getArticleEndpoint, { params: { slug } })
    expect(body).toEqual({ message: 'This article was removed.', code: 'article.gone' })
  })

  test('products and topics, until they are restored from the trash', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    await site.call(admin, changeProductEndpoint, { params: { id }, body: { slug: `${slug}-new` } })
    const { trashId } = (await site.call(admin, deleteProductEndpoint, { params: { id } })).body
    expect(await product(`${slug}-new`)).toBe(410)
    expect(await product(slug)).toBe(410)
    await restore(trashId)
    expect(await product(`${slug}-new`)).toBe(200)
    expect(await product(slug)).toBe(200)

    const topicId = await makeTopic(site.ctx)
    const deleted = (await site.call(admin, deleteTopicEndpoint, { params: { id: topicId } })).body
    expect(await topic(topicId)).toBe(410)
    expect((await site.call(null, listRepliesEndpoint, { params: { forumId: topicId } })).status).toBe(410)
    await restore(deleted.trashId)
    expect(await topic(topicId)).toBe(200)
  })

  test('products that were purged from the trash', async () => {
    const { id, slug } = await makeProduct(site.ctx)
    const { trashId } = (await site.call(admin, deleteProductEndpoint, { params: { id } })).body
    await site.call(admin, purgeFromTrashEndpoint, { params: { id: trashId } })
    expect(await product(slug)).toBe(410)
  })
})

describe('deleted things that were never public return 404', () => {
  test('drafts and topics awaiting moderation', async () => {
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

test('a new article takes over the URL of a deleted one', async () => {
  const { id, slug } = await makeArticle(site.ctx)
  await site.call(admin, deleteArticleEndpoint, { params: { id } })
  expect(await article(slug)).toBe(410)
  const body = { title: 'Another', slug, content: 'Words', authorName: 'Ada', categoryId: 1 }
  const again = (await site.call(admin, createArticleEndpoint, { body })).body
  expect(await article(slug)).toBe(200)
  await site.call(admin, changeArticleEndpoint, { params: { id: again.id }, body: { status: 'draft' } })
  expect(await article(slug)).toBe(404)
})
