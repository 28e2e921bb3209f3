import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  getTopicEndpoint,
  listTopicsEndpoint,
  popularTopicsEndpoint,
  postTopicEndpoint,
  topicsOfCategoryEndpoint,
} from './topic.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from './replies/reply.contract.ts'
import { TOPIC_TITLE_MAX } from './topic-limits.policy.ts'
import { makeTopic } from './topic.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const words = { title: 'Is nine panels enough?', content: 'We use 3,000 kWh a year.', categoryId: 2 }
const ids = (body: { id: number }[]) => body.map(({ id }) => id)

describe('works', () => {
  test('API-FORUM-05 FORUM-18 a guest starts a topic as user 1, and it is at the top of the list', async () => {
    const { status, body } = await site.call(null, postTopicEndpoint, { body: { ...words, userId: 1, createdAt: '1999-01-01T00:00:00Z' } })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...words,
      userId: 1,
      username: 'Community Guest',
      categoryName: 'Solar Panels',
      views: 0,
      replyCount: 0,
      status: 'visible',
    })
    const listed = await site.call(null, listTopicsEndpoint)
    expect(listed.body[0]).toMatchObject({ id: body.id, content: words.content })
  })

  test('SEC-07 a member posts under their own name', async () => {
    const member = await makeUser(site.ctx, { displayName: 'Priya N.' })
    const { body } = await site.call(member, postTopicEndpoint, { body: words })
    expect([body.userId, body.username]).toEqual([member.id, 'Priya N.'])
  })

  test('FORUM-29 AMB-35 without a display name the login stands for it', async () => {
    const member = await makeUser(site.ctx, { username: 'nameless_one', displayName: null })
    expect((await site.call(member, postTopicEndpoint, { body: words })).body.username).toBe('nameless_one')
  })

  test('API-FORUM-02 AMB-03 popular goes by views, then newest', async () => {
    const [low, high, alsoHigh] = [
      await makeTopic(site.ctx, { views: 10 }),
      await makeTopic(site.ctx, { views: 900 }),
      await makeTopic(site.ctx, { views: 900 }),
    ]
    const { body } = await site.call(null, popularTopicsEndpoint, { query: { limit: 3 } })
    expect(ids(body)).toEqual([alsoHigh, high, low])
    // What was brought in later may be older.
    const older = await makeTopic(site.ctx, { views: 900, createdAt: '2020-01-05T00:00:00.000Z' })
    const pages = [1, 2].map((page) => site.call(null, popularTopicsEndpoint, { query: { limit: 2, page } }))
    expect((await Promise.all(pages)).map(({ body }) => ids(body))).toEqual([
      [alsoHigh, high],
      [older, low],
    ])
  })

  test('API-FORUM-04 a category has its own topics; FORUM-08 cards are cut to 80', async () => {
    const id = await makeTopic(site.ctx, { categoryId: 5, content: 'z'.repeat(81) })
    const { body } = await site.call(null, topicsOfCategoryEndpoint, { params: { categoryId: 5 }, query: { view: 'card' } })
    expect(ids(body)).toEqual([id])
    expect(body[0].content).toBe(`${'z'.repeat(80)}...`)
  })

  test('search finds topics', async () => {
    const id = await makeTopic(site.ctx, { title: 'The platypus question' })
    expect(ids((await site.call(null, listTopicsEndpoint, { query: { search: 'PLATYPUS' } })).body)).toEqual([id])
    expect(ids((await site.call(null, listTopicsEndpoint, { query: { search: 'platypus', category: 'solar-panels' } })).body)).toEqual([])
  })

  test('API-REPLY-01 API-REPLY-02 replies are kept in order and counted', async () => {
    const forumId = await makeTopic(site.ctx)
    for (const content of ['First.', 'Second.']) {
      expect((await site.call(null, postReplyEndpoint, { body: { content, forumId, userId: 1 } })).status).toBe(201)
    }
    const { body } = await site.call(null, listRepliesEndpoint, { params: { forumId } })
    expect(body.map((reply: { content: string }) => reply.content)).toEqual(['First.', 'Second.'])
    expect((await site.call(null, getTopicEndpoint, { params: { id: forumId } })).body.replyCount).toBe(2)
  })

  test('a reply notes its topic for the search, once', async () => {
    const forumId = await makeTopic(site.ctx)
    await site.ctx.db.deleteFrom('search_changes').execute()
    expect((await site.call(null, postReplyEndpoint, { body: { content: 'Ten.', forumId } })).status).toBe(201)
    const noted = await site.ctx.db.selectFrom('search_changes').select(['kind', 'subject_id as subject']).execute()
    expect(noted).toEqual([{ kind: 'topic', subject: forumId }])
  })

  test('SEC-12 what people write comes back as harmless HTML', async () => {
    const nasty =
      'Hello <script>alert(1)</script> [me](javascript:alert(1)) ![x](javascript:alert(2)) <img src=x onerror=alert(3)> **bold**'
    const member = await makeUser(site.ctx)
    const { body } = await site.call(member, postTopicEndpoint, { body: { ...words, content: nasty } })
    expect(body.contentHtml).not.toMatch(/<script|<img|href="javascript|onerror="/)
    expect(body.contentHtml).toContain('<strong>bold</strong>')
    const linked = await site.call(member, postTopicEndpoint, { body: { ...words, content: 'See https://example.org/a' } })
    expect(linked.body.contentHtml).toContain('rel="ugc nofollow noopener"')
  })

  test('a guest’s post with a link waits; a member’s does not', async () => {
    const content = 'Look at https://example.org/offer'
    const topic = await site.call(null, postTopicEndpoint, { body: { ...words, content } })
    expect([topic.status, topic.body.status]).toEqual([201, 'waiting'])
    expect((await site.call(null, getTopicEndpoint, { params: { id: topic.body.id } })).status).toBe(404)
    expect(ids((await site.call(null, listTopicsEndpoint)).body)).not.toContain(topic.body.id)

    const forumId = await makeTopic(site.ctx)
    const reply = await site.call(null, postReplyEndpoint, { body: { content, forumId } })
    expect(reply.body.status).toBe('waiting')
    expect((await site.call(null, listRepliesEndpoint, { params: { forumId } })).body).toEqual([])
    const members = await site.call(await makeUser(site.ctx), postReplyEndpoint, { body: { content, forumId } })
    expect(members.body.status).toBe('visible')
  })
})

