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

const reply = async (who: Viewer | undefined, content = 'It does not.'): Promise<number> =>
  (await site.call(who ?? null, postReplyEndpoint, { body: { content, forumId: topicId } })).body.id
/** Runs queued jobs as if they were due. @param kind of these jobs; undefined: all except sending mail */
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
    const mine = jobHandlers.filter((handler) => handler.kind.name !== 'mail.send' && (kind === undefined || handler.kind.name === kind))
    const writes = await runDueJobs(site.ctx, mine)
    site.caches.invalidate(site.ctx.site.id, writes)
  }
}
const notifyWatchers = () => runJobs('forums.tell-watchers')
const list = async (who: Viewer | undefined) => (await site.call(who ?? null, contract.listNoticesEndpoint)).body as contract.Notice[]
const unread = async (who: Viewer | undefined) => (await site.call(who ?? null, getSessionEndpoint)).body.user.unreadNotices
const itemCounts = async () => ({ ada: (await list(ada))[0]?.items, ben: (await list(ben))[0]?.items, cy: (await list(cy))[0]?.items })
const mails = () => site.ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const prefer = (who: Viewer | undefined, body: object) => site.call(who ?? null, contract.changePreferencesEndpoint, { body })

describe('replies', () => {
  test('notify the topic’s author, participants and watchers, except the reply’s author', async () => {
    await site.call(cy ?? null, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: true } })
    const id = await reply(ben)
    await notifyWatchers()
    expect(await list(ada)).toMatchObject([
      { kind: 'reply', title: 'Does it hum?', actor: 'Ben Moss', items: 1, path: replyPath(topicId, id), readAt: null },
    ])
    expect({ ada: await unread(ada), ben: await unread(ben), cy: await unread(cy) }).toEqual({ ada: 1, ben: 0, cy: 1 })
    await reply(cy)
    await notifyWatchers()
    expect(await itemCounts()).toEqual({ ada: 2, ben: 1, cy: 1 })
  })

  test('are mailed once, without their text', async () => {
    await reply(ben)
    await notifyWatchers()
    await runJobs()
    const [mail, ...others] = await mails()
    expect(others).toEqual([])
    expect(mail?.subject).toBe('Ben Moss replied in “Does it hum?”')
    expect(mail?.body).not.toContain('It does not.')
    await runJobs()
    expect(await mails()).toHaveLength(1)
    expect((await list(ada))[0]?.readAt).toBeNull()
  })

  test('are not mailed when read, deleted or hidden meanwhile', async () => {
    const id = await reply(ben)
    await notifyWatchers()
    await site.call(admin, deleteReplyEndpoint, { params: { id } })
    expect(await list(ada)).toEqual([])
    const hidden = await reply(ben)
    const seen = await reply(ben)
    await notifyWatchers()
    await site.call(admin, changeReplyEndpoint, { params: { id: hidden }, body: { status: 'hidden', reason: 'Spam' } })
    expect((await list(ada))[0]?.items).toBe(1)
    expect((await list(ben))[0]).toMatchObject({ kind: 'moderation', title: 'Your reply in “Does it hum?” has been hidden: Spam' })
    expect(seen).toBeGreaterThan(hidden)
    await site.call(ada ?? null, contract.readNoticesEndpoint, { body: { about: `topic:${topicId}` } })
    await runJobs()
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your reply in “Does it hum?” has been hidden: Spam'])
  })

  test('that were held for approval are notified once approved, even after newer ones', async () => {
    const late = await reply(undefined, 'See https://example.org/offer')
    const later = await reply(ben)
    await notifyWatchers()
    expect((await list(ada))[0]).toMatchObject({ items: 1, path: replyPath(topicId, later) })
    await site.call(admin, changeReplyEndpoint, { params: { id: late }, body: { status: 'visible' } })
    await runJobs()
    await reply(cy)
    await notifyWatchers()
    expect(await itemCounts()).toEqual({ ada: 3, ben: 2, cy: undefined })
    expect((await list(ben))[0]).toMatchObject({ path: replyPath(topicId, late) })
    // Hiding the reply retracts it.
    await site.call(admin, changeReplyEndpoint, { params: { id: late }, body: { status: 'hidden' } })
    expect(await itemCounts()).toMatchObject({ ada: 2, ben: 1 })
  })

  test('make earlier participants watch the topic unless they have opted out (migration)', async () => {
    const { db } = site.ctx
    await reply(ben)
    await reply(undefined, 'As a guest.')
    await runJobs()
    await db
      .deleteFrom('topic_watches')
      .where('user_id', '!=', cy?.id ?? 0)
      .execute()
    await site.call(cy ?? null, setTopicWatchEndpoint, { params: { topicId }, body: { isWatching: false } })
    await reply(cy)
    await db.deleteFrom('queued_jobs').execute()
    await db.deleteFrom('notices').execute()
    await db.schema.alterTable('replies').dropColumn('approved_at').execute()
    await up(db as never, engineOf(db))
    await notifyWatchers()
    expect(await itemCounts()).toEqual({ ada: undefined, ben: undefined, cy: undefined })
    await reply(admin)
    await notifyWatchers()
    expect(await itemCounts()).toEqual({ ada: 1, ben: 1, cy: undefined })
    expect(await db.selectFrom('topic_watches').select('user_id').where('user_id', '=', GUEST_ID).execute()).toEqual([])
  })

  test('do not notify members who unwatched the topic, even after posting in it', async () => {
    const off = { params: { topicId }, body: { isWatching: false } }
    expect((await site.call(ada ?? null, setTopicWatchEndpoint, off)).body).toEqual({ isWatching: false })
    await reply(ada)
    await reply(ben)
    await notifyWatchers()
    expect(await list(ada)).toEqual([])
    expect((await site.call(ada ?? null, getTopicWatchEndpoint, { params: { topicId } })).body).toEqual({ isWatching: false })
  })

  test('to a topic with many watchers are merged into one notice per watcher, in batches', async () => {
    const { db } = site.ctx
    const usernames = Array.from({ length: 230 }, (_, at) => `w${at}_${crypto.randomUUID().slice(0, 8)}`)
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
    for (let n = 0; n < 5; n += 1) await reply(ben)
    const jobs = await db.selectFrom('queued_jobs').select('kind').where('kind', '=', 'forums.tell-watchers').execute()
    expect(jobs).toHaveLength(1)
    await notifyWatchers()
    const notices = await db.selectFrom('notices').select('items').where('about', '=', `topic:${topicId}`).execute()
    expect(notices).toHaveLength(231)
    expect(new Set(notices.map(({ items }) => items))).toEqual(new Set([5]))
  })
})

