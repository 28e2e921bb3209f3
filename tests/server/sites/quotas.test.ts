/** Quotas of tenant sites: user-generated content and expensive calls. Reaching one loses no data, and the main site has none. */
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { queueMail } from '#features/mail/mail.service.ts'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { DEFAULT_LIMITS } from '#features/quotas/quota.policy.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Site, Viewer } from '#platform/contract/context.ts'
import { quotasOf } from '#platform/contract/endpoint-quotas.ts'
import { QUOTA_KINDS, type QuotaKind } from '#platform/contract/quota.ts'
import { MAIN_HOST, openTestInstallation, silentLog, type RequestOptions, type TestInstallation } from '#tests/support/test-installation.ts'
import { apiRoutes } from '#app/registry.ts'

let installation: TestInstallation
let admin: Viewer
beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await installation.start()
})
beforeEach(() => (installation.viewer = null))
afterAll(() => installation.close())

interface Copy {
  number: number
  host: string
  site: Site
}
async function launch(): Promise<Copy> {
  const { number, host } = await installation.launch({ siteName: 'Little Yard', content: 'empty' })
  const site = installation.sites.findByHost(host)
  if (!site) throw new Error('not open')
  return { number, host, site }
}
const as = async <T>(viewer: Viewer | null, work: () => Promise<T>): Promise<T> => {
  installation.viewer = viewer
  return work().finally(() => (installation.viewer = null))
}
const asAdmin = (host: string, url: string, asked: RequestOptions = {}) =>
  as({ id: 1, isAdmin: true }, () => installation.ask(host, url, asked))
const set = (number: number, limits: Partial<Record<QuotaKind, number>>) =>
  as(admin, () => installation.ask(MAIN_HOST, `/api/admin/sites/${number}/quotas`, { method: 'PATCH', body: limits }))
const post = (host: string, title = 'A question about panels') =>
  installation.ask(host, '/api/forums', { body: { title, content: 'How many panels fit on a shed?', categoryId: 1 } })
const useOf = async (host: string, kind: QuotaKind) =>
  (await asAdmin(host, '/api/admin/quotas')).body.quotas.find((one: { kind: string }) => one.kind === kind)

