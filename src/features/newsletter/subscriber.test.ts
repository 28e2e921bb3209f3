import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { confirmSubscriptionEndpoint, subscribeEndpoint, unsubscribeEndpoint } from './newsletter.contract.ts'
import { UNCONFIRMED_DAYS } from './newsletter.policy.ts'
import { removeUnconfirmed } from './newsletter.service.ts'
import { exportSubscribersEndpoint, listSubscribersEndpoint, removeSubscriberEndpoint, type Subscriber } from './subscriber.contract.ts'

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  member = await makeUser(site.ctx)
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
let minute = 0
/** Inserts a subscriber, each a minute later than the previous one. */
async function makeSubscriber(
  email: string,
  { confirmed: isConfirmed = true, daysAgo = 0, page = null as string | null } = {},
): Promise<number> {
  const subscribedAt = new Date(Date.now() - daysAgo * DAY_MS - 3_600_000 + minute++ * 60_000).toISOString()
  const row = { email, page, created_at: subscribedAt, confirmed_at: isConfirmed ? subscribedAt : null }
  return (await site.ctx.db.insertInto('subscribers').values(row).returning('id').executeTakeFirstOrThrow()).id
}
const deleteSubscribers = () => site.ctx.db.deleteFrom('subscribers').execute()
const list = (query: object = {}) => site.call(admin, listSubscribersEndpoint, { query })
const listEmails = async (query: object = {}) => (await list(query)).body.map(({ email }: Subscriber) => email)
const remove = (id: number, who: Viewer | null = admin) => site.call(who, removeSubscriberEndpoint, { params: { id } })
const subscribe = (email: string, page?: string) => site.call(null, subscribeEndpoint, { body: { email, ...(page ? { page } : {}) } })
const dumpTables = async () =>
  JSON.stringify(
    await Promise.all(
      (['subscribers', 'one_time_tokens', 'mails', 'audit_entries'] as const).map((table) =>
        site.ctx.db.selectFrom(table).selectAll().execute(),
      ),
    ),
  )

