import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { features } from '#app/features.ts'
import { jobHandlers } from '#app/registry.ts'
import { createExportEndpoint } from '#features/accounts/profile/personal-data/account-export.contract.ts'
import { getSessionEndpoint } from '#features/accounts/account.contract.ts'
import { changeReplyEndpoint, deleteReplyEndpoint } from '#features/forums/moderation/moderation.contract.ts'
import { getTopicWatchEndpoint, setTopicWatchEndpoint } from '#features/forums/watching/watch.contract.ts'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { postReplyEndpoint } from '#features/forums/replies/reply.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { GUEST_ID } from '#features/users/user.client.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { replyPath } from '#features/pages/reply-path.policy.ts'
import { engineOf } from '#db/engine.ts'
import { up } from '#db/migrations/0040_late_replies.ts'
import { createDependencies, trackDependencies } from '#db/changes/query-dependencies.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './notice.contract.ts'
import { MAX_MAILS_PER_DAY } from './notice-kind.policy.ts'
import { deleteNoticeDataOfUser } from './preference.queries.ts'

let site: TestSite
let admin: Viewer
let [ada, ben, cy]: Viewer[] = []
let topicId = 0
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(async () => {
  for (const table of ['mails', 'queued_jobs', 'notices'] as const) await site.ctx.db.deleteFrom(table).execute()
  ;[ada, ben, cy] = [await makeUser(site.ctx), await makeUser(site.ctx, { displayName: 'Ben Moss' }), await makeUser(site.ctx)]
  topicId = (await site.call(ada, postTopicEndpoint, { body: { title: 'Does it hum?', content: 'Mine does.', categoryId: 1 } })).body.id
})

const postReply = async (viewer: Viewer | undefined, content = 'It does not.'): Promise<number> =>
  (await site.call(viewer ?? null, postReplyEndpoint, { body: { content, forumId: topicId } })).body.id
/** Runs queued jobs as if they were due. @param kind the kind of jobs to run; undefined for all except `mail.send` */
async function runJobs(kind?: string): Promise<void> {
  const { db } = site.ctx
  for (let round = 0; round < 3; round += 1) {
    const past = new Date(Date.now() - 1000).toISOString()
    await db
      .updateTable('queued_jobs')
      .set({ due_at: past })
      .where('due_at', 'is not', null)
      .$if(kind !== undefined, (q) => q.where('kind', '=', kind ?? ''))
      .execute()
    const handlers = jobHandlers.filter(({ kind: { name } }) => name !== 'mail.send' && (kind === undefined || name === kind))
    const writes = await runDueJobs(site.ctx, handlers)
    site.caches.invalidate(site.ctx.site.id, writes)
  }
}
const notifyWatchers = () => runJobs('forums.tell-watchers')
const listNotices = async (member?: Viewer) => (await site.call(member ?? null, contract.listNoticesEndpoint)).body as contract.Notice[]
const countUnread = async (viewer: Viewer | undefined) => (await site.call(viewer ?? null, getSessionEndpoint)).body.user.unreadNotices
const getItemCount = async (member?: Viewer) => (await listNotices(member))[0]?.items
const getItemCounts = async () => ({ ada: await getItemCount(ada), ben: await getItemCount(ben), cy: await getItemCount(cy) })
const listMails = () => site.ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const changePreferences = (viewer: Viewer | undefined, body: object) =>
  site.call(viewer ?? null, contract.changePreferencesEndpoint, { body })

