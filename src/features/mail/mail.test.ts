import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { enqueueJob } from '#features/job-queue/job-queue.service.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { startMailServer, type ReceivedMail, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listMailEndpoint, resendMailEndpoint } from './mail.contract.ts'
import { sendMailJob } from './mail-job.service.ts'
import { removeOldMail, mailLink, queueMail } from './mail.service.ts'
import { createMailHandler } from './sending.service.ts'

const received: ReceivedMail[] = []
let shouldRefuse = false
let server: TestMailServer
let site: TestSite
let admin: Viewer
let smtpUrl = ''
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
  server = await startMailServer((mail) => void received.push(mail), {
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: (auth, _session, done) => done(auth.password === 'pass' ? null : new Error('No.'), { user: 'post' }),
    onRcptTo: (_address, _session, done) => done(shouldRefuse ? Object.assign(new Error('Not now'), { responseCode: 451 }) : null),
  })
  smtpUrl = `smtp://post:pass@${server.address}`
})
afterAll(async () => {
  await site.close()
  await server.close()
})
afterEach(async () => {
  vi.useRealTimers()
  shouldRefuse = false
  received.length = 0
  await site.ctx.db.deleteFrom('mails').execute()
  await site.ctx.db.deleteFrom('queued_jobs').execute()
})

const send = (config: { mailFrom?: string; publicUrl?: string; smtpUrl?: string | undefined } = {}) =>
  runDueJobs(site.ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: undefined, ...config })])
const listOutbox = async () => (await site.call(admin, listMailEndpoint)).body

