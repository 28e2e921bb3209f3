// Daily on PostgreSQL too: a second vote is an upsert.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { recountPoints } from '#features/reputation/reputation.service.ts'
import { hideReviewEndpoint } from '#features/reviews/moderation/review-moderation.contract.ts'
import { postReviewEndpoint } from '#features/reviews/review.contract.ts'
import { changeTopic } from '#features/forums/topic-change.service.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { getProductEndpoint } from '#features/products/product.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { getUserEndpoint, userBadgesEndpoint } from '#features/users/user.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { expectLedgerMatches } from '#tests/support/ledger.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { myVotesEndpoint, voteEndpoint } from './vote.contract.ts'
import { castVote } from './vote.service.ts'

let site: TestSite
let author: Viewer
let voter: Viewer
beforeAll(async () => {
  site = await openTestSite()
  author = await makeUser(site.ctx)
  voter = await makeUser(site.ctx)
})
afterAll(() => site.close())

const getPoints = async ({ id }: Viewer): Promise<number> =>
  (await site.call(null, getUserEndpoint, { params: { id } })).body.reputationPoints
const cast = (viewer: Viewer | null, subject: string, id: number, value: number) =>
  site.call(viewer, voteEndpoint, { body: { subject, id, value } })
const listLedgerEntries = (userId: number) =>
  site.ctx.db.selectFrom('point_entries').selectAll().where('user_id', '=', userId).orderBy('id').execute()

describe('voting', () => {
  test('counts a vote once, allows changing and withdrawing it, and records each change in the ledger', async () => {
    const id = await makeTopic(site.ctx, { userId: author.id })
    const first = await cast(voter, 'topic', id, 1)
    expect(first.status).toBe(200)
    expect(first.body).toEqual({ subject: 'topic', id, upvotes: 1, downvotes: 0, yours: 1 })
    expect((await cast(voter, 'topic', id, 1)).body).toMatchObject({ upvotes: 1, yours: 1 })
    expect(await getPoints(author)).toBe(POINTS['upvote-received'])
    expect((await cast(voter, 'topic', id, -1)).body).toMatchObject({ upvotes: 0, downvotes: 1, yours: -1 })
    expect((await cast(voter, 'topic', id, 0)).body).toMatchObject({ upvotes: 0, downvotes: 0, yours: 0 })
    expect((await listLedgerEntries(author.id)).map((entry) => entry.points)).toEqual([5, -5, -2, 2])
    expect(await getPoints(author)).toBe(0)
  })

  test('lists the member’s own votes on a topic and its replies', async () => {
    const topicId = await makeTopic(site.ctx, { userId: author.id })
    const reply = await site.call(author, postReplyEndpoint, { body: { content: 'A reply', forumId: topicId } })
    await cast(voter, 'topic', topicId, 1)
    await cast(voter, 'reply', reply.body.id, -1)
    const { body } = await site.call(voter, myVotesEndpoint, { query: { topicId } })
    expect(body).toEqual([
      { subject: 'topic', id: topicId, value: 1 },
      { subject: 'reply', id: reply.body.id, value: -1 },
    ])
  })

  test('counts all concurrent votes on a post', async () => {
    const id = await makeTopic(site.ctx, { userId: author.id })
    const voters = await Promise.all(Array.from({ length: 6 }, () => makeUser(site.ctx)))
    await Promise.all(voters.map((viewer) => castVote({ ...site.ctx, viewer }, { subject: 'topic', id, value: 1 })))
    const row = await site.ctx.db.selectFrom('topics').select('upvotes').where('id', '=', id).executeTakeFirstOrThrow()
    expect(row.upvotes).toBe(6)
    await expectLedgerMatches(site.ctx)
  })

  test('adds the points of concurrent votes on different posts of one author', async () => {
    const member = await makeUser(site.ctx)
    const ids = await Promise.all(Array.from({ length: 8 }, () => makeTopic(site.ctx, { userId: member.id })))
    const voters = await Promise.all(ids.map(() => makeUser(site.ctx)))
    const votes = voters.map((viewer, n) => castVote({ ...site.ctx, viewer }, { subject: 'topic', id: ids[n] ?? 0, value: 1 }))
    await Promise.all(votes)
    expect(await getPoints(member)).toBe(8 * POINTS['upvote-received'])
    await expectLedgerMatches(site.ctx)
  })

  test('keeps the ledger consistent when points are added, revoked and restored concurrently', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const member = await makeUser(site.ctx)
    const post = (n: number) => site.call(member, postTopicEndpoint, { body: { title: `Topic ${n}`, content: 'Words', categoryId: 1 } })
    const created = await Promise.all([1, 2, 3, 4, 5, 6].map(post))
    expect(created.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    expect(await getPoints(member)).toBe(6 * POINTS.topic)
    const setStatus = (n: number, status: 'hidden' | 'visible') =>
      changeTopic({ ...site.ctx, viewer: admin }, created[n]?.body.id, { status })
    await Promise.all([setStatus(0, 'hidden'), setStatus(1, 'hidden'), setStatus(2, 'hidden'), post(7), post(8)])
    await expectLedgerMatches(site.ctx)
    await Promise.all([
      setStatus(0, 'visible'),
      setStatus(0, 'visible'),
      setStatus(1, 'visible'),
      setStatus(3, 'hidden'),
      setStatus(3, 'hidden'),
    ])
    await expectLedgerMatches(site.ctx)
    expect(await getPoints(member)).toBe(6 * POINTS.topic)
  })

  test('USER-13 posting earns points and badges, and points determine the level', async () => {
    const member = await makeUser(site.ctx)
    await site.call(member, postTopicEndpoint, { body: { title: 'Hello', content: 'All', categoryId: 1 } })
    const { id: productId } = await makeProduct(site.ctx, {})
    await site.call(member, postReviewEndpoint, { body: { productId, rating: 4, title: 'Good', content: 'Works.' } })
    expect(await getPoints(member)).toBe(POINTS.topic + POINTS.review)
    const { body } = await site.call(null, userBadgesEndpoint, { params: { id: member.id } })
    expect(body.map((userBadge: { badge: { name: string } }) => userBadge.badge.name)).toEqual(['First Post'])
    await site.ctx.db
      .insertInto('point_entries')
      .values({ user_id: member.id, points: 300, reason: 'test', created_at: new Date().toISOString() })
      .execute()
    await recountPoints(site.ctx, member.id)
    // The entry was written directly to the database, which invalidates no cached response. A member's responses are not cached.
    expect((await site.call(voter, getUserEndpoint, { params: { id: member.id } })).body).toMatchObject({ level: 3, reputationPoints: 315 })
  })

  test('hiding a review removes its rating and points, and restoring it brings them back', async () => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const member = await makeUser(site.ctx)
    const { id: productId } = await makeProduct(site.ctx, { slug: 'with-a-review' })
    const { body: review } = await site.call(member, postReviewEndpoint, {
      body: { productId, rating: 2, title: 'Poor', content: 'Broke.' },
    })
    await cast(voter, 'review', review.id, 1)
    const getProduct = async () => (await site.call(null, getProductEndpoint, { params: { slug: 'with-a-review' } })).body
    expect(await getProduct()).toMatchObject({ averageRating: 2, reviewCount: 1 })
    const hidden = await site.call(admin, hideReviewEndpoint, { params: { id: review.id }, query: { reason: 'insult' } })
    expect(hidden.status).toBe(200)
    expect(await getProduct()).toMatchObject({ averageRating: 0, reviewCount: 0 })
    expect(await getPoints(member)).toBe(0)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: hidden.body.trashId }, body: {} })).status).toBe(200)
    expect(await getProduct()).toMatchObject({ averageRating: 2, reviewCount: 1 })
    expect(await getPoints(member)).toBe(POINTS.review + POINTS['upvote-received'])
  })
})

