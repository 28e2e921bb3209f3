// Daily on PostgreSQL too: `distinct` with an `exists` condition.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { deleteTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { listTopicsEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listTopicProductsEndpoint } from './topic-product.contract.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const post = async (productSlugs: string[], member?: Awaited<ReturnType<typeof makeUser>>) =>
  site.call(member ?? (await makeUser(site.ctx)), postTopicEndpoint, {
    body: { title: 'Which one?', content: 'Text.', categoryId: 1, productSlugs },
  })
const listProducts = async (id: number) => (await site.call(null, listTopicProductsEndpoint, { params: { id } })).body
async function makeProducts(count: number) {
  const products: { id: number; slug: string }[] = []
  for (let i = 0; i < count; i++) {
    products.push(await makeProduct(site.ctx))
  }
  return products
}

describe('products of a topic', () => {
  test('are at most four that exist', async () => {
    const products = await makeProducts(5)
    const slugs = products.map(({ slug }) => slug)
    expect((await post(slugs)).body.errors[0].path).toBe('productSlugs')
    const unknown = await post(['no-such-product'])
    expect(unknown.status).toBe(400)
    expect(unknown.body.errors[0]).toMatchObject({ path: 'productSlugs' })
    const { status, body } = await post(slugs.slice(0, 4))
    expect(status).toBe(201)
    const listed = (await listProducts(body.id)).products.map(({ slug }: { slug: string }) => slug)
    expect(listed.toSorted()).toEqual(slugs.slice(0, 4).toSorted())
  })

  test('are stored once if they are named twice', async () => {
    const [product] = await makeProducts(1)
    const { body } = await post([product?.slug ?? '', product?.slug ?? ''])
    expect((await listProducts(body.id)).products).toHaveLength(1)
  })

  test('list the topic, newest first', async () => {
    const [product, other] = await makeProducts(2)
    const first = (await post([product?.slug ?? ''])).body.id
    const second = (await post([product?.slug ?? '', other?.slug ?? ''])).body.id
    const { body, headers } = await site.call(null, listTopicsEndpoint, { query: { product: product?.slug } })
    expect(body.map(({ id }: { id: number }) => id)).toEqual([second, first])
    expect(headers['x-total-count']).toBe('2')
  })

  test('return with a topic that is restored, except those deleted meanwhile', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const [kept, deleted] = await makeProducts(2)
    const { id } = (await post([kept?.slug ?? '', deleted?.slug ?? ''])).body
    const { body } = await site.call(admin, deleteTopicEndpoint, { params: { id } })
    await site.ctx.db
      .deleteFrom('products')
      .where('id', '=', deleted?.id ?? 0)
      .execute()
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId } })).status).toBe(200)
    expect((await listProducts(id)).products.map(({ slug }: { slug: string }) => slug)).toEqual([kept?.slug])
  })
})

test('owners are the authors with a verified review of one of the products', async () => {
  const [product, other] = await makeProducts(2)
  const [author, owner, reviewer, stranger] = [
    await makeUser(site.ctx),
    await makeUser(site.ctx),
    await makeUser(site.ctx),
    await makeUser(site.ctx),
  ]
  const review = (userId: number, productId: number, isVerified: boolean) =>
    site.ctx.db
      .insertInto('reviews')
      .values({
        product_id: productId,
        user_id: userId,
        rating: 4,
        title: 'Good',
        content: 'Good.',
        created_at: new Date().toISOString(),
        is_verified: isVerified,
      })
      .execute()
  await review(author.id, product?.id ?? 0, true)
  await review(owner.id, product?.id ?? 0, true)
  await review(reviewer.id, product?.id ?? 0, false)
  await review(reviewer.id, other?.id ?? 0, true)
  // Has a verified review, but has not written in the topic.
  await review(stranger.id, product?.id ?? 0, true)
  const { id } = (await post([product?.slug ?? ''], author)).body
  for (const member of [owner, reviewer]) await site.call(member, postReplyEndpoint, { body: { content: 'Mine hums.', forumId: id } })
  expect((await listProducts(id)).owners.map(({ userId }: { userId: number }) => userId)).toEqual([author.id, owner.id])
})
