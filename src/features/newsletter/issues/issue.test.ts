// Daily on PostgreSQL too: the audience is complex SQL, and batches and pausing depend on row locks.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { sealSubscriberKey } from '#features/newsletter/reader-key.service.ts'
import { oneClickUnsubscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { recordMailEvents } from '#features/suppressions/suppression.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { getPastIssueEndpoint, listPastIssuesEndpoint } from './archive/archive.contract.ts'
import * as contract from './issue.contract.ts'
import { createIssueHandler } from './sending/issue-delivery.service.ts'

interface ReceivedMail {
  to: string
  text: string
}
const received: ReceivedMail[] = []
/** SMTP error codes by address; mail to all other addresses is accepted. */
const refusals = new Map<string, number>()
let refusalText = 'No'
let onMail: (to: string) => Promise<unknown> = async () => undefined
let server: TestMailServer

let site: TestSite
let admin: Viewer
let member: Viewer
beforeAll(async () => {
  site = await openTestSite({ settings: { name: 'Green Street' } })
  admin = await makeUser(site.ctx, { isAdmin: true })
  await site.ctx.db.updateTable('users').set({ email: 'boss@example.org' }).where('id', '=', admin.id).execute()
  member = await makeUser(site.ctx)
  server = await startMailServer(async ({ to: [to = ''], text }) => {
    const code = refusals.get(to)
    if (code) return { code, message: refusalText }
    received.push({
      to,
      text: text
        .replace(/=\r\n/g, '')
        .replace(/=3D/g, '=')
        .replace(/\r\n[ \t]/g, ' '),
    })
    await onMail(to)
    return undefined
  })
})
afterAll(async () => {
  await site.close()
  await server.close()
})
beforeEach(async () => {
  received.length = 0
  refusals.clear()
  onMail = async () => undefined
  await site.ctx.db.deleteFrom('subscribers').execute()
})
afterEach(() => vi.useRealTimers())

const createHandler = () => createIssueHandler({ smtpUrl: server.smtpUrl, mailFrom: undefined, publicUrl: undefined })
const deliver = () => runDueJobs(site.ctx, [createHandler()])
const NOW = new Date(Date.now() - 60_000).toISOString()
async function makeSubscriber(email: string, interests: number[] = [], confirmed_at: string | null = NOW): Promise<number> {
  const { id } = await site.ctx.db
    .insertInto('subscribers')
    .values({ email, created_at: NOW, confirmed_at })
    .returning('id')
    .executeTakeFirstOrThrow()
  for (const category_id of interests)
    await site.ctx.db.insertInto('subscriber_interests').values({ subscriber_id: id, category_id }).execute()
  return id
}
const HOST = { host: 'localhost' }
const call = (endpoint: Parameters<TestSite['call']>[1], id: number, body: object = {}, who: Viewer | null = admin) =>
  site.call(who, endpoint, { params: { id }, body }, HOST)
const CONTENT = { subject: 'What June brought', intro: 'Hello **all**, see [the guides](/articles).', entries: [], rate: 60_000 }
async function makeDraft(change: object = {}): Promise<number> {
  const { body } = await site.call(admin, contract.draftIssueEndpoint, { body: { fromActivity: false } }, HOST)
  const changed = await call(contract.changeIssueEndpoint, body.id, { ...CONTENT, ...change })
  expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  return body.id
}
const sendIssue = (id: number, at?: string) => call(contract.sendIssueEndpoint, id, at ? { at } : {})
const getIssue = async (id: number) => (await call(contract.getIssueEndpoint, id)).body as contract.Issue
const listAddressees = () => received.map(({ to }) => to).toSorted()
const readHeader = (text: string, name: string) => new RegExp(`^${name}: (.*?)\r$`, 'mi').exec(text)?.[1]

describe('an issue', () => {
  test('is sent once to every confirmed subscriber with personal links, and is then in the archive', async () => {
    const ann = await makeSubscriber('ann@example.org')
    await makeSubscriber('jürgen@exämple.org')
    await makeSubscriber('waiting@example.org', [], null)
    const id = await makeDraft()
    expect((await site.call(null, getPastIssueEndpoint, { params: { id } })).status).toBe(404)
    expect((await sendIssue(id)).body.state).toBe('scheduled')
    expect((await lastEntryOf(site.ctx, 'issue', id)).action).toBe('issue.send')
    await deliver()
    const issue = await getIssue(id)
    expect(issue.state).toBe('sent')
    expect(issue.counts).toEqual({ total: 2, waiting: 0, sent: 2, bounced: 0, failed: 0, skipped: 0, unsubscribed: 0 })
    expect(received).toHaveLength(2)
    const { text } = received.find(({ to }) => to === 'ann@example.org') ?? { text: '' }
    const link = /http:\/\/localhost(?::80)?\/newsletter\/unsubscribe\?key=([\w-]+)/.exec(text)?.[1] ?? ''
    expect(readHeader(text, 'subject')).toBe('What June brought')
    expect(readHeader(text, 'list-id')).toBe('<newsletter.localhost>')
    expect(readHeader(text, 'list-unsubscribe')).toContain(link)
    expect(text).toContain('the guides (http://localhost')
    expect(text).not.toContain('.invalid')
    // The link unsubscribes only this subscriber, and the departure is counted for the issue.
    expect((await site.call(null, oneClickUnsubscribeEndpoint, { body: { key: link } })).status).toBe(200)
    expect(await site.ctx.db.selectFrom('subscribers').select('id').where('id', '=', ann).execute()).toEqual([])
    expect((await getIssue(id)).counts.unsubscribed).toBe(1)
    expect((await site.call(null, listPastIssuesEndpoint)).body[0]).toMatchObject({ id, subject: 'What June brought' })
    expect((await site.call(null, getPastIssueEndpoint, { params: { id } })).body.html).toContain('<strong>all</strong>')
  })

  test('is sent to subscribers who chose one of its categories or none at all', async () => {
    const [first = 0, second = 0] = (await site.ctx.db.selectFrom('categories').select('id').orderBy('id').execute()).map(({ id }) => id)
    await makeSubscriber('all@example.org')
    await makeSubscriber('first@example.org', [first])
    await makeSubscriber('second@example.org', [second])
    expect((await site.call(admin, contract.countAudienceEndpoint, { query: { categories: `${first}` } })).body).toEqual({ count: 2 })
    expect((await site.call(admin, contract.countAudienceEndpoint)).body).toEqual({ count: 3 })
    const id = await makeDraft({ audience: [first] })
    await sendIssue(id)
    await deliver()
    expect(listAddressees()).toEqual(['all@example.org', 'first@example.org'])
  })

  test('skips subscribers who unsubscribe during sending, and can be paused and resumed', async () => {
    const ids = new Map<string, number>()
    for (let n = 0; n < 30; n++) ids.set(`reader-${n}@example.org`, await makeSubscriber(`reader-${n}@example.org`))
    const id = await makeDraft()
    await sendIssue(id)
    const lastEmail = 'reader-29@example.org'
    let pausing: Promise<void> | undefined
    const unsubscribeAndPause = async () => {
      await site.call(null, oneClickUnsubscribeEndpoint, { body: { key: sealSubscriberKey(site.ctx.site, ids.get(lastEmail) ?? 0, id) } })
      expect((await call(contract.pauseIssueEndpoint, id)).status).toBe(200)
    }
    onMail = () => (received.length < 8 ? Promise.resolve() : (pausing ??= unsubscribeAndPause()))
    await deliver()
    expect((await getIssue(id)).state).toBe('paused')
    expect(received.length).toBeLessThan(14)
    expect((await call(contract.resumeIssueEndpoint, id)).body.state).toBe('sending')
    await deliver()
    expect(listAddressees()).toEqual([...ids.keys()].filter((email) => email !== lastEmail).toSorted())
    expect((await getIssue(id)).counts).toMatchObject({ total: 30, sent: 29, skipped: 1, unsubscribed: 1 })
  })

  test('counts permanent refusals as bounced and retries temporary ones', async () => {
    for (const name of ['good', 'gone', 'busy']) await makeSubscriber(`${name}@example.org`)
    refusals.set('gone@example.org', 550).set('busy@example.org', 451)
    onMail = async () => void refusals.delete('busy@example.org')
    const id = await makeDraft()
    await sendIssue(id)
    await deliver()
    expect((await getIssue(id)).counts).toMatchObject({ sent: 2, bounced: 1, waiting: 0 })
    expect(listAddressees()).toEqual(['busy@example.org', 'good@example.org'])
  })

  test('is not sent to suppressed addresses, and adds unknown addresses to the suppression list', async () => {
    await makeSubscriber('back@example.org')
    await makeSubscriber('nobody@example.org')
    await recordMailEvents(site.ctx, [{ type: 'complaint', address: 'Back@example.org', detail: '' }])
    refusals.set('nobody@example.org', 550)
    refusalText = '5.1.1 No such user'
    const id = await makeDraft()
    await call(contract.sendIssueEndpoint, id)
    await deliver()
    refusalText = 'No'
    expect(received).toEqual([])
    const listed = await site.ctx.db.selectFrom('suppressions').select(['address', 'reason']).orderBy('address').execute()
    expect(listed).toEqual([
      { address: 'back@example.org', reason: 'complaint' },
      { address: 'nobody@example.org', reason: 'bounce' },
    ])
    await site.ctx.db.deleteFrom('suppressions').execute()
  })
  test('can be scheduled, unscheduled, and changed while scheduled', async () => {
    await makeSubscriber('ann@example.org')
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await makeDraft()
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString()
    expect((await sendIssue(id, scheduledAt)).body).toMatchObject({ state: 'scheduled', scheduledAt })
    await deliver()
    const lastAuditEntry = async () => {
      const { action, subject_title: title } = await lastEntryOf(site.ctx, 'issue', id)
      return [action, title]
    }
    expect(await lastAuditEntry()).toEqual(['issue.schedule', 'What June brought'])
    expect((await call(contract.unscheduleIssueEndpoint, id)).body).toMatchObject({ state: 'draft', scheduledAt: null })
    vi.setSystemTime(Date.now() + 3_700_000)
    await deliver()
    expect(received).toEqual([])
    await sendIssue(id, new Date(Date.now() + 60_000).toISOString())
    vi.setSystemTime(Date.now() + 61_000)
    await call(contract.changeIssueEndpoint, id, { subject: 'Changed late' })
    await deliver()
    expect(received.map(({ text }) => readHeader(text, 'subject'))).toEqual(['Changed late'])
  })

  test('is sent at its rate', async () => {
    for (let n = 0; n < 5; n++) await makeSubscriber(`slow-${n}@example.org`)
    vi.useFakeTimers({ toFake: ['Date'] })
    const id = await makeDraft({ rate: 60 })
    await sendIssue(id)
    const sent: number[] = []
    for (let seconds = 0; seconds < 4; seconds++) {
      await deliver()
      sent.push(received.length)
      vi.setSystemTime(Date.now() + 1000)
    }
    expect(sent).toEqual([2, 2, 4, 4])
  })

  test('is drafted from the site’s activity by default', async () => {
    const { body } = await site.call(admin, contract.draftIssueEndpoint, { body: {} }, HOST)
    expect(body).toMatchObject({ state: 'draft', entries: expect.any(Array) })
    expect((await call(contract.deleteIssueEndpoint, body.id)).status).toBe(200)
  })

  test('can be sent as a test to the caller only', async () => {
    await makeSubscriber('ann@example.org')
    const id = await makeDraft()
    expect((await call(contract.testIssueEndpoint, id)).body).toEqual({ email: 'boss@example.org' })
    const mails = await site.ctx.db.selectFrom('mails').select(['to_address', 'subject']).execute()
    expect(mails).toEqual([{ to_address: 'boss@example.org', subject: 'Test: What June brought' }])
  })
})

describe('the issue API', () => {
  test.each([
    ['subject', 'x'.repeat(10_000)],
    ['subject', 'Hello\r\nBcc: victim@example.org'],
    ['subject', '  '],
    ['intro', 'x'.repeat(20_001)],
    ['rate', 0],
  ])('rejects an invalid %s with the field’s path', async (field, value) => {
    const id = await makeDraft()
    const { status, body } = await call(contract.changeIssueEndpoint, id, { [field]: value })
    expect({ status, path: body.errors[0].path }).toEqual({ status: 400, path: field })
  })

  test('rejects entries that link to other sites', async () => {
    const id = await makeDraft()
    for (const path of ['https://evil.example', 'javascript:alert(1)', '/a b', '/a)('])
      expect((await call(contract.changeIssueEndpoint, id, { entries: [{ kind: 'note', title: 'x', text: '', path }] })).status).toBe(400)
  })

  test('rejects an issue without a subject, and changes to a sent one', async () => {
    const { body } = await site.call(admin, contract.draftIssueEndpoint, { body: { fromActivity: false } }, HOST)
    expect((await sendIssue(body.id)).body.errors[0].path).toBe('subject')
    const id = await makeDraft()
    await sendIssue(id)
    await deliver()
    expect((await call(contract.changeIssueEndpoint, id, { subject: 'Other' })).status).toBe(409)
    for (const endpoint of [
      contract.sendIssueEndpoint,
      contract.pauseIssueEndpoint,
      contract.resumeIssueEndpoint,
      contract.deleteIssueEndpoint,
    ])
      expect((await call(endpoint, id)).status).toBe(409)
  })

  test('does not use an untrusted Host header in mails', async () => {
    const id = await makeDraft()
    const response = await site.call(admin, contract.sendIssueEndpoint, { params: { id }, body: {} }, { host: 'evil.example' })
    expect(response).toMatchObject({ status: 409, body: { code: 'issue.no_address' } })
  })

  test.each([
    ['a visitor', 401],
    ['a member', 403],
  ])('denies %s with status %i', async (who, status) => {
    const viewer = who === 'a member' ? member : null
    for (const endpoint of [contract.getIssueEndpoint, contract.sendIssueEndpoint, contract.pauseIssueEndpoint, contract.testIssueEndpoint])
      expect((await call(endpoint, 1, {}, viewer)).status).toBe(status)
  })
})
