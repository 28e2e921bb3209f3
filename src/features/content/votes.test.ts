/** Tests the seeded votes, and the points, badges and counts derived from them. */
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

/** Id of the member with the most replies. */
const DEREK_ID = 7
let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ content: 'demo' })
})
afterAll(() => site.close())

const listVotes = ({ ctx }: TestSite) =>
  ctx.db
    .selectFrom('votes')
    .select(['user_id', 'subject_type', 'subject_id', 'value'])
    .orderBy('subject_type')
    .orderBy('subject_id')
    .orderBy('user_id')
    .execute()
const listMembers = ({ ctx }: TestSite) => ctx.db.selectFrom('users').selectAll().where('id', '!=', GUEST_ID).orderBy('id').execute()
/** Returns all posts with their votes. */
async function listPosts() {
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
    const { votes, posts } = await listPosts()
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
    const { posts } = await listPosts()
    const members = new Map((await listMembers(site)).map((member) => [member.id, member]))
    for (const post of posts)
      for (const { user_id, created_at: votedAt } of post.votes) {
        const { member_since: joinedAt, last_active: lastActiveAt } = members.get(user_id)!
        expect(votedAt > post.created_at && votedAt > joinedAt && votedAt <= (lastActiveAt ?? ''), `${post.type} ${post.id}`).toBe(true)
      }
  })
  test('most posts have few votes, some have ten or a negative balance, and all members vote', async () => {
    const { votes, posts } = await listPosts()
    const calculateShare = (matches: (post: (typeof posts)[number]) => boolean) => posts.filter(matches).length / posts.length
    expect(calculateShare(({ upvotes }) => upvotes <= 4)).toBeGreaterThan(0.7)
    expect(posts.filter(({ upvotes }) => upvotes >= 10).length).toBeGreaterThanOrEqual(3)
    expect(posts.filter(({ upvotes, downvotes }) => downvotes > upvotes).length).toBeGreaterThanOrEqual(5)
    expect(new Set(votes.map(({ user_id }) => user_id)).size).toBe(39)
  })
  test('are the same on every site with demo content', async () => {
    const otherSite = await openTestSite({ content: 'demo' })
    expect(await listVotes(otherSite)).toEqual(await listVotes(site))
    await otherSite.close()
  })
  test('insertVotes throws an error if a post has more votes than members who may vote', async () => {
    const emptySite = await openTestSite()
    const author = await makeUser(emptySite.ctx)
    const id = await makeTopic(emptySite.ctx, { userId: author.id })
    await emptySite.ctx.db.updateTable('topics').set({ upvotes: 1 }).where('id', '=', id).execute()
    await expect(insertVotes(emptySite.ctx.db)).rejects.toThrow(/^The topic of .+ has more votes than there were members to vote\.$/)
    await emptySite.close()
  })
})