describe('replies', () => {
  test('notify the topic’s author, participants and watchers, except the reply’s author', async () => {
    await site.call(cy ?? null, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
    const id = await postReply(ben)
    await notifyWatchers()
    expect(await listNotices(ada)).toMatchObject([
      { kind: 'reply', title: 'Does it hum?', actor: 'Ben Moss', items: 1, path: replyPath(topicId, id), readAt: null },
    ])
    expect({ ada: await countUnread(ada), ben: await countUnread(ben), cy: await countUnread(cy) }).toEqual({ ada: 1, ben: 0, cy: 1 })
    await postReply(cy)
    await notifyWatchers()
    expect(await getItemCounts()).toEqual({ ada: 2, ben: 1, cy: 1 })
  })

  test('are mailed once, without their text', async () => {
    await postReply(ben)
    await notifyWatchers()
    await runJobs()
    const [mail, ...others] = await listMails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Ben Moss replied in “Does it hum?”')
    expect(mail?.body).not.toContain('It does not.')
    await runJobs()
    expect(await listMails()).toHaveLength(1)
    expect((await listNotices(ada))[0]?.readAt).toBeNull()
  })

  test('are not mailed if they were read, deleted or hidden before the mail was due', async () => {
    const id = await postReply(ben)
    await notifyWatchers()
    await site.call(admin, deleteReplyEndpoint, { params: { id } })
    expect(await listNotices(ada)).toEqual([])
    const hiddenReply = await postReply(ben)
    const visibleReply = await postReply(ben)
    await notifyWatchers()
    await site.call(admin, changeReplyEndpoint, { params: { id: hiddenReply }, body: { status: 'hidden', reason: 'Spam' } })
    expect((await listNotices(ada))[0]?.items).toBe(1)
    expect((await listNotices(ben))[0]).toMatchObject({ kind: 'moderation', title: 'Your reply in “Does it hum?” has been hidden: Spam' })
    expect(visibleReply).toBeGreaterThan(hiddenReply)
    await site.call(ada ?? null, contract.readNoticesEndpoint, { body: { about: `topic:${topicId}` } })
    await runJobs()
    expect((await listMails()).map(({ subject }) => subject)).toEqual(['Your reply in “Does it hum?” has been hidden: Spam'])
  })

  test('that waited for approval notify the watchers when they are approved, even after newer replies', async () => {
    const waitingReply = await postReply(undefined, 'See https://example.org/offer')
    const newerReply = await postReply(ben)
    await notifyWatchers()
    expect((await listNotices(ada))[0]).toMatchObject({ items: 1, path: replyPath(topicId, newerReply) })
    await site.call(admin, changeReplyEndpoint, { params: { id: waitingReply }, body: { status: 'visible' } })
    await runJobs()
    await postReply(cy)
    await notifyWatchers()
    expect(await getItemCounts()).toEqual({ ada: 3, ben: 2, cy: undefined })
    expect((await listNotices(ben))[0]).toMatchObject({ path: replyPath(topicId, waitingReply) })
    // Hiding the reply subtracts it from the notices.
    await site.call(admin, changeReplyEndpoint, { params: { id: waitingReply }, body: { status: 'hidden' } })
    expect(await getItemCounts()).toMatchObject({ ada: 2, ben: 1 })
  })

  test('from before migration 0040 make their authors watch the topic, unless they have opted out', async () => {
    const { db } = site.ctx
    await postReply(ben)
    await postReply(undefined, 'As a guest.')
    await runJobs()
    await db
      .deleteFrom('topic_watches')
      .where('user_id', '!=', cy?.id ?? 0)
      .execute()
    await site.call(cy ?? null, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: false } })
    await postReply(cy)
    await db.deleteFrom('queued_jobs').execute()
    await db.deleteFrom('notices').execute()
    await db.schema.alterTable('replies').dropColumn('approved_at').execute()
    await up(db as never, engineOf(db))
    await notifyWatchers()
    expect(await getItemCounts()).toEqual({ ada: undefined, ben: undefined, cy: undefined })
    await postReply(admin)
    await notifyWatchers()
    expect(await getItemCounts()).toEqual({ ada: 1, ben: 1, cy: undefined })
    expect(await db.selectFrom('topic_watches').select('user_id').where('user_id', '=', GUEST_ID).execute()).toEqual([])
  })

  test('do not notify members who have stopped watching the topic, even if they post in it', async () => {
    const stopWatching = { params: { topicId }, body: { isWatching: false } }
    expect((await site.call(ada ?? null, setTopicWatchEndpoint, stopWatching)).body).toEqual({ isWatching: false })
    await postReply(ada)
    await postReply(ben)
    await notifyWatchers()
    expect(await listNotices(ada)).toEqual([])
    expect((await site.call(ada ?? null, getTopicWatchEndpoint, { params: { topicId } })).body).toEqual({ isWatching: false })
  })

  test('to a topic with many watchers are merged into one notice per watcher, in batches', async () => {
    const { db } = site.ctx
    const usernames = Array.from({ length: 230 }, (_, index) => `w${index}_${crypto.randomUUID().slice(0, 8)}`)
    const rows = usernames.map((name) => ({
      username: name,
      username_key: name,
      password_hash: 'x',
      is_admin: false,
      member_since: '2026-01-01T00:00:00.000Z',
    }))
    const users = await db.insertInto('users').values(rows).returning('id').execute()
    const at = new Date().toISOString()
    await db
      .insertInto('topic_watches')
      .values(users.map(({ id }) => ({ topic_id: topicId, user_id: id, created_at: at })))
      .execute()
    for (let n = 0; n < 5; n += 1) await postReply(ben)
    const jobs = await db.selectFrom('queued_jobs').select('kind').where('kind', '=', 'forums.tell-watchers').execute()
    expect(jobs).toHaveLength(1)
    await notifyWatchers()
    const notices = await db.selectFrom('notices').select('items').where('about', '=', `topic:${topicId}`).execute()
    expect(notices).toHaveLength(231)
    expect(new Set(notices.map(({ items }) => items))).toEqual(new Set([5]))
  })
})

