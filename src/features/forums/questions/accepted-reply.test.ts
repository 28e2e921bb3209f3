// Daily on PostgreSQL too: the topic is locked, and derived columns are set by a subquery.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeReplyEndpoint,
  changeTopicEndpoint,
  deleteReplyEndpoint,
  deleteTopicEndpoint,
} from '#features/forums/moderation/moderation.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { getTopicEndpoint, postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { makeTopic } from '#features/forums/topic.factory.ts'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import {
  acceptReplyEndpoint,
  confirmAcceptedReplyEndpoint,
  getAcceptedReplyEndpoint,
  withdrawAcceptanceEndpoint,
  withdrawConfirmationEndpoint,
} from './accepted-reply.contract.ts'

let site: TestSite
let admin: Awaited<ReturnType<typeof makeUser>>
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())

type Member = Awaited<ReturnType<typeof makeUser>>

async function makeQuestion(replyCount = 1) {
  const [asker, helper] = [await makeUser(site.ctx), await makeUser(site.ctx)]
  const id = await makeTopic(site.ctx, { userId: asker.id, title: 'Which pump fits?', isQuestion: true })
  const replyIds: number[] = []
  for (let i = 0; i < replyCount; i++) {
    const { body } = await site.call(helper, postReplyEndpoint, { body: { content: `Reply ${i}`, forumId: id } })
    replyIds.push(body.id)
  }
  return { id, asker, helper, replyId: replyIds[0] as number, replyIds }
}

const accept = (viewer: Member | null, id: number, replyId: number) =>
  site.call(viewer, acceptReplyEndpoint, { params: { id }, body: { replyId } })
const getAcceptedReplyId = async (id: number) => (await site.call(null, getTopicEndpoint, { params: { id } })).body.acceptedReplyId
const countPoints = async ({ id }: { id: number }) => {
  const { reputation_points: points } = await site.ctx.db
    .selectFrom('users')
    .select('reputation_points')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return points
}
const listNoticeTitles = async (member: Member) =>
  (await site.call(member, listNoticesEndpoint)).body.map(({ title }: { title: string }) => title)

describe('topics', () => {
  test.each([
    ['Which battery?', undefined, true],
    ['Our battery', undefined, false],
    ['Which battery?', false, false],
    ['Our battery', true, true],
  ])('titled “%s” and posted with isQuestion %s have isQuestion %s', async (title, isQuestion, expected) => {
    const member = await makeUser(site.ctx)
    const { body } = await site.call(member, postTopicEndpoint, { body: { title, content: 'Text.', categoryId: 1, isQuestion } })
    expect(body).toMatchObject({ isQuestion: expected, acceptedReplyId: null })
  })
})

describe('the asker', () => {
  test('accepts a reply, whose author gets 15 points and a notice', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    const before = await countPoints(helper)
    const { status, body } = await accept(asker, id, replyId)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, isQuestion: true, acceptedReplyId: replyId })
    expect(await countPoints(helper)).toBe(before + 15)
    expect(await listNoticeTitles(helper)).toContain('Your reply in “Which pump fits?” was accepted as the answer')
    const accepted = await site.call(null, getAcceptedReplyEndpoint, { params: { id } })
    expect(accepted.body).toMatchObject({ reply: { id: replyId, content: 'Reply 0', userId: helper.id }, confirmedBy: null })
    expect(accepted.body.reply.contentHtml).toContain('Reply 0')
  })

  test('accepts the same reply twice with the effect of once', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    await accept(asker, id, replyId)
    const points = await countPoints(helper)
    expect((await accept(asker, id, replyId)).status).toBe(200)
    expect(await countPoints(helper)).toBe(points)
  })

  test('replaces the accepted reply, and its author keeps the points of one acceptance', async () => {
    const { id, asker, helper, replyIds } = await makeQuestion(2)
    await accept(asker, id, replyIds[0] as number)
    const points = await countPoints(helper)
    expect((await accept(asker, id, replyIds[1] as number)).body.acceptedReplyId).toBe(replyIds[1])
    expect(await countPoints(helper)).toBe(points)
  })

  test('withdraws the acceptance, which revokes the points and the notice', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    const before = await countPoints(helper)
    await accept(asker, id, replyId)
    const { status, body } = await site.call(asker, withdrawAcceptanceEndpoint, { params: { id } })
    expect(status).toBe(200)
    expect(body.acceptedReplyId).toBeNull()
    expect(await countPoints(helper)).toBe(before)
    expect(await listNoticeTitles(helper)).toEqual([])
    expect((await site.call(null, getAcceptedReplyEndpoint, { params: { id } })).status).toBe(404)
    expect((await site.call(asker, withdrawAcceptanceEndpoint, { params: { id } })).status).toBe(200)
  })

  test('gets no points for accepting their own reply', async () => {
    const asker = await makeUser(site.ctx)
    const id = await makeTopic(site.ctx, { userId: asker.id, isQuestion: true })
    const { body: reply } = await site.call(asker, postReplyEndpoint, { body: { content: 'Found it.', forumId: id } })
    const before = await countPoints(asker)
    expect((await accept(asker, id, reply.id)).body.acceptedReplyId).toBe(reply.id)
    expect(await countPoints(asker)).toBe(before)
  })
})

