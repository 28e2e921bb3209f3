// Daily on PostgreSQL too: the starter content gets the next ids of the sequences.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { deleteProductEndpoint } from '#features/products/editing/product-editing.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { deleteEnquiryEndpoint } from '#features/enquiries/handling/enquiry-handling.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { listTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  countDemoContentEndpoint,
  REMOVE_DEMO_CONFIRMATION,
  removeDemoContentEndpoint,
  REPLACE_DEMO_CONFIRMATION,
  replaceDemoContentEndpoint,
} from './demo-content.contract.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const confirmation = { confirm: REMOVE_DEMO_CONFIRMATION }
const removeDemo = (body: object = confirmation, viewer: Viewer | null = admin) => site.call(viewer, removeDemoContentEndpoint, { body })
const TABLES = ['products', 'reviews', 'articles', 'experts', 'expert_articles', 'topics', 'replies', 'enquiries', 'users'] as const
const countMarked = async () => {
  const counted = TABLES.map(async (table) => {
    const query = site.ctx.db.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
    return [table, (await query.where('is_demo', '=', true).executeTakeFirstOrThrow()).n] as const
  })
  return Object.fromEntries(await Promise.all(counted)) as Record<(typeof TABLES)[number], number>
}
const findDemoId = async (table: 'products' | 'topics' | 'users' | 'enquiries') => {
  const demo = site.ctx.db.selectFrom(table).select('id').where('is_demo', '=', true)
  return (await demo.orderBy('id', 'desc').executeTakeFirstOrThrow()).id
}
const findRow = async (table: 'products' | 'topics' | 'users', id: number) =>
  (await site.ctx.db.selectFrom(table).selectAll().where('id', '=', id).executeTakeFirst()) as Record<string, unknown> | undefined
const reviewForm = { rating: 4, title: 'Quiet', content: 'We have had it for a year.' }
const postReview = async (productId: number): Promise<number> =>
  (await site.call(member, postReviewEndpoint, { body: { ...reviewForm, productId } })).body.id
const postReply = async (topicId: number): Promise<number> =>
  (await site.call(member, postReplyEndpoint, { body: { content: 'It does for us.', forumId: topicId } })).body.id

describe('rejects invalid input and unauthorised callers', () => {
  test('returns 400 without the exact confirmation text', async () => {
    const before = await countMarked()
    for (const body of [{}, { confirm: true }, { confirm: 'remove' }]) {
      const response = await removeDemo(body)
      expect(response.status).toBe(400)
      expect(response.body.errors[0].path).toBe('confirm')
    }
    expect(await countMarked()).toEqual(before)
  })
  test('SEC-05 returns 401 to visitors and 403 to members', async () => {
    for (const [viewer, status] of [[null, 401] as const, [member, 403] as const]) {
      expect((await removeDemo(confirmation, viewer)).status).toBe(status)
      expect((await site.call(viewer, countDemoContentEndpoint)).status).toBe(status)
    }
    expect(site.ctx.site.settings.demoContent).toBe(true)
  })
})

