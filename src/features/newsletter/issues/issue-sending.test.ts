/** How an issue goes from a draft to having gone out: what each step sets, refuses and writes down, and what becomes of each mail. */
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { createIssueHandler } from './issue-delivery.service.ts'
import { ISSUE_STATES } from './issue.policy.ts'
import { pauseIssue, resumeIssue, sendIssue, testIssue, unscheduleIssue } from './issue-sending.service.ts'
import { assertUnchanged, changeIssue, deleteIssue, draftIssue, getIssue, getOwnOrigin } from './issue.service.ts'

const START = Date.parse('2026-11-24T10:00:00.000Z')
const NOW = new Date(START).toISOString()
const received: { to: string; text: string }[] = []
/** What the server answers for an address; it takes all others. */
const refusals = new Map<string, [code: number, words: string]>()
const server = new SMTPServer({
  authOptional: true,
  hideSTARTTLS: true,
  closeTimeout: 10,
  onData(stream, { envelope }, done) {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const to = envelope.rcptTo[0]?.address ?? ''
      const [responseCode, words] = refusals.get(to) ?? []
      if (responseCode) return done(Object.assign(new Error(words), { responseCode }))
      received.push({ to, text: Buffer.concat(parts).toString() })
      done()
    })
  },
})
let sites: TestSites
let ctx: Context
let admin: Viewer
let smtpUrl = ''
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  admin = await makeUser(sites.main, { isAdmin: true, username: 'rae' })
  const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true as const }
  ctx = { db: sites.main.db, site: sites.main, viewer: admin, log: { info() {}, warn() {}, error() {} }, caller }
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  smtpUrl = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await sites.close()
  await new Promise<void>((resolve) => server.close(() => resolve()))
})
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  received.length = 0
  refusals.clear()
  for (const table of [
    'newsletter_recipients',
    'newsletter_issues',
    'subscribers',
    'queued_jobs',
    'audit_entries',
    'mails',
    'suppressions',
  ] as const)
    await ctx.db.deleteFrom(table).execute()
})
afterEach(() => vi.useRealTimers())

async function draft(more: object = {}): Promise<number> {
  const { id } = await draftIssue(ctx, { fromActivity: false })
  await changeIssue(ctx, id, { subject: 'June', intro: 'Hello **all**.', rate: 60_000, ...more })
  return id
}
const rowOf = (id: number) => ctx.db.selectFrom('newsletter_issues').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const setState = (id: number, state: (typeof ISSUE_STATES)[number]) =>
  ctx.db.updateTable('newsletter_issues').set({ state }).where('id', '=', id).execute()
const jobs = async () =>
  (await ctx.db.selectFrom('queued_jobs').select('due_at').where('kind', 'like', 'newsletter.%').execute()).map(({ due_at: at }) => at)
const entries = async () =>
  (await ctx.db.selectFrom('audit_entries').selectAll().orderBy('id').execute()).map((row) => [
    row.action,
    row.subject_type,
    row.subject_id,
    row.subject_title,
    row.user_id,
  ])
const refused = (status: number, code: string, message: string, errors?: object[]) => ({
  status,
  code,
  message,
  ...(errors ? { errors } : {}),
})

