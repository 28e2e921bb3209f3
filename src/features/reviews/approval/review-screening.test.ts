/** Tests that reviews and their updates are screened as topics and replies are, and that those that wait are approved or rejected. */
// Daily on PostgreSQL too: counters are written with onConflict, and waiting reviews are published under a lock.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listNoticesEndpoint, type Notice } from '#features/notices/notice.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { changeReviewEndpoint, listReviewsEndpoint, postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { deleteReview, restoreOwnReview } from '#features/reviews/moderation/own-review.service.ts'
import { listReportsEndpoint, type ReportCase } from '#features/reports/decisions/decision.contract.ts'
import { postReviewUpdateEndpoint } from '#features/reviews/updates/review-update.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeMemberOfLevel } from '#features/trust/trust.factory.ts'
import { NO_NEWCOMER_LIMITS, type NewcomerLimits } from '#features/trust/trust.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { approveReviewEndpoint, listWaitingReviewsEndpoint, rejectReviewEndpoint, type WaitingReview } from './review-approval.contract.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
const setLimits = (limits: Partial<NewcomerLimits>) => {
  site.ctx.site.settings.newcomers = { ...NO_NEWCOMER_LIMITS, ...limits }
}
beforeEach(() => setLimits({}))

let shopCount = 0
/** Returns a text with a link to a site that no moderator has decided about. */
const linkToNewShop = () => `See https://shop-${++shopCount}.example for the price that we paid.`
const REVIEW = { rating: 4, title: 'Quiet', content: 'It is quiet even on cold nights.' }
const UPDATE = { isStillUsed: true, rating: 2, content: 'The fan has become loud.' }
const makeMember = (level = 1) => makeMemberOfLevel(site.ctx, level)
async function post(who: Viewer | null, input: object = {}, productId?: number) {
  const body = { ...REVIEW, ...input, productId: productId ?? (await makeProduct(site.ctx)).id }
  return site.call(who, postReviewEndpoint, { body })
}
const listPublished = async (productId: number) => (await site.call(null, listReviewsEndpoint, { query: { productId } })).body
const listWaiting = async (): Promise<WaitingReview[]> =>
  (await site.call(admin, listWaitingReviewsEndpoint, { query: { perPage: 100 } })).body
const approve = (id: number) => site.call(admin, approveReviewEndpoint, { params: { id } })
const reject = (id: number) => site.call(admin, rejectReviewEndpoint, { params: { id }, body: { reason: 'spam' } })
const listTitles = async (who: Viewer) => ((await site.call(who, listNoticesEndpoint)).body as Notice[]).map(({ title }) => title)
async function makeOldReview(author: Viewer) {
  const { body } = await post(author)
  await site.ctx.db.updateTable('reviews').set({ created_at: '2024-06-01T08:00:00.000Z' }).where('id', '=', body.id).execute()
  return body
}
const postUpdate = (who: Viewer, id: number, input: object = {}) =>
  site.call(who, postReviewUpdateEndpoint, { params: { id }, body: { ...UPDATE, ...input } })

describe('a new review', () => {
  test('by a member of level 1 waits with its reasons and score if it links to an unknown site; one of level 2 is published', async () => {
    setLimits({ areRightsEarned: true })
    const member = await makeMember()
    const content = linkToNewShop()
    const { status, body } = await post(member, { content })
    expect(status).toBe(201)
    expect(body).toMatchObject({ isWaiting: true, waitingFor: ['unknown-domain'], userId: member.id, content })
    expect(await listPublished(body.productId)).toEqual([])
    expect((await listWaiting()).find(({ id }) => id === body.id)).toMatchObject({
      kind: 'review',
      userId: member.id,
      reasons: [{ code: 'unknown-domain', detail: `shop-${shopCount}.example` }],
      spamScore: expect.closeTo(0.3),
    })
    expect((await post(await makeMember(2), { content })).body.isWaiting).toBeUndefined()
  })

  test('waits if it is a first review that was typed too fast, or if the hidden field is filled', async () => {
    setLimits({ minTypingSeconds: 3 })
    const member = await makeMember()
    expect((await post(member, { typingMs: 2999 })).body.waitingFor).toEqual(['typed-fast'])
    expect((await post(member, { typingMs: 3000 })).body.isWaiting).toBeUndefined()
    expect((await post(member, { typingMs: 100 })).body.isWaiting).toBeUndefined()
    expect((await post(member, { typingMs: 5000, homepage: 'x' })).body.waitingFor).toEqual(['hidden-field'])
    expect((await post(null, { typingMs: 100 })).body.waitingFor).toEqual(['typed-fast'])
  })

  test('waits if its text repeats another of the member', async () => {
    setLimits({ holdsRepeatedText: true })
    const member = await makeMember()
    expect((await post(member)).body.isWaiting).toBeUndefined()
    expect((await post(member)).body.waitingFor).toContain('repeated-text')
  })

  test('is rejected within the interval between two posts of new members', async () => {
    setLimits({ secondsBetweenPosts: 30 })
    const member = await makeMember()
    expect((await post(member)).status).toBe(201)
    expect(await post(member)).toMatchObject({ status: 429, body: { code: 'post.too_soon' } })
    expect((await post(await makeMember(2))).status).toBe(201)
  })
})

