// Daily on PostgreSQL too: whether an address is listed, released or mailed is decided by conditional upserts.
/** Tests the suppression list: bounces and complaints add addresses, and every mail is checked against it. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { passwordChangedMail, passwordLinkMail } from '#features/accounts/passwords/password.mail.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { listMailEndpoint, resendMailEndpoint } from '#features/mail/mail.contract.ts'
import { queueMail, sendMail } from '#features/mail/mail.service.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { deliveryProofOf, messageIdOf, startMailServer, type ReceivedMail, type TestMailServer } from '#tests/support/mail-server.ts'
import { COMPLAINT, idFor, proofFor, REPORT } from '#tests/support/returned-mail.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './suppression.contract.ts'
import { setMailEventsToken, recordMailEvents } from './suppression.service.ts'
import { recordMailedAddress, removeOldMailedAddresses } from './mailed-address.service.ts'
import type { MailEvent, Suppression } from './suppression.contract.ts'

const TOKEN = 'a token of the provider'
const DAY_MS = 86_400_000
let site: TestSite
let tenantSite: TestSite
let admin: Viewer
const acceptedRecipients: string[] = []
const received: ReceivedMail[] = []
let mailServer: TestMailServer
beforeAll(async () => {
  site = await openTestSite()
  tenantSite = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  mailServer = await startMailServer((mail) => void received.push(mail), {
    // The server refuses an unknown address and a mail that a filter rejects with different status codes.
    onRcptTo({ address }, _session, done) {
      if (address.startsWith('nobody')) return done(Object.assign(new Error('5.1.1 No such user here'), { responseCode: 550 }))
      if (address.startsWith('filter')) return done(Object.assign(new Error('5.7.1 Looks like spam'), { responseCode: 550 }))
      acceptedRecipients.push(address)
      return done()
    },
  })
})
afterAll(async () => {
  await site.close()
  await tenantSite.close()
  await mailServer.close()
})
beforeEach(() => setMailEventsToken(TOKEN))
/** Records that the addresses were sent mail, because reports for other addresses are ignored. */
const recordMailed = async (...addresses: string[]) => {
  for (const address of addresses) await recordMailedAddress(site.ctx, address)
}
afterEach(async () => {
  acceptedRecipients.length = 0
  received.length = 0
  for (const { ctx } of [site, tenantSite])
    for (const table of ['suppressions', 'mails', 'queued_jobs', 'mailed_addresses'] as const) await ctx.db.deleteFrom(table).execute()
})

const send = (sendingSite = site) => {
  const { smtpUrl } = mailServer
  return runDueJobs(sendingSite.ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined }, site.ctx)])
}
const queueTo = (to: string, sendingSite = site) => queueMail(sendingSite.ctx, { to, subject: 'News', body: 'Of the week.' })
const report = (events: object[], token = TOKEN) =>
  site.call(null, contract.reportMailEventsEndpoint, { query: { token }, body: { events } })
const listSuppressions = async (): Promise<Suppression[]> => (await site.call(admin, contract.listSuppressionsEndpoint)).body
const listOutbox = async () =>
  (await site.call(admin, listMailEndpoint)).body as { id: number; to: string; state: string; lastError: string | null }[]