describe('notification mails', () => {
  test('are sent in a daily digest or not at all, depending on the preference', async () => {
    await changePreferences(ada, { reply: 'daily' })
    await postReply(ben)
    await notifyWatchers()
    await runJobs('notices.mail')
    expect(await listMails()).toEqual([])
    await runJobs('notices.digest')
    expect((await listMails()).map(({ subject }) => subject)).toEqual(['Your day at Net Zero'])
    await runJobs('notices.digest')
    expect(await listMails()).toHaveLength(1)
    await changePreferences(ada, { reply: 'off' })
    await postReply(ben)
    await notifyWatchers()
    await runJobs()
    expect(await listMails()).toHaveLength(1)
    expect(await countUnread(ada)).toBe(1)
  })

  test('beyond the daily limit go into the digest', async () => {
    await postReply(ben)
    await notifyWatchers()
    const day = new Date().toISOString().slice(0, 10)
    const senderAtLimit = { user_id: ada?.id ?? 0, leave_key: 'x'.repeat(43), day, mails: MAX_MAILS_PER_DAY }
    await site.ctx.db.insertInto('notice_senders').values(senderAtLimit).execute()
    await runJobs('notices.mail')
    expect(await listMails()).toEqual([])
    await runJobs('notices.digest')
    expect(await listMails()).toHaveLength(1)
    await site.ctx.db.deleteFrom('notice_senders').where('user_id', '=', senderAtLimit.user_id).execute()
  })

  test('are not sent to accounts without an email address', async () => {
    await site.ctx.db
      .updateTable('users')
      .set({ email: null })
      .where('id', '=', ada?.id ?? 0)
      .execute()
    await postReply(ben)
    await runJobs()
    expect(await listMails()).toEqual([])
    expect(await countUnread(ada)).toBe(1)
  })

  test('have an unsubscribe link that turns off their kind only, without signing in', async () => {
    await postReply(ben)
    await notifyWatchers()
    await runJobs()
    const key = /\/notices\/leave\/(reply~[\w-]{43})/.exec((await listMails())[0]?.unsubscribe_url ?? '')?.[1]
    const storedSender = await site.ctx.db
      .selectFrom('notice_senders')
      .select('leave_key')
      .where('user_id', '=', ada?.id ?? 0)
      .executeTakeFirstOrThrow()
    const validKey = key ?? `reply~${storedSender.leave_key}`
    const getState = () => site.call(null, contract.getUnsubscribeEndpoint, { params: { key: validKey } })
    expect((await getState()).body).toMatchObject({ kind: 'reply', isLeft: false })
    const unsubscribe = (link: string) => site.call(null, contract.unsubscribeFromNoticesEndpoint, { params: { key: link } })
    expect((await unsubscribe(validKey)).body.isLeft).toBe(true)
    expect((await unsubscribe(validKey)).status).toBe(200)
    expect((await site.call(ada ?? null, contract.getPreferencesEndpoint)).body).toMatchObject({
      reply: 'off',
      answer: 'now',
      moderation: 'now',
    })
    for (const link of [`security~${storedSender.leave_key}`, `reply~${'y'.repeat(43)}`]) expect((await unsubscribe(link)).status).toBe(404)
  })
})

describe('the notices of a member', () => {
  test('can be marked as read one by one or all at once, without affecting other members', async () => {
    const dependencies = createDependencies()
    await trackDependencies(dependencies, async () => {
      await postReply(ben)
      await postReply(cy)
      await notifyWatchers()
    })
    const [notice] = await listNotices(ada)
    const [noticeOfBen] = await listNotices(ben)
    const markRead = (body: object) => site.call(ada ?? null, contract.readNoticesEndpoint, { body })
    expect((await markRead({ ids: [noticeOfBen?.id] })).body).toEqual({ unread: 1 })
    expect(await countUnread(ben)).toBe(1)
    expect((await markRead({ ids: [notice?.id] })).body).toEqual({ unread: 0 })
    await postReply(ben)
    await notifyWatchers()
    expect(await listNotices(ada)).toHaveLength(2)
    expect((await markRead({})).body).toEqual({ unread: 0 })
  })

  test('are included in the personal-data export and deleted with the account', async () => {
    await changePreferences(ada, { reply: 'daily' })
    await postReply(ben)
    await notifyWatchers()
    const endpoint = createExportEndpoint(() => features)
    const { body } = await site.call(ada ?? null, endpoint)
    expect(body.notices).toHaveLength(1)
    expect(body.noticePreferences).toEqual([{ kind: 'reply', timing: 'daily' }])
    expect(body.topicWatches).toMatchObject([{ topicId, isWatching: true }])
    await deleteNoticeDataOfUser(site.ctx, { id: ada?.id ?? 0 })
    const remaining = await site.ctx.db
      .selectFrom('notices')
      .select('id')
      .where('user_id', '=', ada?.id ?? 0)
      .execute()
    expect(remaining).toEqual([])
  })

  test('and their settings are not available to visitors, and reject invalid input', async () => {
    for (const endpoint of [contract.listNoticesEndpoint, contract.getPreferencesEndpoint])
      expect((await site.call(null, endpoint)).status).toBe(401)
    expect((await changePreferences(ada, { reply: 'hourly' })).status).toBe(400)
    expect((await site.call(ada ?? null, contract.readNoticesEndpoint, { body: { ids: ['x'] } })).status).toBe(400)
    expect((await site.call(ada ?? null, setTopicWatchEndpoint, { params: { topicId: 999_999 }, body: { isWatching: true } })).status).toBe(
      404,
    )
  })
})
