/** Tests delivery to local SMTP servers, including silent, refusing and disconnecting ones. */
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import { simpleParser } from 'mailparser'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { passwordLinkMail } from '#features/accounts/passwords/password.mail.ts'
import { claimJob, executeJob, runDueJobs } from '#features/job-queue/job-execution.ts'
import { toDkimKey } from '#platform/config/dkim-settings.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { listMailEndpoint } from './mail.contract.ts'
import { queueMail, sendMail } from './mail.service.ts'
import { createMailHandler } from './sending.service.ts'

const LINK = `https://example.org/reset-password#${'k'.repeat(43)}`
const SMTP_TIMEOUT_MS = 30_000
let site: TestSite
const servers: TestMailServer[] = []
beforeAll(async () => void (site = await openTestSite()))
afterAll(() => site.close())
afterEach(async () => {
  vi.useRealTimers()
  for (const table of ['mails', 'queued_jobs', 'suppressions'] as const) await site.ctx.db.deleteFrom(table).execute()
  for (const { close } of servers.splice(0)) await close()
})

/** @returns the server's URL and the mails that it has received */
async function startServer(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const mailServer = await startMailServer(({ text }) => void received.push(text), options)
  servers.push(mailServer)
  return { received, smtpUrl: mailServer.smtpUrl }
}
type HandlerConfig = Partial<Parameters<typeof createMailHandler>[0]>
const send = (smtpUrl: string, config: HandlerConfig = {}) =>
  runDueJobs(site.ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: 'https://green.example', ...config })])
const listOutbox = async () =>
  (await site.call({ id: 1, isAdmin: true }, listMailEndpoint)).body as { state: string; attempts: number; lastError: string | null }[]
const queueMailTo = (to = 'ann@example.org') =>
  sendMail(
    site.ctx,
    passwordLinkMail,
    { person: 'Ann <b>', username: 'ann', link: LINK, isFirstMailboxProof: false },
    { to, priority: 'urgent' },
  )
const createRefusal = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

describe('a mail from a template', () => {
  test('has a text and an HTML part with the same words and link, and references no external resources', async () => {
    const { received, smtpUrl } = await startServer()
    await queueMailTo()
    await send(smtpUrl)
    const mail = await simpleParser(received[0] ?? '')
    expect(received[0]).toMatch(/^Content-Type: multipart\/alternative;/m)
    expect(mail.subject).toBe('Set a new password for Net Zero')
    expect(mail.messageId).toMatch(/^<[0-9a-z]{3,5}\.[\w-]{16}\.[\w-]{22}@green\.example>$/)
    expect(mail.text).toContain(`Hello Ann <b>,\n\nSomeone, probably you, asked to reset the password`)
    for (const part of [mail.text, mail.html]) expect(part).toContain(LINK)
    expect(mail.html).toContain('Hello Ann &lt;b&gt;,')
    expect(mail.html).toMatch(/<html lang="en/)
    expect(mail.html).not.toMatch(/<(img|link|script|iframe)\b|url\(|@import/i)
    expect(received[0]).not.toMatch(/^(List-|Precedence)/m)
  })
  test('is stored without the key of its link after it was sent', async () => {
    const { smtpUrl } = await startServer()
    await queueMailTo()
    await send(smtpUrl)
    const row = await site.ctx.db.selectFrom('mails').select(['body', 'content']).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('kkkk')
    expect(row.content).toContain('#…')
  })
  test('is sent once to each recipient, with List-ID and List-Unsubscribe headers if it has a mailing list', async () => {
    const { received, smtpUrl } = await startServer()
    const list = { id: 'newsletter', oneClickUrl: 'https://green.example/leave/abc' }
    await queueMail(site.ctx, { to: 'a@example.org, b@example.org, a@example.org', subject: 'x', body: 'x', list })
    await send(smtpUrl)
    const mails = await Promise.all(received.map((raw) => simpleParser(raw)))
    expect(mails.map(({ to }) => (Array.isArray(to) ? 'many' : to?.text))).toEqual(['a@example.org', 'b@example.org'])
    for (const raw of received) {
      expect(raw).toMatch(/^List-ID: <newsletter\.green\.example>\r$/im)
      expect(raw).toMatch(/^List-Unsubscribe: <https:\/\/green\.example\/leave\/abc>\r$/im)
      expect(raw).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im)
      expect(raw).toMatch(/^Precedence: bulk\r$/im)
    }
  })
})

describe('the delivery of a mail', () => {
  test('is retried after a temporary error and fails at once after a permanent one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let reply = createRefusal(451, 'Greylisted')
    const { smtpUrl } = await startServer({ onRcptTo: (_address, _session, done) => done(reply) })
    await queueMailTo()
    await send(smtpUrl)
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringContaining('Greylisted') })
    reply = createRefusal(550, 'No such mailbox')
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect((await listOutbox())[0]).toMatchObject({ state: 'failed', attempts: 2, lastError: expect.stringContaining('No such mailbox') })
  })
  test('is retried under the same Message-ID when the server disconnects after DATA', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ids: string[] = []
    let shouldDisconnect = true
    const { smtpUrl } = await startServer({
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)\r$/im.exec(Buffer.concat(parts).toString())?.[1] ?? '')
          if (shouldDisconnect) for (const { socket } of findConnections(session.id)) socket.destroy()
          else done()
        })
      },
    })
    await queueMailTo()
    await send(smtpUrl)
    expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
    shouldDisconnect = false
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect((await listOutbox())[0]?.state).toBe('sent')
    expect(ids).toEqual([ids[0], ids[0]])
  })
  test('continues with other mails when the server disconnects on one', async () => {
    const offeredRecipients: string[] = []
    const { smtpUrl } = await startServer({
      onData(stream, session, done) {
        const [to] = session.envelope.rcptTo
        stream.resume().on('end', () => {
          if (to?.address === 'poison@example.org') for (const { socket } of findConnections(session.id)) socket.destroy()
          else done()
          offeredRecipients.push(to?.address ?? '')
        })
      },
    })
    await queueMailTo('poison@example.org')
    await queueMailTo('ann@example.org')
    await send(smtpUrl)
    expect(offeredRecipients).toEqual(['poison@example.org', 'ann@example.org'])
    expect((await listOutbox()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['waiting', 1],
    ])
  })
  test('pauses all mails for a minute when the server is unreachable, however many attempts this mail has had', async () => {
    await queueMailTo()
    await site.ctx.db.updateTable('queued_jobs').set({ attempts: 3 }).execute()
    const claimed = await claimJob(site.ctx, ['mail.send'], 60_000)
    const handler = createMailHandler({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: undefined, publicUrl: undefined })
    if (!claimed) throw new Error('There is nothing to do.')
    expect(await executeJob(site.ctx, handler, claimed, new AbortController().signal)).toEqual({ of: 'everywhere', ms: 60_000 })
  })
  test('leaves mails waiting without counting an attempt when the server limits connections', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let connectionCount = 0
    const { received, smtpUrl } = await startServer({
      onConnect: (_session, done) => done(connectionCount++ < 2 ? null : createRefusal(421, 'Too many, come back later')),
    })
    for (const name of ['a', 'b', 'c', 'd']) await queueMailTo(`${name}@example.org`)
    await send(smtpUrl)
    const states = (await listOutbox()).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()
    expect(received).toHaveLength(2)
    expect(states).toEqual(['sent 1', 'sent 1', 'waiting 0', 'waiting 1'])
    connectionCount = 0
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect(received).toHaveLength(4)
  })
  testAtNight(
    'times out and leaves the mail waiting when the server is silent',
    async () => {
      const { smtpUrl } = await startServer({ onConnect: () => undefined })
      await queueMailTo()
      await send(smtpUrl)
      expect((await listOutbox())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringMatching(/greeting|time/i) })
    },
    4 * SMTP_TIMEOUT_MS,
  )
  test('supports non-ASCII addresses with SMTPUTF8 and fails with the server’s error without it', async () => {
    const { received, smtpUrl } = await startServer()
    await queueMailTo('jürgen@example.org')
    await send(smtpUrl)
    expect(received).toHaveLength(1)
    const isPlain = (text: string) => [...text].every((letter) => letter < '\u0080')
    const asciiServer = await startServer({
      onRcptTo: ({ address }, _session, done) => done(isPlain(address) ? null : createRefusal(553, 'SMTPUTF8 is not known here')),
    })
    await queueMailTo('jörg@example.org')
    await send(asciiServer.smtpUrl)
    expect((await listOutbox())[0]).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining('SMTPUTF8') })
  })
})