describe('the suppression list', () => {
  test('contains an address after the server has refused it as unknown, but not after a filter has rejected the mail', async () => {
    await queueTo('nobody@example.org')
    await queueTo('filter@example.org')
    await send()
    expect(await listSuppressions()).toEqual([
      expect.objectContaining({ address: 'nobody@example.org', reason: 'bounce', detail: expect.stringContaining('No such user') }),
    ])
  })

  test('contains an address after one bounce or complaint, or after five soft bounces within a month', async () => {
    const events = [
      { type: 'bounce', address: 'Gone@Example.org', detail: '550 5.1.1' },
      { type: 'complaint', address: 'cross@example.org' },
      { type: 'soft', address: 'full@example.org', detail: '452 4.2.2 Mailbox full' },
    ]
    await recordMailed('gone@example.org', 'cross@example.org', 'full@example.org')
    const response = await report(events)
    expect(response).toMatchObject({ status: 200, body: { taken: 3 } })
    const readReasons = async () => Object.fromEntries((await listSuppressions()).map(({ address, reason }) => [address, reason]))
    expect(await readReasons()).toEqual({ 'gone@example.org': 'bounce', 'cross@example.org': 'complaint' })
    for (let n = 0; n < 3; n++) await report([events[2]!])
    expect(Object.keys(await readReasons())).toHaveLength(2)
    await report([events[2]!])
    expect(await readReasons()).toMatchObject({ 'full@example.org': 'soft' })
  })

  test('holds back mail to a manual entry until an administrator removes it', async () => {
    const created = await site.call(admin, contract.addSuppressionEndpoint, {
      body: { address: 'Ann@example.org', detail: 'Asked by phone' },
    })
    expect(created).toMatchObject({ status: 201, body: { address: 'ann@example.org', reason: 'manual' } })
    const again = await site.call(admin, contract.addSuppressionEndpoint, { body: { address: 'ann@example.org' } })
    expect(again).toMatchObject({ status: 409, body: { code: 'suppression.already' } })
    await queueTo('ann@example.org')
    await send()
    const [mail] = await listOutbox()
    expect(acceptedRecipients).toEqual([])
    expect(mail).toMatchObject({ state: 'suppressed', lastError: 'Added by an administrator: Asked by phone' })
    expect((await site.call(admin, contract.removeSuppressionEndpoint, { params: { id: created.body.id } })).body).toEqual({ ok: true })
    const entry = await lastEntryOf(site.ctx, 'suppression', created.body.id)
    expect(entry.action).toBe('suppression.remove')
    expect(JSON.stringify(entry)).not.toContain('ann@')
    await site.call(admin, resendMailEndpoint, { params: { id: mail?.id ?? 0 } })
    await send()
    expect(acceptedRecipients).toEqual(['ann@example.org'])
    expect((await listOutbox())[0]?.state).toBe('sent')
  })
})

describe('mail to a suppressed address', () => {
  const accountData = { person: 'Ann', username: 'ann', link: 'https://example.org/reset-password#key', isFirstMailboxProof: false }
  const changeData = { ...accountData, at: '2026-11-02T09:30:00.000Z', byLink: true, passkeys: [] }
  test.each([
    ['complaint', ['password changed']],
    ['soft', ['password changed']],
    ['manual', []],
    ['bounce', []],
  ])('for the reason %s is held back, except %j', async (reason, expected) => {
    const to = 'ann@example.org'
    const suppressedAt = new Date().toISOString()
    await site.ctx.db
      .insertInto('suppressions')
      .values({ address: to, reason, detail: '', last_event_at: suppressedAt, suppressed_at: suppressedAt })
      .execute()
    const sent: string[] = []
    const mails: [string, () => Promise<void>][] = [
      ['news', () => queueTo(to)],
      ['password link', () => sendMail(site.ctx, passwordLinkMail, accountData, { to, priority: 'urgent' })],
      ['password changed', () => sendMail(site.ctx, passwordChangedMail, changeData, { to })],
    ]
    for (const [name, queue] of mails) {
      const acceptedBefore = acceptedRecipients.length
      await queue()
      await send()
      if (acceptedRecipients.length > acceptedBefore) sent.push(name)
    }
    expect(sent).toEqual(expected)
  })

  test('is sent again if it is a requested link, a week after a bounce or 30 days after a complaint', async () => {
    const now = Date.now()
    const isLinkSent = async (to: string) => {
      const acceptedBefore = acceptedRecipients.length
      await sendMail(site.ctx, passwordLinkMail, accountData, { to, priority: 'urgent' })
      await send()
      return acceptedRecipients.length > acceptedBefore
    }
    for (const [type, address, days] of [
      ['bounce', 'dead@example.org', 7],
      ['complaint', 'cross@example.org', 30],
    ] as const) {
      const event: MailEvent = { type, address, detail: '' }
      await recordMailEvents(site.ctx, [event], now - days * DAY_MS + 60_000)
      expect(await isLinkSent(address), `${address} before`).toBe(false)
      await site.ctx.db.deleteFrom('suppressions').execute()
      await recordMailEvents(site.ctx, [event], now - days * DAY_MS - 60_000)
      expect(await isLinkSent(address), `${address} after`).toBe(true)
      // Another report restarts the period.
      await recordMailEvents(site.ctx, [event], now)
      expect(await isLinkSent(address), `${address} reported again`).toBe(false)
    }
  })

  test('changes the reason from soft to bounce when the server refuses the recipient as unknown', async () => {
    const suppressedAt = new Date(Date.now() - DAY_MS - 60_000).toISOString()
    const row = { address: 'nobody@example.org', reason: 'soft', detail: '', last_event_at: suppressedAt, suppressed_at: suppressedAt }
    await site.ctx.db.insertInto('suppressions').values(row).execute()
    await sendMail(site.ctx, passwordLinkMail, accountData, { to: row.address, priority: 'urgent' })
    await send()
    expect(await listSuppressions()).toEqual([expect.objectContaining({ address: row.address, reason: 'bounce' })])
  })

  test('is held back on a tenant site by the installation’s list, but not on the main site by a tenant site’s list', async () => {
    await recordMailed('cross@example.org')
    await report([{ type: 'complaint', address: 'cross@example.org' }])
    await recordMailEvents(tenantSite.ctx, [{ type: 'bounce', address: 'own@example.org', detail: '' }])
    for (const to of ['cross@example.org', 'own@example.org', 'free@example.org']) await queueTo(to, tenantSite)
    await send(tenantSite)
    expect(acceptedRecipients).toEqual(['free@example.org'])
    await queueTo('own@example.org')
    await send()
    expect(acceptedRecipients).toEqual(['free@example.org', 'own@example.org'])
  })
})

