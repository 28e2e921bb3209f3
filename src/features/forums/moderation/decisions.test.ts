/** Tests the notifications and audit entries that a moderator's decision about a post causes. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { listNoticesEndpoint } from '#features/notices/notice.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { makeForumCalls } from './moderation.factory.ts'

let site: TestSite
let admin: Viewer
let author: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  author = await makeUser(site.ctx)
})
afterAll(() => site.close())

const { changeTopic, changeReply, postTopic, postReply } = makeForumCalls(() => ({ site, admin }))
const getLatestNotice = async () => {
  const [{ title, path, kind }] = (await site.call(author, listNoticesEndpoint)).body
  return [kind, title, path]
}
const getLastAuditEntry = async (subject: 'topic' | 'reply', id: number) => {
  const { action, subject_title: title, user_id: userId, before, after } = await lastEntryOf(site.ctx, subject, id)
  return [action, userId, title, JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')]
}
type Status = 'visible' | 'hidden' | 'waiting'

test.each<[Status, Status, string, string, string]>([
  ['waiting', 'visible', 'topic.approve', 'has been approved', '/forum/ID'],
  ['waiting', 'hidden', 'topic.reject', 'has not been approved', '/about#guidelines'],
  ['visible', 'hidden', 'topic.hide', 'has been hidden', '/about#guidelines'],
  ['hidden', 'visible', 'topic.show', 'is visible again', '/forum/ID'],
])('changing a topic from %s to %s is logged as %s and notifies the author', async (from, to, action, outcome, path) => {
  const id = await postTopic(author, 'Does it hum?')
  await site.ctx.db.updateTable('topics').set({ status: from }).where('id', '=', id).execute()
  await changeTopic(id, { status: to })
  expect(await getLatestNotice()).toEqual(['moderation', `Your topic “Does it hum?” ${outcome}`, path.replace('ID', String(id))])
  expect(await getLastAuditEntry('topic', id)).toEqual([action, admin.id, 'Does it hum?', { status: from }, { status: to }])
})

test.each<[Status, Status, string, string, string]>([
  ['waiting', 'visible', 'reply.approve', 'has been approved', '/forum/TOPIC?reply=ID#reply-ID'],
  ['waiting', 'hidden', 'reply.reject', 'has not been approved', '/forum/TOPIC'],
  ['visible', 'hidden', 'reply.hide', 'has been hidden', '/forum/TOPIC'],
  ['hidden', 'visible', 'reply.show', 'is visible again', '/forum/TOPIC?reply=ID#reply-ID'],
])('changing a reply from %s to %s is logged as %s and notifies the author', async (from, to, action, outcome, path) => {
  const topicId = await postTopic(admin, 'Does it hum?')
  const id = await postReply(author, topicId)
  await site.ctx.db.updateTable('replies').set({ status: from }).where('id', '=', id).execute()
  await changeReply(id, { status: to, reason: 'Looked at' })
  expect(await getLatestNotice()).toEqual([
    'moderation',
    `Your reply in “Does it hum?” ${outcome}: Looked at`,
    path.replace('TOPIC', String(topicId)).replaceAll('ID', String(id)),
  ])
  expect(await getLastAuditEntry('reply', id)).toEqual([action, admin.id, 'Reply to “Does it hum?”', { status: from }, { status: to }])
})

test('the audit log records the changed field of each change, and both versions of an edit', async () => {
  const id = await postTopic(author, 'Does it hum?')
  const replyId = await postReply(author, id)
  await changeTopic(id, { isPinned: true })
  expect(await getLastAuditEntry('topic', id)).toEqual(['topic.pin', admin.id, 'Does it hum?', { isPinned: false }, { isPinned: true }])
  await changeTopic(id, { isLocked: true })
  expect(await getLastAuditEntry('topic', id)).toEqual(['topic.lock', admin.id, 'Does it hum?', { isLocked: false }, { isLocked: true }])
  await changeTopic(id, { content: 'Why?' })
  expect(await getLastAuditEntry('topic', id)).toEqual(['topic.edit', admin.id, 'Does it hum?', { content: 'How?' }, { content: 'Why?' }])
  await changeReply(replyId, { content: 'Another.' })
  const versions = [{ content: 'An answer.' }, { content: 'Another.' }]
  expect(await getLastAuditEntry('reply', replyId)).toEqual(['reply.edit', admin.id, 'Reply to “Does it hum?”', ...versions])
})
