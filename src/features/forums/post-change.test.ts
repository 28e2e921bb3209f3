import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { getUserEndpoint } from '#features/users/user.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { voteEndpoint } from '#features/votes/vote.contract.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { expectLedgerMatches } from '#tests/support/ledger.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { deleteReplyEndpoint, deleteTopicEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { makeForumCalls, listIds } from '#features/forums/moderation/moderation.factory.ts'
import { listTopicsEndpoint, popularTopicsEndpoint, topicsOfCategoryEndpoint } from './topic.contract.ts'
import { listRepliesEndpoint, postReplyEndpoint } from './replies/reply.contract.ts'
import * as replyChangeService from '#features/forums/replies/reply-change.service.ts'
import { deleteTopic } from './topic-change.service.ts'
import { makeTopic } from './topic.factory.ts'
import * as topicService from './topic.service.ts'

let site: TestSite
let admin: Viewer
let author: Viewer
let reader: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  author = await makeUser(site.ctx)
  reader = await makeUser(site.ctx)
})
afterAll(() => site.close())

const { changeTopic, changeReply, listAllTopics, getTopic, listReplyIds, postTopic, postReply, listAuditActions } = makeForumCalls(() => ({
  site,
  admin,
}))
const restore = (trashId: number) => site.call(admin, restoreFromTrashEndpoint, { params: { id: trashId } })
const getPoints = async ({ id }: Viewer): Promise<number> =>
  (await site.call(null, getUserEndpoint, { params: { id } })).body.reputationPoints
const getActiveAt = async (id: number) =>
  (await site.ctx.db.selectFrom('topics').select('active_at').where('id', '=', id).executeTakeFirstOrThrow()).active_at