describe('notification mails', () => {
  test('are sent in a daily digest or not at all, as preferred', async () => {
    await prefer(ada, { reply: 'daily' })
    await reply(ben)
    await notifyWatchers()
    await runJobs('notices.mail')
    expect(await mails()).toEqual([])
    await runJobs('notices.digest')
    expect((await mails()).map(({ subject }) => subject)).toEqual(['Your day at Net Zero'])
    await runJobs('notices.digest')
    expect(await mails()).toHaveLength(1)
    await prefer(ada, { reply: 'off' })
    await reply(ben)
    await notifyWatchers()
    await runJobs()
    expect(await mails()).toHaveLength(1)
    expect(await unread(ada)).toBe(1)
  })

  test('over the daily limit go into the digest', async () => {
    await reply(ben)
    await notifyWatchers()
    const day = new Date().toISOString().slice(0, 10)
    const full = { user_id: ada?.id ?? 0, leave_key: 'x'.repeat(43), day, mails: MAX_MAILS_PER_DAY }
    await site.ctx.db.insertInto('notice_senders').values(full).execute()
    await runJobs('notices.mail')
    expect(await mails()).toEqual([])
    await runJobs('notices.digest')
    expect(await mails()).toHaveLength(1)
    await site.ctx.db.deleteFrom('notice_senders').where('user_id', '=', full.user_id).execute()
  })

  test('are not sent to accounts without an email address', async () => {
    await site.ctx.db
      .updateTable('users')
      .set({ email: null })
      .where('id', '=', ada?.id ?? 0)
      .execute()
    await reply(ben)
    await runJobs()
    expect(await mails()).toEqual([])
    expect(await unread(ada)).toBe(1)
  })

  test('have an unsubscribe link that turns off their kind only, without signing in', async () => {
    await reply(ben)
    await notifyWatchers()
    await runJobs()
    const key = /\/notices\/leave\/(reply~[\w-]{43})/.exec((await mails())[0]?.unsubscribe_url ?? '')?.[1]
    const stored = await site.ctx.db
      .selectFrom('notice_senders')
      .select('leave_key')
      .where('user_id', '=', ada?.id ?? 0)
      .executeTakeFirstOrThrow()
    const known = key ?? `reply~${stored.leave_key}`
    const getState = () => site.call(null, contract.getUnsubscribeEndpoint, { params: { key: known } })
    expect((await getState()).body).toMatchObject({ kind: 'reply', isLeft: false })
    const unsubscribe = (link: string) => site.call(null, contract.unsubscribeFromNoticesEndpoint, { params: { key: link } })
    expect((await unsubscribe(known)).body.isLeft).toBe(true)
    expect((await unsubscribe(known)).status).toBe(200)
    expect((await site.call(ada ?? null, contract.getPreferencesEndpoint)).body).toEqual({ reply: 'off', answer: 'now', moderation: 'now' })
    for (const link of [`security~${stored.leave_key}`, `reply~${'y'.repeat(43)}`]) expect((await unsubscribe(link)).status).toBe(404)
  })
})

describe('the notices of a member', () => {
  test('can be marked as read singly or all, without affecting other members', async () => {
    const dependencies = createDependencies()
    await trackDependencies(dependencies, async () => {
      await reply(ben)
      await reply(cy)
      await notifyWatchers()
    })
    const [notice] = await list(ada)
    const [noticeOfBen] = await list(ben)
    const read = (body: object) => site.call(ada ?? null, contract.readNoticesEndpoint, { body })
    expect((await read({ ids: [noticeOfBen?.id] })).body).toEqual({ unread: 1 })
    expect(await unread(ben)).toBe(1)
    expect((await read({ ids: [notice?.id] })).body).toEqual({ unread: 0 })
    await reply(ben)
    await notifyWatchers()
    expect(await list(ada)).toHaveLength(2)
    expect((await read({})).body).toEqual({ unread: 0 })
  })

  test('are included in the personal data export and deleted with the account', async () => {
    await prefer(ada, { reply: 'daily' })
    await reply(ben)
    await notifyWatchers()
    const { body } = await site.call(
      ada ?? null,
      createExportEndpoint(() => features),
    )
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

  test('require a member and valid input', async () => {
    for (const endpoint of [contract.listNoticesEndpoint, contract.getPreferencesEndpoint])
      expect((await site.call(null, endpoint)).status).toBe(401)
    expect((await prefer(ada, { reply: 'hourly' })).status).toBe(400)
    expect((await site.call(ada ?? null, contract.readNoticesEndpoint, { body: { ids: ['x'] } })).status).toBe(400)
    expect((await site.call(ada ?? null, setTopicWatchEndpoint, { params: { topicId: 999_999 }, body: { isWatching: true } })).status).toBe(
      404,
    )
  })
})
