/** Tests the timing, the grouping, the content and the daily limit of notification mails. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { MAX_MAILS_PER_DAY, type NoticeTiming } from './notice-kind.policy.ts'
import { noticeJobHandlers } from './notice-mail.service.ts'
import { enqueueDigest, enqueueNoticeMail, sendNotices, removeOldNotices } from './notice.service.ts'
import type { NewNotice } from './notice-kind.policy.ts'
import { changePreferences, findNoticeUnsubscription, getPreferences, unsubscribeFromNotices } from './preference.service.ts'

const START = Date.parse('2026-11-24T10:00:00.000Z')
const ORIGIN = 'https://green.example'
let sites: TestSites
let ctx: Context
let userId: number
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
  ctx.site.settings.name = 'Green Street'
})
afterAll(() => sites.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  for (const table of ['notices', 'notice_preferences', 'notice_senders', 'mails', 'queued_jobs'] as const)
    await ctx.db.deleteFrom(table).execute()
  userId = (await makeUser(ctx, { displayName: 'Ada Quill' })).id
})
afterEach(() => vi.useRealTimers())

const notify = (overrides: Partial<NewNotice> = {}) =>
  sendNotices(ctx, [
    {
      userId,
      kind: 'reply',
      about: 'topic:1',
      title: 'Peat',
      path: '/forum/1',
      origin: ORIGIN,
      actorId: null,
      firstItem: 1,
      lastItem: 1,
      items: 1,
      ...overrides,
    },
  ])
const setPreference = (kind: string, timing: NoticeTiming) =>
  ctx.db
    .insertInto('notice_preferences')
    .values({ user_id: userId, kind, timing } as never)
    .execute()
const listNoticeJobs = async () =>
  (await ctx.db.selectFrom('queued_jobs').select(['kind', 'due_at']).where('kind', 'like', 'notices.%').orderBy('id').execute()).map(
    ({ kind, due_at }) => [kind, due_at],
  )
const listMails = () => ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const getSender = () => ctx.db.selectFrom('notice_senders').selectAll().where('user_id', '=', userId).executeTakeFirstOrThrow()
/** Runs the jobs of one handler as if they were due. */
async function runJobsOfHandler({ kind: { name } }: (typeof noticeJobHandlers)[number]): Promise<void> {
  await ctx.db
    .updateTable('queued_jobs')
    .set({ due_at: new Date(START).toISOString() })
    .where('kind', '=', name)
    .execute()
  await runDueJobs(
    ctx,
    noticeJobHandlers.filter(({ kind }) => kind.name === name),
  )
}
const [mailNow, mailDigest] = noticeJobHandlers
async function sendNow(): Promise<void> {
  await enqueueNoticeMail(ctx, userId, new Date(START))
  if (mailNow) await runJobsOfHandler(mailNow)
}
async function sendDigest(): Promise<void> {
  await enqueueDigest(ctx, userId, new Date(START))
  if (mailDigest) await runJobsOfHandler(mailDigest)
}

test.each<[string, Partial<NewNotice>, NoticeTiming | undefined, number, unknown[]]>([
  ['after five minutes by default', {}, undefined, START, [['2026-11-24T10:05:00.000Z']]],
  ['the next morning for a daily digest', {}, 'daily', START, [['2026-11-25T07:00:00.000Z']]],
  ['this morning before the digest hour', {}, 'daily', Date.parse('2026-11-24T06:59:59.999Z'), [['2026-11-24T07:00:00.000Z']]],
  ['the next morning at the digest hour', {}, 'daily', Date.parse('2026-11-24T07:00:00.000Z'), [['2026-11-25T07:00:00.000Z']]],
  ['never when turned off', {}, 'off', START, []],
  ['never when already mailed', { isMailed: true }, undefined, START, []],
  ['never for security, which has a separate mail', { kind: 'security' }, undefined, START, []],
])('a mail is due %s', async (_description, overrides, timing, now, due) => {
  vi.setSystemTime(now)
  if (timing) await setPreference('reply', timing)
  await notify(overrides)
  expect((await listNoticeJobs()).map(([, at]) => [at])).toEqual(due)
  expect(await ctx.db.selectFrom('notices').select('user_id').execute()).toEqual([{ user_id: userId }])
})

test('neither the guest account nor the actor is notified', async () => {
  await notify({ userId: 1 })
  await notify({ actorId: userId })
  expect(await ctx.db.selectFrom('notices').select('id').execute()).toEqual([])
  expect(await listNoticeJobs()).toEqual([])
})