describe('a returned mail', () => {
  test.each([
    ['an address that does not exist', REPORT('5.1.1'), 1, [['gone@example.org', 'bounce', 'smtp; 550 5.1.1 no such user']]],
    ['a full mailbox', REPORT('5.2.2'), 1, []],
    ['a delay', REPORT('4.4.1', 'delayed'), 0, []],
    ['a complaint', COMPLAINT(), 1, [['cross@example.org', 'complaint', 'abuse']]],
    ['an out-of-office reply', 'From: a@example.org\r\nSubject: Away\r\n\r\nBack on Monday.', 0, []],
  ])('about %s leads to the expected entries', async (_what, message, taken, expected) => {
    const response = await site.call(null, contract.reportReturnedMailEndpoint, { query: { token: TOKEN }, body: { message } })
    expect(response).toMatchObject({ status: 200, body: { taken } })
    expect((await listSuppressions()).map(({ address, reason, detail }) => [address, reason, detail])).toEqual(expected)
  })
})

const reportReturned = async (message: string, receivingSite = site) =>
  (await receivingSite.call(null, contract.reportReturnedMailEndpoint, { query: { token: TOKEN }, body: { message } })).body

describe('a report of a returned mail', () => {
  const tamperWith = (proof: string) => proof.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  test.each([
    ['without the mail', ''],
    ['with a proof of another server', 'X-Delivery-Proof: abc'],
    ['with the proof of a mail to another address', proofFor('attacker@example.org')],
    ['with a changed proof', tamperWith(proofFor('gone@example.org'))],
    ['with the proof of a mail of 15 days ago', proofFor('gone@example.org', 15)],
    ['with the Message-ID alone', `Message-ID: ${idFor('gone@example.org')}`],
    ['with the Message-ID that a reply quotes', `In-Reply-To: ${idFor('gone@example.org')}\r\nReferences: ${idFor('gone@example.org')}`],
    ['with the proof after the original headers', `Subject: Hello\r\n\r\n${proofFor('gone@example.org')}`],
  ])('is ignored %s', async (_what, header) => {
    const headerFor = (address: string) => header.replaceAll(idFor('gone@example.org'), idFor(address))
    expect(await reportReturned(REPORT('5.1.1', 'failed', header))).toEqual({ taken: 0 })
    expect(await reportReturned(COMPLAINT(headerFor('cross@example.org')))).toEqual({ taken: 0 })
    expect(await listSuppressions()).toEqual([])
  })
  test('is ignored with the proof outside the original mail', async () => {
    const proof = proofFor('gone@example.org')
    const report = REPORT('5.1.1', 'failed', 'Message-ID: <a@b>')
    for (const forged of [`${proof}\r\n${report}`, report.replace('Final words.', proof), report.replace('--b--', `${proof}\r\n--b--`)])
      expect(await reportReturned(forged)).toEqual({ taken: 0 })
  })
  test('is accepted with a proof of 14 days ago', async () => {
    expect(await reportReturned(REPORT('5.1.1', 'failed', proofFor('gone@example.org', 14)))).toEqual({ taken: 1 })
  })
  test('is accepted only for the recipients with a proof', async () => {
    const both = REPORT('5.1.1').replace(
      '--b--',
      'Final-Recipient: rfc822; victim@example.org\r\nAction: failed\r\nStatus: 5.1.1\r\n\r\n--b--',
    )
    expect(await reportReturned(both)).toEqual({ taken: 1 })
    expect((await listSuppressions()).map(({ address }) => address)).toEqual(['gone@example.org'])
  })
  test('about a forwarded mail suppresses the address that the mail was sent to', async () => {
    const forwarded = REPORT('5.1.1', 'failed', proofFor('ann@example.org')).replace(
      'Final-Recipient:',
      'Original-Recipient: rfc822; ann@example.org\r\nFinal-Recipient:',
    )
    expect(await reportReturned(forwarded)).toEqual({ taken: 1 })
    expect((await listSuppressions()).map(({ address }) => address)).toEqual(['ann@example.org'])
  })
  test('is accepted with the delivery proof of a mail that was sent, but not with its Message-ID', async () => {
    await queueTo('gone@example.org')
    await send()
    const mail = received.at(-1) ?? { text: '' }
    expect(messageIdOf(mail)).toMatch(/^<[0-9a-z]{3,5}\.[\w-]{16}\.[\w-]{22}@localhost>$/)
    expect(await reportReturned(REPORT('5.1.1', 'failed', `Message-ID: ${messageIdOf(mail)}`))).toEqual({ taken: 0 })
    const proof = deliveryProofOf(mail)
    expect(proof).toMatch(/^[0-9a-z]{3,5}\.[\w-]{16}\.[\w-]{22}$/)
    expect(await reportReturned(REPORT('5.1.1', 'failed', `X-Delivery-Proof: ${proof}`))).toEqual({ taken: 1 })
  })
})

