/** Delivery to local SMTP servers, including slow, refusing and disconnecting ones. */
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
async function serve(options: SMTPServerOptions = {}) {
  const received: string[] = []
  const mailServer = await startMailServer(({ text }) => void received.push(text), options)
  servers.push(mailServer)
  return { received, smtpUrl: mailServer.smtpUrl }
}
type Config = Partial<Parameters<typeof createMailHandler>[0]>
const send = (smtpUrl: string, config: Config = {}) =>
  runDueJobs(site.ctx, [createMailHandler({ smtpUrl, mailFrom: undefined, publicUrl: 'https://green.example', ...config })])
const outbox = async () =>
  (await site.call({ id: 1, isAdmin: true }, listMailEndpoint)).body as { state: string; attempts: number; lastError: string | null }[]
const write = (to = 'ann@example.org') =>
  sendMail(site.ctx, passwordLinkMail, { person: 'Ann <b>', username: 'ann', link: LINK, isFirstProof: false }, { to, priority: 'urgent' })
const refuse = (responseCode: number, message: string) => Object.assign(new Error(message), { responseCode })

describe('a mail from a template', () => {
  test('has a text and an HTML part with the same words and link, and loads no external resources', async () => {
    const { received, smtpUrl } = await serve()
    await write()
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
  test('is stored without its key after it was sent', async () => {
    const { smtpUrl } = await serve()
    await write()
    await send(smtpUrl)
    const row = await site.ctx.db.selectFrom('mails').select(['body', 'content']).executeTakeFirstOrThrow()
    expect(JSON.stringify(row)).not.toContain('kkkk')
    expect(row.content).toContain('#…')
  })
  test('to several recipients is sent to each; mail of a list has List-ID and List-Unsubscribe headers', async () => {
    const { received, smtpUrl } = await serve()
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

describe('delivery', () => {
  test('is retried after a temporary error and fails at once after a permanent one', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let reply = refuse(451, 'Greylisted')
    const { smtpUrl } = await serve({ onRcptTo: (_address, _session, done) => done(reply) })
    await write()
    await send(smtpUrl)
    expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringContaining('Greylisted') })
    reply = refuse(550, 'No such mailbox')
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect((await outbox())[0]).toMatchObject({ state: 'failed', attempts: 2, lastError: expect.stringContaining('No such mailbox') })
  })
  test('is retried under the same Message-ID when the server disconnects after DATA', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const ids: string[] = []
    let hangsUp = true
    const { smtpUrl } = await serve({
      onData(stream, session, done) {
        const parts: Buffer[] = []
        stream.on('data', (part: Buffer) => parts.push(part))
        stream.on('end', () => {
          ids.push(/^Message-ID: (.*)\r$/im.exec(Buffer.concat(parts).toString())?.[1] ?? '')
          if (hangsUp) for (const { socket } of connections(session.id)) socket.destroy()
          else done()
        })
      },
    })
    await write()
    await send(smtpUrl)
    expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: 1 })
    hangsUp = false
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect((await outbox())[0]?.state).toBe('sent')
    expect(ids).toEqual([ids[0], ids[0]])
  })
  test('continues with other mails when the server disconnects on one', async () => {
    const taken: string[] = []
    const { smtpUrl } = await serve({
      onData(stream, session, done) {
        const [to] = session.envelope.rcptTo
        stream.resume().on('end', () => {
          if (to?.address === 'poison@example.org') for (const { socket } of connections(session.id)) socket.destroy()
          else done()
          taken.push(to?.address ?? '')
        })
      },
    })
    await write('poison@example.org')
    await write('ann@example.org')
    await send(smtpUrl)
    expect(taken).toEqual(['poison@example.org', 'ann@example.org'])
    expect((await outbox()).map(({ state, attempts }) => [state, attempts])).toEqual([
      ['sent', 1],
      ['waiting', 1],
    ])
  })
  test('pauses for all mails for a minute when the server is unreachable, regardless of earlier attempts', async () => {
    await write()
    await site.ctx.db.updateTable('queued_jobs').set({ attempts: 3 }).execute()
    const claimed = await claimJob(site.ctx, ['mail.send'], 60_000)
    const handler = createMailHandler({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: undefined, publicUrl: undefined })
    if (!claimed) throw new Error('There is nothing to do.')
    expect(await executeJob(site.ctx, handler, claimed, new AbortController().signal)).toEqual({ of: 'everywhere', ms: 60_000 })
  })
  test('leaves mails waiting without counting an attempt when the server limits connections', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    let taken = 0
    const { received, smtpUrl } = await serve({
      onConnect: (_session, done) => done(taken++ < 2 ? null : refuse(421, 'Too many, come back later')),
    })
    for (const name of ['a', 'b', 'c', 'd']) await write(`${name}@example.org`)
    await send(smtpUrl)
    const states = (await outbox()).map(({ state, attempts }) => `${state} ${attempts}`).toSorted()
    expect(received).toHaveLength(2)
    expect(states).toEqual(['sent 1', 'sent 1', 'waiting 0', 'waiting 1'])
    taken = 0
    vi.setSystemTime(Date.now() + 61_000)
    await send(smtpUrl)
    expect(received).toHaveLength(4)
  })
  testAtNight(
    'times out and leaves the mail waiting when the server is silent',
    async () => {
      const { smtpUrl } = await serve({ onConnect: () => undefined })
      await write()
      await send(smtpUrl)
      expect((await outbox())[0]).toMatchObject({ state: 'waiting', attempts: 1, lastError: expect.stringMatching(/greeting|time/i) })
    },
    4 * SMTP_TIMEOUT_MS,
  )
  test('supports non-ASCII addresses with SMTPUTF8 and fails with the server’s error without it', async () => {
    const { received, smtpUrl } = await serve()
    await write('jürgen@example.org')
    await send(smtpUrl)
    expect(received).toHaveLength(1)
    const isPlain = (text: string) => [...text].every((letter) => letter < '\u0080')
    const plain = await serve({
      onRcptTo: ({ address }, _session, done) => done(isPlain(address) ? null : refuse(553, 'SMTPUTF8 is not known here')),
    })
    await write('jörg@example.org')
    await send(plain.smtpUrl)
    expect((await outbox())[0]).toMatchObject({ state: 'failed', attempts: 1, lastError: expect.stringContaining('SMTPUTF8') })
  })
})