describe('works', () => {
  test('both administrators see usage and limit; the main site has no limits', async () => {
    const { host, number } = await launch()
    const own = (await asAdmin(host, '/api/admin/quotas')).body.quotas
    expect(own.map(({ kind, limit }: { kind: QuotaKind; limit: number }) => [kind, limit])).toEqual(
      QUOTA_KINDS.map((kind) => [kind, DEFAULT_LIMITS[kind]]),
    )
    expect((await useOf(host, 'bytes')).used).toBeGreaterThan(10_000)
    const before = (await useOf(host, 'rows')).used
    expect((await post(host)).status).toBe(201)
    expect((await useOf(host, 'rows')).used).toBe(before + 1)
    const list = await as(admin, () => installation.ask(MAIN_HOST, '/api/admin/sites'))
    const listed = list.body.find(({ id }: { id: number }) => id === number)
    expect(listed.quotas).toContainEqual({ kind: 'rows', used: before + 1, limit: DEFAULT_LIMITS.rows })
    expect(listed.fullKind).toBeNull()
    expect((await as(admin, () => installation.ask(MAIN_HOST, '/api/admin/quotas'))).body).toEqual({ quotas: [] })
  })

  test('rows: the last one is accepted, the next is refused with a reason, and the main administrator sees the exceeded quota', async () => {
    const { host, number } = await launch()
    const { used } = await useOf(host, 'rows')
    const changed = await set(number, { rows: used + 1 })
    expect(changed.status).toBe(200)
    expect(changed.body.quotas.find(({ kind }: { kind: string }) => kind === 'rows').limit).toEqual(used + 1)
    expect((await post(host, 'The last row')).status).toBe(201)
    const refused = await post(host, 'One too many')
    expect(refused.status).toBe(507)
    expect(refused.body.code).toBe('site.quota_rows')
    expect(Number(refused.headers['retry-after'])).toBe(3600)
    expect(refused.body.message).toContain('nothing was saved')
    const titles = (await installation.ask(host, '/api/forums')).body.map(({ title }: { title: string }) => title)
    expect(titles).toContain('The last row')
    expect(titles).not.toContain('One too many')
    for (const [url, body] of [
      ['/api/sign-up', { username: 'newcomer', email: 'new@example.org', password: 'a lantern in the lane' }],
      ['/api/newsletter', { email: 'reader@example.org' }],
    ] as const)
      expect((await installation.ask(host, url, { body })).status, url).toBe(507)
    const list = await as(admin, () => installation.ask(MAIN_HOST, '/api/admin/sites'))
    expect(list.body.find(({ id }: { id: number }) => id === number).fullKind).toBe('rows')

    // After an administrator's deletion writes succeed at once.
    const [{ id }] = (await installation.ask(host, '/api/forums')).body
    expect((await asAdmin(host, `/api/forums/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect((await post(host, 'After the deletion')).status).toBe(201)
  })

  test('bytes: posts and pictures are refused, while reading, sign-in and deletion work', async () => {
    const { host, number } = await launch()
    const topic = (await post(host)).body
    await set(number, { bytes: 1000 })
    expect((await post(host)).body.code).toBe('site.quota_bytes')
    const picture = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#3a7d44' } })
      .png()
      .toBuffer()
    expect((await upload(host, picture)).json().code).toBe('site.quota_bytes')
    expect((await installation.ask(host, '/api/forums')).status).toBe(200)
    const wrong = { username: 'nobody', password: 'not this one at all' }
    expect((await installation.ask(host, '/api/sign-in', { body: wrong })).status).toBe(401)
    expect((await asAdmin(host, `/api/forums/${topic.id}`, { method: 'DELETE' })).status).toBe(200)
    await set(number, { bytes: DEFAULT_LIMITS.bytes })
    expect((await post(host)).status).toBe(201)
    expect((await upload(host, picture)).statusCode).toBe(201)
  })

  test('pictures: the number and the total bytes are limited', async () => {
    const { host, number } = await launch()
    const picture = (background: string) =>
      sharp({ create: { width: 40, height: 30, channels: 3, background } })
        .png()
        .toBuffer()
    await set(number, { uploads: 1 })
    expect((await upload(host, await picture('#111'))).statusCode).toBe(201)
    expect((await upload(host, await picture('#222'))).json().code).toBe('site.quota_uploads')
    const second = await picture('#333')
    await set(number, { uploads: 10, uploadBytes: (await useOf(host, 'uploadBytes')).used + second.length - 1 })
    expect((await upload(host, second)).json().code).toBe('site.quota_upload_bytes')
    await set(number, { uploadBytes: (await useOf(host, 'uploadBytes')).used + second.length })
    expect((await upload(host, second)).statusCode).toBe(201)
  })

  test('expensive calls: counted together, even concurrently, and reset each hour', async () => {
    const { host, number, site } = await launch()
    await set(number, { calls: 3 })
    const preview = () => asAdmin(host, '/api/articles/preview', { body: { content: '# Hello' } })
    expect((await preview()).status).toBe(200)
    expect((await asAdmin(host, '/api/admin/audit.csv')).status).toBe(200)
    installation.viewer = { id: 1, isAdmin: true }
    const body = { content: 'Words' }
    const both = await Promise.all([0, 1].map(() => installation.ask(host, '/api/articles/preview', { body })))
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 429])
    const refused = await preview()
    expect(refused.status).toBe(429)
    expect(refused.body.code).toBe('site.quota_calls')
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(3600)
    expect((await installation.ask(host, '/share/site/home.png')).status).toBe(429)
    await site.db.updateTable('quota_counts').set({ hour: '2020-01-01T00' }).execute()
    expect((await preview()).status).toBe(200)
    expect(await site.db.selectFrom('quota_counts').select('calls').execute()).toEqual([{ calls: 1 }])
  })

  test('mail over the daily limit waits and is sent once the limit allows', async () => {
    const { site, number } = await launch()
    const sent = () => site.db.selectFrom('mails').select('id').where('sent_at', 'is not', null).execute()
    const waiting = () =>
      site.db.selectFrom('queued_jobs').select('id').where('kind', '=', 'mail.send').where('due_at', 'is not', null).execute()
    for (const name of ['ann', 'bea', 'cat'])
      await queueMail({ db: site.db }, { to: `${name}@example.org`, subject: 'Hello', body: 'Words' })
    await set(number, { mails: 0 })
    const handler = createMailHandler({ smtpUrl: 'smtp://127.0.0.1:1', mailFrom: undefined, publicUrl: undefined })
    await runDueJobs({ site, db: site.db, viewer: null, log: silentLog }, [handler])
    const attempts = await site.db.selectFrom('mails').select('attempts').execute()
    expect((await sent()).length).toBe(0)
    expect((await waiting()).length).toBe(3)
    expect(attempts.every(({ attempts: n }) => n === 0)).toBe(true)
    await set(number, { mails: 10 })
    await site.db.updateTable('queued_jobs').set({ due_at: new Date().toISOString() }).execute()
    await runDueJobs({ site, db: site.db, viewer: null, log: silentLog }, [handler])
    expect((await site.db.selectFrom('mails').select('id').where('attempts', '>', 0).execute()).length).toBe(1)
  })

  test('other processes adopt new limits, and they persist over a restart', async () => {
    const { host, number } = await launch()
    await set(number, { rows: 0 })
    await installation.start()
    expect((await post(host)).body.code).toBe('site.quota_rows')
    const audit = await installation.main.db.selectFrom('audit_entries').selectAll().where('action', '=', 'deployment.set_quotas').execute()
    expect(audit.at(-1)).toMatchObject({ subject_id: number, before: `{"rows":${DEFAULT_LIMITS.rows}}`, after: '{"rows":0}' })
  })
})

/** Uploads as the administrator of a tenant site. */
function upload(host: string, payload: Buffer) {
  installation.viewer = { id: 1, isAdmin: true }
  const headers = { host, 'content-type': 'image/png', ...installation.newCaller() }
  return installation.built.app.inject({ method: 'POST', url: '/api/uploads?alt=A%20field', headers, payload })
}

describe('refuses', () => {
  test('invalid limits, and everyone but the main administrator', async () => {
    const { host, number } = await launch()
    for (const rows of [-1, 1.5, 1e16, '5', null]) expect((await set(number, { rows: rows as number })).status, String(rows)).toBe(400)
    const patch = (at: string) => installation.ask(at, `/api/admin/sites/${number}/quotas`, { method: 'PATCH', body: { rows: 1e9 } })
    expect((await patch(MAIN_HOST)).status).toBe(401)
    expect((await as({ id: 5, isAdmin: false }, () => patch(MAIN_HOST))).status).toBe(403)
    expect((await as({ id: 1, isAdmin: true }, () => patch(host))).status).toBe(404)
    expect((await installation.ask(host, '/api/admin/quotas')).status).toBe(401)
  })
})

test('endpoints exempt from quotas are on this list; new ones are under the quotas by default', () => {
  const free = apiRoutes
    .map(({ endpoint }) => endpoint)
    .filter((endpoint) => !['GET', 'DELETE'].includes(endpoint.method) && endpoint.access !== 'admin' && quotasOf(endpoint).length === 0)
  expect(free.map(({ path }) => path).toSorted((a, b) => a.localeCompare(b))).toEqual([
    '/api/admin/login',
    '/api/claim',
    '/api/enquiry-status/:key/withdraw',
    '/api/launching/invitation',
    '/api/mail-events',
    '/api/mail-returned',
    '/api/markdown-preview',
    '/api/me/forum-visits',
    '/api/me/home',
    '/api/me/notice-preferences',
    '/api/me/notices/read',
    '/api/me/passkeys/challenge',
    '/api/me/password',
    '/api/me/second-factor',
    '/api/me/second-factor/confirm',
    '/api/me/sign-out-everywhere',
    '/api/newsletter/one-click',
    '/api/newsletter/preferences',
    '/api/newsletter/unsubscribe',
    '/api/notice-leave/:key',
    '/api/page-views',
    '/api/password-reset',
    '/api/password-reset/confirm',
    '/api/search/clicks',
    '/api/sign-in',
    '/api/sign-in/passkey/challenge',
    '/api/sign-out',
  ])
})