describe('topics', () => {
  test('editing a topic updates the search and logs both versions', async () => {
    const id = await makeTopic(site.ctx, { title: 'Wombat one', content: 'Old words' })
    const { status, body } = await changeTopic(id, { title: 'Quokka two', content: '**New** words', categoryId: 3 })
    expect(status).toBe(200)
    expect(body).toMatchObject({ title: 'Quokka two', categoryId: 3, contentHtml: '<p><strong>New</strong> words</p>\n' })
    const searchTopics = async (search: string) => listIds(await site.call(null, listTopicsEndpoint, { query: { search } }))
    expect(await searchTopics('wombat')).toEqual([])
    expect(await searchTopics('quokka')).toEqual([id])
    expect(await searchTopics('new** words')).toEqual([id])
    const { body: log } = await site.call(admin, listAuditEndpoint, { query: { subject: 'topic', subjectId: id } })
    expect(log).toMatchObject([
      {
        action: 'topic.edit',
        before: { title: 'Wombat one', content: 'Old words', categoryId: 1 },
        after: { title: 'Quokka two', categoryId: 3 },
      },
    ])
  })

  test('pinned topics come first in the list in every order and in their category, but not among popular topics or in a search', async () => {
    const id = await makeTopic(site.ctx, { title: 'Kea pinned', categoryId: 4, createdAt: '2019-01-01T00:00:00.000Z' })
    const younger = await makeTopic(site.ctx, { title: 'Kea younger', categoryId: 4, views: 999_999 })
    expect((await changeTopic(id, { isPinned: true })).body.isPinned).toBe(true)
    for (const sort of ['newest', 'active', 'views'])
      expect(listIds(await site.call(null, listTopicsEndpoint, { query: { sort } }))[0]).toBe(id)
    expect(listIds(await site.call(null, topicsOfCategoryEndpoint, { params: { categoryId: 4 } }))).toEqual([id, younger])
    expect(listIds(await site.call(null, listTopicsEndpoint, { query: { search: 'kea' } }))).toEqual([younger, id])
    expect(listIds(await site.call(null, popularTopicsEndpoint))[0]).toBe(younger)
    await changeTopic(id, { isPinned: false })
    expect(listIds(await site.call(null, topicsOfCategoryEndpoint, { params: { categoryId: 4 } }))).toEqual([younger, id])
    expect(await listAuditActions('topic', id)).toEqual(['topic.pin', 'topic.unpin'])
  })

  test('a locked topic accepts replies from administrators only', async () => {
    const forumId = await makeTopic(site.ctx)
    await changeTopic(forumId, { isLocked: true })
    for (const viewer of [null, author]) {
      const { status, body } = await site.call(viewer, postReplyEndpoint, { body: { content: 'But', forumId } })
      expect(status).toBe(403)
      expect(body).toEqual({ message: 'This topic is locked.', code: 'topic.locked' })
    }
    expect((await site.call(admin, postReplyEndpoint, { body: { content: 'Closed.', forumId } })).status).toBe(201)
    await changeTopic(forumId, { isLocked: false })
    expect((await site.call(author, postReplyEndpoint, { body: { content: 'Thanks', forumId } })).status).toBe(201)
    expect(await listAuditActions('topic', forumId)).toEqual(['topic.lock', 'topic.unlock'])
  })

  test('a hidden topic returns 404, and its author loses its points until it is visible again', async () => {
    const before = await getPoints(author)
    const id = await postTopic(author)
    await site.call(reader, voteEndpoint, { body: { subject: 'topic', id, value: 1 } })
    const withPost = before + POINTS.topic + POINTS['upvote-received']
    expect(await getPoints(author)).toBe(withPost)
    for (let round = 0; round < 2; round++) {
      await changeTopic(id, { status: 'hidden' })
      expect((await getTopic(id)).status).toBe(404)
      expect((await site.call(null, listRepliesEndpoint, { params: { forumId: id } })).status).toBe(404)
      expect(listIds(await site.call(null, listTopicsEndpoint))).not.toContain(id)
      expect(await getPoints(author)).toBe(before)
      await changeTopic(id, { status: 'visible' })
      expect((await getTopic(id)).status).toBe(200)
      expect(await getPoints(author)).toBe(withPost)
    }
    expect(await listAuditActions('topic', id)).toEqual(['topic.hide', 'topic.show', 'topic.hide', 'topic.show'])
  })

  test('authors of replies lose points with a hidden topic and regain them with a visible one, except for hidden replies', async () => {
    const before = await getPoints(reader)
    const id = await postTopic(author)
    const [first, second] = [await postReply(reader, id), await postReply(reader, id)]
    expect(await getPoints(reader)).toBe(before + 2 * POINTS.reply)
    await changeTopic(id, { status: 'hidden' })
    expect(await getPoints(reader)).toBe(before)
    for (const status of ['hidden', 'visible', 'hidden'] as const) {
      await changeReply(second, { status })
      expect(await getPoints(reader), status).toBe(before)
    }
    const { body } = await site.call(admin, deleteReplyEndpoint, { params: { id: first } })
    expect((await restore(body.trashId)).status).toBe(200)
    expect(await getPoints(reader)).toBe(before)
    await changeTopic(id, { status: 'visible' })
    expect(await getPoints(reader)).toBe(before + POINTS.reply)
  })

  test('a deleted topic is restored with its replies, votes and points', async () => {
    const [pointsOfAuthor, pointsOfReader] = [await getPoints(author), await getPoints(reader)]
    const id = await postTopic(author, 'Numbat whole')
    const [first, second] = [await postReply(reader, id), await postReply(reader, id)]
    await changeReply(second, { status: 'hidden' })
    await site.call(reader, voteEndpoint, { body: { subject: 'topic', id, value: 1 } })
    await site.call(author, voteEndpoint, { body: { subject: 'reply', id: first, value: -1 } })
    await changeTopic(id, { isPinned: true })
    const readState = async () => ({
      topic: (await getTopic(id)).body,
      replies: await listReplyIds(id),
      points: [await getPoints(author), await getPoints(reader)],
    })
    const stateBefore = await readState()
    expect(stateBefore.replies).toEqual([first])

    const deletion = await site.call(admin, deleteTopicEndpoint, { params: { id } })
    expect(deletion.body).toMatchObject({ id, trashId: expect.any(Number) })
    expect((await getTopic(id)).status).toBe(410)
    expect(listIds(await listAllTopics({ search: 'numbat' }))).toEqual([])
    expect(await getPoints(author)).toBe(pointsOfAuthor)
    expect(await getPoints(reader)).toBe(pointsOfReader)
    expect(
      await site.ctx.db.selectFrom('votes').selectAll().where('subject_id', '=', id).where('subject_type', '=', 'topic').execute(),
    ).toEqual([])

    expect((await restore(deletion.body.trashId)).status).toBe(200)
    expect(await readState()).toEqual(stateBefore)
    expect(listIds(await listAllTopics({ search: 'numbat' }))).toEqual([id])
    expect((await restore(deletion.body.trashId)).status).toBe(404)
    expect((await listAuditActions('topic', id)).slice(-2)).toEqual(['topic.delete', 'topic.restore'])
  })
})

