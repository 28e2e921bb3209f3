/** Tests what authors may do with their own topics and replies, and the history of edits. */
// Daily on PostgreSQL too: concurrent deletions and restores, and rows that are restored with their ids.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { forumsFeature } from '#features/forums/feature.ts'
import { makeForumCalls } from '#features/forums/moderation/moderation.factory.ts'
import * as moderation from '#features/forums/moderation/moderation.contract.ts'
import { listRepliesEndpoint } from '#features/forums/replies/reply.contract.ts'
import { POINTS } from '#features/reputation/points.policy.ts'
import { listDeletedPostsEndpoint, restoreFromTrashEndpoint } from '#features/trash/trash.contract.ts'
import { getUserEndpoint } from '#features/users/user.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { expectLedgerMatches } from '#tests/support/ledger.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './own-post.contract.ts'
import { findVersionsOfPerson } from './post-version.queries.ts'

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

const calls = makeForumCalls(() => ({ site, admin }))
const { postTopic, postReply, getTopic, listReplyIds } = calls
const changeTopic = (viewer: Viewer | null, id: number, body: object) =>
  site.call(viewer, moderation.changeTopicEndpoint, { params: { id }, body })
const changeReply = (viewer: Viewer | null, id: number, body: object) =>
  site.call(viewer, moderation.changeReplyEndpoint, { params: { id }, body })
const deleteTopic = (viewer: Viewer | null, id: number) => site.call(viewer, moderation.deleteTopicEndpoint, { params: { id } })
const deleteReply = (viewer: Viewer | null, id: number) => site.call(viewer, moderation.deleteReplyEndpoint, { params: { id } })
const restoreTopic = (viewer: Viewer | null, id: number) => site.call(viewer, contract.restoreTopicEndpoint, { params: { id }, body: {} })
const restoreReply = (viewer: Viewer | null, id: number) => site.call(viewer, contract.restoreReplyEndpoint, { params: { id }, body: {} })
const getTopicHistory = async (id: number) => (await site.call(null, contract.topicHistoryEndpoint, { params: { id } })).body
const getReplyHistory = async (id: number) => (await site.call(null, contract.replyHistoryEndpoint, { params: { id } })).body
const getReply = async (topicId: number, id: number) =>
  (await site.call(null, listRepliesEndpoint, { params: { forumId: topicId } })).body.find((reply: { id: number }) => reply.id === id)
const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString()
const backdate = (table: 'topics' | 'replies', id: number, minutes: number) =>
  site.ctx.db
    .updateTable(table)
    .set({ created_at: minutesAgo(minutes) })
    .where('id', '=', id)
    .execute()
const getPoints = async ({ id }: Viewer): Promise<number> =>
  (await site.call(null, getUserEndpoint, { params: { id } })).body.reputationPoints
const listDeleted = async (viewer: Viewer) => (await site.call(viewer, listDeletedPostsEndpoint)).body

