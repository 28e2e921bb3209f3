/** Headers of sent mail: Reply-To, List-Unsubscribe and encoded subjects. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changePasswordEndpoint, forgotPasswordEndpoint, resetPasswordEndpoint } from '#features/accounts/account.contract.ts'
import { hashPassword } from '#features/accounts/passwords/password.service.ts'
import { postEnquiryEndpoint } from '#features/enquiries/enquiry.contract.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { subscribeEndpoint, unsubscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'

const received: string[] = []
/** Mails with unfolded headers and unchanged bodies. */
const raw: string[] = []
let server: TestMailServer
let site: TestSite
beforeAll(async () => {
  site = await openTestSite({ settings: { enquiryEmail: 'shop@example.org, owner@example.org' } })
  // Headers are folded, and bodies contain soft line breaks.
  server = await startMailServer(({ text }) => {
    raw.push(text.replace(/\r\n[ \t]/g, ' '))
    received.push(text.replace(/=\r\n/g, '').replace(/\r\n[ \t]/g, ' '))
  })
})
afterAll(async () => {
  await site.close()
  await server.close()
})
afterEach(() => void (received.length = raw.length = 0))

const send = () => runDueJobs(site.ctx, [createMailHandler({ smtpUrl: server.smtpUrl, mailFrom: undefined, publicUrl: undefined })])
const header = (mail: string | undefined, name: string) =>
  new RegExp(`^${name}: (.*?)\r$`, 'mi').exec(mail?.split('\r\n\r\n')[0] + '\r\n')?.[1]

describe('an enquiry mail', () => {
  const enquiry = { name: 'Ada Quill', email: 'ada@example.net', phone: '01632 960001', address: '1 The Row\nHebden' }

  test('has the customer, or the shop, as Reply-To', async () => {
    const { id: productId } = await makeProduct(site.ctx)
    expect((await site.call(null, postEnquiryEndpoint, { body: { ...enquiry, productId } })).status).toBe(201)
    await send()
    expect(received.map((mail) => [header(mail, 'to'), header(mail, 'reply-to')])).toEqual([
      ['shop@example.org', 'ada@example.net'],
      ['owner@example.org', 'ada@example.net'],
      ['ada@example.net', 'shop@example.org'],
    ])
    expect(header(received[0], 'from')).toBe('Net Zero <no-reply@localhost>')
  })

  test.each(['ada@example.net\r\nBcc: v@example.org', 'ada@example.net, v@example.org', '"Ada" <ada@example.net>', 'nobody', ''])(
    'with the invalid reply address %j has no Reply-To',
    async (replyTo) => {
      await queueMail(site.ctx, { to: 'shop@example.org', subject: 'x', body: 'x', replyTo })
      await send()
      expect(received).toHaveLength(1)
      expect(header(received[0], 'reply-to')).toBeUndefined()
      expect(header(received[0], 'bcc')).toBeUndefined()
    },
  )
})

/** Decodes encoded words (RFC 2047); whitespace between two of them is ignored (§6.2). */
const decodeSubject = (encoded = ''): string =>
  encoded.replaceAll(/\?=\s+=\?/g, '?==?').replaceAll(/(?:=\?utf-8\?[bq]\?[^?]*\?=)+/gi, (words) =>
    Buffer.concat(
      [...words.matchAll(/=\?utf-8\?([bq])\?([^?]*)\?=/gi)].map(([, kind = '', text = '']) =>
        kind.toLowerCase() === 'b'
          ? Buffer.from(text, 'base64')
          : Buffer.from(
              text.replaceAll('_', ' ').replaceAll(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCodePoint(parseInt(hex, 16))),
              'latin1',
            ),
      ),
    ).toString('utf8'),
  )