describe('derived data', () => {
  test('USER-13 points equal the sum of posts, votes and accepted answers, all five levels exist, and a recount changes nothing', async () => {
    const { db } = site.ctx
    const { posts } = await listPosts()
    const before = await listMembers(site)
    const answers = await db
      .selectFrom('accepted_replies as a')
      .innerJoin('replies as r', 'r.id', 'a.reply_id')
      .select('r.user_id')
      .execute()
    expect(answers.length).toBeGreaterThan(0)
    for (const { id, username, reputation_points: points, level } of before) {
      const earned = posts
        .filter(({ user_id }) => user_id === id)
        .map(({ type, upvotes, downvotes }) => POINTS[type] + upvotes * POINTS['upvote-received'] + downvotes * POINTS['downvote-received'])
      const accepted = answers.filter(({ user_id }) => user_id === id).length * POINTS['answer-accepted']
      const sum = earned.reduce((total, points) => total + points, accepted)
      expect({ points, level }, username).toEqual({ points: sum, level: levelOf(sum) })
      await recountPoints(site.ctx, id)
    }
    expect(await listMembers(site)).toEqual(before)
    expect(new Set(before.map(({ level }) => level))).toEqual(new Set([1, 2, 3, 4, 5]))
    const guest = await db.selectFrom('users').select(['reputation_points', 'level']).where('id', '=', GUEST_ID).executeTakeFirstOrThrow()
    expect(guest).toEqual({ reputation_points: 0, level: 1 })
    expect(await db.selectFrom('point_entries').select('id').where('user_id', '=', GUEST_ID).execute()).toEqual([])
  })
  test('a badge is dated by the activity that earned it', async () => {
    const { db } = site.ctx
    const awards = await db
      .selectFrom('user_badges as h')
      .innerJoin('badges as b', 'b.id', 'h.badge_id')
      .select(['b.name', 'h.earned_at'])
      .where('h.user_id', '=', DEREK_ID)
      .execute()
    const awardDates = new Map(awards.map(({ name, earned_at }) => [name, earned_at]))
    const { posts } = await listPosts()
    const ownPosts = posts.filter(({ user_id }) => user_id === DEREK_ID)
    const topicsAndReplies = ownPosts.filter(({ type }) => type !== 'review')
    const replyUpvotes = ownPosts.filter(({ type }) => type === 'reply').flatMap(({ votes }) => votes.filter(({ value }) => value > 0))
    const getNthDate = (rows: { created_at: string }[], n: number) => rows.map(({ created_at }) => created_at).toSorted()[n - 1]
    expect(awardDates.get('First Post')).toBe(getNthDate(topicsAndReplies, 1))
    expect(awardDates.get('Meter Reader')).toBe(getNthDate(topicsAndReplies, 25))
    expect(awardDates.get('Helpful Neighbour')).toBe(getNthDate(replyUpvotes, 10))
  })
  test('members have exactly the badges of the rules, earned after registration', async () => {
    const listAwards = () =>
      site.ctx.db.selectFrom('user_badges').select(['user_id', 'badge_id']).orderBy('user_id').orderBy('badge_id').execute()
    const before = await listAwards()
    expect(new Set(before.map(({ badge_id }) => badge_id)).size).toBe(6)
    const awards = await site.ctx.db.selectFrom('user_badges').select(['user_id', 'earned_at']).execute()
    const members = new Map((await listMembers(site)).map((member) => [member.id, member]))
    for (const { user_id, earned_at } of awards)
      expect(earned_at > members.get(user_id)!.member_since && earned_at <= new Date().toISOString(), `user ${user_id}`).toBe(true)
    await site.ctx.db.deleteFrom('user_badges').execute()
    for (const { id } of await listMembers(site)) await awardEarnedBadges(site.ctx, id)
    expect(await listAwards()).toEqual(before)
  })
  test('a profile counts the votes on the member’s posts', async () => {
    const { posts } = await listPosts()
    for (const id of [GUEST_ID, 7, 23, 39]) {
      const votesOnPosts = posts.filter(({ user_id }) => user_id === id).flatMap(({ votes }) => votes)
      const { body } = await site.call(null, getUserEndpoint, { params: { id } })
      expect(JSON.parse(body.contributions)).toMatchObject({
        upvotes: votesOnPosts.filter(({ value }) => value > 0).length,
        downvotes: votesOnPosts.filter(({ value }) => value < 0).length,
      })
      expect(votesOnPosts.length, `user ${id}`).toBeGreaterThan(0)
    }
  })
  test('a new vote adds to the post’s count and the author’s points', async () => {
    const { posts } = await listPosts()
    const topic = posts.find(({ type, upvotes, user_id }) => type === 'topic' && upvotes > 0 && user_id !== GUEST_ID)!
    const readCounts = async () => ({
      upvotes: (await site.call(null, getTopicEndpoint, { params: { id: topic.id } })).body.upvotes as number,
      points: (await site.call(null, getUserEndpoint, { params: { id: topic.user_id } })).body.reputationPoints as number,
    })
    const before = await readCounts()
    expect(before.upvotes).toBe(topic.upvotes)
    const member = await makeUser(site.ctx)
    const { status } = await site.call(member, voteEndpoint, { body: { subject: 'topic', id: topic.id, value: 1 } })
    expect(status).toBe(200)
    expect(await readCounts()).toEqual({ upvotes: before.upvotes + 1, points: before.points + POINTS['upvote-received'] })
  })
})