describe('the outbox', () => {
  test('sends a mail once, from the site, and stores it without the key of its link', async () => {
    const key = 'k'.repeat(43)
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'Grüße', body: `Open http://localhost/reset-password#${key}\n` })
    expect(await listOutbox()).toEqual([expect.objectContaining({ to: 'ann@example.org', state: 'waiting', attempts: 0 })])
    await send()
    await send()
    expect(received).toHaveLength(1)
    expect(received[0]).toMatchObject({ from: 'no-reply@localhost', to: ['ann@example.org'] })
    expect(received[0]?.text).toMatch(/^From: Net Zero <no-reply@localhost>/m)
    // This header prevents out-of-office replies (RFC 3834).
    expect(received[0]?.text).toMatch(/^Auto-Submitted: auto-generated\r$/m)
    expect(received[0]?.text).toMatch(/^Message-ID: <[0-9a-z]{3,5}\.[\w-]{16}\.[\w-]{22}@localhost>\r$/m)
    expect(received[0]?.text.replace(/=\r\n/g, '')).toContain(`#${key}`)
    const [mail] = await listOutbox()
    expect(mail).toMatchObject({ state: 'sent', attempts: 1, lastError: null, sentAt: expect.any(String) })
    expect(mail.body).toContain('/reset-password#…')
    expect((await site.call(admin, resendMailEndpoint, { params: { id: mail.id }, body: {} })).body.code).toBe('mail.sent')
  })
  test('uses the sender from MAIL_FROM or PUBLIC_URL and sends one mail per address', async () => {
    await queueMail(site.ctx, { to: 'ann@example.org, bob@example.org', subject: 'One', body: 'x' })
    await send({ mailFrom: 'Green Street <post@green.example>' })
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'Two', body: 'x' })
    await send({ publicUrl: 'https://netzero.example' })
    expect(received.map(({ from, to }) => [from, to])).toEqual([
      ['post@green.example', ['ann@example.org']],
      ['post@green.example', ['bob@example.org']],
      ['no-reply@netzero.example', ['ann@example.org']],
    ])
  })
  test('retries after 1, 5, 30 and 120 minutes and then fails until resent', async () => {
    shouldRefuse = true
    vi.useFakeTimers({ toFake: ['Date'] })
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'Slow', body: 'x' })
    for (const minutes of [1, 5, 30, 120]) {
      await send()
      expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', lastError: expect.stringContaining('Not now') })
      vi.setSystemTime(Date.now() + minutes * 60_000 - 1000)
      const { attempts } = (await listOutbox())[0]
      await send()
      expect((await listOutbox())[0].attempts).toBe(attempts)
      vi.setSystemTime(Date.now() + 2000)
    }
    await send()
    const [mail] = await listOutbox()
    expect(mail).toMatchObject({ state: 'failed', attempts: 5 })
    shouldRefuse = false
    await send()
    expect(received).toEqual([])
    const resendResponse = await site.call(admin, resendMailEndpoint, { params: { id: mail.id }, body: {} })
    expect(resendResponse).toMatchObject({ status: 200, body: { state: 'waiting', lastError: null } })
    await send()
    expect(received).toHaveLength(1)
  })
  test('keeps the mail without SMTP_URL and can resend it later', async () => {
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'Kept', body: 'Read me here' })
    await send({ smtpUrl: undefined })
    const [mail] = await listOutbox()
    expect(mail).toMatchObject({ state: 'kept', body: 'Read me here' })
    await send()
    expect(received).toEqual([])
    await site.call(admin, resendMailEndpoint, { params: { id: mail.id }, body: {} })
    await send()
    expect(received).toHaveLength(1)
  })
  test('leaves the mail waiting when the server is unreachable or rejects the credentials', async () => {
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'x', body: 'x' })
    await send({ smtpUrl: 'smtp://127.0.0.1:1' })
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringContaining('ECONNREFUSED') })
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'y', body: 'y' })
    await send({ smtpUrl: smtpUrl.replace('pass', 'wrong') })
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
    expect(JSON.stringify(await listOutbox())).not.toContain('post:')
  })
  test('accepts any certificate from a local server; other servers need a trusted one or tls.rejectUnauthorized=false', async () => {
    let encrypted = 0
    const relay = new SMTPServer({
      authOptional: true,
      onData(stream, session, done) {
        if (session.secure) encrypted += 1
        stream.resume().on('end', () => done())
      },
    })
    await new Promise<void>((resolve) => void relay.listen(0, resolve))
    const relayUrl = (host: string, query = '') => `smtp://${host}:${(relay.server.address() as AddressInfo).port}${query}`
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'x', body: 'x' })
    await send({ smtpUrl: relayUrl('127.0.0.1') })
    expect((await listOutbox())[0].state).toBe('sent')
    expect(encrypted).toBe(1)
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'x', body: 'x' })
    await send({ smtpUrl: relayUrl('127.0.0.2') })
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', lastError: expect.stringMatching(/certificate/i) })
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'y', body: 'y' })
    await send({ smtpUrl: relayUrl('127.0.0.2', '/?tls.rejectUnauthorized=false') })
    expect((await listOutbox())[0].state).toBe('sent')
    expect(encrypted).toBe(2)
    await new Promise<void>((resolve) => relay.close(resolve))
  })
  test('refuses remote servers without STARTTLS unless SMTP_URL allows it', async () => {
    let senders = ''
    const relay = new SMTPServer({
      authOptional: true,
      hideSTARTTLS: true,
      disabledCommands: ['STARTTLS'],
      onMailFrom: ({ address }, _session, done) => {
        senders += address
        done()
      },
      onData: (stream, _session, done) => void stream.resume().on('end', () => done()),
    })
    await new Promise<void>((resolve) => void relay.listen(0, resolve))
    const relayUrl = (host: string, query = '') => `smtp://${host}:${(relay.server.address() as AddressInfo).port}${query}`
    await queueMail(site.ctx, { to: 'ann@example.org', subject: 'x', body: 'x' })
    await send({ smtpUrl: relayUrl('127.0.0.2') })
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', lastError: expect.stringMatching(/STARTTLS/) })
    expect(senders).toBe('')
    for (const url of [relayUrl('127.0.0.1'), relayUrl('127.0.0.2', '/?requireTLS=false'), relayUrl('127.0.0.2', '/?ignoreTLS=true')]) {
      await queueMail(site.ctx, { to: 'ann@example.org', subject: url, body: 'x' })
      await send({ smtpUrl: url })
      expect((await listOutbox())[0].state, url).toBe('sent')
    }
    await new Promise<void>((resolve) => relay.close(resolve))
  })
  test('sends each mail only once when two processes send concurrently', async () => {
    await Promise.all(['a', 'b', 'c'].map((subject) => queueMail(site.ctx, { to: 'ann@example.org', subject, body: 'x' })))
    await Promise.all([send(), send()])
    expect(received).toHaveLength(3)
  })
})

