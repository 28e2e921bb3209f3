/** Tests mail headers, the outbox, and what is stored after sending. */
import { simpleParser } from 'mailparser'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { createMessageId } from '#features/suppressions/message-id.service.ts'
import { findSuppressionFor, suppressionListsOf } from '#features/suppressions/suppression.service.ts'
import type { Context, Site, SiteSettings } from '#platform/contract/context.ts'
import { startMailServer, type MailRefusal, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { queueMail, type MailMessage } from './mail.service.ts'
import { BUDGET_USED_UP, createMailHandler, createMailSender, type OutgoingMail } from './sending.service.ts'

const received: string[] = []
let refusal: MailRefusal | undefined
let server: TestMailServer
let sites: TestSites
let ctx: Context
let smtpUrl = ''
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty', count: 3 })
  ctx = { db: sites.main.db, site: sites.main, viewer: null, log: { info() {}, warn() {}, error() {} } }
  server = await startMailServer(({ text }) => {
    if (!refusal) received.push(text)
    return refusal
  })
  smtpUrl = server.smtpUrl
})
afterAll(async () => {
  await server.close()
  await sites.close()
})
beforeEach(async () => {
  refusal = undefined
  received.length = 0
  for (const table of ['mails', 'queued_jobs', 'suppressions'] as const) await ctx.db.deleteFrom(table).execute()
})

describe('the headers of a mail', () => {
  const MAIL: OutgoingMail = {
    id: 'issue 7',
    createdAt: '2026-11-24T00:00:00.000Z',
    to: 'ann@example.org',
    subject: 'Hello',
    body: 'Text',
    html: '<p>Rich</p>',
    replyTo: null,
    unsubscribeUrl: null,
    list: null,
  }
  type SenderConfig = Partial<Parameters<typeof createMailSender>[0]>
  async function getHeaders(overrides: Partial<typeof MAIL> = {}, config: SenderConfig = {}, settings: Partial<SiteSettings> = {}) {
    const send = createMailSender({ smtpUrl, mailFrom: undefined, publicUrl: undefined, ...config })
    await send?.({ ...ctx.site, settings: { ...ctx.site.settings, ...settings } }, { ...MAIL, ...overrides } as OutgoingMail)
    const raw = (received.at(-1) ?? '').replace(/\r\n[ \t]+/g, ' ')
    const readHeader = (name: string) => new RegExp(`^${name}: (.*)\r$`, 'mi').exec(raw)?.[1]
    return {
      names: ['From', 'To', 'Reply-To', 'Message-ID', 'Auto-Submitted'].map(readHeader),
      list: ['List-ID', 'Precedence', 'List-Unsubscribe', 'List-Unsubscribe-Post'].map(readHeader),
    }
  }
  const toId = (mail: Partial<typeof MAIL> = {}, host = 'localhost') => {
    const { id, createdAt, to } = { ...MAIL, ...mail }
    return createMessageId({ siteId: ctx.site.id, id, createdAt, to }, host)
  }

  test('contain sender, recipients, Message-ID and Auto-Submitted', async () => {
    const expectedHeaders = ['Green Street <no-reply@localhost>', 'ann@example.org', undefined, toId(), 'auto-generated']
    expect((await getHeaders({}, {}, { name: 'Green Street' })).names).toEqual(expectedHeaders)
    expect((await getHeaders({}, { publicUrl: 'https://green.example:8443/x' }, { name: 'Green Street' })).names).toEqual([
      'Green Street <no-reply@green.example>',
      'ann@example.org',
      undefined,
      toId({}, 'green.example'),
      'auto-generated',
    ])
    expect((await getHeaders({}, { mailFrom: 'Post <post@green.example>' })).names[0]).toBe('Post <post@green.example>')
    const several = { to: 'ann@example.org, bob@example.org', replyTo: 'desk@example.org' }
    expect((await getHeaders(several)).names.slice(1, 4)).toEqual(['ann@example.org, bob@example.org', 'desk@example.org', toId(several)])
    const mail = await simpleParser(received[0] ?? '')
    expect({ ...mail, text: mail.text?.trim() }).toMatchObject({ subject: 'Hello', text: 'Text', html: '<p>Rich</p>' })
  })

  const LIST_JSON = JSON.stringify({ id: 'newsletter' })
  const ONE_URL = 'https://green.example/leave/abc'
  const LINK = 'https://green.example/choose'
  const NEWS_JSON = JSON.stringify({ id: 'news', oneClickUrl: ONE_URL })
  const POST = 'List-Unsubscribe=One-Click'
  test.each<[object, (string | undefined)[]]>([
    [{}, [undefined, undefined, undefined, undefined]],
    [{ list: LIST_JSON }, ['<newsletter.localhost>', 'bulk', undefined, undefined]],
    [{ unsubscribeUrl: LINK }, [undefined, undefined, `<${LINK}>`, undefined]],
    [{ list: LIST_JSON, unsubscribeUrl: LINK }, ['<newsletter.localhost>', 'bulk', `<${LINK}>`, undefined]],
    [{ list: NEWS_JSON }, ['<news.localhost>', 'bulk', `<${ONE_URL}>`, POST]],
    [{ list: NEWS_JSON, unsubscribeUrl: ONE_URL }, ['<news.localhost>', 'bulk', `<${ONE_URL}>`, POST]],
    [{ list: JSON.stringify({ oneClickUrl: ONE_URL }), unsubscribeUrl: LINK }, [undefined, undefined, `<${ONE_URL}>, <${LINK}>`, POST]],
  ])('with %j contain list and unsubscribe fields', async (change, list) => expect((await getHeaders(change)).list).toEqual(list))

  test('createMailSender returns undefined without SMTP_URL', () => {
    expect(createMailSender({ smtpUrl: undefined, mailFrom: undefined, publicUrl: undefined })).toBeUndefined()
  })
})

