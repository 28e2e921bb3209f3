/** Who may take the site along, what is noted of it, and how password hashes are asked for. */
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '#features/accounts/passwords/password.service.ts'
import { listAuditEndpoint } from '#features/audit/audit.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createArchiveTicketEndpoint, getArchiveEndpoint } from './archive.contract.ts'
import { writeArchive } from './archive.service.ts'
import { archiveTables } from '#app/registry.ts'

const PASSWORD = 'seven-slow-herons'
let site: TestSite
let admin: Viewer
let other: Viewer
let member: Viewer

beforeAll(async () => {
  site = await openTestSite({ content: 'demo', settings: { name: 'Zoë’s Net Zero!' } })
  const password_hash = await hashPassword(PASSWORD)
  const withPassword = async (username: string, isAdmin: boolean) => {
    const user = await makeUser(site.ctx, { username, isAdmin })
    await site.ctx.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    return user
  }
  admin = await withPassword('rosie', true)
  other = await withPassword('olive', true)
  member = await withPassword('bram', false)
})
afterAll(() => site.close())

const ask = (who: Viewer | null, password: string) => site.call(who, createArchiveTicketEndpoint, { body: { password } })
const download = (who: Viewer | null, ticket?: string) => site.call(who, getArchiveEndpoint, { query: { ticket } })
const noted = async () =>
  (await site.call(admin, listAuditEndpoint)).body
    .filter(({ action }: { action: string }) => action === 'site.download')
    .map(({ username, subjectTitle, after }: { username: string; subjectTitle: string; after: object }) => ({
      username,
      subjectTitle,
      after,
    }))

describe('works', () => {
  test('an administrator gets a ZIP named after the site and the day, and it is noted', async () => {
    const before = (await noted()).length
    const answer = await download(admin)
    expect(answer.status).toBe(200)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="zoe-s-net-zero-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
    })
    expect(answer.body.startsWith('PK')).toBe(true)
    const entries = await noted()
    expect(entries.length).toBe(before + 1)
    expect(entries[0]).toEqual({ username: 'Member rosie (rosie)', subjectTitle: 'Zoë’s Net Zero!', after: { passwords: false } })
  })

  test('with the password once more, password hashes go along: once', async () => {
    const { status, body } = await ask(admin, PASSWORD)
    expect(status).toBe(201)
    expect((await download(admin, body.ticket)).status).toBe(200)
    expect((await noted())[0]).toMatchObject({ username: 'Member rosie (rosie)', after: { passwords: true } })
    const again = await download(admin, body.ticket)
    expect([again.status, again.body.code]).toEqual([403, 'archive.ticket'])
    expect(again.headers['content-disposition']).toBeUndefined()
  })
})

describe('refuses', () => {
  test('a wrong password, and one that is missing', async () => {
    const before = (await noted()).length
    const wrong = await ask(admin, 'not the password at all')
    expect([wrong.status, wrong.body.code, wrong.body.errors]).toEqual([
      403,
      'auth.wrong_password',
      [{ path: 'password', message: 'That password is not right.' }],
    ])
    expect((await ask(admin, '')).body).toMatchObject({ errors: [{ path: 'password', message: 'Please enter your password.' }] })
    expect((await noted()).length).toBe(before)
  })

  test('a ticket that is none, another’s, or too old', async () => {
    const before = (await noted()).length
    const { ticket } = (await ask(admin, PASSWORD)).body
    expect((await download(other, ticket)).body.code).toBe('archive.ticket')
    expect((await download(admin, 'x'.repeat(43))).body.code).toBe('archive.ticket')
    const expires_at = new Date(Date.now() - 1).toISOString()
    await site.ctx.db.updateTable('one_time_tokens').set({ expires_at }).where('purpose', '=', 'archive').execute()
    expect((await download(admin, ticket)).body.code).toBe('archive.ticket')
    expect((await noted()).length).toBe(before)
  })

  test('SEC-05 strangers and members', async () => {
    const { ticket } = (await ask(admin, PASSWORD)).body
    for (const [who, status] of [
      [null, 401],
      [member, 403],
    ] as const) {
      expect((await download(who)).status).toBe(status)
      expect((await download(who, ticket)).status).toBe(status)
      expect((await ask(who, PASSWORD)).status).toBe(status)
    }
  })
})

describe('whoever goes away', () => {
  /** Over a real connection; the first bytes have come, and no more are taken. */
  const begin = async (): Promise<IncomingMessage> => {
    const { port } = site.app.server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: '/api/admin/archive', headers: { 'x-forwarded-for': '10.3.0.1' } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }

  testAtNight('leaves nothing open: a site is downloaded once at a time, and another may come after', async () => {
    // A site that is too large for the buffers on the way.
    await site.ctx.db
      .updateTable('articles')
      .set({ content: Array.from({ length: 200_000 }, () => crypto.randomUUID()).join(' ') })
      .where('id', '=', 1)
      .execute()
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    await site.call(admin, listAuditEndpoint)
    const begun = await begin()
    expect(begun.statusCode).toBe(200)
    const refused = await download(other)
    expect([refused.status, refused.headers['retry-after']]).toEqual([503, '60'])
    expect(refused.body).toEqual({
      code: 'archive.busy',
      message: 'This site is being downloaded just now. Please try again in a minute.',
    })
    begun.destroy()
    await expect.poll(async () => (await download(admin)).status, { timeout: 60_000, interval: 500 }).toBe(200)
  })

  test('who stays and takes nothing is sent away', async () => {
    const archive = await writeArchive(site.ctx, false, archiveTables, { stalledMs: 100 })
    const [fault] = (await once(archive, 'error')) as [Error]
    expect(fault.message).toBe('The archive was not read on.')
  })

  test('and so is who takes a little now and then, for ever', async () => {
    const archive = await writeArchive(site.ctx, false, archiveTables, { longestMs: 400 })
    const taking = setInterval(() => archive.read(64), 10)
    const [fault] = (await once(archive, 'error')) as [Error]
    clearInterval(taking)
    expect(fault.message).toBe('The archive was read too slowly.')
  })
})