test.each(['Pump 👩🏽‍🚀 and 👨‍👩‍👧‍👦 team', 'نمی‌خواهم', 'क्‍ष', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 heat'])(
  'a subject preserves joined emoji, zero-width joiners and non-joiners: %s',
  async (name) => {
    const { id: productId } = await makeProduct(site.ctx, { name })
    // A unique address, because mails per address are limited.
    const email = `${crypto.randomUUID()}@example.net`
    const enquiry = { name: 'Ada Quill', email, phone: '01632 960001', address: '1 The Row\nHebden' }
    expect((await site.call(null, postEnquiryEndpoint, { body: { ...enquiry, productId } })).status).toBe(201)
    await send()
    const subjects = raw.map((mail) => decodeSubject(header(mail, 'subject')))
    expect(subjects).toContain(`New enquiry: ${name}`)
    expect(subjects).toContain(`We have received your enquiry: ${name}`)
  },
)

describe('the newsletter confirmation mail', () => {
  test('has a working List-Unsubscribe link', async () => {
    await site.call(null, subscribeEndpoint, { body: { email: 'reader@example.org' } }, { host: 'localhost:3000' })
    await send()
    const [, key = ''] =
      /^<http:\/\/localhost:3000\/newsletter\/unsubscribe\?key=([\w-]{43})>$/.exec(header(received[0], 'list-unsubscribe') ?? '') ?? []
    expect((await site.call(null, unsubscribeEndpoint, { body: { token: key } })).body).toEqual({ email: 'reader@example.org' })
  })
  test('is stored without its key once sent, and has no link for an unknown host', async () => {
    await site.call(null, subscribeEndpoint, { body: { email: 'other@example.org' } }, { host: 'evil.example' })
    await site.call(null, subscribeEndpoint, { body: { email: 'third@example.org' } }, { host: 'localhost:3000' })
    await send()
    expect(header(received[0], 'list-unsubscribe')).toBeUndefined()
    const rows = await site.ctx.db.selectFrom('mails').select(['to_address', 'unsubscribe_url', 'body']).execute()
    const third = rows.find(({ to_address }) => to_address === 'third@example.org')
    expect(third?.unsubscribe_url).toBeNull()
    expect(third?.body).toContain('/newsletter/unsubscribe?key=…')
  })
})

describe('a password change', () => {
  const [OLD, NEXT, LAST] = ['an old long secret', 'a new long secret', 'the last long secret']
  let ann: Viewer
  beforeAll(async () => {
    ann = await makeUser(site.ctx, { username: 'ann_mail' })
    const values = { email: 'ann@example.org', display_name: 'Ann', password_hash: await hashPassword(OLD) }
    await site.ctx.db.updateTable('users').set(values).where('id', '=', ann.id).execute()
  })
  const noticesSent = () => received.filter((mail) => header(mail, 'subject') === 'Your password at Net Zero has changed')

  test('on the account page is reported to the account’s address with date and advice, and no token', async () => {
    const body = { currentPassword: OLD, newPassword: NEXT }
    expect((await site.call(ann, changePasswordEndpoint, { body }, { host: 'localhost:3000' })).status).toBe(200)
    await send()
    expect(noticesSent()).toHaveLength(1)
    const [mail = ''] = noticesSent()
    expect(header(mail, 'to')).toBe('ann@example.org')
    expect(mail).toMatch(/was changed on \d{1,2} \w+ \d{4} at \d\d:\d\d \(UTC\),\s+on the account page/)
    expect(mail).toContain('If you did not change it')
    expect(mail).toContain('http://localhost:3000/forgot-password')
    expect(mail).not.toMatch(/#[\w-]{20,}|token/)
  })
  test('by a mailed link is reported, a refused one is not', async () => {
    await site.call(null, forgotPasswordEndpoint, { body: { email: 'ann@example.org' } }, { host: 'localhost:3000' })
    await send()
    const [, token = ''] = /reset-password#([\w-]{43})/.exec(received[0] ?? '') ?? []
    expect((await site.call(null, resetPasswordEndpoint, { body: { token: 'x'.repeat(43), password: LAST } })).status).toBe(400)
    await send()
    expect(noticesSent()).toHaveLength(0)
    expect((await site.call(null, resetPasswordEndpoint, { body: { token, password: LAST } })).status).toBe(200)
    await send()
    expect(noticesSent()).toHaveLength(1)
    expect(noticesSent()[0]).toContain('with the link from an email to this address')
  })
})