describe('an administrator', () => {
  test('lists subscribers, filtered by text and state', async () => {
    await deleteSubscribers()
    await makeSubscriber('mo@example.org')
    await makeSubscriber('ann@example.org', { confirmed: false, page: '/about' })
    await makeSubscriber('zed_x%@post.example')
    const { body, headers } = await list({ perPage: 2 })
    expect(body.map(({ email }: Subscriber) => email)).toEqual(['zed_x%@post.example', 'ann@example.org'])
    expect(headers['x-total-count']).toBe('3')
    expect(body[1]).toEqual({
      id: expect.any(Number),
      email: 'ann@example.org',
      createdAt: expect.any(String),
      confirmedAt: null,
      page: '/about',
    })
    expect(await listEmails({ search: 'EXAMPLE.ORG' })).toEqual(['ann@example.org', 'mo@example.org'])
    expect(await listEmails({ search: 'D_X%' })).toEqual(['zed_x%@post.example'])
    expect(await listEmails({ search: 'a_n' })).toEqual([])
    expect(await listEmails({ state: 'waiting' })).toEqual(['ann@example.org'])
    expect(await listEmails({ state: 'confirmed', search: 'mo' })).toEqual(['mo@example.org'])
    expect((await list({ state: 'waiting', perPage: 1, page: 1 })).headers['x-total-count']).toBe('1')
  })

  test('NEWS-12 sees on which page and when an address subscribed, and when its owner confirmed', async () => {
    await subscribe('from@example.org', '/about')
    const findSubscriber = async () => (await list({ search: 'from@' })).body[0]
    expect(await findSubscriber()).toMatchObject({ page: '/about', confirmedAt: null })
    const { body: text } = await site.ctx.db
      .selectFrom('mails')
      .select('body')
      .where('to_address', '=', 'from@example.org')
      .executeTakeFirstOrThrow()
    expect(text).toContain(`delete your address after ${UNCONFIRMED_DAYS} days`)
    await site.call(null, confirmSubscriptionEndpoint, { body: { token: /confirm\?key=([\w-]{43})/.exec(text)?.[1] ?? '' } })
    expect(await findSubscriber()).toMatchObject({ page: '/about', confirmedAt: expect.any(String) })
  })

  test('exports confirmed subscribers as CSV with escaped formulas and working unsubscribe links', async () => {
    await deleteSubscribers()
    await makeSubscriber('stays@example.org')
    await makeSubscriber('waits@example.org', { confirmed: false })
    await makeSubscriber('=leaves@example.org', { page: '/' })
    const exportCsv = () => site.call(admin, exportSubscribersEndpoint)
    const [first, { body, headers }] = [await exportCsv(), await exportCsv()]
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="newsletter-\d{4}-\d\d-\d\d\.csv"$/)
    expect(body.startsWith('\uFEFFEmail,Subscribed,Confirmed,Page,Consent from,Consent date,Interests,Unsubscribe link\n')).toBe(true)
    const rows = (body as string).trim().split('\n').slice(1)
    expect(rows.map((row) => row.split(',')[0])).toEqual(['stays@example.org', `'=leaves@example.org`])
    const keyIn = (text: string, row: number) => /unsubscribe\?key=([\w-]{43})/.exec(text.split('\n')[row + 1] ?? '')?.[1] ?? ''
    // The links of an earlier export stay valid.
    const unsubscribe = (token: string) => site.call(null, unsubscribeEndpoint, { body: { token } })
    expect((await unsubscribe(keyIn(first.body, 1))).body).toEqual({ email: '=leaves@example.org' })
    expect((await unsubscribe(keyIn(body, 0))).body).toEqual({ email: 'stays@example.org' })
    expect(await listEmails()).toEqual(['waits@example.org'])
    const [entry] = (await site.call(admin, listAuditEndpoint, { query: { subject: 'subscriber' } })).body
    expect(entry).toMatchObject({
      action: 'subscriber.export',
      userId: admin.id,
      subjectTitle: '2 confirmed addresses',
      after: { addresses: 2 },
    })
  })

  test('exports subscribers of several batches, each once', async () => {
    await deleteSubscribers()
    const now = new Date().toISOString()
    const subscribers = Array.from({ length: 2001 }, (_, n) => ({ email: `n${n}@example.org`, created_at: now, confirmed_at: now }))
    for (let n = 0; n < subscribers.length; n += 500)
      await site.ctx.db
        .insertInto('subscribers')
        .values(subscribers.slice(n, n + 500))
        .execute()
    const rows = ((await site.call(admin, exportSubscribersEndpoint)).body as string).trim().split('\n').slice(1)
    expect(rows).toHaveLength(2001)
    expect(new Set(rows.map((row) => row.split(',')[0])).size).toBe(2001)
    await deleteSubscribers()
  })

  test('exports international domains in Unicode', async () => {
    await makeSubscriber('ann@xn--mnchen-3ya.example')
    const { body } = await site.call(admin, exportSubscribersEndpoint)
    expect(body).toContain('ann@münchen.example')
    expect(body).not.toContain('xn--')
    await deleteSubscribers()
  })

  test('removes a subscriber without leaving the address in mails, tokens or audit entries', async () => {
    await subscribe('wanted-away@example.org')
    await makeSubscriber('bystander@example.org')
    expect(await dumpTables()).toContain('wanted-away')
    const [{ id }] = (await list({ search: 'wanted-away' })).body
    expect((await remove(id)).body).toEqual({ ok: true })
    expect(await dumpTables()).not.toContain('wanted-away')
    expect(await listEmails()).toEqual(['bystander@example.org'])
    expect((await remove(id)).status).toBe(404)
    const [entry] = (await site.call(admin, listAuditEndpoint, { query: { subject: 'subscriber' } })).body
    expect(entry).toMatchObject({
      action: 'subscriber.remove',
      userId: admin.id,
      subjectId: id,
      subjectTitle: `Address ${id}`,
      after: null,
    })
  })

  test('no longer sees addresses that were not confirmed within 30 days', async () => {
    await deleteSubscribers()
    expect(UNCONFIRMED_DAYS).toBe(30)
    await makeSubscriber('old@example.org', { daysAgo: 400 })
    await makeSubscriber('fresh@example.org', { confirmed: false, daysAgo: UNCONFIRMED_DAYS - 1 })
    await makeSubscriber('stale@example.org', { confirmed: false, daysAgo: UNCONFIRMED_DAYS })
    await removeUnconfirmed(site.ctx)
    expect(await listEmails({ sort: 'email' })).toEqual(['fresh@example.org', 'old@example.org'])
    // These are more than fit into a single batch.
    for (let n = 0; n < 101; n++) await makeSubscriber(`late${n}@example.org`, { confirmed: false, daysAgo: 99 })
    await subscribe('never-confirms@example.org')
    await removeUnconfirmed(site.ctx)
    expect(await listEmails({ sort: 'email' })).toEqual(['fresh@example.org', 'never-confirms@example.org', 'old@example.org'])
    await removeUnconfirmed(site.ctx, Date.now() + (UNCONFIRMED_DAYS + 1) * DAY_MS)
    expect(await listEmails()).toEqual(['old@example.org'])
    expect(await dumpTables()).not.toContain('never-confirms')
  })

  test('sees an address for another 30 days when it subscribes again', async () => {
    await deleteSubscribers()
    await makeSubscriber('again@example.org', { confirmed: false, daysAgo: UNCONFIRMED_DAYS - 1 })
    await subscribe('again@example.org', '/')
    await removeUnconfirmed(site.ctx, Date.now() + 2 * DAY_MS)
    expect(await listEmails()).toEqual(['again@example.org'])
  })
})

describe('the subscriber API', () => {
  test('rejects invalid filters, ids and pages', async () => {
    expect((await list({ state: 'open' })).status).toBe(400)
    expect((await list({ sort: 'page' })).status).toBe(400)
    expect((await remove(999_999)).body.code).toBe('subscriber.not_found')
    for (const page of ['https://elsewhere.example/', '/a?b=c', `/${'x'.repeat(200)}`])
      expect((await subscribe('p@example.org', page)).status).toBe(400)
  })
  test('SEC-05 denies visitors and members', async () => {
    const id = await makeSubscriber('mine@example.org')
    for (const [who, expected] of [[null, 401] as const, [member, 403] as const]) {
      const responses = [
        await site.call(who, listSubscribersEndpoint),
        await site.call(who, exportSubscribersEndpoint),
        await remove(id, who),
      ]
      expect(responses.map(({ status }) => status)).toEqual([expected, expected, expected])
    }
    expect(await listEmails({ search: 'mine@' })).toEqual(['mine@example.org'])
  })
})