describe('removal', () => {
  test('removes demo content and posts on it, recounts the votes and ratings that remain and invalidates cached pages', async () => {
    const { db } = site.ctx
    const [demoProduct, demoTopic, author] = [await findDemoId('products'), await findDemoId('topics'), await findDemoId('users')]
    const { id: demoProductToTrash } = await db.selectFrom('products').select('id').where('id', '!=', demoProduct).executeTakeFirstOrThrow()
    const [ownProduct, trashedProduct] = [await makeProduct(site.ctx), await makeProduct(site.ctx)]
    const topic = await makeTopic(site.ctx, { userId: member.id, createdAt: '2026-01-01T00:00:00.000Z' })
    // Real people post on demo content, and demo accounts on real content.
    const [removedReview, remainingReview] = [await postReview(demoProduct), await postReview(ownProduct.id)]
    const removedReply = await postReply(demoTopic)
    const remainingReply = await postReply(topic)
    const replyCreatedAt = '2026-01-02T00:00:00.000Z'
    await db.updateTable('replies').set({ created_at: replyCreatedAt }).where('id', '=', remainingReply).execute()
    const demoFields = { user_id: author, created_at: new Date().toISOString(), is_demo: true }
    await db
      .insertInto('replies')
      .values({ ...demoFields, topic_id: topic, content: 'Invented.' })
      .execute()
    await db.updateTable('topics').set({ reply_count: 2, active_at: demoFields.created_at }).where('id', '=', topic).execute()
    await db
      .insertInto('reviews')
      .values({ ...demoFields, product_id: ownProduct.id, rating: 1, title: 'Invented', content: 'Invented.' })
      .execute()
    await db.updateTable('products').set({ rating_sum: 5, review_count: 2, average_rating: 2.5 }).where('id', '=', ownProduct.id).execute()
    for (const [subject, id] of [
      ['review', removedReview],
      ['reply', removedReply],
    ] as const)
      expect((await site.call(admin, voteEndpoint, { body: { subject, id, value: 1 } })).status).toBe(200)
    const customer = {
      name: 'A',
      email: 'a@example.org',
      phone: '0',
      address: 'x',
      product_name: 'Kept',
      product_price: 'x',
      created_at: replyCreatedAt,
    }
    const enquiry = await db
      .insertInto('enquiries')
      .values({ ...customer, product_id: demoProduct })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id: claimedUser } = await db
      .selectFrom('users')
      .select('id')
      .where('is_demo', '=', true)
      .where('id', '!=', author)
      .executeTakeFirstOrThrow()
    await db.updateTable('users').set({ password_hash: 'a hash' }).where('id', '=', claimedUser).execute()
    // The removal keeps a real customer's enquiry about a demo product in the trash, and deletes that of a demo customer.
    const enquiryForm = { name: 'Ann Real', email: 'ann@example.org', phone: '01632 960001', address: '1 The Row', productId: demoProduct }
    const enquiryId = (await site.call(null, postEnquiryEndpoint, { body: enquiryForm })).body.id as number
    for (const id of [enquiryId, await findDemoId('enquiries')])
      expect((await site.call(admin, deleteEnquiryEndpoint, { params: { id } })).status).toBe(200)
    for (const id of [demoProductToTrash, trashedProduct.id])
      expect((await site.call(admin, deleteProductEndpoint, { params: { id } })).status).toBe(200)

    const { slug } = (await findRow('products', demoProduct)) as { slug: string }
    const getStatus = async (url: string) => (await site.app.inject({ url })).statusCode
    const countProducts = async () => (await site.app.inject({ url: '/api/products?perPage=100' })).json().length as number
    for (let i = 0; i < 2; i++) {
      expect(await getStatus(`/api/products/${slug}`)).toBe(200)
      expect(await getStatus(`/api/forums/${demoTopic}`)).toBe(200)
    }
    expect(await countProducts()).toBeGreaterThan(10)
    expect((await site.app.inject({ url: '/api/site' })).json().demoContent).toBe(true)

    const before = await countMarked()
    const counted = (await site.call(admin, countDemoContentEndpoint)).body
    expect(counted).toMatchObject({
      products: before.products,
      users: before.users - 1,
      reviews: before.reviews + 1,
      replies: before.replies + 1,
      trash: 2,
      fromPeople: { reviews: 1, replies: 1 },
    })
    const { status, body } = await removeDemo()
    expect(status).toBe(200)
    expect(body).toEqual(counted)

    expect(await countMarked()).toEqual(Object.fromEntries(TABLES.map((table) => [table, table === 'users' ? 1 : 0])))
    expect(await getStatus(`/api/products/${slug}`)).toBe(410)
    expect(await getStatus(`/api/forums/${demoTopic}`)).toBe(410)
    expect(await countProducts()).toBe(1)
    expect((await site.app.inject({ url: '/api/site' })).json().demoContent).toBe(false)
    expect(site.ctx.site.settings.demoContent).toBe(false)

    expect(await findRow('products', ownProduct.id)).toMatchObject({ rating_sum: 4, review_count: 1, average_rating: 4 })
    expect(await findRow('topics', topic)).toMatchObject({ reply_count: 1, active_at: replyCreatedAt })
    expect((await db.selectFrom('reviews').select('id').execute()).map(({ id }) => id)).toEqual([remainingReview])
    expect(await db.selectFrom('votes').selectAll().execute()).toEqual([])
    expect(await db.selectFrom('enquiries').select(['id', 'product_id', 'product_name']).execute()).toEqual([
      { id: enquiry.id, product_id: null, product_name: 'Kept' },
    ])
    for (const id of [1, claimedUser, member.id, admin.id]) expect(await findRow('users', id), `user ${id}`).toBeDefined()
    expect(await db.selectFrom('categories').select('id').execute()).toHaveLength(6)
    expect(await db.selectFrom('badges').select('id').execute()).not.toEqual([])
    const trash = (await site.call(admin, listTrashEndpoint)).body as { subjectId: number }[]
    expect(trash.map(({ subjectId }) => subjectId)).toEqual([trashedProduct.id, enquiryId])
    const [entry] = (await site.call(admin, listAuditEndpoint, { query: { subject: 'settings' } })).body
    expect(entry).toMatchObject({ action: 'settings.remove_demo_content', userId: admin.id, before: { products: counted.products } })
  })

  test('returns 409 if the demo content was removed before', async () => {
    const { status, body } = await removeDemo()
    expect(status).toBe(409)
    expect(body.code).toBe('demo_content.gone')
  })
})