test('an event from a provider is accepted for recently mailed addresses or with a valid Message-ID', async () => {
  const event = { type: 'bounce', address: 'Gone@Example.org' }
  expect((await report([event])).body).toEqual({ taken: 0 })
  expect((await report([{ ...event, messageId: idFor('other@example.org') }])).body).toEqual({ taken: 0 })
  expect((await report([{ ...event, messageId: idFor('gone@example.org') }])).body).toEqual({ taken: 1 })
  await site.ctx.db.deleteFrom('suppressions').execute()
  // Mail from a tenant site is recorded on the main site, where reports arrive; deleting the mail does not remove the record.
  await queueTo('gone@example.org', tenantSite)
  await send(tenantSite)
  await tenantSite.ctx.db.deleteFrom('mails').execute()
  expect((await report([event])).body).toEqual({ taken: 1 })
  await site.ctx.db.deleteFrom('suppressions').execute()
  await removeOldMailedAddresses(site.ctx, Date.now() + 14 * DAY_MS)
  expect((await report([event])).body).toEqual({ taken: 1 })
  await removeOldMailedAddresses(site.ctx, Date.now() + 15 * DAY_MS)
  await site.ctx.db.deleteFrom('suppressions').execute()
  expect((await report([event])).body).toEqual({ taken: 0 })
  expect(await tenantSite.ctx.db.selectFrom('mailed_addresses').selectAll().execute()).toEqual([])
})

test('an entry of the installation holds back mail from a tenant site without revealing its reason', async () => {
  await site.call(admin, contract.addSuppressionEndpoint, { body: { address: 'ann@example.org', detail: 'Divorce, asked by her lawyer' } })
  await queueTo('ann@example.org', tenantSite)
  await send(tenantSite)
  const mail = await tenantSite.ctx.db.selectFrom('mails').selectAll().executeTakeFirstOrThrow()
  expect(mail.suppressed_at).not.toBeNull()
  expect(mail.last_error).toBe('This address does not accept mail')
  expect(JSON.stringify(mail)).not.toContain('lawyer')
})
