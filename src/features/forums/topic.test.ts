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

const NEW_TOPIC = { title: 'Is nine panels enough?', content: 'We use 3,000 kWh a year.', categoryId: 2 }
const listIds = (body: { id: number }[]) => body.map(({ id }) => id)

describe('topics', () => {
  test('API-FORUM-05 FORUM-18 by guests have user id 1 and are listed first', async () => {
    const { status, body } = await site.call(null, postTopicEndpoint, {
      body: { ...NEW_TOPIC, userId: 1, createdAt: '1999-01-01T00:00:00Z' },
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({
      ...NEW_TOPIC,
      userId: 1,
      username: 'Community Guest',
      categoryName: 'Solar Panels',
      views: 0,
      replyCount: 0,
      status: 'visible',
    })
    const listed = await site.call(null, listTopicsEndpoint)
    expect(listed.body[0]).toMatchObject({ id: body.id, content: NEW_TOPIC.content })
  })

  test('SEC-07 by members show the display name of the author', async () => {
    const member = await makeUser(site.ctx, { displayName: 'Priya N.' })
    const { body } = await site.call(member, postTopicEndpoint, { body: NEW_TOPIC })
    expect(body).toMatchObject({ userId: member.id, username: 'Priya N.' })
  })

  test('FORUM-29 AMB-35 by members without a display name show the username', async () => {
    const member = await makeUser(site.ctx, { username: 'nameless_one', displayName: null })
    expect((await site.call(member, postTopicEndpoint, { body: NEW_TOPIC })).body.username).toBe('nameless_one')
  })

  test('API-FORUM-02 AMB-03 are listed as popular by views; with equal views, the newest come first', async () => {
    const [low, high, alsoHigh] = [
      await makeTopic(site.ctx, { views: 10 }),
      await makeTopic(site.ctx, { views: 900 }),
      await makeTopic(site.ctx, { views: 900 }),
    ]
    const { body } = await site.call(null, popularTopicsEndpoint, { query: { limit: 3 } })
    expect(listIds(body)).toEqual([alsoHigh, high, low])
    // An imported topic can have a higher id and an older date.
    const older = await makeTopic(site.ctx, { views: 900, createdAt: '2020-01-05T00:00:00.000Z' })
    const pages = [1, 2].map((page) => site.call(null, popularTopicsEndpoint, { query: { limit: 2, page } }))
    expect((await Promise.all(pages)).map(({ body }) => listIds(body))).toEqual([
      [alsoHigh, high],
      [older, low],
    ])
  })

  test('API-FORUM-04 are listed by category; FORUM-08 cards are cut to 80 characters', async () => {
    const id = await makeTopic(site.ctx, { categoryId: 5, content: 'z'.repeat(81) })
    const { body } = await site.call(null, topicsOfCategoryEndpoint, { params: { categoryId: 5 }, query: { view: 'card' } })
    expect(listIds(body)).toEqual([id])
    expect(body[0].content).toBe(`${'z'.repeat(80)}...`)
  })

  test('are found by the search, which can be limited to a category', async () => {
    const id = await makeTopic(site.ctx, { title: 'The platypus question' })
    expect(listIds((await site.call(null, listTopicsEndpoint, { query: { search: 'PLATYPUS' } })).body)).toEqual([id])
    expect(listIds((await site.call(null, listTopicsEndpoint, { query: { search: 'platypus', category: 'solar-panels' } })).body)).toEqual(
      [],
    )
  })

  test('API-REPLY-01 API-REPLY-02 have replies, oldest first, and a reply count', async () => {
    const forumId = await makeTopic(site.ctx)
    for (const content of ['First.', 'Second.']) {
      expect((await site.call(null, postReplyEndpoint, { body: { content, forumId, userId: 1 } })).status).toBe(201)
    }
    const { body } = await site.call(null, listRepliesEndpoint, { params: { forumId } })
    expect(body.map((reply: { content: string }) => reply.content)).toEqual(['First.', 'Second.'])
    expect((await site.call(null, getTopicEndpoint, { params: { id: forumId } })).body.replyCount).toBe(2)
  })

  test('are queued for indexing once per reply', async () => {
    const forumId = await makeTopic(site.ctx)
    await site.ctx.db.deleteFrom('search_changes').execute()
    expect((await site.call(null, postReplyEndpoint, { body: { content: 'Ten.', forumId } })).status).toBe(201)
    const queued = await site.ctx.db.selectFrom('search_changes').select(['kind', 'subject_id as subject']).execute()
    expect(queued).toEqual([{ kind: 'topic', subject: forumId }])
  })

  test('SEC-12 are rendered as sanitised HTML', async () => {
    const unsafeMarkdown =
      'Hello <script>alert(1)</script> [me](javascript:alert(1)) ![x](javascript:alert(2)) <img src=x onerror=alert(3)> **bold**'
    const member = await makeUser(site.ctx)
    const { body } = await site.call(member, postTopicEndpoint, { body: { ...NEW_TOPIC, content: unsafeMarkdown } })
    expect(body.contentHtml).not.toMatch(/<script|<img|href="javascript|onerror="/)
    expect(body.contentHtml).toContain('<strong>bold</strong>')
    const linked = await site.call(member, postTopicEndpoint, { body: { ...NEW_TOPIC, content: 'See https://example.org/a' } })
    expect(linked.body.contentHtml).toContain('rel="ugc nofollow noopener"')
  })

  test('and replies with a link wait for approval if a guest wrote them', async () => {
    const content = 'Look at https://example.org/offer'
    const topic = await site.call(null, postTopicEndpoint, { body: { ...NEW_TOPIC, content } })
    expect(topic.status).toBe(201)
    expect(topic.body.status).toBe('waiting')
    expect((await site.call(null, getTopicEndpoint, { params: { id: topic.body.id } })).status).toBe(404)
    expect(listIds((await site.call(null, listTopicsEndpoint)).body)).not.toContain(topic.body.id)

    const forumId = await makeTopic(site.ctx)
    const reply = await site.call(null, postReplyEndpoint, { body: { content, forumId } })
    expect(reply.body.status).toBe('waiting')
    expect((await site.call(null, listRepliesEndpoint, { params: { forumId } })).body).toEqual([])
    const replyOfMember = await site.call(await makeUser(site.ctx), postReplyEndpoint, { body: { content, forumId } })
    expect(replyOfMember.body.status).toBe('visible')
  })
})

describe('invalid input', () => {
  test.each([
    ['title', { title: '  ' }],
    ['content', { content: '' }],
    ['title', { title: 'x'.repeat(TOPIC_TITLE_MAX + 1) }],
    ['title', { title: 5 }],
    ['categoryId', { categoryId: 99 }],
    ['categoryId', { categoryId: undefined }],
  ])('for the %s of a new topic returns 400: %o', async (path, wrong) => {
    const before = (await site.call(null, listTopicsEndpoint)).headers['x-total-count']
    const { status, body } = await site.call(null, postTopicEndpoint, { body: { ...NEW_TOPIC, ...wrong } })
    expect(status).toBe(400)
    expect(body.errors[0].path).toBe(path)
    expect((await site.call(null, listTopicsEndpoint)).headers['x-total-count']).toBe(before)
  })
  test('FORUM-14 FORUM-36 returns the same messages as the forms', async () => {
    expect((await site.call(null, postTopicEndpoint, { body: { ...NEW_TOPIC, title: ' ' } })).body.errors[0].message).toBe(
      'Title and content are required',
    )
    expect((await site.call(null, postReplyEndpoint, { body: { content: ' ', forumId: 1 } })).body.errors[0].message).toBe(
      'Please enter a reply.',
    )
  })
  test('such as a reply to an unknown or hidden topic returns 400', async () => {
    const hidden = await makeTopic(site.ctx, { status: 'hidden' })
    for (const forumId of [999_999, hidden]) {
      expect((await site.call(null, postReplyEndpoint, { body: { content: 'Hello', forumId } })).status).toBe(400)
    }
  })
  test.each(['0', '-1', 'x', '1.5', '99999999999'])('API-FORUM-03 such as the topic id %s returns 404', async (id) => {
    expect((await site.call(null, getTopicEndpoint, { params: { id } })).status).toBe(404)
  })
})

describe('posting is refused', () => {
  test('with the user id of another member', async () => {
    const member = await makeUser(site.ctx)
    expect((await site.call(null, postTopicEndpoint, { body: { ...NEW_TOPIC, userId: member.id } })).status).toBe(401)
    expect((await site.call(member, postTopicEndpoint, { body: { ...NEW_TOPIC, userId: 1 } })).status).toBe(403)
    expect((await site.call(null, postReplyEndpoint, { body: { content: 'x', forumId: 1, userId: member.id } })).status).toBe(401)
  })
  test('SEC-14 above the rate limit of an IP address, with a `Retry-After` header', async () => {
    const headers = { 'x-forwarded-for': '10.99.0.1' }
    const codes: number[] = []
    for (let i = 0; i < 22; i++)
      codes.push((await site.call(null, postTopicEndpoint, { body: { ...NEW_TOPIC, title: '' } }, headers)).status)
    expect(codes.filter((code) => code === 429)).toHaveLength(2)
    const { status, body, headers: responseHeaders } = await site.call(null, postTopicEndpoint, { body: NEW_TOPIC }, headers)
    expect(status).toBe(429)
    expect(body.code).toBe('rate.limited')
    expect(Number(responseHeaders['retry-after'])).toBeGreaterThan(0)
  })
})
