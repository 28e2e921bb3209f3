// Daily on PostgreSQL too: partial indexes, and a conflict update with a condition.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { listTopicsEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { acceptReplyEndpoint } from '#features/forums/questions/accepted-reply.contract.ts'
import { setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listOwnTopicsEndpoint, recordForumVisitEndpoint } from './own-topics.contract.ts'
import type { OwnListName, QuestionList } from './topic-lists.policy.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

type Member = Awaited<ReturnType<typeof makeUser>>
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()

async function makeMemberSince(memberSince: string): Promise<Member> {
  const member = await makeUser(site.ctx)
  await site.ctx.db.updateTable('users').set({ member_since: memberSince }).where('id', '=', member.id).execute()
  return member
}

const listIds = (body: { id: number }[]) => body.map(({ id }) => id)

describe('lists of questions', () => {
  test('contain the questions without replies, without an accepted reply, or with one', async () => {
    const asker = await makeUser(site.ctx)
    const make = (title: string, isQuestion: boolean) => makeTopic(site.ctx, { userId: asker.id, categoryId: 3, title, isQuestion })
    await make('A story of zebras', false)
    const unanswered = await make('Zebras, why?', true)
    const [unsolved, answered] = [await make('Zebras, how?', true), await make('Zebras, when?', true)]
    await site.call(null, postReplyEndpoint, { body: { content: 'So.', forumId: unsolved } })
    const { body: reply } = await site.call(null, postReplyEndpoint, { body: { content: 'Now.', forumId: answered } })
    await site.call(asker, acceptReplyEndpoint, { params: { id: answered }, body: { replyId: reply.id } })

    const category = await site.ctx.db.selectFrom('categories').select('slug').where('id', '=', 3).executeTakeFirstOrThrow()
    const query = (show: QuestionList, search?: string) => ({ query: { show, search, category: category.slug } })
    for (const search of [undefined, 'zebras']) {
      const ids = async (show: QuestionList) => listIds((await site.call(null, listTopicsEndpoint, query(show, search))).body)
      expect(await ids('unanswered')).toEqual([unanswered])
      expect(await ids('unsolved')).toEqual([unsolved, unanswered])
      expect(await ids('answered')).toEqual([answered])
      const { headers } = await site.call(null, listTopicsEndpoint, query('unsolved', search))
      expect(headers['x-total-count']).toBe('2')
    }
  })
})

describe('own lists', () => {
  const listOwn = async (member: Member, show: OwnListName) =>
    listIds((await site.call(member, listOwnTopicsEndpoint, { query: { show } })).body)

  test('are refused to visitors', async () => {
    expect((await site.call(null, listOwnTopicsEndpoint, { query: { show: 'mine' } })).status).toBe(401)
    expect((await site.call(null, recordForumVisitEndpoint)).status).toBe(401)
  })

  test('contain the visible topics that the member started or watches', async () => {
    const [member, other] = [await makeUser(site.ctx), await makeUser(site.ctx)]
    const mine = await makeTopic(site.ctx, { userId: member.id })
    await makeTopic(site.ctx, { userId: member.id, status: 'hidden' })
    const [watched, left] = [await makeTopic(site.ctx, { userId: other.id }), await makeTopic(site.ctx, { userId: other.id })]
    const watch = (topicId: number, isWatching: boolean) =>
      site.call(member, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching } })
    await watch(watched, true)
    await watch(left, true)
    await watch(left, false)
    expect(await listOwn(member, 'mine')).toEqual([mine])
    expect(await listOwn(member, 'watched')).toEqual([watched])
    expect(await listOwn(other, 'watched')).toEqual([])
  })

  test('contain the topics with activity since the previous visit', async () => {
    const member = await makeMemberSince(hoursAgo(365 * 24))
    const old = await makeTopic(site.ctx, { createdAt: hoursAgo(30 * 24) })
    const older = await makeTopic(site.ctx, { createdAt: hoursAgo(31 * 24) })
    const recent = await makeTopic(site.ctx, { createdAt: hoursAgo(5 * 24) })
    expect(await listOwn(member, 'new')).toContain(recent)
    expect(await listOwn(member, 'new')).not.toContain(old)

    // The visit before ended 32 days ago, so that everything above is new; within the visit that stays so.
    const first = (await site.call(member, recordForumVisitEndpoint)).body.newSince
    await site.ctx.db
      .updateTable('forum_visits')
      .set({ visited_at: hoursAgo(32 * 24) })
      .where('user_id', '=', member.id)
      .execute()
    const second = (await site.call(member, recordForumVisitEndpoint)).body.newSince
    expect(second < first).toBe(true)
    expect((await site.call(member, recordForumVisitEndpoint)).body.newSince).toBe(second)
    expect(await listOwn(member, 'new')).toEqual(expect.arrayContaining([old, older, recent]))

    // The next visit starts half an hour later; only a topic with a new reply is new.
    await site.ctx.db
      .updateTable('forum_visits')
      .set({ visited_at: hoursAgo(1) })
      .where('user_id', '=', member.id)
      .execute()
    await site.call(member, recordForumVisitEndpoint)
    await site.call(null, postReplyEndpoint, { body: { content: 'News.', forumId: older } })
    const ids = await listOwn(member, 'new')
    expect(ids).toContain(older)
    expect(ids).not.toContain(old)
    expect(ids).not.toContain(recent)
  })

  test('contain no topics from before the member joined, until the first visit has ended', async () => {
    const joinedAt = hoursAgo(1)
    const member = await makeMemberSince(joinedAt)
    const earlier = await makeTopic(site.ctx, { createdAt: hoursAgo(2) })
    const later = await makeTopic(site.ctx, { createdAt: hoursAgo(0.5) })
    expect((await site.call(member, recordForumVisitEndpoint)).body.newSince).toBe(joinedAt)
    const ids = await listOwn(member, 'new')
    expect(ids).toContain(later)
    expect(ids).not.toContain(earlier)
  })
})
