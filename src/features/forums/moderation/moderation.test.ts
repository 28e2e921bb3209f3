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
import { makeForumCalls, listIds } from './moderation.factory.ts'
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

const { changeTopic, changeReply, listAllTopics, getTopic, listReplyIds, postTopic, postReply, listAuditActions } = makeForumCalls(() => ({
  site,
  admin,
}))

describe('moderation lists', () => {
  test('API-FORUM-06 CON-09 have topics of every status, filtered by category, status and search', async () => {
    const dateOf = (day: number) => `2020-01-0${day}T00:00:00.000Z`
    const [visibleId, hiddenId, waitingId] = [
      await makeTopic(site.ctx, { title: 'Zebra alpha', categoryId: 6, views: 5, createdAt: dateOf(1) }),
      await makeTopic(site.ctx, { title: 'Zebra beta', categoryId: 6, views: 9, createdAt: dateOf(2), status: 'hidden' }),
      await makeTopic(site.ctx, { title: 'Zebra gamma', categoryId: 6, views: 1, createdAt: dateOf(3), status: 'waiting' }),
    ]
    await postReply(null, visibleId)
    const { body: category } = await site.call(null, getTopicEndpoint, { params: { id: visibleId } })
    const listInCategory = (query: object = {}) => listAllTopics({ category: category.categorySlug, ...query })
    expect(listIds(await listInCategory())).toEqual([waitingId, hiddenId, visibleId])
    for (const [status, id] of [
      ['visible', visibleId],
      ['hidden', hiddenId],
      ['waiting', waitingId],
    ] as const) {
      expect(listIds(await listInCategory({ status }))).toEqual([id])
      expect(listIds(await listAllTopics({ status }))).toContain(id)
      expect(listIds(await listAllTopics({ search: 'ZEBRA', status }))).toEqual([id])
    }
    expect(listIds(await listAllTopics({ search: 'zebra' }))).toEqual([waitingId, hiddenId, visibleId])
    expect(listIds(await listAllTopics({ category: 'nothing-like-it' }))).toEqual([])
  })

  test('have waiting topics and replies in one list, oldest first, until each is approved or rejected', async () => {
    const forumId = await makeTopic(site.ctx, { title: 'With a link' })
    const link = 'See https://example.org/offer'
    const offerId = (await site.call(null, postTopicEndpoint, { body: { title: 'Offer', content: link, categoryId: 1 } })).body.id
    const first = await postReply(null, forumId, link)
    const second = await postReply(null, forumId, `${link} again`)
    const getWaitingPosts = async (): Promise<WaitingPost[]> => (await site.call(admin, listWaitingPostsEndpoint)).body
    expect((await getWaitingPosts()).slice(-3)).toMatchObject([
      { kind: 'topic', id: offerId, topicId: offerId, title: 'Offer', content: link, username: 'Community Guest' },
      { kind: 'reply', id: first, topicId: forumId, title: 'With a link', content: link },
      { kind: 'reply', id: second, topicId: forumId },
    ])
    expect(await listReplyIds(forumId)).toEqual([])
    await changeReply(first, { status: 'visible' })
    await changeReply(second, { status: 'hidden' })
    await changeTopic(offerId, { status: 'visible' })
    expect((await getWaitingPosts()).filter(({ topicId }) => topicId === forumId || topicId === offerId)).toEqual([])
    expect(await listReplyIds(forumId)).toEqual([first])
    expect((await getTopic(offerId)).status).toBe(200)
    expect((await getTopic(forumId)).body.replyCount).toBe(1)
    expect(await listAuditActions('reply', first)).toEqual(['reply.approve'])
    expect(await listAuditActions('reply', second)).toEqual(['reply.reject'])
    expect(await listAuditActions('topic', offerId)).toEqual(['topic.approve'])
    expect(listIds(await site.call(admin, listAllRepliesEndpoint, { params: { id: forumId } }))).toEqual([first, second])
  })
})

describe('an invalid moderation request', () => {
  test('returns 400 for empty and too long texts, unknown categories and unknown statuses', async () => {
    const id = await makeTopic(site.ctx)
    const invalidBodies = [
      { title: ' ' },
      { content: '' },
      { title: 'x'.repeat(201) },
      { categoryId: 99 },
      { categoryId: 0 },
      { status: 'gone' },
      { isPinned: 'yes' },
    ]
    for (const body of invalidBodies) {
      const response = await site.call(admin, changeTopicEndpoint, { params: { id }, body })
      expect(response.status).toBe(400)
      expect(response.body.errors[0].path).toBe(Object.keys(body)[0])
    }
    const replyId = await postReply(null, id)
    for (const body of [{ content: ' ' }, { status: 'gone' }])
      expect((await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body })).status).toBe(400)
    expect((await listAllTopics({ status: 'gone' })).status).toBe(400)
  })
  test('returns 404 for an unknown topic or reply', async () => {
    expect((await changeTopic(999_999, { isPinned: true })).status).toBe(404)
    expect((await changeReply(999_999, { status: 'hidden' })).status).toBe(404)
    for (const endpoint of [deleteTopicEndpoint, deleteReplyEndpoint, listAllRepliesEndpoint])
      expect((await site.call(admin, endpoint, { params: { id: 999_999 } })).status).toBe(404)
  })
})

describe('SEC-05 moderation returns 401 to visitors and 403 to other members', () => {
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
    const replyId = await postReply(author, id)
    const stranger = await makeUser(site.ctx)
    const params = { id: endpoint.path.includes('forum-replies') ? replyId : id }
    const input = { params, ...(endpoint.method === 'GET' ? {} : { body: {} }) }
    expect((await site.call(null, endpoint, input)).status).toBe(401)
    expect((await site.call(stranger, endpoint, input)).status).toBe(403)
    expect((await getTopic(id)).body.replyCount).toBe(1)
  })
})