describe('editing a topic', () => {
  test('leaves no trace within five minutes of posting, and marks the topic as edited afterwards', async () => {
    const id = await postTopic(author, 'Kettle')
    const silent = await changeTopic(author, id, { content: 'How long?' })
    expect(silent.status).toBe(200)
    expect(silent.body).toMatchObject({ content: 'How long?', editedAt: null, version: 2 })
    expect(await getTopicHistory(id)).toMatchObject([{ title: 'Kettle', content: 'How long?', by: 'author' }])
    await backdate('topics', id, 6)
    const { body } = await changeTopic(author, id, { title: 'Kettles', content: 'How much?', categoryId: 2, version: 2 })
    expect(body).toMatchObject({ title: 'Kettles', categoryId: 2, editedAt: expect.any(String) })
    expect((await getTopic(id)).body.editedAt).toBe(body.editedAt)
    const history = await getTopicHistory(id)
    expect(history).toMatchObject([
      { title: 'Kettles', content: 'How much?', by: 'author', createdAt: body.editedAt },
      { title: 'Kettle', content: 'How long?', by: 'author', createdAt: body.createdAt },
    ])
    expect(Object.keys(history[0])).toEqual(['createdAt', 'title', 'content', 'by'])
  })

  test('by a moderator is in the history at once, without a name', async () => {
    const id = await postTopic(author)
    await changeTopic(admin, id, { content: 'Corrected.' })
    await changeTopic(author, id, { content: 'Mine again.' })
    expect((await getTopicHistory(id)).map(({ by, content }: contract.PostVersion) => [by, content])).toEqual([
      ['author', 'Mine again.'],
      ['moderator', 'Corrected.'],
      ['author', 'How?'],
    ])
  })

  test('changes neither the time of the edit nor the history if only the category changes', async () => {
    const id = await postTopic(author)
    await backdate('topics', id, 60)
    expect((await changeTopic(author, id, { categoryId: 3 })).body).toMatchObject({ categoryId: 3, editedAt: null })
    expect(await getTopicHistory(id)).toHaveLength(1)
  })

  test.each<[string, object]>([
    ['status', { status: 'hidden' }],
    ['pin', { isPinned: true }],
    ['lock', { isLocked: false }],
    ['reason', { content: 'New', reason: 'why' }],
  ])('by its author with a %s returns 403', async (_name, change) => {
    const id = await postTopic(author)
    const { status, body } = await changeTopic(author, id, change)
    expect([status, body.code]).toEqual([403, 'auth.admin_only'])
    expect((await getTopic(id)).body).toMatchObject({ content: 'How?', isPinned: false })
  })

  test('returns 401 for visitors, 403 for other members, restricted authors and locked topics, 404 for hidden ones', async () => {
    const id = await postTopic(author)
    const change = { content: 'New' }
    expect((await changeTopic(null, id, change)).status).toBe(401)
    expect((await changeTopic(reader, id, change)).body.code).toBe('topic.not_yours')
    await changeTopic(admin, id, { isLocked: true })
    expect((await changeTopic(author, id, change)).body.code).toBe('topic.locked')
    await changeTopic(admin, id, { isLocked: false, status: 'hidden' })
    expect((await changeTopic(author, id, change)).status).toBe(404)
    expect((await deleteTopic(author, id)).status).toBe(404)
    await changeTopic(admin, id, { status: 'visible' })
    const restricted = { ...author, isRestricted: true }
    expect((await changeTopic(restricted, id, change)).body.code).toBe('user.restricted')
    expect((await deleteTopic(restricted, id)).body.code).toBe('user.restricted')
    expect((await changeTopic(author, id, change)).status).toBe(200)
  })

  test('with a stale version returns 409 with the stored topic', async () => {
    const id = await postTopic(author)
    await changeTopic(author, id, { content: 'First tab', version: 1 })
    const { status, body } = await changeTopic(author, id, { content: 'Second tab', version: 1 })
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'version.stale', current: { content: 'First tab', version: 2 } })
  })
})

describe('editing a reply', () => {
  test('is recorded as for topics, and rejects stale versions and locked topics', async () => {
    const topicId = await postTopic(reader)
    const id = await postReply(author, topicId)
    expect((await changeReply(author, id, { content: 'Typo.' })).body).toMatchObject({ editedAt: null, version: 2 })
    await backdate('replies', id, 6)
    expect((await changeReply(author, id, { content: 'Stale.', version: 1 })).status).toBe(409)
    const { body } = await changeReply(author, id, { content: 'Better.', version: 2 })
    expect(body).toMatchObject({ content: 'Better.', version: 3, editedAt: expect.any(String) })
    expect(await getReply(topicId, id)).toMatchObject({ editedAt: body.editedAt, version: 3 })
    expect(await getReplyHistory(id)).toMatchObject([
      { title: null, content: 'Better.' },
      { title: null, content: 'Typo.' },
    ])
    expect((await changeReply(reader, id, { content: 'Not mine' })).body.code).toBe('reply.not_yours')
    expect((await changeReply(author, id, { status: 'hidden' })).status).toBe(403)
    await changeTopic(admin, topicId, { isLocked: true })
    expect((await changeReply(author, id, { content: 'Late' })).body.code).toBe('topic.locked')
    expect((await changeReply(admin, id, { content: 'By the team' })).status).toBe(200)
  })

  test('the history of a reply returns 404 while the reply or its topic is hidden', async () => {
    const topicId = await postTopic(reader)
    const id = await postReply(author, topicId)
    const status = async () => (await site.call(null, contract.replyHistoryEndpoint, { params: { id } })).status
    expect(await status()).toBe(200)
    await changeReply(admin, id, { status: 'hidden' })
    expect(await status()).toBe(404)
    await changeReply(admin, id, { status: 'visible' })
    await changeTopic(admin, topicId, { status: 'hidden' })
    expect(await status()).toBe(404)
  })
})

