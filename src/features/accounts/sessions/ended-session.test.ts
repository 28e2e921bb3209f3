/** Requests that name a member, or send a session cookie, after the session has ended. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getAccountEndpoint } from '#features/accounts/account.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { makeUser } from '#features/users/user.factory.ts'

const ENDED = { code: 'auth.session_ended', message: 'You have been signed out. Sign in again; your text is saved.' }
const STALE = { cookie: `session=${'x'.repeat(43)}` }
let site: TestSite
let topicId: number
let productId: number
let memberId: number
beforeAll(async () => {
  site = await openTestSite()
  topicId = await makeTopic(site.ctx)
  productId = (await makeProduct(site.ctx)).id
  memberId = (await makeUser(site.ctx)).id
})
afterAll(() => site.close())

const topic = (userId?: number) => ({ title: 'A title', content: 'A text', categoryId: 1, userId })
const reply = (userId?: number) => ({ content: 'A text', forumId: topicId, userId })
const review = (userId?: number) => ({ productId, rating: 4, title: 'Quiet', content: 'It is quiet.', userId })

describe.each([true, false])('with guest posting %s', (guestPosting) => {
  beforeAll(() => void (site.ctx.site.settings.guestPosting = guestPosting))

  test('returns 401 for a post that names a member who is not signed in', async () => {
    for (const response of [
      await site.call(null, postTopicEndpoint, { body: topic(memberId) }),
      await site.call(null, postReplyEndpoint, { body: reply(memberId) }),
      await site.call(null, postReviewEndpoint, { body: review(memberId) }),
    ])
      expect(response).toMatchObject({ status: 401, body: ENDED })
  })

  test('returns 401 for a post with the cookie of an ended session that names no author', async () => {
    expect(await site.call(null, postReplyEndpoint, { body: reply() }, STALE)).toMatchObject({ status: 401, body: ENDED })
  })

  test('returns 401 when the header names a member who is not signed in', async () => {
    const headers = { 'x-acting-as': String(memberId) }
    expect(await site.call(null, postReplyEndpoint, { body: reply() }, headers)).toMatchObject({ status: 401, body: ENDED })
    expect(await site.call(null, getAccountEndpoint, {}, headers)).toMatchObject({ status: 401, body: ENDED })
  })

  test('returns 403 for a post that names another member', async () => {
    const other = await makeUser(site.ctx)
    const response = await site.call(other, postReplyEndpoint, { body: reply(memberId) })
    expect(response).toMatchObject({ status: 403, body: { code: 'user.not_you' } })
  })
})

test('accepts a post as the guest with the cookie of an ended session, where guests may post', async () => {
  site.ctx.site.settings.guestPosting = true
  expect((await site.call(null, postReplyEndpoint, { body: reply(GUEST_ID) }, STALE)).status).toBe(201)
})

test('returns 401 to visitors, with another code when they send the cookie of an ended session', async () => {
  expect(await site.call(null, getAccountEndpoint)).toMatchObject({ status: 401, body: { code: 'auth.sign_in_needed' } })
  expect(await site.call(null, getAccountEndpoint, {}, STALE)).toMatchObject({ status: 401, body: ENDED })
})