describe('a waiting review of a member', () => {
  const hold = async () => {
    setLimits({ areRightsEarned: true })
    const member = await makeMember()
    return { member, review: (await post(member, { content: linkToNewShop() })).body }
  }

  test('is the only one of the product until the decision, and is published under its author with a notice', async () => {
    const { member, review } = await hold()
    expect((await post(member, {}, review.productId)).body.code).toBe('review.waiting')
    const { status, body } = await approve(review.id)
    expect(status).toBe(200)
    expect(await listPublished(review.productId)).toMatchObject([{ id: body.id, userId: member.id, content: review.content }])
    expect(await listTitles(member)).toEqual([`Your review of ${review.productName} has been published`])
    expect((await post(member, {}, review.productId)).body.code).toBe('review.already')
  })

  test('is rejected with a notice, after which its author can review the product again and the restored review cannot be published', async () => {
    const { member, review } = await hold()
    const { body } = await reject(review.id)
    expect((await listTitles(member))[0]).toContain(`Your review of ${review.productName} has not been published: `)
    expect((await post(member, {}, review.productId)).status).toBe(201)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId }, body: {} })).status).toBe(200)
    expect((await approve(review.id)).body.code).toBe('review.already')
    expect(await listPublished(review.productId)).toHaveLength(1)
  })

  test('counts the decision for the domains that it links to', async () => {
    setLimits({ areRightsEarned: true })
    const content = 'See https://learned.example for more.'
    const first = await post(await makeMember(), { content })
    await approve(first.body.id)
    expect((await post(await makeMember(), { content })).body.isWaiting).toBeUndefined()
  })
})

test('an edit that adds a link to an unknown site is rejected with the reason, and other edits are saved', async () => {
  setLimits({ areRightsEarned: true })
  const member = await makeMember()
  const { body } = await post(member)
  const edit = (content: string) => site.call(member, changeReviewEndpoint, { params: { id: body.id }, body: { content } })
  const rejected = await edit(linkToNewShop())
  expect(rejected).toMatchObject({ status: 400, body: { errors: [{ path: 'content' }] } })
  expect(rejected.body.message).toContain('It links to a site that we do not know yet.')
  expect((await edit('Still no link.')).body.content).toBe('Still no link.')
})

describe('an update of a review', () => {
  test('with a link to an unknown site waits, and is published after approval', async () => {
    const member = await makeMember()
    const review = await makeOldReview(member)
    setLimits({ areRightsEarned: true })
    const content = linkToNewShop()
    const held = await postUpdate(member, review.id, { content, typingMs: 5000 })
    expect(held).toMatchObject({ status: 201, body: { updates: [], waitingFor: ['unknown-domain'] } })
    expect((await postUpdate(member, review.id)).body.code).toBe('review.update_waiting')
    const waiting = (await listWaiting()).find(({ productId }) => productId === review.productId)
    expect(waiting).toMatchObject({ kind: 'update', months: 24, isStillUsed: true, title: 'Quiet', content, userId: member.id })
    const queue = await site.call(admin, listReportsEndpoint, { query: { item: 'review' } })
    expect(queue.body.find(({ id }: ReportCase) => id === waiting?.id)).toMatchObject({
      author: { id: member.id },
      review: { update: { months: 24, isStillUsed: true } },
      waiting: { reasons: [{ code: 'unknown-domain' }] },
    })
    expect((await approve(waiting?.id ?? 0)).body.updates).toMatchObject([{ months: 24, rating: 2, content }])
    expect(await listTitles(member)).toContain(`Your update about ${review.productName} has been published`)
  })

  test('is rejected without counting as a rejected review, and can be sent again', async () => {
    const member = await makeMember()
    const review = await makeOldReview(member)
    setLimits({ areRightsEarned: true })
    await postUpdate(member, review.id, { content: linkToNewShop() })
    const waiting = (await listWaiting()).find(({ productId }) => productId === review.productId)
    const countDecisions = async () => (await site.ctx.db.selectFrom('review_decisions').selectAll().execute()).length
    const before = await countDecisions()
    expect((await reject(waiting?.id ?? 0)).status).toBe(200)
    expect(await countDecisions()).toBe(before)
    expect((await postUpdate(member, review.id)).body.updates).toHaveLength(1)
  })

  test('that waits is deleted and restored with its review', async () => {
    const member = await makeMember()
    const review = await makeOldReview(member)
    setLimits({ areRightsEarned: true })
    await postUpdate(member, review.id, { content: linkToNewShop() })
    const ctx = { ...site.ctx, viewer: member }
    const isWaiting = async () => (await listWaiting()).some(({ productId }) => productId === review.productId)
    await deleteReview(ctx, review.id, {})
    expect(await isWaiting()).toBe(false)
    await restoreOwnReview(ctx, review.id)
    expect(await isWaiting()).toBe(true)
  })
})

describe('the version of a review', () => {
  test('rejects a change that is based on an older one with the stored review, and accepts one without a version', async () => {
    const member = await makeMember()
    const { body } = await post(member)
    const edit = (change: object) => site.call(member, changeReviewEndpoint, { params: { id: body.id }, body: change })
    expect((await edit({ content: 'From the first tab.', version: body.version })).body.version).toBe(body.version + 1)
    const stale = await edit({ content: 'From the second tab.', rating: 4, version: body.version })
    expect(stale).toMatchObject({
      status: 409,
      body: {
        code: 'version.stale',
        errors: [{ path: 'content' }],
        current: { content: 'From the first tab.', version: body.version + 1 },
      },
    })
    expect((await edit({ content: 'From a program.' })).status).toBe(200)
  })
})
