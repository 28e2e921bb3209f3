/** Seeded votes, and the points, badges and counts derived from them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { getTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { awardEarnedBadges, recountPoints } from '#features/reputation/reputation.service.ts'
import { levelOf } from '#features/users/level.policy.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { getUserEndpoint } from '#features/users/user.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { insertVotes, SEEDED_VOTE_SUBJECTS } from './seed-votes.queries.ts'

/** The member with the most replies. */
const DEREK = 7
let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

const votesOf = ({ ctx }: TestSite) =>
  ctx.db
    .selectFrom('votes')
    .select(['user_id', 'subject_type', 'subject_id', 'value'])
    .orderBy('subject_type')
    .orderBy('subject_id')
    .orderBy('user_id')
    .execute()
const membersOf = ({ ctx }: TestSite) => ctx.db.selectFrom('users').selectAll().where('id', '!=', GUEST_ID).orderBy('id').execute()
/** All posts with their vote rows. */
async function allPosts() {
  const { db } = site.ctx
  const votes = await db.selectFrom('votes').selectAll().execute()
  const posts = SEEDED_VOTE_SUBJECTS.map(async ({ table, type }) => {
    const rows = await db.selectFrom(table).select(['id', 'user_id', 'created_at', 'upvotes', 'downvotes']).execute()
    return rows.map((row) => ({ ...row, type, votes: votes.filter((vote) => vote.subject_type === type && vote.subject_id === row.id) }))
  })
  return { votes, posts: (await Promise.all(posts)).flat() }
}

describe('votes', () => {
  test('each counted vote has a row by a member other than the author', async () => {
    const { votes, posts } = await allPosts()
    expect(votes.length).toBeGreaterThan(1000)
    expect(posts.reduce((sum, post) => sum + post.votes.length, 0)).toBe(votes.length)
    for (const post of posts) {
      const count = (value: number) => post.votes.filter((vote) => vote.value === value).length
      expect(count(1), `${post.type} ${post.id}`).toBe(post.upvotes)
      expect(count(-1), `${post.type} ${post.id}`).toBe(post.downvotes)
      const voters = post.votes.map(({ user_id }) => user_id)
      expect(voters.includes(post.user_id) || voters.includes(GUEST_ID), `${post.type} ${post.id}`).toBe(false)
    }
  })
  test('are dated after the post and the voter’s registration, up to the voter’s last activity', async () => {
    const { posts } = await allPosts()
    const members = new Map((await membersOf(site)).map((member) => [member.id, member]))
    for (const post of posts)
      for (const { user_id, created_at: at } of post.votes) {
        const { member_since: joined, last_active: seen } = members.get(user_id)!
        expect(at > post.created_at && at > joined && at <= (seen ?? ''), `${post.type} ${post.id}`).toBe(true)
      }
  })
  test('most posts have few votes, some have ten or a negative balance, and all members vote', async () => {
    const { votes, posts } = await allPosts()
    const share = (is: (post: (typeof posts)[number]) => boolean) => posts.filter(is).length / posts.length
    expect(share(({ upvotes }) => upvotes <= 4)).toBeGreaterThan(0.7)
    expect(posts.filter(({ upvotes }) => upvotes >= 10).length).toBeGreaterThanOrEqual(3)
    expect(posts.filter(({ upvotes, downvotes }) => downvotes > upvotes).length).toBeGreaterThanOrEqual(5)
    expect(new Set(votes.map(({ user_id }) => user_id)).size).toBe(39)
  })
  test('are the same on every site', async () => {
    const other = await openTestSite({ content: 'demo' })
    expect(await votesOf(other)).toEqual(await votesOf(site))
    await other.close()
  })
  test('more votes than eligible members are an error', async () => {
    const empty = await openTestSite()
    const author = await makeUser(empty.ctx)
    const id = await makeTopic(empty.ctx, { userId: author.id })
    await empty.ctx.db.updateTable('topics').set({ upvotes: 1 }).where('id', '=', id).execute()
    await expect(insertVotes(empty.ctx.db)).rejects.toThrow(/^The topic of .+ has more votes than there were members to vote\.$/)
    await empty.close()
  })
})