describe('each step', () => {
  test('sets what it means, has its work in the queue once, and is written down', async () => {
    const id = await draft()
    const issue = (action: string, title = 'June') => [action, 'issue', id, title, admin.id]
    expect(await entries()).toEqual([issue('issue.create', `Issue ${id}`), issue('issue.edit')])
    const later = new Date(START + 3_600_000).toISOString()
    expect(await sendIssue(ctx, id, { at: later })).toMatchObject({ id, state: 'scheduled', scheduledAt: later })
    expect([await jobs(), (await rowOf(id)).origin]).toEqual([[later], 'https://green.example'])
    expect(await unscheduleIssue(ctx, id)).toMatchObject({ state: 'draft', scheduledAt: null })
    expect(await jobs()).toEqual([])
    // What is past is now.
    await sendIssue(ctx, id, { at: '2020-01-01T00:00:00.000Z' })
    expect([(await rowOf(id)).scheduled_at, await jobs()]).toEqual([NOW, [NOW]])
    await ctx.db.updateTable('newsletter_issues').set({ last_error: 'x' }).execute()
    await sendIssue(ctx, id, {})
    expect([(await rowOf(id)).last_error, await jobs()]).toEqual([null, [NOW]])
    await setState(id, 'sending')
    expect(await pauseIssue(ctx, id)).toMatchObject({ state: 'paused' })
    expect(await jobs()).toEqual([])
    await ctx.db.updateTable('newsletter_issues').set({ last_error: 'x' }).execute()
    expect(await resumeIssue(ctx, id)).toMatchObject({ state: 'sending' })
    expect([(await rowOf(id)).last_error, await jobs()]).toEqual([null, [NOW]])
    expect((await entries()).slice(2)).toEqual(
      ['schedule', 'unschedule', 'schedule', 'send', 'pause', 'resume'].map((verb) => issue(`issue.${verb}`)),
    )
  })

  const WORDS = {
    draft: 'This issue is a draft.',
    scheduled: 'This issue waits for its time.',
    sending: 'This issue is going out.',
    paused: 'This issue is paused.',
    sent: 'This issue has gone out.',
  }
  const STEPS = [
    ['sendIssue', (id: number) => sendIssue(ctx, id, {}), ['draft', 'scheduled']],
    ['unscheduleIssue', (id: number) => unscheduleIssue(ctx, id), ['scheduled']],
    ['pauseIssue', (id: number) => pauseIssue(ctx, id), ['sending']],
    ['resumeIssue', (id: number) => resumeIssue(ctx, id), ['paused']],
  ] as const
  test.each(STEPS)('%s is for some states alone', async (_name, step, from) => {
    const id = await draft()
    for (const state of ISSUE_STATES.filter((one) => !(from as readonly string[]).includes(one))) {
      await setState(id, state)
      await expect(step(id)).rejects.toMatchObject(refused(409, 'issue.other_state', WORDS[state]))
    }
    await expect(step(999_999)).rejects.toMatchObject(refused(404, 'issue.not_found', 'No such issue.'))
  })

  test('a text is changed before it goes out, and its rate until it has', async () => {
    const id = await draft()
    for (const state of ['sending', 'paused'] as const) {
      await setState(id, state)
      await expect(changeIssue(ctx, id, { subject: 'July' })).rejects.toMatchObject(
        refused(409, 'issue.gone_out', 'This issue is going out. Pausing it does not change it.'),
      )
      for (const change of [{ entries: [] }, { audience: [1] }])
        await expect(changeIssue(ctx, id, change)).rejects.toMatchObject({ code: 'issue.gone_out' })
      expect(await changeIssue(ctx, id, { rate: 7 })).toMatchObject({ rate: 7 })
      await expect(deleteIssue(ctx, id)).rejects.toMatchObject({ code: 'issue.gone_out' })
    }
    await setState(id, 'sent')
    const gone = refused(409, 'issue.gone_out', 'This issue has gone out.')
    for (const change of [{ subject: 'July' }, { rate: 7 }]) await expect(changeIssue(ctx, id, change)).rejects.toMatchObject(gone)
    await setState(id, 'draft')
    const before = (await rowOf(id)).changed_at
    expect(await changeIssue(ctx, id, { subject: 'July', audience: [2, 1, 2] })).toMatchObject({ subject: 'July', audience: [2, 1] })
    // Never the moment before, by which others know of it.
    expect((await rowOf(id)).changed_at > before).toBe(true)
    expect((await entries()).at(-1)).toEqual(['issue.edit', 'issue', id, 'July', admin.id])
    expect(await deleteIssue(ctx, id)).toEqual({ ok: true })
    expect((await entries()).at(-1)).toEqual(['issue.delete', 'issue', id, 'July', admin.id])
    await expect(getIssue(ctx, id)).rejects.toMatchObject({ code: 'issue.not_found' })
  })

  test('is refused where somebody else has saved, where something is missing, and without an address', async () => {
    const id = await draft()
    const changed = refused(409, 'issue.changed', 'Somebody else has changed this issue in the meantime.')
    const { changed_at: at } = await rowOf(id)
    await expect(sendIssue(ctx, id, { unchangedSince: NOW })).rejects.toMatchObject(changed)
    await expect(changeIssue(ctx, id, { rate: 7, unchangedSince: NOW })).rejects.toMatchObject(changed)
    await assertUnchanged(ctx, id, undefined)
    await assertUnchanged(ctx, id, at)
    const missing = (path: string, message: string, words = message) => refused(400, 'input.invalid', words, [{ path, message }])
    await changeIssue(ctx, id, { subject: '  ' })
    for (const step of [() => sendIssue(ctx, id, {}), () => testIssue(ctx, id)])
      await expect(step()).rejects.toMatchObject(missing('subject', 'Subject is required'))
    await changeIssue(ctx, id, { subject: 'June', intro: ' \n' })
    await expect(sendIssue(ctx, id, {})).rejects.toMatchObject(missing('intro', 'Write something, or add an entry', 'An empty issue'))
    await changeIssue(ctx, id, { entries: [{ kind: 'note', title: 'Peat', text: 'x', path: '/about' }] })
    await sendIssue(ctx, id, {})
    const nowhere = { ...ctx, caller: { clientIp: '', userAgent: '', origin: 'https://evil.example' } }
    expect(() => getOwnOrigin(nowhere)).toThrow('Mails need the site’s own address: whoever runs it sets PUBLIC_URL.')
    expect(getOwnOrigin(ctx)).toBe('https://green.example')
  })

  test('a test goes to oneself, by way of the outbox', async () => {
    const id = await draft()
    await expect(testIssue({ ...ctx, viewer: null }, id)).rejects.toMatchObject({ status: 401 })
    expect(await testIssue(ctx, id)).toEqual({ email: 'rae@example.org' })
    const [mail] = await ctx.db.selectFrom('mails').selectAll().execute()
    expect(mail).toMatchObject({ to_address: 'rae@example.org', subject: 'Test: June' })
    expect(mail?.body).toContain('https://green.example/newsletter')
    await ctx.db.updateTable('users').set({ email: null }).where('id', '=', admin.id).execute()
    await expect(testIssue(ctx, id)).rejects.toMatchObject(
      refused(409, 'issue.no_email', 'Add your email address to your account first: the test goes there.'),
    )
    await ctx.db.updateTable('users').set({ email: 'rae@example.org' }).where('id', '=', admin.id).execute()
  })
})