describe('deleting', () => {
  test('a topic that others have answered returns 409 for its author, but not for administrators', async () => {
    const id = await postTopic(author)
    await postReply(author, id)
    const replyId = await postReply(reader, id)
    const { status, body } = await deleteTopic(author, id)
    expect([status, body.code]).toEqual([409, 'topic.answered'])
    await deleteReply(reader, replyId)
    expect((await deleteTopic(author, id)).status).toBe(200)
    expect((await getTopic(id)).status).toBe(410)
    const answered = await postTopic(author)
    await postReply(reader, answered)
    expect((await deleteTopic(admin, answered)).status).toBe(200)
  })

  test('a topic can be undone by its author, with its replies, history and points', async () => {
    const before = await getPoints(author)
    const id = await postTopic(author, 'Quokka')
    const replyId = await postReply(author, id)
    await backdate('topics', id, 10)
    await changeTopic(author, id, { content: 'Edited' })
    const [topic, history] = [(await getTopic(id)).body, await getTopicHistory(id)]
    await deleteTopic(author, id)
    expect(await getPoints(author)).toBe(before)
    expect(await site.ctx.db.selectFrom('post_versions').select('id').where('subject_id', '=', id).execute()).toEqual([])
    expect((await site.call(null, contract.topicHistoryEndpoint, { params: { id } })).status).toBe(410)
    const [item] = await listDeleted(author)
    expect(item).toMatchObject({ kind: 'topic', id, title: 'Quokka' })
    expect(Date.parse(item.restorableUntil) - Date.parse(item.deletedAt)).toBe(86_400_000)

    const { status, body } = await restoreTopic(author, id)
    expect(status).toBe(200)
    expect(body).toMatchObject({ id, title: 'Quokka', contentHtml: '<p>Edited</p>\n' })
    expect((await getTopic(id)).body).toEqual(topic)
    expect(await getTopicHistory(id)).toEqual(history)
    expect(await listReplyIds(id)).toEqual([replyId])
    expect(await getPoints(author)).toBe(before + POINTS.topic + POINTS.reply)
    expect((await listDeleted(author)).map(({ id: deletedId }: { id: number }) => deletedId)).not.toContain(id)
    expect((await restoreTopic(author, id)).status).toBe(404)
  })

  test('a reply can be undone by its author, and is counted again', async () => {
    const topicId = await postTopic(reader)
    const id = await postReply(author, topicId)
    expect((await deleteReply(reader, id)).status).toBe(403)
    expect((await deleteReply(author, id)).status).toBe(200)
    expect((await getTopic(topicId)).body.replyCount).toBe(0)
    expect((await restoreReply(reader, id)).status).toBe(403)
    expect((await restoreReply({ ...author, isRestricted: true }, id)).body.code).toBe('user.restricted')
    expect((await restoreReply(author, id)).body).toMatchObject({ id, contentHtml: '<p>An answer.</p>\n' })
    expect((await getTopic(topicId)).body.replyCount).toBe(1)
    await expectLedgerMatches(site.ctx)
  })

  test('by a moderator, or more than 24 hours ago, cannot be undone by the author', async () => {
    const topicId = await postTopic(reader)
    const removed = await postReply(author, topicId)
    await deleteReply(admin, removed)
    expect((await restoreReply(author, removed)).body.code).toBe('trash.not_yours')
    const old = await postReply(author, topicId)
    const { body } = await deleteReply(author, old)
    await site.ctx.db
      .updateTable('trash')
      .set({ deleted_at: minutesAgo(24 * 60 + 1) })
      .where('id', '=', body.trashId)
      .execute()
    expect((await restoreReply(author, old)).body.code).toBe('trash.too_late')
    expect((await listDeleted(author)).filter(({ kind }: { kind: string }) => kind === 'reply')).toEqual([])
    expect((await site.call(admin, restoreFromTrashEndpoint, { params: { id: body.trashId } })).status).toBe(200)
  })

  test('twice at once succeeds once', async () => {
    const id = await postReply(author, await postTopic(reader))
    const statuses = (await Promise.all([deleteReply(author, id), deleteReply(author, id)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 404])
    const restored = (await Promise.all([restoreReply(author, id), restoreReply(author, id)])).map(({ status }) => status)
    expect(restored.toSorted((a, b) => a - b)).toEqual([200, 404])
  })
})

test('the versions of a person’s posts are in their export, and are deleted with the account', async () => {
  const person = await makeUser(site.ctx)
  const id = await postTopic(person, 'Numbat')
  await backdate('topics', id, 10)
  await changeTopic(person, id, { content: 'Edited' })
  expect(await findVersionsOfPerson(site.ctx, person)).toMatchObject([
    { kind: 'topic', postId: id, title: 'Numbat', content: 'How?' },
    { kind: 'topic', postId: id, title: 'Numbat', content: 'Edited' },
  ])
  await forumsFeature.erasePerson?.(site.ctx, { id: person.id, email: null })
  expect(await findVersionsOfPerson(site.ctx, person)).toEqual([])
  expect(await getTopicHistory(id)).toMatchObject([{ content: 'Edited' }])
})