const send = (config: { smtpUrl?: string | undefined; mailBudgetPerDay?: number } = {}, installation?: Pick<Context, 'db'>) =>
  runDueJobs(ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined, ...config }, installation)])
const queue = (fields: Partial<MailMessage> = {}) => queueMail(ctx, { to: 'ann@example.org', subject: 'Hello', body: 'Text', ...fields })
const listMails = () => ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()
const listJobs = () => ctx.db.selectFrom('queued_jobs').select(['kind', 'unique_key as key']).orderBy('id').execute()

describe('the outbox', () => {
  test('stores one mail for each valid address, with a single-line subject', async () => {
    const list = { id: 'news', oneClickUrl: 'https://green.example/x' }
    const content = { subject: 'unused', blocks: [], unsubscribeUrl: 'https://green.example/leave' }
    await queue({
      to: ' ann@example.org ,bob@example.org,ann@example.org,not one,<x@example.org>,a@b@c,',
      subject: `  A\r\nline\u2028of\u0000 words ${'x'.repeat(250)}`,
      replyTo: 'desk@example.org',
      list,
      content,
      priority: 'urgent',
      purpose: 'security',
    })
    const subject = `A line of words ${'x'.repeat(184)}`
    const row = {
      id: expect.any(Number),
      subject,
      body: 'Text',
      created_at: expect.any(String),
      sent_at: null,
      attempts: 0,
      last_error: null,
      reply_to: 'desk@example.org',
      unsubscribe_url: 'https://green.example/leave',
      content: JSON.stringify({ ...content, subject }),
      list: JSON.stringify(list),
      purpose: 'security',
      suppressed_at: null,
    }
    const mails = await listMails()
    expect(mails).toEqual(['ann@example.org', 'bob@example.org'].map((to) => ({ ...row, to_address: to })))
    expect((await listJobs()).map(({ kind, key }) => [kind, key])).toEqual(mails.map(({ id }) => ['mail.send', String(id)]))
  })
  test.each<[Partial<MailMessage>, object]>([
    [{ replyTo: 'Desk <desk@example.org>' }, { reply_to: null }],
    [{ replyTo: `${'d'.repeat(242)}@example.org` }, { reply_to: `${'d'.repeat(242)}@example.org` }],
    [{ replyTo: `${'d'.repeat(243)}@example.org` }, { reply_to: null }],
    [{}, { reply_to: null, unsubscribe_url: null, content: null, list: null, purpose: null }],
    ...['/leave', 'x https://a.b', 'https://a.b/c d', 'https://a.b/<', 'ftp://a.b'].map(
      (unsubscribeUrl): [Partial<MailMessage>, object] => [
        { content: { subject: '', blocks: [], unsubscribeUrl } },
        { unsubscribe_url: null },
      ],
    ),
    [{ content: { subject: '', blocks: [], unsubscribeUrl: 'http://a.b/c' } }, { unsubscribe_url: 'http://a.b/c' }],
  ])('stores for a mail with %j the columns %j', async (overrides, stored) => {
    await queue(overrides)
    expect(await listMails()).toMatchObject([stored])
  })
  test.each([
    { id: '' },
    { id: 'x'.repeat(51) },
    { id: 'News' },
    { id: 'a b' },
    { id: 'a', oneClickUrl: 'http://a.b' },
    { id: 'a', oneClickUrl: 'https://a.b/c,d' },
    { id: 'a', oneClickUrl: ' https://a.b' },
  ])('rejects the invalid list %j', async (list) => {
    await expect(queue({ list })).rejects.toThrow(`Not the name or the address of a list: ${JSON.stringify(list)}`)
    expect(await listMails()).toEqual([])
  })
  test.each([{ id: 'x'.repeat(50) }, { id: 'a-1', oneClickUrl: 'https://a.b/c' }])('accepts the list %j', async (list) => {
    await queue({ list })
    expect(await listMails()).toHaveLength(1)
  })
})