test('each kind gets a separate mail with greeting, links and unsubscribe headers', async () => {
  await notify()
  await notify({
    kind: 'answer',
    about: 'review:1',
    title: 'The maker has answered',
    path: '/products/kettle',
    origin: 'http://green.example',
  })
  await notify({ kind: 'security', about: 'password', title: 'A new password' })
  await sendNow()
  const { leave_key: key, day, mails: count } = await getSender()
  expect({ key, day, count }).toEqual({ key: expect.stringMatching(/^[\w-]{43}$/), day: '2026-11-24', count: 2 })
  const sentMails = await listMails()
  expect(
    sentMails.map(({ to_address: to, subject, list, unsubscribe_url: unsubscribeUrl }) => ({
      to,
      subject,
      list: JSON.parse(list ?? '') as object,
      unsubscribeUrl,
    })),
  ).toEqual([
    {
      to: expect.stringMatching(/^member_.*@example\.org$/),
      subject: 'Someone replied in “Peat”',
      list: { id: 'notices-reply', oneClickUrl: `${ORIGIN}/notices/leave/reply~${key}` },
      unsubscribeUrl: `${ORIGIN}/notices/leave/reply~${key}`,
    },
    {
      to: sentMails[0]?.to_address,
      subject: 'The maker has answered',
      list: { id: 'notices-answer' },
      unsubscribeUrl: `http://green.example/notices/leave/answer~${key}`,
    },
  ])
  for (const part of ['Hello Ada Quill,', `${ORIGIN}/forum/1`, `${ORIGIN}/notices`, `${ORIGIN}/account?tab=notices`])
    expect(sentMails[0]?.body).toContain(part)
  expect(sentMails.map(({ body }) => body.includes('A new password'))).toEqual([false, false])
  // A second run mails nothing again.
  await sendNow()
  expect(await listMails()).toHaveLength(2)
})

test('a mail leaves out URLs that a stored display name contains', async () => {
  const actor = await makeUser(ctx, { displayName: 'Refund at evil.example/claim' })
  await ctx.db.updateTable('users').set({ display_name: 'Ada https://evil.example/x' }).where('id', '=', userId).execute()
  await notify({ actorId: actor.id })
  await sendNow()
  const [mail] = await listMails()
  expect(mail?.subject).toBe('Refund at replied in “Peat”')
  expect(mail?.body).toContain('Hello Ada,')
  expect(mail?.body).not.toContain('evil.example')
})

test('a mail greets by the username if the email address is not confirmed', async () => {
  await ctx.db.updateTable('users').set({ email_proved_at: null, username: 'ada-quill' }).where('id', '=', userId).execute()
  await notify()
  await sendNow()
  expect((await listMails())[0]?.body).toContain('Hello ada-quill,')
})

test('a mail lists ten notices and the number of further ones', async () => {
  for (let n = 1; n <= 10; n += 1) await notify({ about: `topic:${n}`, title: `Peat ${n}` })
  await sendNow()
  expect((await listMails())[0]?.body).not.toContain('more on the site')
  for (let n = 11; n <= 22; n += 1) await notify({ about: `topic:${n}`, title: `Moss ${n}` })
  await sendNow()
  const [, second] = await listMails()
  expect(second?.subject).toBe('New notifications at Green Street')
  expect(second?.body.match(/in “Moss \d+”/g)).toHaveLength(10)
  expect(second?.body).toContain('And 2 more on the site.')
  expect((await getSender()).mails).toBe(2)
})

test.each([
  [MAX_MAILS_PER_DAY - 1, '2026-11-24', 1, MAX_MAILS_PER_DAY],
  [MAX_MAILS_PER_DAY, '2026-11-24', 0, MAX_MAILS_PER_DAY],
  [MAX_MAILS_PER_DAY, '2026-11-23', 1, 1],
])('after %i mails on %s, the number of further mails is %i', async (sentBefore, day, expectedMails, count) => {
  await ctx.db
    .insertInto('notice_senders')
    .values({ user_id: userId, leave_key: 'k'.repeat(43), day, mails: sentBefore })
    .execute()
  await notify()
  await sendNow()
  expect(await listMails()).toHaveLength(expectedMails)
  expect((await getSender()).mails).toBe(count)
  expect((await listNoticeJobs()).filter(([kind]) => String(kind).includes('digest')).map(([, at]) => at)).toEqual(
    expectedMails ? [] : ['2026-11-25T07:00:00.000Z'],
  )
})