describe('derived data', () => {
  test('USER-13 points equal the sum of posts and votes, all five levels exist, and a recount changes nothing', async () => {
    const { db } = site.ctx
    const { posts } = await allPosts()
    const before = await membersOf(site)
    for (const { id, username, reputation_points: points, level } of before) {
      const earned = posts
        .filter(({ user_id }) => user_id === id)
        .map(({ type, upvotes, downvotes }) => POINTS[type] + upvotes * POINTS['upvote-received'] + downvotes * POINTS['downvote-received'])
      const sum = earned.reduce((total, one) => total + one, 0)
      expect({ points, level }, username).toEqual({ points: sum, level: levelOf(sum) })
      await recountPoints(site.ctx, id)
    }
    expect(await membersOf(site)).toEqual(before)
    expect(new Set(before.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5]))
    const guest = await db.selectFrom('users').select(['reputation_points', 'level']).where('id', '=', GUEST_ID).executeTakeFirstOrThrow()
    expect(guest).toEqual({ reputation_points: 0, level: 1 })
    expect(await db.selectFrom('point_entries').select('id').where('user_id', '=', GUEST_ID).execute()).toEqual([])
  })
  test('a badge is dated by the activity that completed it', async () => {
    const { db } = site.ctx
    const days = await db
      .selectFrom('user_badges as h')
      .innerJoin('badges as b', 'b.id', 'h.badge_id')
      .select(['b.name', 'h.earned_at'])
      .where('h.user_id', '=', DEREK)
      .execute()
    const dayOf = new Map(days.map(({ name, earned_at }) => [name, earned_at]))
    const { posts } = await allPosts()
    const own = posts.filter(({ user_id }) => user_id === DEREK)
    const talk = own.filter(({ type }) => type !== 'review')
    const thanks = own.filter(({ type }) => type === 'reply').flatMap(({ votes }) => votes.filter(({ value }) => value > 0))
    const nth = (rows: { created_at: string }[], n: number) => rows.map(({ created_at }) => created_at).toSorted()[n - 1]
    expect(dayOf.get('First Post')).toBe(nth(talk, 1))
    expect(dayOf.get('Meter Reader')).toBe(nth(talk, 25))
    expect(dayOf.get('Helpful Neighbour')).toBe(nth(thanks, 10))
  })
  test('badges are exactly those of the rules, earned after registration', async () => {
    const held = () =>
      site.ctx.db.selectFrom('user_badges').select(['user_id', 'badge_id']).orderBy('user_id').orderBy('badge_id').execute()
    const before = await held()
    expect(new Set(before.map(({ badge_id }) => badge_id)).size).toBe(6)
    const days = await site.ctx.db.selectFrom('user_badges').select(['user_id', 'earned_at']).execute()
    const members = new Map((await membersOf(site)).map((member) => [member.id, member]))
    for (const { user_id, earned_at } of days)
      expect(earned_at > members.get(user_id)!.member_since && earned_at <= new Date().toISOString(), `user ${user_id}`).toBe(true)
    await site.ctx.db.deleteFrom('user_badges').execute()
    for (const { id } of await membersOf(site)) await awardEarnedBadges(site.ctx, id)
    expect(await held()).toEqual(before)
  })
  test('a profile counts the votes on the member’s posts', async () => {
    const { posts } = await allPosts()
    for (const id of [GUEST_ID, 7, 23, 39]) {
      const own = posts.filter(({ user_id }) => user_id === id).flatMap(({ votes }) => votes)
      const { body } = await site.call(null, getUserEndpoint, { params: { id } })
      expect(JSON.parse(body.contributions)).toMatchObject({
        upvotes: own.filter(({ value }) => value > 0).length,
        downvotes: own.filter(({ value }) => value < 0).length,
      })
      expect(own.length, `user ${id}`).toBeGreaterThan(0)
    }
  })
  test('a new vote adds to the post’s count and the author’s points', async () => {
    const { posts } = await allPosts()
    const topic = posts.find(({ type, upvotes, user_id }) => type === 'topic' && upvotes > 0 && user_id !== GUEST_ID)!
    const read = async () => ({
      upvotes: (await site.call(null, getTopicEndpoint, { params: { id: topic.id } })).body.upvotes as number,
      points: (await site.call(null, getUserEndpoint, { params: { id: topic.user_id } })).body.reputationPoints as number,
    })
    const before = await read()
    expect(before.upvotes).toBe(topic.upvotes)
    const member = await makeUser(site.ctx)
    const { status } = await site.call(member, voteEndpoint, { body: { subject: 'topic', id: topic.id, value: 1 } })
    expect(status).toBe(200)
    expect(await read()).toEqual({ upvotes: before.upvotes + 1, points: before.points + POINTS['upvote-received'] })
  })
})