describe('the security of mail', () => {
  test('user input cannot inject headers or recipients', async () => {
    const evil = 'Hello\r\nBcc: victim@example.org\r\n\r\nBody'
    await queueMail(site.ctx, { to: 'ann@example.org', subject: evil, body: 'x' })
    await queueMail(site.ctx, { to: 'ann@example.org\r\nBcc: v@example.org', subject: 'x', body: 'x' })
    await queueMail(site.ctx, { to: '"Ann" <ann@example.org>', subject: 'x', body: 'x' })
    await queueMail(site.ctx, { to: '', subject: 'x', body: 'x' })
    await send()
    expect(received).toHaveLength(1)
    expect(received[0]?.to).toEqual(['ann@example.org'])
    expect(received[0]?.text).toMatch(/^Subject: Hello Bcc: victim@example\.org Body\r$/m)
    expect(received[0]?.text).not.toMatch(/^Bcc:/m)
  })
  test('mailLink returns absolute URLs only for trusted hosts', () => {
    const linkFrom = (origin: string, isConfigured?: true) =>
      mailLink({ caller: { clientIp: '', userAgent: '', origin, ...(isConfigured ? { isOriginConfigured: isConfigured } : {}) } }, '/x')
    expect(linkFrom('https://netzero.example', true)).toBe('https://netzero.example/x')
    expect(linkFrom('http://localhost:3000')).toBe('http://localhost:3000/x')
    expect(linkFrom('http://a.sustainable-tech.localhost:3000')).toBe('http://a.sustainable-tech.localhost:3000/x')
    expect(linkFrom('https://evil.example')).toBe('/x')
    expect(mailLink({}, '/x')).toBe('/x')
  })
  test('visitors and members cannot read or resend mail, and unknown mails return 404', async () => {
    const member = await makeUser(site.ctx)
    expect((await site.call(null, listMailEndpoint)).status).toBe(401)
    expect((await site.call(member, listMailEndpoint)).status).toBe(403)
    expect((await site.call(member, resendMailEndpoint, { params: { id: 1 }, body: {} })).status).toBe(403)
    expect((await site.call(admin, resendMailEndpoint, { params: { id: 999_999 }, body: {} })).body.code).toBe('mail.not_found')
  })
})

test('removeOldMail purges mail after 90 days unless it is still waiting', async () => {
  await site.ctx.db.deleteFrom('mails').execute()
  await site.ctx.db.deleteFrom('queued_jobs').execute()
  const [longAgo, now] = [new Date(Date.now() - 91 * 86_400_000).toISOString(), new Date().toISOString()]
  const mail = { to_address: 'a@example.org', body: 'x' }
  await site.ctx.db
    .insertInto('mails')
    .values([
      { ...mail, subject: 'old', created_at: longAgo },
      { ...mail, subject: 'old but due', created_at: longAgo },
      { ...mail, subject: 'new', created_at: now },
    ])
    .execute()
  const { id: mailId } = await site.ctx.db.selectFrom('mails').select('id').where('subject', '=', 'old but due').executeTakeFirstOrThrow()
  await enqueueJob(site.ctx, sendMailJob, { mailId }, { key: String(mailId) })
  await removeOldMail(site.ctx)
  const remaining = await site.ctx.db.selectFrom('mails').select('subject').orderBy('id').execute()
  expect(remaining.map(({ subject }) => subject)).toEqual(['old but due', 'new'])
})
