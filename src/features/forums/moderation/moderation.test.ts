import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  changeReplyEndpoint,
  changeTopicEndpoint,
  deleteReplyEndpoint,
  deleteTopicEndpoint,
  listAllRepliesEndpoint,
  listAllTopicsEndpoint,
  listWaitingPostsEndpoint,
  type WaitingPost,
} from './moderation.contract.ts'
import { makeForumCalls, idsOf } from './moderation.factory.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'

let site: TestSite
let admin: Viewer
let author: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  author = await makeUser(site.ctx)
})
afterAll(() => site.close())

const { changeTopic, changeReply, listAllTopics, getTopic, repliesOf, postTopic, postReply, listAuditActions } = makeForumCalls(() => ({
  site,
  admin,
}))

describe('moderation lists', () => {
  test('API-FORUM-06 CON-09 have topics of every status, with filters', async () => {
    const at = (day: number) => `2020-01-0${day}T00:00:00.000Z`
    const [a, b, c] = [
      await makeTopic(site.ctx, { title: 'Zebra alpha', categoryId: 6, views: 5, createdAt: at(1) }),
      await makeTopic(site.ctx, { title: 'Zebra beta', categoryId: 6, views: 9, createdAt: at(2), status: 'hidden' }),
      await makeTopic(site.ctx, { title: 'Zebra gamma', categoryId: 6, views: 1, createdAt: at(3), status: 'waiting' }),
    ]
    await postReply(null, a)
    const { body: category } = await site.call(null, getTopicEndpoint, { params: { id: a } })
    const in6 = (query: object = {}) => listAllTopics({ category: category.categorySlug, ...query })
    expect(idsOf(await in6())).toEqual([c, b, a])
    for (const [status, id] of [
      ['visible', a],
      ['hidden', b],
      ['waiting', c],
    ] as const) {
      expect(idsOf(await in6({ status }))).toEqual([id])
      expect(idsOf(await listAllTopics({ status }))).toContain(id)
      expect(idsOf(await listAllTopics({ search: 'ZEBRA', status }))).toEqual([id])
    }
    expect(idsOf(await listAllTopics({ search: 'zebra' }))).toEqual([c, b, a])
    expect(idsOf(await listAllTopics({ category: 'nothing-like-it' }))).toEqual([])
  })

  test('have waiting topics and replies together, oldest first, until they are approved or rejected', async () => {
    const forumId = await makeTopic(site.ctx, { title: 'With a link' })
    const link = 'See https://example.org/offer'
    const topic = (await site.call(null, postTopicEndpoint, { body: { title: 'Offer', content: link, categoryId: 1 } })).body.id
    const first = await postReply(null, forumId, link)
    const second = await postReply(null, forumId, `${link} again`)
    const waiting = async (): Promise<WaitingPost[]> => (await site.call(admin, listWaitingPostsEndpoint)).body
    expect((await waiting()).slice(-3)).toMatchObject([
      { kind: 'topic', id: topic, topicId: topic, title: 'Offer', content: link, username: 'Community Guest' },
      { kind: 'reply', id: first, topicId: forumId, title: 'With a link', content: link },
      { kind: 'reply', id: second, topicId: forumId },
    ])
    expect(await repliesOf(forumId)).toEqual([])
    await changeReply(first, { status: 'visible' })
    await changeReply(second, { status: 'hidden' })
    await changeTopic(topic, { status: 'visible' })
    expect((await waiting()).filter(({ topicId }) => topicId === forumId || topicId === topic)).toEqual([])
    expect(await repliesOf(forumId)).toEqual([first])
    expect((await getTopic(topic)).status).toBe(200)
    expect((await getTopic(forumId)).body.replyCount).toBe(1)
    expect(await listAuditActions('reply', first)).toEqual(['reply.approve'])
    expect(await listAuditActions('reply', second)).toEqual(['reply.reject'])
    expect(await listAuditActions('topic', topic)).toEqual(['topic.approve'])
    expect(idsOf(await site.call(admin, listAllRepliesEndpoint, { params: { id: forumId } }))).toEqual([first, second])
  })
})

describe('bad input', () => {
  test('is refused: empty and too long texts, unknown categories and statuses', async () => {
    const id = await makeTopic(site.ctx)
    const bad = [
      { title: ' ' },
      { content: '' },
      { title: 'x'.repeat(201) },
      { categoryId: 99 },
      { categoryId: 0 },
      { status: 'gone' },
      { isPinned: 'yes' },
    ]
    for (const body of bad) {
      const response = await site.call(admin, changeTopicEndpoint, { params: { id }, body })
      expect(response.status).toBe(400)
      expect(response.body.errors[0].path).toBe(Object.keys(body)[0])
    }
    const replyId = await postReply(null, id)
    for (const body of [{ content: ' ' }, { status: 'gone' }])
      expect((await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body })).status).toBe(400)
    expect((await listAllTopics({ status: 'gone' })).status).toBe(400)
  })
  test('with an unknown id returns 404', async () => {
    expect((await changeTopic(999_999, { isPinned: true })).status).toBe(404)
    expect((await changeReply(999_999, { status: 'hidden' })).status).toBe(404)
    for (const endpoint of [deleteTopicEndpoint, deleteReplyEndpoint, listAllRepliesEndpoint])
      expect((await site.call(admin, endpoint, { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('SEC-05 is refused for visitors and members', () => {
  test.each([
    listAllTopicsEndpoint,
    listWaitingPostsEndpoint,
    listAllRepliesEndpoint,
    changeTopicEndpoint,
    deleteTopicEndpoint,
    changeReplyEndpoint,
    deleteReplyEndpoint,
  ])('$method $path', async (endpoint) => {
    const id = await postTopic(author)
    const input = { params: { id }, ...(endpoint.method === 'GET' ? {} : { body: {} }) }
    expect((await site.call(null, endpoint, input)).status).toBe(401)
    expect((await site.call(author, endpoint, input)).status).toBe(403)
    expect((await getTopic(id)).status).toBe(200)
  })
})
