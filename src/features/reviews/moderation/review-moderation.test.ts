import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEntriesBySubject } from '#features/audit/audit.service.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeReviewEndpoint, listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { replyToReviewEndpoint, hideReviewEndpoint, removeReviewReplyEndpoint, reviewReportEndpoint } from './review-moderation.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

const makeReview = async (rating = 4) => {
  const [product, writer] = [await makeProduct(site.ctx), await makeUser(site.ctx)]
  const body = { productId: product.id, rating, title: 'Quiet', content: 'We have had it for a year.' }
  const { body: review } = await site.call(writer, postReviewEndpoint, { body })
  return { product, writer, review }
}
const hide = (viewer: Viewer | null, id: number, query: object) => site.call(viewer, hideReviewEndpoint, { params: { id }, query })
const reply = (viewer: Viewer | null, id: number, body: object) => site.call(viewer, replyToReviewEndpoint, { params: { id }, body })
const getReport = async () => (await site.call(null, reviewReportEndpoint)).body
const listNotices = async (viewer: Viewer) => (await site.call(viewer, listNoticesEndpoint)).body

describe('moderation', () => {
  test('hides a review and its stars, notifies its author, logs the reason and counts the review as refused', async () => {
    const { product, writer, review } = await makeReview(1)
    const before = await getReport()
    const hidden = await hide(admin, review.id, { reason: 'other_product', note: 'This is about the older model.' })
    expect(hidden.status).toBe(200)
    expect((await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })).body).toEqual([])
    expect((await site.call(null, getProductEndpoint, { params: { slug: product.slug } })).body).toMatchObject({ reviewCount: 0, score: 0 })
    expect(await listNotices(writer)).toMatchObject([
      {
        kind: 'moderation',
        path: '/about#reviews',
        title: expect.stringContaining('was hidden: Not about this product. This is about the older model.'),
      },
    ])
    const log = await listAuditEntriesBySubject(site.ctx, 'review', review.id)
    expect(log.find(({ action }) => action === 'review.hide')?.after).toEqual({
      reason: 'Not about this product',
      note: 'This is about the older model.',
    })
    const after = await getReport()
    expect(after).toMatchObject({ received: before.received, published: before.published - 1, refused: before.refused + 1 })
    expect(after.refusedBy.find(({ reason }: { reason: string }) => reason === 'other_product').count).toBe(1)

    await site.call(admin, restoreFromTrashEndpoint, { params: { id: hidden.body.trashId }, body: {} })
    expect(await getReport()).toMatchObject({ received: before.received, published: before.published, refused: before.refused })
  })

  test('reports the number of received reviews as the sum of published and refused ones', async () => {
    const { received, published, refused, refusedBy } = await getReport()
    expect(received).toBe(published + refused)
    expect(refusedBy.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(refused)
  })

  test('reports only reviews of the last year', async () => {
    const before = await getReport()
    const { review } = await makeReview()
    const old = new Date(Date.now() - 400 * 86_400_000).toISOString()
    await site.ctx.db.updateTable('reviews').set({ created_at: old }).where('id', '=', review.id).execute()
    await hide(admin, review.id, { reason: 'spam' })
    expect(await getReport()).toEqual(before)
  })

  test('adds, replaces and removes a reply, and notifies the author only once', async () => {
    const { product, writer, review } = await makeReview()
    const first = await reply(admin, review.id, { content: 'Thank you.', from: 'maker' })
    expect(first.body.answer).toMatchObject({ content: 'Thank you.', from: 'maker' })
    await reply(admin, review.id, { content: 'Thank you very much.', from: 'site' })
    const { body } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(body[0].answer).toMatchObject({ content: 'Thank you very much.', from: 'site' })
    const notices = await listNotices(writer)
    expect(notices).toMatchObject([{ kind: 'answer', path: `/products/${product.slug}?tab=reviews#review-${review.id}`, items: 1 }])
    expect(notices[0].title).toBe(`The manufacturer has replied to your review of ${product.name}`)
    const removed = await site.call(admin, removeReviewReplyEndpoint, { params: { id: review.id } })
    expect(removed.body.answer).toBeNull()
    expect(await listNotices(writer)).toEqual([])
    const actions = (await listAuditEntriesBySubject(site.ctx, 'review', review.id)).map(({ action }) => action)
    expect(actions).toEqual(['review.answer', 'review.answer', 'review.remove_answer'])
  })

  test('restores the reply with a hidden review', async () => {
    const { product, review } = await makeReview()
    await reply(admin, review.id, { content: 'Thank you.', from: 'site' })
    const { body } = await hide(admin, review.id, { reason: 'spam' })
    await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId }, body: {} })
    const list = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(list.body[0].answer.content).toBe('Thank you.')
  })
})

describe('invalid input', () => {
  test.each([
    [{}],
    [{ reason: '' }],
    [{ reason: 'one star' }],
    [{ reason: 'spam', note: 'x'.repeat(301) }],
    [{ reason: 'spam', note: 'a\nb' }],
  ])('hiding a review with %o returns 400 and hides nothing', async (query) => {
    const { product, review } = await makeReview(1)
    expect((await hide(admin, review.id, query)).status).toBe(400)
    expect((await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })).body).toHaveLength(1)
  })
  test.each([[{ content: ' ', from: 'site' }], [{ content: 'Thank you.' }], [{ content: 'Thank you.', from: 'reviewer' }]])(
    'the reply %o returns 400',
    async (body) => {
      const { review } = await makeReview()
      expect((await reply(admin, review.id, body)).status).toBe(400)
    },
  )
  test('hiding an unknown review and replying to it return 404', async () => {
    expect((await hide(admin, 999_999, { reason: 'spam' })).status).toBe(404)
    expect((await reply(admin, 999_999, { content: 'Thank you.', from: 'site' })).status).toBe(404)
  })
})

describe('access', () => {
  test('to hiding and replying is denied to visitors, members and the author', async () => {
    const { product, writer, review } = await makeReview()
    for (const [viewer, status] of [
      [null, 401],
      [await makeUser(site.ctx), 403],
      [writer, 403],
    ] as const) {
      expect((await hide(viewer, review.id, { reason: 'spam' })).status).toBe(status)
      expect((await reply(viewer, review.id, { content: 'I am the maker.', from: 'maker' })).status).toBe(status)
      expect((await site.call(viewer, removeReviewReplyEndpoint, { params: { id: review.id } })).status).toBe(status)
    }
    const { body } = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(body[0].answer).toBeNull()
  })
  test('to changing a review is denied to administrators', async () => {
    const { product, review } = await makeReview(1)
    const { status, body } = await site.call(admin, changeReviewEndpoint, {
      params: { id: review.id },
      body: { rating: 5, content: 'Lovely.' },
    })
    expect(status).toBe(403)
    expect(body.code).toBe('review.not_yours')
    const list = await site.call(null, listReviewsEndpoint, { query: { productId: product.id } })
    expect(list.body[0]).toMatchObject({ rating: 1, content: 'We have had it for a year.', editedAt: null })
  })
})