const findConnections = (id: string) =>
  servers
    .flatMap(({ server }) => [...(server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections])
    .flatMap((connection) => (connection.id === id ? [{ socket: connection._socket }] : []))

test('a mail is signed with the configured DKIM key, and the signature is invalid for changed content', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const unset = { DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined, DKIM_PRIVATE_KEY: undefined, DKIM_PRIVATE_KEY_FILE: undefined }
  expect(toDkimKey(unset)).toBeUndefined()
  expect(() => toDkimKey({ ...unset, DKIM_DOMAIN: 'green.example' })).toThrow('DKIM_SELECTOR')
  expect(() => toDkimKey({ ...unset, DKIM_DOMAIN: 'green.example', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY: 'x' })).toThrow('PEM')
  const dkim = toDkimKey({ ...unset, DKIM_DOMAIN: 'green.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })
  const { received, smtpUrl } = await startServer()
  await queueMailTo()
  await send(smtpUrl, { dkim })
  const raw = received[0] ?? ''
  expect(raw).toMatch(/^DKIM-Signature: .*d=green\.example;.*s=s1;/ms)
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(hasValidSignature(raw, key)).toBe(true)
  expect(hasValidSignature(raw.replace('asked to reset', 'wants to reset'), key)).toBe(false)
  expect(hasValidSignature(raw.replace('Set a new password for Net Zero', 'Another subject'), key)).toBe(false)
})

/** Verifies the DKIM signature of a raw mail (RFC 6376, canonicalization relaxed/relaxed). */
function hasValidSignature(raw: string, publicKey: string): boolean {
  const headersEnd = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, headersEnd).split(/\r\n(?![ \t])/)
  const relax = (line: string) => {
    const [name = '', ...value] = line.split(':')
    return `${name.toLowerCase().trim()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`
  }
  const body = `${raw
    .slice(headersEnd + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const readTag = (name: string) => new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? ''
  if (createHash('sha256').update(body).digest('base64') !== readTag('bh')) return false
  const signedHeaders = readTag('h')
    .split(':')
    .flatMap((name) => headers.findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? [])
  const signatureHeader = relax(signature).replace(/([;\s]b=)[^;]*/, '$1')
  return createVerify('sha256')
    .update([...signedHeaders.map(relax), signatureHeader].join('\r\n'))
    .verify(publicKey, readTag('b'), 'base64')
}