describe('accepting is refused', () => {
  test('to visitors, to other members and to restricted askers', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    expect((await accept(null, id, replyId)).status).toBe(401)
    expect((await accept(helper, id, replyId)).body.code).toBe('topic.not_yours')
    await site.ctx.db.updateTable('users').set({ restricted_at: new Date().toISOString() }).where('id', '=', asker.id).execute()
    expect((await accept({ ...asker, isRestricted: true }, id, replyId)).status).toBe(403)
    expect(await getAcceptedReplyId(id)).toBeNull()
  })

  test('for topics that are no questions, and for replies of other topics or hidden ones', async () => {
    const { id, asker, replyId } = await makeQuestion()
    const other = await makeQuestion()
    expect((await accept(asker, id, other.replyId)).status).toBe(400)
    await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body: { status: 'hidden' } })
    expect((await accept(asker, id, replyId)).status).toBe(400)
    const plain = await makeTopic(site.ctx, { userId: asker.id })
    const { body: reply } = await site.call(null, postReplyEndpoint, { body: { content: 'Hello', forumId: plain } })
    expect((await accept(asker, plain, reply.id)).body.message).toBe('This topic is not a question.')
  })
})

describe('the author of a topic', () => {
  test('makes it a question and undoes that, unless a reply is accepted', async () => {
    const { id, asker, replyId } = await makeQuestion()
    const change = (isQuestion: boolean) => site.call(asker, changeTopicEndpoint, { params: { id }, body: { isQuestion } })
    expect((await change(false)).body.isQuestion).toBe(false)
    expect((await change(true)).body.isQuestion).toBe(true)
    await accept(asker, id, replyId)
    const { status, body } = await change(false)
    expect(status).toBe(400)
    expect(body.message).toBe('Withdraw the accepted answer first.')
  })
})

describe('an accepted reply', () => {
  test('that is hidden is no longer accepted, and is accepted again with its points when it is shown', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    await accept(asker, id, replyId)
    const points = await countPoints(helper)
    await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body: { status: 'hidden' } })
    expect(await getAcceptedReplyId(id)).toBeNull()
    expect(await countPoints(helper)).toBe(points - 17)
    expect(await listNoticeTitles(helper)).not.toContain('Your reply in “Which pump fits?” was accepted as the answer')
    await site.call(admin, changeReplyEndpoint, { params: { id: replyId }, body: { status: 'visible' } })
    expect(await getAcceptedReplyId(id)).toBe(replyId)
    expect(await countPoints(helper)).toBe(points)
  })

  test('that is deleted is no longer accepted, and is accepted again with its points when it is restored', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    await accept(asker, id, replyId)
    const points = await countPoints(helper)
    const { body } = await site.call(admin, deleteReplyEndpoint, { params: { id: replyId } })
    expect(await getAcceptedReplyId(id)).toBeNull()
    expect(await countPoints(helper)).toBe(points - 17)
    expect(await listNoticeTitles(helper)).toEqual([])
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId } })).status).toBe(200)
    expect(await getAcceptedReplyId(id)).toBe(replyId)
    expect(await countPoints(helper)).toBe(points)
  })

  test('that is restored does not replace one that was accepted meanwhile', async () => {
    const { id, asker, replyIds } = await makeQuestion(2)
    await accept(asker, id, replyIds[0] as number)
    const { body } = await site.call(admin, deleteReplyEndpoint, { params: { id: replyIds[0] as number } })
    await accept(asker, id, replyIds[1] as number)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId } })).status).toBe(200)
    expect(await getAcceptedReplyId(id)).toBe(replyIds[1])
  })

  test('survives the deletion and the restore of its topic', async () => {
    const { id, asker, helper, replyId } = await makeQuestion()
    await accept(asker, id, replyId)
    const points = await countPoints(helper)
    const { body } = await site.call(admin, deleteTopicEndpoint, { params: { id } })
    expect(await countPoints(helper)).toBe(points - 17)
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId } })).status).toBe(200)
    expect(await getAcceptedReplyId(id)).toBe(replyId)
    expect(await countPoints(helper)).toBe(points)
  })

  test('is confirmed by an expert through an administrator', async () => {
    const { id, asker, replyId } = await makeQuestion()
    const confirm = (viewer: Member, expertId: number) =>
      site.call(viewer, confirmAcceptedReplyEndpoint, { params: { id }, body: { expertId } })
    const expert = await site.ctx.db
      .insertInto('experts')
      .values({ slug: 'sam', name: 'Sam Ng', title: 'Heating engineer', avatar_url: '', interest: 'Heat', bio: 'Heat.' })
      .returning(['id', 'name', 'title'])
      .executeTakeFirstOrThrow()
    expect((await confirm(admin, expert.id)).status).toBe(404)
    await accept(asker, id, replyId)
    expect((await confirm(asker, expert.id)).status).toBe(403)
    expect((await confirm(admin, 999_999)).status).toBe(400)
    expect((await confirm(admin, expert.id)).body.confirmedBy).toEqual(expert)
    const withdrawn = await site.call(admin, withdrawConfirmationEndpoint, { params: { id } })
    expect(withdrawn.body.confirmedBy).toBeNull()
  })
})
