/** Tests of the archive download: permissions, audit entries, and the tickets that add password hashes. */
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
let otherAdmin: Viewer
let member: Viewer

beforeAll(async () => {
  site = await openTestSite({ content: 'demo', settings: { name: 'Zoë’s Net Zero!' } })
  const password_hash = await hashPassword(PASSWORD)
  const makeUserWithPassword = async (username: string, isAdmin: boolean) => {
    const user = await makeUser(site.ctx, { username, isAdmin })
    await site.ctx.db.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    return user
  }
  admin = await makeUserWithPassword('rosie', true)
  otherAdmin = await makeUserWithPassword('olive', true)
  member = await makeUserWithPassword('bram', false)
})
afterAll(() => site.close())

const requestTicket = (viewer: Viewer | null, password: string) => site.call(viewer, createArchiveTicketEndpoint, { body: { password } })
const download = (viewer: Viewer | null, ticket?: string) => site.call(viewer, getArchiveEndpoint, { query: { ticket } })
const listDownloadEntries = async () =>
  (await site.call(admin, listAuditEndpoint)).body
    .filter(({ action }: { action: string }) => action === 'site.download')
    .map(({ username, subjectTitle, after }: { username: string; subjectTitle: string; after: object }) => ({
      username,
      subjectTitle,
      after,
    }))

describe('download', () => {
  test('returns a ZIP named after the site and the day to an administrator, and records it in the audit log', async () => {
    const entriesBefore = (await listDownloadEntries()).length
    const response = await download(admin)
    expect(response.status).toBe(200)
    expect(response.headers).toMatchObject({
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="zoe-s-net-zero-${new Date().toISOString().slice(0, 10)}.zip"`,
      'cache-control': 'no-store',
    })
    expect(response.body.startsWith('PK')).toBe(true)
    const entries = await listDownloadEntries()
    expect(entries.length).toBe(entriesBefore + 1)
    expect(entries[0]).toEqual({ username: 'Member rosie (rosie)', subjectTitle: 'Zoë’s Net Zero!', after: { passwords: false } })
  })

  test('with a ticket is recorded as including password hashes, and is rejected when the ticket is used again', async () => {
    const { status, body } = await requestTicket(admin, PASSWORD)
    expect(status).toBe(201)
    expect((await download(admin, body.ticket)).status).toBe(200)
    expect((await listDownloadEntries())[0]).toMatchObject({ username: 'Member rosie (rosie)', after: { passwords: true } })
    const secondResponse = await download(admin, body.ticket)
    expect(secondResponse).toMatchObject({ status: 403, body: { code: 'archive.ticket' } })
    expect(secondResponse.headers['content-disposition']).toBeUndefined()
  })
})

describe('permissions', () => {
  test('requesting a ticket fails with a wrong or empty password', async () => {
    const entriesBefore = (await listDownloadEntries()).length
    const response = await requestTicket(admin, 'not the password at all')
    expect(response.status).toBe(403)
    expect(response.body.code).toBe('auth.wrong_password')
    expect(response.body.errors).toEqual([{ path: 'password', message: 'That password is incorrect.' }])
    expect((await requestTicket(admin, '')).body).toMatchObject({ errors: [{ path: 'password', message: 'Please enter your password.' }] })
    expect((await listDownloadEntries()).length).toBe(entriesBefore)
  })

  test('the download rejects unknown and expired tickets and those of another administrator', async () => {
    const entriesBefore = (await listDownloadEntries()).length
    const { ticket } = (await requestTicket(admin, PASSWORD)).body
    expect((await download(otherAdmin, ticket)).body.code).toBe('archive.ticket')
    expect((await download(admin, 'x'.repeat(43))).body.code).toBe('archive.ticket')
    const expires_at = new Date(Date.now() - 1).toISOString()
    await site.ctx.db.updateTable('one_time_tokens').set({ expires_at }).where('purpose', '=', 'archive').execute()
    expect((await download(admin, ticket)).body.code).toBe('archive.ticket')
    expect((await listDownloadEntries()).length).toBe(entriesBefore)
  })

  test('SEC-05 the archive and its tickets return 401 for visitors and 403 for members', async () => {
    const { ticket } = (await requestTicket(admin, PASSWORD)).body
    for (const [viewer, status] of [
      [null, 401],
      [member, 403],
    ] as const) {
      expect((await download(viewer)).status).toBe(status)
      expect((await download(viewer, ticket)).status).toBe(status)
      expect((await requestTicket(viewer, PASSWORD)).status).toBe(status)
    }
  })
})

describe('slow and disconnected clients', () => {
  /** Starts a download over a real connection; the response is not read. */
  const startDownload = async (): Promise<IncomingMessage> => {
    const { port } = site.app.server.address() as AddressInfo
    const request = get({ port, host: '127.0.0.1', path: '/api/admin/archive', headers: { 'x-forwarded-for': '10.3.0.1' } })
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    return response
  }

  testAtNight('a site has one download at a time, and the next is possible after a disconnect', async () => {
    // Makes the archive larger than the socket buffers, so that the download stays open.
    await site.ctx.db
      .updateTable('articles')
      .set({ content: Array.from({ length: 200_000 }, () => crypto.randomUUID()).join(' ') })
      .where('id', '=', 1)
      .execute()
    await site.app.listen({ port: 0, host: '127.0.0.1' })
    await site.call(admin, listAuditEndpoint)
    const openDownload = await startDownload()
    expect(openDownload.statusCode).toBe(200)
    const refusedResponse = await download(otherAdmin)
    expect(refusedResponse.status).toBe(503)
    expect(refusedResponse.headers['retry-after']).toBe('60')
    expect(refusedResponse.body).toEqual({
      code: 'archive.busy',
      message: 'This site is already being downloaded. Please try again in a minute.',
    })
    openDownload.destroy()
    await expect.poll(async () => (await download(admin)).status, { timeout: 60_000, interval: 500 }).toBe(200)
  })

  test('an archive that is not read is aborted after stalledMs', async () => {
    const archive = await writeArchive(site.ctx, false, archiveTables, { stalledMs: 100 })
    const [error] = (await once(archive, 'error')) as [Error]
    expect(error.message).toBe('The download of the archive has stalled.')
  })

  test('an archive that is read slowly is aborted after maxDurationMs', async () => {
    const archive = await writeArchive(site.ctx, false, archiveTables, { maxDurationMs: 400 })
    const readTimer = setInterval(() => archive.read(64), 10)
    const [error] = (await once(archive, 'error')) as [Error]
    clearInterval(readTimer)
    expect(error.message).toBe('The archive was read too slowly.')
  })
})
