/** Tests the mails to customers and their limits, the keys to enquiries, and the anonymising of closed enquiries. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { anonymiseClosedEnquiries, describeEnquiryRetention } from '#features/enquiries/removal/enquiry-anonymising.service.ts'
import { answerCustomer, confirmEnquiry, notifyStatusChange } from './customer-news.service.ts'
import { issueEnquiryLink, readEnquiryKey, removeEnquiryKeys } from './enquiry-key.service.ts'

const START = Date.parse('2026-11-24T10:00:00.000Z')
const DAY_MS = 86_400_000
let sites: TestSites
let ctx: Context
let admin: Viewer
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  admin = await makeUser(sites.main, { isAdmin: true, displayName: 'Rae Hall' })
  const caller = { clientIp: '10.0.0.1', userAgent: 'Firefox', origin: 'https://green.example', isOriginConfigured: true as const }
  ctx = { db: sites.main.db, site: sites.main, viewer: admin, log: { info() {}, warn() {}, error() {} }, caller }
  Object.assign(ctx.site.settings, { name: 'Green Street', enquiryEmail: ' shop@example.org , desk@example.org' })
})
afterAll(() => sites.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  for (const table of [
    'mails',
    'mail_recipient_counts',
    'queued_jobs',
    'enquiry_messages',
    'enquiries',
    'one_time_tokens',
    'audit_entries',
  ] as const)
    await ctx.db.deleteFrom(table).execute()
})
afterEach(() => vi.useRealTimers())

const EMAIL = 'ada@example.org'
async function addEnquiry(fields: object = {}) {
  const row = { name: 'Ada Quill', email: EMAIL, phone: '01632', address: '1 The Row', notes: 'Note', customer_message: 'Does it hum?' }
  const values = { ...row, product_name: 'Wall battery', product_price: '£1', created_at: new Date().toISOString(), ...fields }
  const { id } = await ctx.db.insertInto('enquiries').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, email: EMAIL, productName: 'Wall battery' }
}
const listMails = async () =>
  (await ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()).map(({ to_address: to, subject, reply_to: reply, body }) => ({
    to,
    subject,
    reply,
    body,
  }))
const getRow = (id: number) => ctx.db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const LINK = /https:\/\/green\.example\/enquiry-status\/(\d+)~[\w-]{43}/

describe('a customer', () => {
  test('gets at most three confirmations a day', async () => {
    const enquiry = await addEnquiry()
    await confirmEnquiry(ctx, enquiry)
    expect(await listMails()).toEqual([
      { to: EMAIL, subject: 'We have received your enquiry: Wall battery', reply: 'shop@example.org', body: expect.stringMatching(LINK) },
    ])
    for (let n = 0; n < 2; n += 1) await confirmEnquiry(ctx, await addEnquiry())
    await confirmEnquiry(ctx, await addEnquiry())
    expect(await listMails()).toHaveLength(3)
    vi.setSystemTime(START + DAY_MS + 1)
    await confirmEnquiry(ctx, await addEnquiry())
    expect(await listMails()).toHaveLength(4)
  })
  test('gets a notice about a reply as a member, but not as a visitor', async () => {
    const member = await makeUser(sites.main)
    const { id } = await addEnquiry({ user_id: member.id })
    await answerCustomer(ctx, id, 'It is silent.')
    const { id: idOfVisitorEnquiry } = await addEnquiry()
    await answerCustomer(ctx, idOfVisitorEnquiry, 'It is silent.')
    expect(await ctx.db.selectFrom('notices').select(['user_id', 'kind', 'about', 'title', 'path']).execute()).toEqual([
      {
        user_id: member.id,
        kind: 'answer',
        about: `enquiry:${id}`,
        title: 'Your enquiry about Wall battery has a reply',
        path: expect.stringMatching(new RegExp(`^/enquiry-status/${id}~`)),
      },
    ])
    // The reply itself is mailed, so the notice causes no second mail.
    expect(await listMails()).toHaveLength(2)
  })
  test('gets the reply by mail, and its author becomes the handler', async () => {
    const { id } = await addEnquiry()
    expect(await answerCustomer(ctx, id, 'It is silent.')).toMatchObject({ id, status: 'contacted', email: EMAIL })
    expect(await getRow(id)).toMatchObject({ status: 'contacted', handled_by: admin.id })
    expect(await ctx.db.selectFrom('enquiry_messages').select(['enquiry_id', 'user_id', 'content']).execute()).toEqual([
      { enquiry_id: id, user_id: admin.id, content: 'It is silent.' },
    ])
    const [mail] = await listMails()
    expect(mail).toMatchObject({ to: EMAIL, subject: 'A reply to your enquiry: Wall battery', reply: 'shop@example.org' })
    for (const part of ['has a reply from Rae Hall:', 'It is silent.', `/enquiry-status/${id}~`]) expect(mail?.body).toContain(part)
    const entry = await ctx.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'enquiry.status',
      subject_type: 'enquiry',
      subject_id: id,
      subject_title: 'Ada Quill: Wall battery',
    })
    expect(JSON.parse(entry.before ?? '')).toEqual({ status: 'new' })
    expect(JSON.parse(entry.after ?? '')).toEqual({ status: 'contacted' })
    await ctx.db.updateTable('enquiries').set({ status: 'ordered' }).execute()
    expect(await answerCustomer(ctx, id, 'More.')).toMatchObject({ status: 'ordered' })
    expect(await ctx.db.selectFrom('audit_entries').select('id').execute()).toHaveLength(1)
    await expect(answerCustomer(ctx, 999_999, 'x')).rejects.toMatchObject({ status: 404, code: 'enquiry.not_found' })
  })
  test('gets mails about status changes, except about a change to new', async () => {
    const enquiry = await addEnquiry()
    await notifyStatusChange(ctx, enquiry, 'new')
    expect(await listMails()).toEqual([])
    expect((await getRow(enquiry.id)).handled_by).toBe(admin.id)
    await notifyStatusChange(ctx, enquiry, 'completed')
    expect(await listMails()).toEqual([
      { to: EMAIL, subject: expect.stringMatching(/^Your enquiry is now: /), reply: 'shop@example.org', body: expect.stringMatching(LINK) },
    ])
  })
})

describe('the key to an enquiry', () => {
  const getKey = (link: string) => link.split('/').at(-1) ?? ''
  test('gives access only to its enquiry, and for a year', async () => {
    const { id, email } = await addEnquiry()
    const link = await issueEnquiryLink(ctx, { id, email: 'ADA@example.org' })
    expect(link).toMatch(LINK)
    const key = getKey(link)
    expect(await readEnquiryKey(ctx, key)).toEqual({ id, email })
    const unknownLinkError = { status: 404, code: 'enquiry.link_unknown', message: 'This link is no longer valid.' }
    const [, token = ''] = key.split('~')
    for (const invalidKey of [
      '',
      token,
      `${id + 1}~${token}`,
      `0${id}~${token}`,
      `${id}~${token.slice(1)}`,
      `${id}~${token}x`,
      `x${key}`,
      `${id}~${'a'.repeat(43)}`,
    ])
      await expect(readEnquiryKey(ctx, invalidKey)).rejects.toMatchObject(unknownLinkError)
    vi.setSystemTime(START + 365 * DAY_MS - 1)
    expect(await readEnquiryKey(ctx, key)).toEqual({ id, email })
    vi.setSystemTime(START + 365 * DAY_MS + 1)
    await expect(readEnquiryKey(ctx, key)).rejects.toMatchObject(unknownLinkError)
    vi.setSystemTime(START)
    await removeEnquiryKeys(ctx, { id, email: 'Ada@Example.org' })
    await expect(readEnquiryKey(ctx, key)).rejects.toMatchObject(unknownLinkError)
  })
})

describe('anonymising enquiries', () => {
  const MONTH_MS = 30.4375 * DAY_MS
  test('removes the customer’s data the configured number of months after closing', async () => {
    ctx.site.settings.enquiryMonths = 2
    const closedAt = new Date(START).toISOString()
    const [closed, closedWithoutTime, open] = [
      await addEnquiry({ status: 'completed', closed_at: closedAt, created_at: '2020-01-01T00:00:00.000Z' }),
      await addEnquiry({ status: 'cancelled', closed_at: null, created_at: new Date(START + 1).toISOString() }),
      await addEnquiry({ status: 'new' }),
    ]
    await ctx.db
      .insertInto('enquiry_messages')
      .values({ enquiry_id: closed.id, content: 'x', is_from_customer: true, created_at: closedAt })
      .execute()
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH_MS)).toBe(new Date(START + 2 * MONTH_MS).toISOString())
    expect((await getRow(closed.id)).name).toBe('Ada Quill')
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH_MS + 1)).toBe(new Date(START + 1 + 2 * MONTH_MS).toISOString())
    const anonymousFields = { name: 'Anonymous', email: '', phone: '', address: '', notes: null, customer_message: null, user_id: null }
    expect(await getRow(closed.id)).toMatchObject({
      ...anonymousFields,
      anonymised_at: new Date(START + 2 * MONTH_MS + 1).toISOString(),
      product_name: 'Wall battery',
    })
    expect(await ctx.db.selectFrom('enquiry_messages').select('id').execute()).toEqual([])
    for (const { id } of [closedWithoutTime, open]) expect((await getRow(id)).name).toBe('Ada Quill')
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH_MS + 2)).toBeNull()
    expect((await getRow(closedWithoutTime.id)).name).toBe('Anonymous')
    ctx.site.settings.enquiryMonths = 0
    expect(await anonymiseClosedEnquiries(ctx, START + 99 * MONTH_MS)).toBeNull()
  })
  test('handles more than one batch', async () => {
    ctx.site.settings.enquiryMonths = 1
    for (let n = 0; n < 101; n += 1) await addEnquiry({ status: 'completed', closed_at: '2026-01-01T00:00:00.000Z' })
    expect(await anonymiseClosedEnquiries(ctx, START)).toBeNull()
    expect(await ctx.db.selectFrom('enquiries').select('name').distinct().execute()).toEqual([{ name: 'Anonymous' }])
  })
  test.each([
    [0, null],
    [6, '6 months after they were completed or cancelled'],
  ])('after %i months is described as %j', (enquiryMonths, text) => expect(describeEnquiryRetention({ enquiryMonths })).toBe(text))
})