describe('the mail job', () => {
  test('redacts keys, and nothing else, in the stored mail', async () => {
    const [longKey, shortKey] = ['k'.repeat(40), 'k'.repeat(39)]
    await queue({
      body: `a#${longKey} b~${longKey} c?key=${longKey} d&key=${longKey} e#${shortKey} f?other=${longKey} g${longKey}`,
      content: { subject: 'x', blocks: [{ kind: 'text', text: `#${longKey}` } as never] },
    })
    await send()
    const [row] = await listMails()
    expect(row).toMatchObject({
      body: `a#… b~… c?key=… d&key=… e#${shortKey} f?other=${longKey} g${longKey}`,
      attempts: 1,
      last_error: null,
      unsubscribe_url: null,
      list: null,
      sent_at: expect.any(String),
    })
    expect(row?.content).toContain('#…')
    expect(await listJobs()).toEqual([])
  })
  test('stores the server’s error and suppresses an unknown address', async () => {
    refusal = { code: 550, message: `5.1.1 No such user ${'x'.repeat(600)}` }
    await queue()
    await send()
    const [row] = await listMails()
    expect(row).toMatchObject({ attempts: 1, sent_at: null, last_error: expect.stringContaining('5.1.1 No such user') })
    expect(row?.last_error).toHaveLength(500)
    expect(await ctx.db.selectFrom('suppressions').select(['address', 'reason', 'detail']).execute()).toEqual([
      { address: 'ann@example.org', reason: 'bounce', detail: expect.stringContaining('5.1.1 No such user') },
    ])
    // The job has failed permanently but stays in the queue, so that an administrator can restart it.
    expect(await ctx.db.selectFrom('queued_jobs').select('due_at').execute()).toEqual([{ due_at: null }])
    // A server that refuses only the content of a mail does not suppress the address.
    refusal = { code: 550, message: '5.7.1 Spam' }
    await queue({ to: 'bob@example.org' })
    await send()
    expect(await ctx.db.selectFrom('suppressions').select('address').execute()).toEqual([{ address: 'ann@example.org' }])
  })
  test('suppresses an unknown address on the installation’s list too, with a neutral reason for other sites', async () => {
    const [installation, otherSite] = sites.sites.slice(1) as [Site, Site]
    refusal = { code: 550, message: '5.1.1 No such user' }
    await queue()
    await runDueJobs(ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined }, installation)])
    for (const { db } of [ctx, installation])
      expect(await db.selectFrom('suppressions').select(['address', 'reason']).execute()).toEqual([
        { address: 'ann@example.org', reason: 'bounce' },
      ])
    expect(await findSuppressionFor(suppressionListsOf(otherSite, installation), 'ann@example.org', null)).toBe(
      'This address does not accept mail',
    )
  })
  test('holds back mail to a suppressed address with the reason, except security mail', async () => {
    const suppressedAt = new Date().toISOString()
    await ctx.db
      .insertInto('suppressions')
      .values({ address: 'ann@example.org', reason: 'complaint', detail: 'Spam', last_event_at: suppressedAt, suppressed_at: suppressedAt })
      .execute()
    await queue()
    await queue({ purpose: 'asked' })
    await queue({ purpose: 'security' })
    await send()
    expect(await listMails()).toMatchObject([
      { attempts: 0, last_error: 'Marked as spam by the recipient: Spam', suppressed_at: expect.any(String), sent_at: null },
      { attempts: 0, last_error: 'Marked as spam by the recipient: Spam', suppressed_at: expect.any(String), sent_at: null },
      { attempts: 1, last_error: null, suppressed_at: null, sent_at: expect.any(String) },
    ])
    expect(await listJobs()).toEqual([])
  })
  test('waits when the site’s quota is used up', async () => {
    await queue()
    const limitedCtx = { ...ctx, site: { ...ctx.site, quotas: { isWithinQuota: async (kind: string) => kind !== 'mails' } as never } }
    await runDueJobs(limitedCtx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined })])
    expect({ received, rows: await listMails() }).toMatchObject({ received: [], rows: [{ attempts: 0, sent_at: null }] })
    expect(await listJobs()).toHaveLength(1)
  })
  test('waits when the installation’s budget is used up, except for account mail of the main site', async () => {
    await ctx.db.deleteFrom('mail_budget_days').execute()
    // Of the budget of ten mails one is reserved for account mail.
    for (let n = 0; n < 10; n += 1) await queue({ to: `reader${n}@example.org` })
    await send({ mailBudgetPerDay: 10 }, ctx)
    await queue({ to: 'member@example.org', purpose: 'asked', priority: 'urgent' })
    await send({ mailBudgetPerDay: 10 }, ctx)
    const listSent = () => ctx.db.selectFrom('mails').select('to_address as to').where('sent_at', 'is not', null).execute()
    expect(await listSent()).toHaveLength(10)
    expect(await listSent()).toContainEqual({ to: 'member@example.org' })
    expect(await ctx.db.selectFrom('queued_jobs').select(['attempts', 'last_error']).execute()).toEqual([
      { attempts: 0, last_error: BUDGET_USED_UP },
    ])
    await ctx.db.updateTable('queued_jobs').set({ due_at: new Date().toISOString() }).execute()
    await ctx.db.updateTable('mail_budget_days').set({ day: '2020-01-01' }).execute()
    await send({ mailBudgetPerDay: 10 }, ctx)
    expect({ sent: (await listSent()).length, jobs: await listJobs() }).toEqual({ sent: 11, jobs: [] })
  })
  test('counts accepted mails, even if they are deleted later, but not refused ones', async () => {
    await ctx.db.deleteFrom('mail_counts').execute()
    await ctx.db.deleteFrom('mail_budget_days').execute()
    await queue()
    await queue({ purpose: 'asked' })
    await send({ mailBudgetPerDay: 100 }, ctx)
    refusal = { code: 451, message: 'Later' }
    await queue({ to: 'bob@example.org' })
    await send({ mailBudgetPerDay: 100 }, ctx)
    await ctx.db.deleteFrom('mails').execute()
    expect(await ctx.db.selectFrom('mail_counts').select(['kind', 'mails']).orderBy('kind').execute()).toEqual([
      { kind: 'account', mails: 1 },
      { kind: 'other', mails: 1 },
    ])
    expect(await ctx.db.selectFrom('mail_budget_days').select(['mails', 'tenant_mails']).execute()).toEqual([{ mails: 2, tenant_mails: 0 }])
  })
  test('skips deleted and sent mails', async () => {
    await queue()
    await ctx.db.updateTable('mails').set({ sent_at: '2026-01-01T00:00:00.000Z' }).execute()
    await queue({ to: 'bob@example.org' })
    await ctx.db.deleteFrom('mails').where('to_address', '=', 'bob@example.org').execute()
    await send()
    expect({ received, jobs: await listJobs() }).toEqual({ received: [], jobs: [] })
  })
  test('resets earlier attempts when SMTP_URL is removed', async () => {
    await queue()
    await ctx.db.updateTable('mails').set({ attempts: 3, last_error: 'x' }).execute()
    await send({ smtpUrl: undefined })
    expect(await listMails()).toMatchObject([{ attempts: 0, last_error: null, sent_at: null }])
    expect(await listJobs()).toEqual([])
  })
})