describe('delivery', () => {
  const addReader = async (name: string, confirmed_at: string | null = '2026-01-01T00:00:00.000Z') => {
    const row = { email: `${name}@example.org`, created_at: '2026-01-01T00:00:00.000Z', confirmed_at }
    return (await ctx.db.insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()).id
  }
  const handler = (url: string | undefined = smtpUrl) => createIssueHandler({ smtpUrl: url, mailFrom: undefined, publicUrl: undefined })
  const deliver = (on: Context = ctx) => runDueJobs(on, [handler()])
  const outcomes = async () =>
    (
      await ctx.db
        .selectFrom('newsletter_recipients as r')
        .leftJoin('subscribers as s', 's.id', 'r.subscriber_id')
        .select(['s.email', 'r.state', 'r.attempts', 'r.reason'])
        .orderBy('r.subscriber_id')
        .execute()
    ).map(({ email, state, attempts, reason }) => [email?.split('@')[0], state, attempts, reason])

  test('settles each mail: sent, bounced, put off five times, or passed over', async () => {
    for (const name of ['good', 'gone', 'busy', 'held']) await addReader(name)
    await addReader('unconfirmed', null)
    await addReader('later', new Date(START + 1).toISOString())
    refusals.set('gone@example.org', [550, `5.1.1 No gone@example.org here ${'x'.repeat(400)}`])
    refusals.set('busy@example.org', [451, 'Later, busy@example.org'])
    const at = NOW
    await ctx.db
      .insertInto('suppressions')
      .values({ address: 'held@example.org', reason: 'manual', detail: 'not held@example.org', last_event_at: at, suppressed_at: at })
      .execute()
    const id = await draft()
    await sendIssue(ctx, id, {})
    for (let round = 0; round < 8; round += 1) {
      await deliver()
      vi.setSystemTime(Date.now() + 60_000)
    }
    const found = await outcomes()
    expect(found).toEqual([
      ['good', 'sent', 1, null],
      ['gone', 'bounced', 1, expect.stringContaining('5.1.1 No … here')],
      ['busy', 'failed', 5, expect.stringContaining('Later, …')],
      ['held', 'skipped', 1, 'Added by an administrator: not …'],
    ])
    expect(String(found[1]?.[3])).toHaveLength(300)
    expect(await rowOf(id)).toMatchObject({
      state: 'sent',
      started_at: NOW,
      listed_at: NOW,
      last_error: null,
      finished_at: expect.any(String),
    })
    expect(await jobs()).toEqual([])
    expect(received.map(({ to }) => to)).toEqual(['good@example.org'])
    const text = received[0]?.text.replace(/\r\n[ \t]+/g, ' ') ?? ''
    expect(text).toMatch(/^List-Unsubscribe: <https:\/\/green\.example\/newsletter\/unsubscribe\?key=[^>]+>\r$/m)
    expect(text).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/m)
    expect(text).toMatch(/^List-ID: <newsletter\.localhost>\r$/m)
    expect(await ctx.db.selectFrom('suppressions').select('address').orderBy('address').execute()).toEqual([
      { address: 'gone@example.org' },
      { address: 'held@example.org' },
    ])
  })

  test('passes over who has left, and stops where the issue is paused', async () => {
    const reader = await addReader('ann')
    const id = await draft()
    await ctx.db
      .updateTable('newsletter_issues')
      .set({ state: 'sending', origin: 'https://green.example', started_at: NOW, listed_at: NOW, html: '<p>x</p>', plain: 'x' })
      .execute()
    await ctx.db
      .insertInto('newsletter_recipients')
      .values({ issue_id: id, subscriber_id: reader, state: 'waiting', reason: null })
      .execute()
    await ctx.db.updateTable('subscribers').set({ confirmed_at: null }).execute()
    await pauseIssue(ctx, id)
    await deliver()
    expect(await outcomes()).toEqual([['ann', 'waiting', 0, null]])
    await resumeIssue(ctx, id)
    await deliver()
    expect(await outcomes()).toEqual([['ann', 'skipped', 1, 'Has left']])
    expect((await rowOf(id)).state).toBe('sent')
  })

  test('waits, and says why, where there is no server, none that answers, or no more may go out today', async () => {
    await addReader('ann')
    const id = await draft()
    await sendIssue(ctx, id, {})
    const error = async () => [(await rowOf(id)).last_error, await jobs()]
    await runDueJobs(ctx, [createIssueHandler({ smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined })])
    expect(await error()).toEqual([
      'There is no mail server: whoever runs the site sets SMTP_URL.',
      [new Date(START + 60_000).toISOString()],
    ])
    vi.setSystemTime(START + 60_000)
    await runDueJobs(ctx, [handler('smtp://127.0.0.1:1')])
    expect(await error()).toEqual([expect.stringContaining('ECONNREFUSED'), [new Date(START + 120_000).toISOString()]])
    vi.setSystemTime(START + 120_000)
    await deliver({ ...ctx, site: { ...ctx.site, quotas: { hasRoom: async (kind: string) => kind !== 'mails' } as never } })
    expect(await error()).toEqual(['The site has sent as many mails as it may today.', [new Date(START + 180_000).toISOString()]])
    expect(received).toEqual([])
    vi.setSystemTime(START + 180_000)
    await deliver()
    expect([await outcomes(), await error()]).toEqual([[['ann', 'sent', 1, null]], [null, []]])
  })

  test.each([
    [60, 2, 2000],
    [61, 3, Math.floor((3 / 61) * 60_000)],
    [1, 1, 60_000],
    [30, 1, 2000],
  ])('at %i a minute goes out in batches of %i, each in %i ms', async (rate, size, ms) => {
    for (let n = 0; n < 4; n += 1) await addReader(`reader-${n}`)
    const id = await draft({ rate })
    await sendIssue(ctx, id, {})
    await deliver()
    expect(received).toHaveLength(size)
    expect(await jobs()).toEqual([new Date(START + ms).toISOString()])
  })
})
