/** Tests that posts that wait for approval are returned to their authors, and are in no public response. */
// Daily on PostgreSQL too: the list is a union.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listOwnTopicsEndpoint } from '#features/forums/lists/own-topics.contract.ts'
import { repliesOfUserEndpoint, topicsOfUserEndpoint } from '#features/forums/member-posts/member-posts.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { getTopicEndpoint, listTopicsEndpoint, popularTopicsEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { getMissedEndpoint } from '#features/recap/recap.contract.ts'
import { searchEndpoint } from '#features/search/search.contract.ts'
import { makeMemberOfLevel } from '#features/trust/trust.factory.ts'
import { DEFAULT_NEWCOMER_LIMITS } from '#features/trust/trust.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getWaitingTopicEndpoint, listOwnWaitingPostsEndpoint } from './own-waiting.contract.ts'

const CONTENT = 'Zebrafinch: see https://installer.example/quote for **details**'

let site: TestSite
let author: Viewer
let other: Viewer
let admin: Viewer
let openTopicId: number
let topicId: number
let replyId: number
beforeAll(async () => {
  site = await openTestSite()
  ;[author, other, admin] = [await makeMemberOfLevel(site.ctx, 1), await makeUser(site.ctx), await makeUser(site.ctx, { isAdmin: true })]
  openTopicId = await makeTopic(site.ctx, { title: 'Open' })
  site.ctx.site.settings.newcomers = { ...DEFAULT_NEWCOMER_LIMITS, secondsBetweenPosts: 0, minTypingSeconds: 0 }
  const topic = await site.call(author, postTopicEndpoint, { body: { title: 'Zebrafinch', content: CONTENT, categoryId: 1 } })
  const reply = await site.call(author, postReplyEndpoint, {
    body: { content: 'Zebrafinch: ![A meter](https://pictures.example/meter.png)', forumId: openTopicId },
  })
  topicId = topic.body.id
  replyId = reply.body.id
})
afterAll(() => site.close())

const listWaiting = (who: Viewer | null, query: object = {}) => site.call(who, listOwnWaitingPostsEndpoint, { query })
const getWaitingTopic = (who: Viewer | null, id = topicId) => site.call(who, getWaitingTopicEndpoint, { params: { topicId: id } })

describe('posts that wait for approval', () => {
  test('are listed for their author, with the reasons', async () => {
    const { body, headers } = await listWaiting(author)
    expect(body).toMatchObject([
      { kind: 'topic', id: topicId, topicId, title: 'Zebrafinch', waitingFor: ['unknown-domain'] },
      { kind: 'reply', id: replyId, topicId: openTopicId, title: 'Open', waitingFor: ['unknown-domain'] },
    ])
    expect(body[0].contentHtml).toContain('<strong>details</strong>')
    expect(headers['x-total-count']).toBe('2')
    expect(headers['cache-control']).not.toContain('public')
  })

  test.each([
    ['topic', () => topicId],
    ['reply', () => replyId],
  ] as const)('are listed by kind: %s', async (kind, getId) => {
    expect((await listWaiting(author, { kind })).body).toMatchObject([{ kind, id: getId() }])
  })

  test('are listed by topic', async () => {
    expect((await listWaiting(author, { topicId: openTopicId })).body).toMatchObject([{ kind: 'reply', id: replyId }])
    expect((await listWaiting(author, { topicId })).body).toMatchObject([{ kind: 'topic', id: topicId }])
    const { body, headers } = await listWaiting(author, { topicId: 999_999 })
    expect(body).toEqual([])
    expect(headers['x-total-count']).toBe('0')
  })

  test('contain no details of the screening, which are for moderators', async () => {
    const { body } = await listWaiting(author)
    expect(Object.keys(body[0]).toSorted()).toEqual(['contentHtml', 'createdAt', 'id', 'kind', 'title', 'topicId', 'waitingFor'])
  })

  test('are not listed for other members and administrators, and are refused to visitors', async () => {
    expect((await listWaiting(other)).body).toEqual([])
    expect((await listWaiting(admin)).body).toEqual([])
    expect((await listWaiting(null)).status).toBe(401)
  })

  test('are listed no longer while the topic of a reply is hidden', async () => {
    const setStatus = (status: 'visible' | 'hidden') =>
      site.ctx.db.updateTable('topics').set({ status }).where('id', '=', openTopicId).execute()
    await setStatus('hidden')
    expect((await listWaiting(author, { kind: 'reply' })).body).toEqual([])
    await setStatus('visible')
  })
})

describe('a topic that waits for approval', () => {
  test('is returned to its author and to administrators', async () => {
    for (const who of [author, admin]) {
      const { body, headers } = await getWaitingTopic(who)
      expect(body.topic).toMatchObject({ id: topicId, title: 'Zebrafinch', status: 'waiting', waitingFor: ['unknown-domain'] })
      expect(body.topic.contentHtml).toContain('<strong>details</strong>')
      expect(headers['cache-control']).not.toContain('public')
    }
  })

  test('is not returned to other members and visitors, nor once it is published', async () => {
    expect((await getWaitingTopic(other)).body).toEqual({ topic: null })
    expect((await getWaitingTopic(null)).status).toBe(401)
    expect((await getWaitingTopic(author, openTopicId)).body).toEqual({ topic: null })
  })
})

describe('public responses contain no post that waits for approval', () => {
  test.each(['visitor', 'author', 'member'] as const)('for a %s', async (name) => {
    const who = { visitor: null, author, member: other }[name]
    expect((await site.call(who, getTopicEndpoint, { params: { id: topicId } })).status).toBe(404)
    const responses = [
      await site.call(who, listTopicsEndpoint, {}),
      await site.call(who, listTopicsEndpoint, { query: { search: 'zebrafinch' } }),
      await site.call(who, popularTopicsEndpoint, { query: { limit: 100 } }),
      await site.call(who, listRepliesEndpoint, { params: { forumId: openTopicId } }),
      await site.call(who, topicsOfUserEndpoint, { params: { id: author.id } }),
      await site.call(who, repliesOfUserEndpoint, { params: { id: author.id } }),
      await site.call(who, searchEndpoint, { query: { q: 'zebrafinch' } }),
      ...(who
        ? [
            await site.call(who, listOwnTopicsEndpoint, { query: { show: 'new' } }),
            await site.call(who, listOwnTopicsEndpoint, { query: { show: 'mine' } }),
            await site.call(who, getMissedEndpoint),
          ]
        : []),
    ]
    for (const { status, body } of responses) {
      expect(status).toBe(200)
      expect(JSON.stringify(body).replaceAll('"query":"zebrafinch"', '')).not.toMatch(/zebrafinch/i)
    }
  })

  test.each([
    ['the feed', () => '/feed.xml'],
    ['the feed of a topic', () => `/forum/${openTopicId}/feed.json`],
    ['the sitemap', () => '/sitemaps/topics-1.xml'],
  ])('in %s', async (_name, getUrl) => {
    const { statusCode, payload } = await site.app.inject({ url: getUrl(), headers: { host: 'green-street.example' } })
    expect(statusCode, payload).toBe(200)
    expect(payload).not.toMatch(/zebrafinch/i)
    expect(payload).not.toContain(`/forum/${topicId}<`)
  })
})
