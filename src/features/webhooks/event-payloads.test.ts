/** Tests the events that each feature publishes, and their payloads. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeSignedIn, TEST_PASSWORD } from '#features/accounts/account.factory.ts'
import { changeAccountEndpoint, deleteAccountEndpoint } from '#features/accounts/account.contract.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import * as enquiries from '#features/enquiries/handling/enquiry-handling.contract.ts'
import * as moderation from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { hideReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { WEBHOOK_EVENT_NAMES } from './webhook-events.policy.ts'

let site: TestSite
let [admin, member]: Viewer[] = []
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
  const webhookRow = { url: 'https://example.org/hook', description: '', secret: '', created_at: new Date().toISOString() }
  await site.ctx.db
    .insertInto('webhooks')
    .values({ ...webhookRow, events: JSON.stringify(WEBHOOK_EVENT_NAMES), old_secret: null, old_secret_until: null })
    .execute()
})
afterAll(() => site.close())
beforeEach(() => site.ctx.db.deleteFrom('webhook_deliveries').execute())

type AnyEndpoint = Parameters<TestSite['call']>[1]
const callAs = (who: Viewer | null | undefined, endpoint: AnyEndpoint, body: object, params = {}) =>
  site.call(who ?? null, endpoint, { params, ...(endpoint.method === 'GET' ? {} : { body }) })
const listPublished = async () =>
  (await site.ctx.db.selectFrom('webhook_deliveries').select(['event', 'payload']).orderBy('id').execute()).map(({ event, payload }) => {
    const { type, data } = JSON.parse(payload)
    return [event === type ? type : `${event} as ${type}`, data]
  })
const restore = (id: number) => callAs(admin, restoreFromTrashEndpoint, {}, { id })

describe('webhook events', () => {
  test('topic.* events are published when a topic is created, changed, deleted and restored', async () => {
    const { id } = (await callAs(member, postTopicEndpoint, { title: 'Which pump', content: 'A loud one.', categoryId: 2 })).body
    const change = (body: object) => callAs(admin, moderation.changeTopicEndpoint, body, { id })
    await change({ title: 'What pump' })
    await change({ title: 'What pump' })
    await change({ status: 'hidden' })
    const { trashId } = (await callAs(admin, moderation.deleteTopicEndpoint, {}, { id })).body
    await restore(trashId)
    const topic = { id, title: 'What pump', categoryId: 2, status: 'visible' }
    expect(await listPublished()).toEqual([
      ['topic.created', { ...topic, title: 'Which pump' }],
      ['topic.changed', topic],
      ['topic.changed', { ...topic, title: null, status: 'hidden' }],
      ['topic.deleted', { ...topic, title: null, status: 'hidden' }],
      ['topic.created', { ...topic, title: null, status: 'hidden' }],
    ])
  })

  test('reply.* events are published when a reply is created, changed, deleted and restored', async () => {
    const { id: topicId } = (await callAs(member, postTopicEndpoint, { title: 'Which pump', content: 'A loud one.', categoryId: 2 })).body
    const { id } = (await callAs(admin, postReplyEndpoint, { content: 'None.', forumId: topicId })).body
    const change = (body: object) => callAs(admin, moderation.changeReplyEndpoint, body, { id })
    await change({ content: 'None' })
    await change({ content: 'None', status: 'visible' })
    await change({ status: 'hidden' })
    const { trashId } = (await callAs(admin, moderation.deleteReplyEndpoint, {}, { id })).body
    await restore(trashId)
    const reply = { id, topicId, status: 'visible' }
    expect((await listPublished()).slice(1)).toEqual([
      ['reply.created', reply],
      ['reply.changed', reply],
      ['reply.changed', { ...reply, status: 'hidden' }],
      ['reply.deleted', { ...reply, status: 'hidden' }],
      ['reply.created', { ...reply, status: 'hidden' }],
    ])
  })

  test('review.* events are published when a review is created, deleted and restored', async () => {
    const { id: productId } = await makeProduct(site.ctx)
    const { id } = (await callAs(member, postReviewEndpoint, { productId, rating: 4, title: 'Quiet', content: 'For a year.' })).body
    const { trashId } = (await site.call(admin ?? null, hideReviewEndpoint, { params: { id }, query: { reason: 'spam' } })).body
    await restore(trashId)
    const review = { id, productId, rating: 4 }
    expect(await listPublished()).toEqual([
      ['review.created', review],
      ['review.deleted', review],
      ['review.created', review],
    ])
  })

  test('enquiry.* events contain neither the customer nor the text', async () => {
    const { id: productId } = await makeProduct(site.ctx, { name: 'Aria 7' })
    const body = { name: 'Owen Tait', email: 'owen@example.org', phone: '01632 960001', address: '1 The Row', notes: 'Evenings', productId }
    const { id } = (await callAs(null, postEnquiryEndpoint, body)).body
    const callForEnquiry = (endpoint: AnyEndpoint, change: object) => callAs(admin, endpoint, change, { id })
    await callForEnquiry(enquiries.changeEnquiryStatusEndpoint, { status: 'contacted' })
    await callForEnquiry(enquiries.changeEnquiryStatusEndpoint, { status: 'contacted' })
    await callForEnquiry(enquiries.changeEnquiryNotesEndpoint, { notes: 'Rang.' })
    await callForEnquiry(enquiries.changeEnquiryNotesEndpoint, { notes: 'Rang.' })
    const { trashId } = (await callForEnquiry(enquiries.deleteEnquiryEndpoint, {})).body
    await restore(trashId)
    const enquiry = { id, productId, productName: 'Aria 7', status: 'contacted' }
    expect(await listPublished()).toEqual([
      ['enquiry.created', { ...enquiry, status: 'new' }],
      ['enquiry.changed', enquiry],
      ['enquiry.changed', enquiry],
      ['enquiry.deleted', enquiry],
      ['enquiry.created', enquiry],
    ])
  })

  test('member.* events contain only the id', async () => {
    const ada = await makeSignedIn(site, 'Ada')
    await ada.call(changeAccountEndpoint, { body: { displayName: 'Ada Q.' } })
    await ada.call(changeAccountEndpoint, { body: { displayName: 'Ada Q.' } })
    await ada.call(deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })
    expect(await listPublished()).toEqual(['created', 'changed', 'deleted'].map((verb) => [`member.${verb}`, { id: ada.id }]))
  })
})