describe('replacement by starter content', () => {
  let demoSite: TestSite
  let demoAdmin: Viewer
  beforeAll(async () => {
    demoSite = await openTestSite({ content: 'demo' })
    demoAdmin = await makeUser(demoSite.ctx, { isAdmin: true })
  })
  afterAll(() => demoSite.close())
  const replaceDemo = (viewer: Viewer | null, confirm: string) =>
    demoSite.call(viewer, replaceDemoContentEndpoint, { body: { confirm } as never })
  const getJson = async (url: string) => (await demoSite.app.inject({ url })).json()

  test('SEC-05 returns 401 to visitors, 403 to members and 400 without the exact text', async () => {
    const demoMember = await makeUser(demoSite.ctx)
    expect((await replaceDemo(null, REPLACE_DEMO_CONFIRMATION)).status).toBe(401)
    expect((await replaceDemo(demoMember, REPLACE_DEMO_CONFIRMATION)).status).toBe(403)
    expect((await replaceDemo(demoAdmin, REMOVE_DEMO_CONFIRMATION)).status).toBe(400)
    expect(demoSite.ctx.site.settings.demoContent).toBe(true)
  })

  test('removes the demo content, preserves real content and adds guides, example products and welcome topics', async () => {
    const ownProduct = await makeProduct(demoSite.ctx)
    const ownTopic = await makeTopic(demoSite.ctx, { userId: demoAdmin.id })
    const counted = (await demoSite.call(demoAdmin, countDemoContentEndpoint)).body
    const { status, body } = await replaceDemo(demoAdmin, REPLACE_DEMO_CONFIRMATION)
    expect(status).toBe(200)
    expect(body).toEqual({ removed: counted, added: { articles: 12, products: 6, topics: 6 } })
    for (const table of TABLES) {
      const rows = await demoSite.ctx.db.selectFrom(table).select('id').where('is_demo', '=', true).execute()
      // The example products of the starter content are invented too.
      expect(rows, table).toHaveLength(table === 'products' ? 6 : 0)
    }
    expect(await getJson('/api/products?perPage=100')).toHaveLength(7)
    expect(await getJson(`/api/products/${ownProduct.slug}`)).toMatchObject({ isDemo: false })
    // Both existed in the demo content, so their URLs were gone for a moment.
    expect(await getJson('/api/products/plover-home-7')).toMatchObject({ isDemo: true, reviewCount: 0 })
    expect(await getJson('/api/articles/winter-range')).toMatchObject({ isDemo: false, authorName: 'The editor', isAuthorDemo: false })
    expect((await getJson('/api/forums?perPage=50')).map(({ title }: { title: string }) => title)).toContain('Welcome to Solar Panels')
    expect(await getJson(`/api/forums/${ownTopic}`)).toMatchObject({ isDemo: false })
    expect((await getJson('/api/site')).demoContent).toBe(false)
    const [entry] = (await demoSite.call(demoAdmin, listAuditEndpoint, { query: { subject: 'settings' } })).body
    expect(entry).toMatchObject({ action: 'settings.replace_demo_content', userId: demoAdmin.id, after: { articles: 12 } })
  })

  test('returns 409 if there is no demo content', async () => {
    expect((await replaceDemo(demoAdmin, REPLACE_DEMO_CONFIRMATION)).status).toBe(409)
  })

  test('the example products of the starter content can be removed at once, and real products stay', async () => {
    const removeExamples = () => demoSite.call(demoAdmin, removeDemoContentEndpoint, { body: confirmation })
    const { status, body } = await removeExamples()
    expect(status).toBe(200)
    expect(body).toMatchObject({ products: 6, articles: 0, topics: 0 })
    expect(await getJson('/api/products?perPage=100')).toHaveLength(1)
    expect(await getJson('/api/articles/winter-range')).toMatchObject({ isDemo: false })
    expect((await removeExamples()).status).toBe(409)
  })
})
