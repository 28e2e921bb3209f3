/** What a customer is told of an enquiry and how often, the keys in these mails, and when nobody knows any more who asked. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Viewer } from '#platform/contract/context.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { anonymiseClosedEnquiries, describeEnquiryPeriod } from '#features/enquiries/removal/enquiry-anonymising.service.ts'
import { answerCustomer, confirmEnquiry, tellStatus } from './customer-news.service.ts'
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
async function addEnquiry(more: object = {}) {
  const row = { name: 'Ada Quill', email: EMAIL, phone: '01632', address: '1 The Row', notes: 'Note', customer_message: 'Does it hum?' }
  const values = { ...row, product_name: 'Wall battery', product_price: '£1', created_at: new Date().toISOString(), ...more }
  const { id } = await ctx.db.insertInto('enquiries').values(values).returning('id').executeTakeFirstOrThrow()
  return { id, email: EMAIL, productName: 'Wall battery' }
}
const mails = async () =>
  (await ctx.db.selectFrom('mails').selectAll().orderBy('id').execute()).map(({ to_address: to, subject, reply_to: reply, body }) => ({
    to,
    subject,
    reply,
    body,
  }))
const rowOf = (id: number) => ctx.db.selectFrom('enquiries').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const LINK = /https:\/\/green\.example\/enquiry-status\/(\d+)~[\w-]{43}/

describe('a customer', () => {
  test('is told that an enquiry has arrived, three times a day', async () => {
    const enquiry = await addEnquiry()
    await confirmEnquiry(ctx, enquiry)
    expect(await mails()).toEqual([
      { to: EMAIL, subject: 'We have your enquiry: Wall battery', reply: 'shop@example.org', body: expect.stringMatching(LINK) },
    ])
    for (let n = 0; n < 2; n += 1) await confirmEnquiry(ctx, await addEnquiry())
    await confirmEnquiry(ctx, await addEnquiry())
    expect(await mails()).toHaveLength(3)
    vi.setSystemTime(START + DAY_MS + 1)
    await confirmEnquiry(ctx, await addEnquiry())
    expect(await mails()).toHaveLength(4)
  })
  test('gets a notice of an answer as a member, and none as a visitor', async () => {
    const member = await makeUser(sites.main)
    const { id } = await addEnquiry({ user_id: member.id })
    await answerCustomer(ctx, id, 'It is silent.')
    const { id: other } = await addEnquiry()
    await answerCustomer(ctx, other, 'It is silent.')
    expect(await ctx.db.selectFrom('notices').select(['user_id', 'kind', 'about', 'title', 'path']).execute()).toEqual([
      {
        user_id: member.id,
        kind: 'answer',
        about: `enquiry:${id}`,
        title: 'Your enquiry about Wall battery has an answer',
        path: expect.stringMatching(new RegExp(`^/enquiry-status/${id}~`)),
      },
    ])
    // The answer itself is the mail: the notice sends no second one to the member.
    expect(await mails()).toHaveLength(2)
  })
  test('gets an answer, and whoever gives it looks after the enquiry', async () => {
    const { id } = await addEnquiry()
    expect(await answerCustomer(ctx, id, 'It is silent.')).toMatchObject({ id, status: 'contacted', email: EMAIL })
    expect(await rowOf(id)).toMatchObject({ status: 'contacted', handled_by: admin.id })
    expect(await ctx.db.selectFrom('enquiry_messages').select(['enquiry_id', 'user_id', 'content']).execute()).toEqual([
      { enquiry_id: id, user_id: admin.id, content: 'It is silent.' },
    ])
    const [mail] = await mails()
    expect(mail).toMatchObject({ to: EMAIL, subject: 'An answer to your enquiry: Wall battery', reply: 'shop@example.org' })
    for (const part of ['has an answer from Rae Hall:', 'It is silent.', `/enquiry-status/${id}~`]) expect(mail?.body).toContain(part)
    const entry = await ctx.db.selectFrom('audit_entries').selectAll().executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      action: 'enquiry.status',
      subject_type: 'enquiry',
      subject_id: id,
      subject_title: 'Ada Quill: Wall battery',
    })
    expect([entry.before, entry.after].map((text) => JSON.parse(text ?? '') as object)).toEqual([
      { status: 'new' },
      { status: 'contacted' },
    ])
    await ctx.db.updateTable('enquiries').set({ status: 'ordered' }).execute()
    expect(await answerCustomer(ctx, id, 'More.')).toMatchObject({ status: 'ordered' })
    expect(await ctx.db.selectFrom('audit_entries').select('id').execute()).toHaveLength(1)
    await expect(answerCustomer(ctx, 999_999, 'x')).rejects.toMatchObject({ status: 404, code: 'enquiry.not_found' })
  })
  test('is told what has become of it, but not that it is new', async () => {
    const enquiry = await addEnquiry()
    await tellStatus(ctx, enquiry, 'new')
    expect([await mails(), (await rowOf(enquiry.id)).handled_by]).toEqual([[], admin.id])
    await tellStatus(ctx, enquiry, 'completed')
    expect(await mails()).toEqual([
      { to: EMAIL, subject: expect.stringMatching(/^Your enquiry is now: /), reply: 'shop@example.org', body: expect.stringMatching(LINK) },
    ])
  })
})

describe('a key', () => {
  const keyOf = (link: string) => link.split('/').at(-1) ?? ''
  test('opens its enquiry for a year, and no other', async () => {
    const { id, email } = await addEnquiry()
    const link = await issueEnquiryLink(ctx, { id, email: 'ADA@example.org' })
    expect(link).toMatch(LINK)
    const key = keyOf(link)
    expect(await readEnquiryKey(ctx, key)).toEqual({ id, email })
    const unknown = { status: 404, code: 'enquiry.link_unknown', message: 'This link belongs to no enquiry any more.' }
    const [, token = ''] = key.split('~')
    for (const wrong of [
      '',
      token,
      `${id + 1}~${token}`,
      `0${id}~${token}`,
      `${id}~${token.slice(1)}`,
      `${id}~${token}x`,
      `x${key}`,
      `${id}~${'a'.repeat(43)}`,
    ])
      await expect(readEnquiryKey(ctx, wrong)).rejects.toMatchObject(unknown)
    vi.setSystemTime(START + 365 * DAY_MS - 1)
    expect(await readEnquiryKey(ctx, key)).toEqual({ id, email })
    vi.setSystemTime(START + 365 * DAY_MS + 1)
    await expect(readEnquiryKey(ctx, key)).rejects.toMatchObject(unknown)
    vi.setSystemTime(START)
    await removeEnquiryKeys(ctx, { id, email: 'Ada@Example.org' })
    await expect(readEnquiryKey(ctx, key)).rejects.toMatchObject(unknown)
  })
})

describe('who asked', () => {
  const MONTH = 30.4375 * DAY_MS
  test('is forgotten so many months after it was closed, and no sooner', async () => {
    ctx.site.settings.enquiryMonths = 2
    const closedAt = new Date(START).toISOString()
    const [closed, arrived, open] = [
      await addEnquiry({ status: 'completed', closed_at: closedAt, created_at: '2020-01-01T00:00:00.000Z' }),
      await addEnquiry({ status: 'cancelled', closed_at: null, created_at: new Date(START + 1).toISOString() }),
      await addEnquiry({ status: 'new' }),
    ]
    await ctx.db
      .insertInto('enquiry_messages')
      .values({ enquiry_id: closed.id, content: 'x', is_from_customer: true, created_at: closedAt })
      .execute()
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH)).toBe(new Date(START + 2 * MONTH).toISOString())
    expect((await rowOf(closed.id)).name).toBe('Ada Quill')
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH + 1)).toBe(new Date(START + 1 + 2 * MONTH).toISOString())
    const nobody = { name: 'Anonymous', email: '', phone: '', address: '', notes: null, customer_message: null, user_id: null }
    expect(await rowOf(closed.id)).toMatchObject({
      ...nobody,
      anonymised_at: new Date(START + 2 * MONTH + 1).toISOString(),
      product_name: 'Wall battery',
    })
    expect(await ctx.db.selectFrom('enquiry_messages').select('id').execute()).toEqual([])
    expect([(await rowOf(arrived.id)).name, (await rowOf(open.id)).name]).toEqual(['Ada Quill', 'Ada Quill'])
    expect(await anonymiseClosedEnquiries(ctx, START + 2 * MONTH + 2)).toBeNull()
    expect((await rowOf(arrived.id)).name).toBe('Anonymous')
    ctx.site.settings.enquiryMonths = 0
    expect(await anonymiseClosedEnquiries(ctx, START + 99 * MONTH)).toBeNull()
  })
  test('is forgotten of more than a hundred at once', async () => {
    ctx.site.settings.enquiryMonths = 1
    for (let n = 0; n < 101; n += 1) await addEnquiry({ status: 'completed', closed_at: '2026-01-01T00:00:00.000Z' })
    expect(await anonymiseClosedEnquiries(ctx, START)).toBeNull()
    expect(await ctx.db.selectFrom('enquiries').select('name').distinct().execute()).toEqual([{ name: 'Anonymous' }])
  })
  test.each([
    [0, null],
    [6, '6 months after they were completed or cancelled'],
  ])('%i months: %j', (enquiryMonths, words) => expect(describeEnquiryPeriod({ enquiryMonths })).toBe(words))
})
