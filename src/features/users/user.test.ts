import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { levelOf, levelProgress } from './level.policy.ts'
import { getUserEndpoint, listUsersEndpoint, userBadgesEndpoint } from './user.contract.ts'
import { makeUser } from './user.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

test('API-USER-02 ENT-17 ENT-18 a member, with counts from real rows', async () => {
  const member = await makeUser(site.ctx, { points: 200 })
  await makeTopic(site.ctx, { userId: member.id })
  const { status, body } = await site.call(null, getUserEndpoint, { params: { id: member.id } })
  expect(status).toBe(200)
  expect(JSON.parse(body.contributions)).toEqual({ posts: 1, replies: 0, reviews: 0, upvotes: 0, downvotes: 0 })
  expect(body).toMatchObject({ id: member.id, posts: 1, reputationPoints: 200, lastActive: null })
})

test('SEC-09 nobody sees email, password hash or role', async () => {
  const admin = await makeUser(site.ctx, { isAdmin: true })
  const answers = [await site.call(null, listUsersEndpoint), await site.call(null, getUserEndpoint, { params: { id: admin.id } })]
  for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/@example\.org|secret-hash|isAdmin|password/i)
})

test('API-USER-03 badges come wrapped, highest first', async () => {
  const member = await makeUser(site.ctx)
  const badges = await site.ctx.db.selectFrom('badges').select(['id', 'name', 'level']).orderBy('level').execute()
  for (const { id } of badges.slice(0, 2)) {
    await site.ctx.db.insertInto('user_badges').values({ user_id: member.id, badge_id: id, earned_at: new Date().toISOString() }).execute()
  }
  const { body } = await site.call(null, userBadgesEndpoint, { params: { id: member.id } })
  expect(body).toHaveLength(2)
  expect(body[0].badge.level).toBeGreaterThanOrEqual(body[1].badge.level)
})

test('an unknown user is 404, also for badges', async () => {
  expect((await site.call(null, getUserEndpoint, { params: { id: 4242 } })).body.code).toBe('user.not_found')
  expect((await site.call(null, userBadgesEndpoint, { params: { id: 4242 } })).status).toBe(404)
})

test('USER-12 USER-13 USER-14 USER-15 AMB-20 levels and progress', () => {
  expect([0, 99, 100, 299, 300, 600, 999, 1000, 5000].map(levelOf)).toEqual([1, 1, 2, 2, 3, 4, 4, 5, 5])
  expect(levelProgress(2, 200)).toBe(50)
  expect(levelProgress(1, 25)).toBe(25)
  expect(levelProgress(5, 0)).toBe(100)
  expect(levelProgress(3, 9999)).toBe(100)
  expect(levelProgress(4, 0)).toBe(0)
})
