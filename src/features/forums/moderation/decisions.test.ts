/** Notifications and audit entries of decisions about posts. */
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
const latest = async () => {
  const [{ title, path, kind }] = (await site.call(author, listNoticesEndpoint)).body
  return [kind, title, path]
}
const logged = async (subject: 'topic' | 'reply', id: number) => {
  const { action, subject_title: title, user_id: by, before, after } = await lastEntryOf(site.ctx, subject, id)
  return [action, by, title, JSON.parse(before ?? 'null'), JSON.parse(after ?? 'null')]
}
type Status = 'visible' | 'hidden' | 'waiting'

test.each<[Status, Status, string, string, string]>([
  ['waiting', 'visible', 'topic.approve', 'has been approved', '/forum/ID'],
  ['waiting', 'hidden', 'topic.reject', 'has not been approved', '/about#guidelines'],
  ['visible', 'hidden', 'topic.hide', 'has been hidden', '/about#guidelines'],
  ['hidden', 'visible', 'topic.show', 'is visible again', '/forum/ID'],
])('a topic changed from %s to %s is logged as %s and notified', async (from, to, action, outcome, path) => {
  const id = await postTopic(author, 'Does it hum?')
  await site.ctx.db.updateTable('topics').set({ status: from }).where('id', '=', id).execute()
  await changeTopic(id, { status: to })
  expect(await latest()).toEqual(['moderation', `Your topic “Does it hum?” ${outcome}`, path.replace('ID', String(id))])
  expect(await logged('topic', id)).toEqual([action, admin.id, 'Does it hum?', { status: from }, { status: to }])
})

test.each<[Status, Status, string, string, string]>([
  ['waiting', 'visible', 'reply.approve', 'has been approved', '/forum/TOPIC?reply=ID#reply-ID'],
  ['waiting', 'hidden', 'reply.reject', 'has not been approved', '/forum/TOPIC'],
  ['visible', 'hidden', 'reply.hide', 'has been hidden', '/forum/TOPIC'],
  ['hidden', 'visible', 'reply.show', 'is visible again', '/forum/TOPIC?reply=ID#reply-ID'],
])('a reply changed from %s to %s is logged as %s and notified', async (from, to, action, outcome, path) => {
  const topic = await postTopic(admin, 'Does it hum?')
  const id = await postReply(author, topic)
  await site.ctx.db.updateTable('replies').set({ status: from }).where('id', '=', id).execute()
  await changeReply(id, { status: to, reason: 'Looked at' })
  expect(await latest()).toEqual([
    'moderation',
    `Your reply in “Does it hum?” ${outcome}: Looked at`,
    path.replace('TOPIC', String(topic)).replaceAll('ID', String(id)),
  ])
  expect(await logged('reply', id)).toEqual([action, admin.id, 'Reply to “Does it hum?”', { status: from }, { status: to }])
})

test('the log has the changed field of each change, and both versions of an edit', async () => {
  const id = await postTopic(author, 'Does it hum?')
  const replied = await postReply(author, id)
  await changeTopic(id, { isPinned: true })
  expect(await logged('topic', id)).toEqual(['topic.pin', admin.id, 'Does it hum?', { isPinned: false }, { isPinned: true }])
  await changeTopic(id, { isLocked: true })
  expect(await logged('topic', id)).toEqual(['topic.lock', admin.id, 'Does it hum?', { isLocked: false }, { isLocked: true }])
  await changeTopic(id, { content: 'Why?' })
  expect(await logged('topic', id)).toEqual(['topic.edit', admin.id, 'Does it hum?', { content: 'How?' }, { content: 'Why?' }])
  await changeReply(replied, { content: 'Another.' })
  const both = [{ content: 'An answer.' }, { content: 'Another.' }]
  expect(await logged('reply', replied)).toEqual(['reply.edit', admin.id, 'Reply to “Does it hum?”', ...both])
})