describe('replies', () => {
  test('only visible replies affect the reply count and the last activity of a topic', async () => {
    const id = await makeTopic(site.ctx, { createdAt: '2020-01-01T00:00:00.000Z' })
    const [first, last] = [await postReply(author, id), await postReply(author, id)]
    const getReplyCount = async () => (await getTopic(id)).body.replyCount
    const lastActivity = await getActiveAt(id)
    expect(await getReplyCount()).toBe(2)
    await changeReply(last, { status: 'hidden' })
    expect(await getReplyCount()).toBe(1)
    expect(await listReplyIds(id)).toEqual([first])
    expect(Date.parse(await getActiveAt(id))).toBeLessThan(Date.parse(lastActivity) + 1)
    const deletion = await site.call(admin, deleteReplyEndpoint, { params: { id: first } })
    expect(await getReplyCount()).toBe(0)
    expect(await getActiveAt(id)).toBe('2020-01-01T00:00:00.000Z')
    await changeReply(last, { status: 'visible' })
    expect(await getReplyCount()).toBe(1)
    expect(await getActiveAt(id)).toBe(lastActivity)
    await restore(deletion.body.trashId)
    expect(await getReplyCount()).toBe(2)
    expect(await listReplyIds(id)).toEqual([first, last])
  })

  // Calls the service directly, because over HTTP the tests act as one user at a time.
  const asViewer = (viewer: Viewer) => ({ ...site.ctx, viewer })
  const postConcurrently = (forumId: number) => topicService.postReply(asViewer(reader), { content: 'At once.', forumId })

  test('the reply count is right after replies were posted and hidden concurrently', async () => {
    const id = await makeTopic(site.ctx)
    const first = [await postReply(author, id), await postReply(author, id), await postReply(author, id)]
    await Promise.all([
      ...first.map((replyId) => replyChangeService.changeReply(asViewer(admin), replyId, { status: 'hidden' })),
      ...[1, 2, 3, 4].map(() => postConcurrently(id)),
    ])
    const { reply_count } = await site.ctx.db.selectFrom('topics').select('reply_count').where('id', '=', id).executeTakeFirstOrThrow()
    expect(reply_count).toBe(4)
    await expectLedgerMatches(site.ctx)
  })

  test('a reply posted during the deletion of its topic is rejected with 400, or deleted and restored with the topic', async () => {
    const id = await makeTopic(site.ctx)
    const [deletion, ...replies] = await Promise.allSettled([
      deleteTopic(asViewer(admin), id),
      postConcurrently(id),
      postConcurrently(id),
      postConcurrently(id),
    ])
    if (deletion.status === 'rejected') throw deletion.reason as Error
    const refusals = replies.flatMap((result) => (result.status === 'rejected' ? [(result.reason as { status?: number }).status] : []))
    expect(refusals.filter((status) => status !== 400)).toEqual([])
    await restore(deletion.value.trashId)
    const accepted = replies.filter(({ status }) => status === 'fulfilled').length
    expect((await getTopic(id)).body.replyCount).toBe(accepted)
    expect(await listReplyIds(id)).toHaveLength(accepted)
    await expectLedgerMatches(site.ctx)
  })

  test('the author of a reply loses points when it is hidden or deleted, and regains them when it is shown or restored', async () => {
    const before = await getPoints(author)
    const id = await postReply(author, await makeTopic(site.ctx))
    await site.call(reader, voteEndpoint, { body: { subject: 'reply', id, value: 1 } })
    const withReply = before + POINTS.reply + POINTS['upvote-received']
    expect(await getPoints(author)).toBe(withReply)
    await changeReply(id, { status: 'hidden' })
    expect(await getPoints(author)).toBe(before)
    await changeReply(id, { status: 'visible' })
    expect(await getPoints(author)).toBe(withReply)
    const deletion = await site.call(admin, deleteReplyEndpoint, { params: { id } })
    expect(await getPoints(author)).toBe(before)
    await restore(deletion.body.trashId)
    expect(await getPoints(author)).toBe(withReply)
    expect(await listAuditActions('reply', id)).toEqual(['reply.hide', 'reply.show', 'reply.delete', 'reply.restore'])
  })

  test('an edited reply is rendered and sanitised again', async () => {
    const forumId = await makeTopic(site.ctx)
    const id = await postReply(null, forumId)
    expect((await changeReply(id, { content: '<script>x</script> _Better_' })).body.contentHtml).toContain('<em>Better</em>')
    expect((await site.call(null, listRepliesEndpoint, { params: { forumId } })).body[0].contentHtml).not.toContain('<script')
    expect(await listAuditActions('reply', id)).toEqual(['reply.edit'])
  })

  test('a reply cannot be restored without its topic', async () => {
    const forumId = await makeTopic(site.ctx)
    const id = await postReply(author, forumId)
    const deletion = await site.call(admin, deleteReplyEndpoint, { params: { id } })
    await site.call(admin, deleteTopicEndpoint, { params: { id: forumId } })
    const { status, body } = await restore(deletion.body.trashId)
    expect(status).toBe(409)
    expect(body.code).toBe('trash.in_the_way')
  })
})