test('the digest contains the notices of all kinds that are not turned off', async () => {
  await setPreference('reply', 'daily')
  await setPreference('moderation', 'off')
  await notify()
  await notify({ kind: 'answer', about: 'review:1', title: 'The maker has answered' })
  await notify({ kind: 'moderation', about: 'topic:9', title: 'Your topic has been hidden' })
  await notify({ kind: 'security', about: 'password', title: 'A new password' })
  await sendDigest()
  const [mail, ...others] = await listMails()
  expect(others).toEqual([])
  expect(mail?.subject).toBe('Your day at Green Street')
  expect(JSON.parse(mail?.list ?? '')).toEqual({
    id: 'notices-digest',
    oneClickUrl: `${ORIGIN}/notices/leave/digest~${(await getSender()).leave_key}`,
  })
  for (const text of ['Peat', 'The maker has answered']) expect(mail?.body).toContain(text)
  for (const text of ['has been hidden', 'A new password']) expect(mail?.body).not.toContain(text)
  await sendDigest()
  expect(await listMails()).toHaveLength(1)
})

test('accounts without an email address and closed accounts get no mail', async () => {
  await notify()
  await ctx.db.updateTable('users').set({ email: null }).where('id', '=', userId).execute()
  await sendNow()
  await sendDigest()
  await ctx.db
    .updateTable('users')
    .set({ email: 'ada@example.org', deleted_at: new Date().toISOString() })
    .where('id', '=', userId)
    .execute()
  await sendNow()
  await sendDigest()
  expect(await listMails()).toEqual([])
})

test('removeOldNotices purges notices after 180 days', async () => {
  await notify()
  const RETENTION_MS = 180 * 86_400_000
  expect(await removeOldNotices(ctx, START + RETENTION_MS)).toBe(new Date(START + RETENTION_MS).toISOString())
  await removeOldNotices(ctx, START + RETENTION_MS + 1)
  expect(await ctx.db.selectFrom('notices').select('id').execute()).toEqual([])
})

test('a member can change preferences, or unsubscribe with the key from a mail', async () => {
  const memberCtx = { ...ctx, viewer: { id: userId, isAdmin: false } }
  expect(await getPreferences(memberCtx)).toMatchObject({ reply: 'now', answer: 'now', moderation: 'now' })
  expect(await changePreferences(memberCtx, { reply: 'daily', moderation: 'daily' })).toMatchObject({
    reply: 'daily',
    answer: 'now',
    moderation: 'daily',
  })
  for (const call of [() => getPreferences(ctx), () => changePreferences(ctx, {})])
    await expect(call()).rejects.toMatchObject({ status: 401 })
  const key = 'k'.repeat(43)
  await ctx.db.insertInto('notice_senders').values({ user_id: userId, leave_key: key, day: '', mails: 0 }).execute()
  expect(await findNoticeUnsubscription(ctx, `answer~${key}`)).toEqual({
    kind: 'answer',
    label: 'Replies to your reviews and enquiries',
    isLeft: false,
  })
  expect(await unsubscribeFromNotices(ctx, `answer~${key}`)).toEqual({
    kind: 'answer',
    label: 'Replies to your reviews and enquiries',
    isLeft: true,
  })
  expect(await findNoticeUnsubscription(ctx, `digest~${key}`)).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: false })
  expect(await unsubscribeFromNotices(ctx, `digest~${key}`)).toEqual({ kind: 'digest', label: 'The daily digest', isLeft: true })
  expect(await getPreferences(memberCtx)).toMatchObject({ reply: 'off', answer: 'off', moderation: 'off' })
  const notFoundError = { status: 404, code: 'notice.link_unknown', message: 'This link is no longer valid.' }
  for (const invalidKey of [key, `security~${key}`, `answer~${'a'.repeat(43)}`, `answer~${key}x`, `Answer~${key}`, ''])
    await expect(findNoticeUnsubscription(ctx, invalidKey)).rejects.toMatchObject(notFoundError)
})

test('mails mark the title of demo content, in the subject too, and no other title', async () => {
  const actorId = (await makeUser(ctx, { displayName: 'Ben Moss' })).id
  await notify({ isDemo: true, actorId })
  await sendNow()
  const [mail] = await listMails()
  expect(mail?.subject).toBe('Ben Moss replied in “Peat” (demo)')
  expect(mail?.body).toContain('Ben Moss replied in “Peat” (demo)')
  await notify({ about: 'topic:2', title: 'Sand', isDemo: false, actorId })
  await notify({ about: 'topic:3', title: 'Clay', isDemo: true, items: 3, lastItem: 3 })
  await sendDigest()
  const digest = (await listMails()).at(-1)
  expect(digest?.body).toContain('3 replies in “Clay” (demo)')
  expect(digest?.body).toMatch(/“Sand”(?! \(demo\))/)
})
