import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { foldText } from '#db/search/search-index.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { changeTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import { levelOf, levelProgress } from './level.policy.ts'
import { getUserEndpoint, listUsersEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { makeUser } from './user.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('API-USER-02 ENT-17 ENT-18 a profile contains the counts of the member’s posts', async () => {
  const member = await makeUser(site.ctx, { points: 200 })
  await makeTopic(site.ctx, { userId: member.id })
  const { status, body } = await site.call(null, getUserEndpoint, { params: { id: member.id } })
  expect(status).toBe(200)
  expect(JSON.parse(body.contributions)).toEqual({ posts: 1, replies: 0, reviews: 0, upvotes: 0, downvotes: 0 })
  expect(body).toMatchObject({ id: member.id, posts: 1, reputationPoints: 200, lastActive: null })
})

test('SEC-09 public profiles contain no email, password hash or role', async () => {
  const admin = await makeUser(site.ctx, { isAdmin: true })
  const responses = [await site.call(null, listUsersEndpoint), await site.call(null, getUserEndpoint, { params: { id: admin.id } })]
  for (const { body } of responses) expect(JSON.stringify(body)).not.toMatch(/@example\.org|secret-hash|isAdmin|password/i)
})

test('API-USER-03 the badges of a member are listed with the time of award, highest level first', async () => {
  const member = await makeUser(site.ctx)
  const badges = await site.ctx.db.selectFrom('badges').select(['id', 'name', 'level']).orderBy('level').execute()
  for (const { id } of badges.slice(0, 2)) {
    await site.ctx.db.insertInto('user_badges').values({ user_id: member.id, badge_id: id, earned_at: new Date().toISOString() }).execute()
  }
  const { body } = await site.call(null, userBadgesEndpoint, { params: { id: member.id } })
  expect(body).toHaveLength(2)
  expect(body[0].badge.level).toBeGreaterThanOrEqual(body[1].badge.level)
})

test('the profile and the badges of an unknown user return 404', async () => {
  expect((await site.call(null, getUserEndpoint, { params: { id: 4242 } })).body.code).toBe('user.not_found')
  expect((await site.call(null, userBadgesEndpoint, { params: { id: 4242 } })).status).toBe(404)
})

test('USER-12 USER-13 USER-14 USER-15 AMB-20 level and progress are calculated from the points', () => {
  expect([0, 99, 100, 299, 300, 600, 999, 1000, 5000].map(levelOf)).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 5])
  expect(levelProgress(2, 200)).toBe(50)
  expect(levelProgress(1, 25)).toBe(25)
  expect(levelProgress(5, 0)).toBe(100)
  expect(levelProgress(3, 9999)).toBe(100)
  expect(levelProgress(4, 0)).toBe(0)
})

describe('the member list', () => {
  const listUsernames = ({ body }: CallResult) => body.map((user: { username: string }) => user.username)
  let admin: Viewer
  beforeAll(async () => {
    admin = await makeUser(site.ctx, { isAdmin: true, username: 'Zoe_admin' })
    const monthStart = (n: number) => `2026-0${n}-01T00:00:00.000Z`
    for (const [n, username] of ['List_b', 'List_c', 'list_d', 'list_a'].entries()) {
      const { id } = await makeUser(site.ctx, { username, points: [5000, 7000, 6000, 6500][n] ?? 0 })
      const overrides =
        [{ restricted_at: monthStart(9) }, { last_active: monthStart(8) }, { last_active: monthStart(7) }, { deleted_at: monthStart(9) }][
          n
        ] ?? {}
      const search_text = foldText(username, `${username}@example.org`)
      await site.ctx.db
        .updateTable('users')
        .set({ member_since: `2099-0${n + 1}-01T00:00:00.000Z`, search_text, ...overrides })
        .where('id', '=', id)
        .execute()
    }
  })
  const list = (query: object, viewer: Viewer | null = admin) =>
    site.call(viewer, listUsersEndpoint, { query: { search: 'list_', ...query } })

  test('ADM-USER-02 can be filtered by search term, role and state', async () => {
    expect(listUsernames(await list({ state: 'restricted' }))).toEqual(['List_b'])
    expect(listUsernames(await list({ state: 'deleted' }))).toEqual(['list_a'])
    expect(listUsernames(await list({ state: 'active', sort: 'username' }))).toEqual(['List_c', 'list_d'])
    expect(listUsernames(await list({ role: 'admin' }))).toEqual([])
    expect(listUsernames(await list({ search: 'LIST_C@example' }))).toEqual(['List_c'])
    expect(listUsernames(await list({ search: undefined, role: 'admin', sort: 'joined' }))).toContain('Zoe_admin')
  })
  test('SEC-09 contains private fields for administrators, but no password hash', async () => {
    const { body } = await list({ state: 'restricted' })
    expect(body[0]).toMatchObject({
      email: 'List_b@example.org',
      isAdmin: false,
      state: 'restricted',
      hasSecondFactor: false,
      canSignIn: true,
    })
    expect(JSON.stringify(body)).not.toMatch(/secret-hash|password/i)
  })
  test('SEC-05 cannot be filtered or sorted by visitors and members, and does not show them closed accounts', async () => {
    const member = await makeUser(site.ctx)
    for (const viewer of [null, member]) {
      for (const query of [
        {},
        { search: undefined, sort: 'points' },
        { search: undefined, role: 'admin' },
        { search: undefined, state: 'deleted' },
      ]) {
        expect((await list(query, viewer)).body.code).toBe('auth.admin_only')
      }
      const response = await site.call(viewer, listUsersEndpoint)
      expect(listUsernames(response)).not.toContain('list_a')
      expect(response.headers['x-total-count']).toBe(String(response.body.length))
    }
  })
})

test('hiding a topic removes its replies from the counts of a cached profile', async () => {
  const [member, moderator] = [await makeUser(site.ctx), await makeUser(site.ctx, { isAdmin: true })]
  const topicId = await makeTopic(site.ctx)
  await site.call(member, postReplyEndpoint, { body: { forumId: topicId, content: 'A reply.' } })
  const getReplyCount = async () => (await site.call(null, getUserEndpoint, { params: { id: member.id } })).body.replies
  const setStatus = (status: 'visible' | 'hidden') =>
    site.call(moderator, changeTopicEndpoint, { params: { id: topicId }, body: { status } })
  expect(await getReplyCount()).toBe(1)
  await setStatus('hidden')
  expect(await getReplyCount()).toBe(0)
  await setStatus('visible')
  expect(await getReplyCount()).toBe(1)
})

test('USER-07 a profile contains the sums of the votes on all posts of the member', async () => {
  const member = await makeUser(site.ctx)
  for (const upvotes of [3, 4]) {
    const id = await makeTopic(site.ctx, { userId: member.id })
    await site.ctx.db.updateTable('topics').set({ upvotes, downvotes: 1 }).where('id', '=', id).execute()
  }
  const { body } = await site.call(null, getUserEndpoint, { params: { id: member.id } })
  expect(JSON.parse(body.contributions)).toEqual({ posts: 2, replies: 0, reviews: 0, upvotes: 7, downvotes: 2 })
})

test('a restricted member cannot post', async () => {
  const member = { ...(await makeUser(site.ctx)), isRestricted: true }
  const { status, body } = await site.call(member, postTopicEndpoint, { body: { title: 'Hello', content: 'There', categoryId: 1 } })
  expect(status).toBe(403)
  expect(body).toEqual({ code: 'user.restricted', message: 'Your account is restricted: you can read, but not post.' })
})
