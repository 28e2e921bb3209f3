/** Mail of launched sites is limited per mailbox across all of them, whatever causes it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { TENANT_MAILBOX_LIMITS, MAILBOX_LIMIT_REACHED } from '#features/mail-ledger/mailbox-limit.policy.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Site, Viewer } from '#platform/contract/context.ts'
import { startMailServer, type MailRefusal, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestInstallation, silentLog, type RequestOptions, type TestInstallation } from '#tests/support/test-installation.ts'

const HOST = 'net-zero.example'
const PASSWORD = 'three cold radiators'
const { asked: MAX, other: MAX_OTHER } = TENANT_MAILBOX_LIMITS.restricted
interface Copy {
  number: number
  host: string
  site: Site
  owner: Viewer
}
let installation: TestInstallation
let server: TestMailServer
let refusal: MailRefusal | undefined
let copies: Copy[]
const received: string[] = []

beforeAll(async () => {
  installation = await openTestInstallation()
  await installation.start({ publicUrl: `http://${HOST}` })
  copies = [await launch(), await launch()]
  server = await startMailServer(({ to: [to = ''] }) => {
    if (!refusal) received.push(to)
    return refusal
  })
})
beforeEach(async () => {
  received.length = 0
  refusal = undefined
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  for (const table of ['mail_recipient_counts', 'mail_budget_days'] as const) await installation.main.db.deleteFrom(table).execute()
  for (const { site } of copies)
    for (const table of ['mails', 'queued_jobs', 'mail_counts'] as const) await site.db.deleteFrom(table).execute()
})
afterEach(() => vi.useRealTimers())
afterAll(async () => {
  await installation.close()
  await server.close()
})

async function launch(): Promise<Copy> {
  const { number, host, body } = await installation.launch({ siteName: 'Green Street', content: 'empty' }, { host: HOST })
  const site = installation.sites.findByHost(host)
  if (!site) throw new Error(JSON.stringify(body))
  return { number, host, site, owner: await makeUser(site, { isAdmin: true, username: 'mallory' }) }
}
async function as(viewer: Viewer | null, { host }: Copy, url: string, options: RequestOptions = {}) {
  installation.viewer = viewer
  return installation.ask(host, url, options).finally(() => (installation.viewer = null))
}
const firstCopy = () => copies[0] as Copy
const contextOf = (site: Site): Context => ({ site, db: site.db, viewer: null, log: silentLog })
const write = (site: Site, to: string, purpose: 'asked' | 'security' | null = null) =>
  queueMail(contextOf(site), { to, subject: 'Hello', body: 'Text', purpose })
const deliver = (site: Site, smtpUrl = server.smtpUrl) =>
  runDueJobs(contextOf(site), [
    createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: `http://${HOST}`, mailBudgetPerDay: 1000 }, installation.main),
  ])
const held = ({ db }: Site) =>
  db.selectFrom('mails').select(['last_error as reason', 'sent_at as sentAt']).where('suppressed_at', 'is not', null).execute()
const quotaCount = async ({ db }: Site) =>
  (await db.selectFrom('mail_counts').select('mails').execute()).reduce((sum, { mails }) => sum + mails, 0)
const budgetCount = () =>
  installation.main.db.selectFrom('mail_budget_days').select(['mails', 'tenant_mails as ofCopies']).executeTakeFirst()

describe('the mailbox limit', () => {
  test('holds back mail that the administrator of a launched site causes to an address they entered', async () => {
    const copy = firstCopy()
    const account = { username: 'invented', email: 'victim@example.org', password: PASSWORD }
    const { status, body } = await as(copy.owner, copy, '/api/users', { body: account })
    expect(status).toBe(201)
    for (let n = 0; n < MAX + 5; n += 1) {
      const change = n % 2 ? { username: `invented_${n}` } : { email: `victim+${n}@example.org` }
      await as(copy.owner, copy, `/api/users/${body.id}`, { method: 'PATCH', body: change })
    }
    const written = await copy.site.db.selectFrom('mails').select('to_address as to').execute()
    expect(written.length).toBeGreaterThan(MAX)
    await deliver(copy.site)
    expect(received.length).toBeGreaterThan(0)
    expect(received.length).toBeLessThanOrEqual(MAX)
    const left = await held(copy.site)
    expect(left).toHaveLength(written.length - received.length)
    expect(left[0]).toEqual({ reason: MAILBOX_LIMIT_REACHED, sentAt: null })
  })

  test('is shared by all launched sites and all spellings of the mailbox, also for concurrent sends', async () => {
    for (const { site } of copies)
      for (let n = 0; n < MAX_OTHER; n += 1) await write(site, n % 2 ? `victim+${n}@example.org` : 'VICTIM@Example.org')
    await Promise.all(copies.map(({ site }) => deliver(site)))
    expect(received).toHaveLength(MAX_OTHER)
    expect((await Promise.all(copies.map(({ site }) => held(site)))).flat()).toHaveLength(MAX_OTHER)
    // Nothing waits in the queue to be sent on a later day.
    for (const { site } of copies) expect(await site.db.selectFrom('queued_jobs').select('id').execute()).toEqual([])
    await write(firstCopy().site, 'neighbour@example.org')
    await deliver(firstCopy().site)
    expect(received.at(-1)).toBe('neighbour@example.org')
  })

  test('reserves a part for mail requested by a visitor, and resets after a day', async () => {
    const { site } = firstCopy()
    for (let n = 0; n < MAX; n += 1) await write(site, 'victim@example.org', 'security')
    await deliver(site)
    expect(received).toHaveLength(MAX_OTHER)
    for (let n = 0; n < MAX; n += 1) await write(site, 'victim@example.org', 'asked')
    await deliver(site)
    expect(received).toHaveLength(MAX)
    vi.setSystemTime(Date.now() + 86_400_001)
    await write(site, 'victim@example.org')
    await deliver(site)
    expect(received).toHaveLength(MAX + 1)
  })

  test('does not count mail of the main site', async () => {
    const { main } = installation
    for (let n = 0; n < MAX + 2; n += 1) await write(main, 'victim@example.org')
    await deliver(main)
    expect(received).toHaveLength(MAX + 2)
    await write(firstCopy().site, 'victim@example.org')
    await deliver(firstCopy().site)
    expect(received).toHaveLength(MAX + 3)
  })

  test('is higher for a launched site that may send newsletters', async () => {
    const { site } = firstCopy()
    const mayBulkMail = { ...site, bulkMail: { state: 'allowed', refresh: async () => 'allowed' } as never }
    for (let n = 0; n < MAX + 2; n += 1) await write(mayBulkMail, 'desk@example.org')
    await deliver(mayBulkMail)
    expect(received).toHaveLength(MAX + 2)
  })

  test('held-back mail does not count against the quota or the budget', async () => {
    const { site } = firstCopy()
    for (let n = 0; n < MAX; n += 1) await write(site, 'victim@example.org')
    await deliver(site)
    expect(await quotaCount(site)).toBe(MAX_OTHER)
    expect(await budgetCount()).toEqual({ mails: MAX_OTHER, ofCopies: MAX_OTHER })
  })
})

describe('mail rejected by the server', () => {
  test('counts against quota and budget if a launched site sent it', async () => {
    refusal = { code: 550, message: '5.1.1 No such user' }
    const { site } = firstCopy()
    for (let n = 0; n < 4; n += 1) await write(site, `dead${n}@example.org`)
    await deliver(site)
    expect(await quotaCount(site)).toBe(4)
    expect(await budgetCount()).toEqual({ mails: 4, ofCopies: 4 })
  })

  test('counts against neither if the main site sent it', async () => {
    refusal = { code: 550, message: '5.7.1 Refused' }
    await write(installation.main, 'dead@example.org')
    await deliver(installation.main)
    expect(await budgetCount()).toEqual({ mails: 0, ofCopies: 0 })
  })

  test('does not count if no server was reached', async () => {
    const { site } = firstCopy()
    await write(site, 'victim@example.org')
    await deliver(site, 'smtp://127.0.0.1:1')
    expect(await quotaCount(site)).toBe(0)
    expect(await budgetCount()).toEqual({ mails: 0, ofCopies: 0 })
    const counts = await installation.main.db.selectFrom('mail_recipient_counts').select('mails').execute()
    expect(counts).toEqual([{ mails: 0 }])
  })
})

test('an enquiry is mailed once to a mailbox that the settings contain in several spellings', async () => {
  const { site, host } = firstCopy()
  const before = site.settings.enquiryEmail
  site.settings.enquiryEmail = 'desk@example.org, Desk+1@example.org, DESK+2@EXAMPLE.org, other@example.org'
  const { id: productId } = await makeProduct(contextOf(site), { name: 'Wall battery' })
  const body = { name: 'Ada', email: 'ada@example.org', phone: '01632 960001', address: '1 The Row', notes: '', productId }
  expect((await installation.ask(host, '/api/enquiries', { body })).status).toBe(201)
  site.settings.enquiryEmail = before
  const sent = await site.db.selectFrom('mails').select('to_address as to').orderBy('id').execute()
  expect(sent.map(({ to }) => to)).toEqual(expect.arrayContaining(['desk@example.org', 'other@example.org', 'ada@example.org']))
  expect(sent).toHaveLength(3)
})
