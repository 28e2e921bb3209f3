/** Tests requests that name a member, or send a session cookie, after the session has ended. */
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

const ENDED_ERROR = { code: 'auth.session_ended', message: 'You have been signed out. Sign in again; your text is saved.' }
const STALE_COOKIE = { cookie: `session=${'x'.repeat(43)}` }
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

const createTopicBody = (userId?: number) => ({ title: 'A title', content: 'A text', categoryId: 1, userId })
const createReplyBody = (userId?: number) => ({ content: 'A text', forumId: topicId, userId })
const createReviewBody = (userId?: number) => ({ productId, rating: 4, title: 'Quiet', content: 'It is quiet.', userId })

describe.each([true, false])('a post, with guest posting %s,', (guestPosting) => {
  beforeAll(() => void (site.ctx.site.settings.guestPosting = guestPosting))

  test('returns 401 if it names a member who is not signed in', async () => {
    for (const response of [
      await site.call(null, postTopicEndpoint, { body: createTopicBody(memberId) }),
      await site.call(null, postReplyEndpoint, { body: createReplyBody(memberId) }),
      await site.call(null, postReviewEndpoint, { body: createReviewBody(memberId) }),
    ])
      expect(response).toMatchObject({ status: 401, body: ENDED_ERROR })
  })

  test('returns 401 if it has the cookie of an ended session and names no author', async () => {
    expect(await site.call(null, postReplyEndpoint, { body: createReplyBody() }, STALE_COOKIE)).toMatchObject({
      status: 401,
      body: ENDED_ERROR,
    })
  })

  test('returns 401 if the header x-acting-as names a member who is not signed in', async () => {
    const headers = { 'x-acting-as': String(memberId) }
    expect(await site.call(null, postReplyEndpoint, { body: createReplyBody() }, headers)).toMatchObject({ status: 401, body: ENDED_ERROR })
    expect(await site.call(null, getAccountEndpoint, {}, headers)).toMatchObject({ status: 401, body: ENDED_ERROR })
  })

  test('returns 403 if it names another member than the signed-in one', async () => {
    const otherMember = await makeUser(site.ctx)
    const response = await site.call(otherMember, postReplyEndpoint, { body: createReplyBody(memberId) })
    expect(response).toMatchObject({ status: 403, body: { code: 'user.not_you' } })
  })
})

test('a post that names the guest is accepted with the cookie of an ended session if guests may post', async () => {
  site.ctx.site.settings.guestPosting = true
  expect((await site.call(null, postReplyEndpoint, { body: createReplyBody(GUEST_ID) }, STALE_COOKIE)).status).toBe(201)
})

test('the account endpoint returns 401 to visitors, with another code if they send the cookie of an ended session', async () => {
  expect(await site.call(null, getAccountEndpoint)).toMatchObject({ status: 401, body: { code: 'auth.sign_in_needed' } })
  expect(await site.call(null, getAccountEndpoint, {}, STALE_COOKIE)).toMatchObject({ status: 401, body: ENDED_ERROR })
})