describe('refuses bad input', () => {
  test.each([
    ['title', { title: '  ' }],
    ['content', { content: '' }],
    ['title', { title: 'x'.repeat(TOPIC_TITLE_MAX + 1) }],
    ['title', { title: 5 }],
    ['categoryId', { categoryId: 99 }],
    ['categoryId', { categoryId: undefined }],
  ])('a topic with wrong %s %o', async (path, wrong) => {
    const before = (await site.call(null, listTopicsEndpoint)).headers['x-total-count']
    const { status, body } = await site.call(null, postTopicEndpoint, { body: { ...words, ...wrong } })
    expect([status, body.errors[0].path]).toEqual([400, path])
    expect((await site.call(null, listTopicsEndpoint)).headers['x-total-count']).toBe(before)
  })
  test('FORUM-14 FORUM-36 messages are the forms’', async () => {
    expect((await site.call(null, postTopicEndpoint, { body: { ...words, title: ' ' } })).body.errors[0].message).toBe(
      'Title and content are required',
    )
    expect((await site.call(null, postReplyEndpoint, { body: { content: ' ', forumId: 1 } })).body.errors[0].message).toBe(
      'Please enter a reply.',
    )
  })
  test('a reply to a topic that is not there, or hidden', async () => {
    const hidden = await makeTopic(site.ctx, { status: 'hidden' })
    for (const forumId of [999_999, hidden]) {
      expect((await site.call(null, postReplyEndpoint, { body: { content: 'Hello', forumId } })).status).toBe(400)
    }
  })
  test.each(['0', '-1', 'x', '1.5', '99999999999'])('API-FORUM-03 topic %s is not there', async (id) => {
    expect((await site.call(null, getTopicEndpoint, { params: { id } })).status).toBe(404)
  })
})

describe('refuses strangers', () => {
  test('the user id of another member', async () => {
    const member = await makeUser(site.ctx)
    expect((await site.call(null, postTopicEndpoint, { body: { ...words, userId: member.id } })).status).toBe(401)
    expect((await site.call(member, postTopicEndpoint, { body: { ...words, userId: 1 } })).status).toBe(403)
    expect((await site.call(null, postReplyEndpoint, { body: { content: 'x', forumId: 1, userId: member.id } })).status).toBe(401)
  })
  test('SEC-14 a flood from one address is stopped, with a time to come back', async () => {
    const headers = { 'x-forwarded-for': '10.99.0.1' }
    const codes: number[] = []
    for (let i = 0; i < 22; i++) codes.push((await site.call(null, postTopicEndpoint, { body: { ...words, title: '' } }, headers)).status)
    expect(codes.filter((code) => code === 429)).toHaveLength(2)
    const { status, body, headers: back } = await site.call(null, postTopicEndpoint, { body: words }, headers)
    expect([status, body.code]).toEqual([429, 'rate.limited'])
    expect(Number(back['retry-after'])).toBeGreaterThan(0)
  })
})