const connections = (id: string) =>
  servers
    .flatMap(({ server }) => [...(server as unknown as { connections: Set<{ id: string; _socket: { destroy(): void } }> }).connections])
    .flatMap((connection) => (connection.id === id ? [{ socket: connection._socket }] : []))

test('a mail has a DKIM signature of the configured key that is invalid for changed content', async () => {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const none = { DKIM_DOMAIN: undefined, DKIM_SELECTOR: undefined, DKIM_PRIVATE_KEY: undefined, DKIM_PRIVATE_KEY_FILE: undefined }
  expect(toDkimKey(none)).toBeUndefined()
  expect(() => toDkimKey({ ...none, DKIM_DOMAIN: 'green.example' })).toThrow('DKIM_SELECTOR')
  expect(() => toDkimKey({ ...none, DKIM_DOMAIN: 'green.example', DKIM_SELECTOR: 's', DKIM_PRIVATE_KEY: 'x' })).toThrow('PEM')
  const dkim = toDkimKey({ ...none, DKIM_DOMAIN: 'green.example', DKIM_SELECTOR: 's1', DKIM_PRIVATE_KEY: pem.replaceAll('\n', '\\n') })
  const { received, smtpUrl } = await serve()
  await write()
  await send(smtpUrl, { dkim })
  const raw = received[0] ?? ''
  expect(raw).toMatch(/^DKIM-Signature: .*d=green\.example;.*s=s1;/ms)
  const key = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  expect(isSigned(raw, key)).toBe(true)
  expect(isSigned(raw.replace('asked to reset', 'wants to reset'), key)).toBe(false)
  expect(isSigned(raw.replace('Set a new password for Net Zero', 'Another subject'), key)).toBe(false)
})

/** Verifies the DKIM signature (RFC 6376, relaxed/relaxed). */
function isSigned(raw: string, publicKey: string): boolean {
  const at = raw.indexOf('\r\n\r\n')
  const headers = raw.slice(0, at).split(/\r\n(?![ \t])/)
  const relax = (line: string) => {
    const [name = '', ...value] = line.split(':')
    return `${name.toLowerCase().trim()}:${value.join(':').replaceAll(/\s+/g, ' ').trim()}`
  }
  const body = `${raw
    .slice(at + 4)
    .split('\r\n')
    .map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''))
    .join('\r\n')
    .replace(/(\r\n)*$/, '')}\r\n`
  const signature = headers.find((line) => /^dkim-signature:/i.test(line)) ?? ''
  const tag = (name: string) => new RegExp(`[;:\\s]${name}=([^;]*)`).exec(signature)?.[1]?.replaceAll(/\s/g, '') ?? ''
  if (createHash('sha256').update(body).digest('base64') !== tag('bh')) return false
  const signed = tag('h')
    .split(':')
    .flatMap((name) => headers.findLast((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}:`)) ?? [])
  const unsigned = relax(signature).replace(/([;\s]b=)[^;]*/, '$1')
  return createVerify('sha256')
    .update([...signed.map(relax), unsigned].join('\r\n'))
    .verify(publicKey, tag('b'), 'base64')
}