describe('voting is rejected', () => {
  test('on own, unknown and hidden posts, and with invalid values', async () => {
    const topicId = await makeTopic(site.ctx, { userId: author.id })
    expect((await cast(author, 'topic', topicId, 1)).body.code).toBe('vote.own')
    expect((await cast(voter, 'topic', 424242, 1)).status).toBe(404)
    await site.ctx.db.updateTable('topics').set({ status: 'hidden' }).where('id', '=', topicId).execute()
    expect((await cast(voter, 'topic', topicId, 1)).status).toBe(404)
    const row = { topic_id: topicId, user_id: author.id, content: 'A reply', created_at: new Date().toISOString() }
    const { id: replyId } = await site.ctx.db.insertInto('replies').values(row).returning('id').executeTakeFirstOrThrow()
    expect((await cast(voter, 'reply', replyId, 1)).status).toBe(404)
    for (const body of [{ subject: 'topic', id: 1, value: 2 }, { subject: 'user', id: 1, value: 1 }, {}])
      expect((await site.call(voter, voteEndpoint, { body })).status).toBe(400)
    expect((await site.call(voter, myVotesEndpoint)).status).toBe(400)
  })
  test('for visitors and restricted members; hiding a review is rejected for members', async () => {
    const topicId = await makeTopic(site.ctx, { userId: author.id })
    expect((await cast(null, 'topic', topicId, 1)).status).toBe(401)
    expect((await cast({ ...voter, isRestricted: true }, 'topic', topicId, 1)).body.code).toBe('user.restricted')
    const response = await site.call(voter, hideReviewEndpoint, { params: { id: 1 }, query: { reason: 'insult' } })
    expect(response.status).toBe(403)
  })
})
