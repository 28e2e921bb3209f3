/** A launched site sends account mail only, until the main site's administrator allows newsletters and imports for it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDueJobs } from '#features/job-queue/job-execution.ts'
import { queueMail } from '#features/mail/mail.service.ts'
import { createMailHandler } from '#features/mail/sending.service.ts'
import { createIssueHandler } from '#features/newsletter/issues/sending/issue-delivery.service.ts'
import { makeProduct } from '#features/products/product.factory.ts'
import { loadSettings } from '#features/sites/site.service.ts'
import { makeUser } from '#features/users/user.factory.ts'
import type { Context, Site, Viewer } from '#platform/contract/context.ts'
import { startMailServer, type TestMailServer } from '#tests/support/mail-server.ts'
import { openTestInstallation, silentLog, type RequestOptions, type TestInstallation } from '#tests/support/test-installation.ts'

const HOST = 'net-zero.example'
const PHISHING = 'Claim your refund at https://evil.example/refund'
let installation: TestInstallation
let admin: Viewer
let server: TestMailServer
const received: { to: string; text: string }[] = []

beforeAll(async () => {
  installation = await openTestInstallation()
  admin = await makeUser(installation.main, { isAdmin: true })
  await installation.start({ publicUrl: `http://${HOST}` })
  server = await startMailServer(({ to: [to = ''], text }) => void received.push({ to, text }))
})
beforeEach(() => {
  received.length = 0
  installation.viewer = null
})
afterAll(async () => {
  await installation.close()
  await server.close()
})

interface Copy {
  number: number
  host: string
  site: Site
  owner: Viewer
}
async function launch(siteName = 'Green Street'): Promise<Copy> {
  const { number, host, body } = await installation.launch({ siteName, content: 'empty' }, { host: HOST })
  const site = installation.sites.findByHost(host)
  if (!site) throw new Error(JSON.stringify(body))
  return { number, host, site, owner: await makeUser(site, { isAdmin: true, username: 'mallory' }) }
}
async function as(viewer: Viewer | null, host: string, url: string, options: RequestOptions = {}) {
  installation.viewer = viewer
  return installation.ask(host, url, options).finally(() => (installation.viewer = null))
}
const allow = (number: number, isAllowed = true) =>
  as(admin, HOST, `/api/admin/sites/${number}/newsletter`, { method: 'PATCH', body: { isAllowed } })
const permission = async ({ host, owner }: Copy) => (await as(owner, host, '/api/admin/newsletter/permission')).body
const importList = ({ host, owner }: Copy, isTrial = false) =>
  as(owner, host, '/api/admin/newsletter/import', {
    body: { text: 'email\nvictim@example.com\n', source: 'A fair', date: '2026-01-02', isTrial },
  })
async function draft({ host, owner }: Copy): Promise<number> {
  const { body } = await as(owner, host, '/api/admin/newsletter/issues', { body: { fromActivity: false } })
  const change = { subject: 'Refund', intro: PHISHING, rate: 60_000 }
  await as(owner, host, `/api/admin/newsletter/issues/${body.id}`, { method: 'PATCH', body: change })
  return body.id
}
const issueCall = ({ host, owner }: Copy, id: number, verb: string, body: object = {}) =>
  as(owner, host, `/api/admin/newsletter/issues/${id}/${verb}`, { body })
const addReader = ({ site }: Copy, email: string) =>
  site.db
    .insertInto('subscribers')
    .values({ email, created_at: '2026-01-01T00:00:00.000Z', confirmed_at: '2026-01-01T00:00:00.000Z' })
    .execute()
const config = (over: object = {}) => ({ smtpUrl: server.smtpUrl, mailFrom: undefined, publicUrl: `http://${HOST}`, ...over })
function deliver({ site }: Copy, over: object = {}) {
  const ctx: Context = { site, db: site.db, viewer: null, log: silentLog }
  return runDueJobs(ctx, [createMailHandler(config(over)), createIssueHandler(config(over))])
}
const stateOf = async ({ site }: Copy, id: number) =>
  site.db.selectFrom('newsletter_issues').select(['state', 'last_error']).where('id', '=', id).executeTakeFirstOrThrow()
const actionsOf = async (site: Pick<Site, 'db'>) =>
  (await site.db.selectFrom('audit_entries').select('action').orderBy('id').execute()).map(({ action }) => action)

describe('works', () => {
  test('a launched site requests permission, the main administrator allows it, and its newsletter is sent', async () => {
    const copy = await launch()
    expect(await permission(copy)).toEqual({ state: 'none', operator: 'Net Zero' })
    const asked = await as(copy.owner, copy.host, '/api/admin/newsletter/permission/request', { body: {} })
    expect(asked.status).toBe(200)
    expect(asked.body.state).toBe('requested')
    expect((await as(copy.owner, copy.host, '/api/admin/newsletter/permission/request', { body: {} })).body.state).toBe('requested')
    const listed = await as(admin, HOST, '/api/admin/sites?newsletter=requested')
    expect(listed.body.map(({ id }: { id: number }) => id)).toEqual([copy.number])
    expect(listed.body[0].newsletter).toMatchObject({ state: 'requested', requestedBy: 'mallory' })
    expect((await allow(copy.number)).body.newsletter.state).toBe('allowed')
    expect(await permission(copy)).toMatchObject({ state: 'allowed' })
    expect((await importList(copy)).body.added).toBe(1)
    const id = await draft(copy)
    expect((await issueCall(copy, id, 'send')).status).toBe(200)
    await deliver(copy)
    expect(received.map(({ to }) => to)).toEqual(['victim@example.com'])
    expect(received[0]?.text).toMatch(/^From: "?Green Street via Net Zero"? <no-reply@net-zero\.example>\r$/m)
    expect(received[0]?.text).toContain('Sent by Green Street through Net Zero.')
  })

  test('the request and the decision are in the audit logs of both sites', async () => {
    const copy = await launch()
    await as(copy.owner, copy.host, '/api/admin/newsletter/permission/request', { body: {} })
    await allow(copy.number)
    await allow(copy.number, false)
    const own = await installation.main.db
      .selectFrom('audit_entries')
      .select(['action', 'user_id'])
      .where('subject_type', '=', 'deployment')
      .where('subject_id', '=', copy.number)
      .orderBy('id')
      .execute()
    expect(own.slice(1)).toEqual([
      { action: 'deployment.request_newsletter', user_id: null },
      { action: 'deployment.allow_newsletter', user_id: admin.id },
      { action: 'deployment.revoke_newsletter', user_id: admin.id },
    ])
    expect(await actionsOf(copy.site)).toEqual(['newsletter.request', 'newsletter.allow', 'newsletter.revoke'])
    expect(await permission(copy)).toMatchObject({ state: 'none' })
  })

  test('the main site needs no permission', async () => {
    expect((await as(admin, HOST, '/api/admin/newsletter/permission')).body).toEqual({ state: 'allowed', operator: null })
    expect((await as(admin, HOST, '/api/admin/newsletter/permission/request', { body: {} })).status).toBe(409)
    const body = { text: 'email\nann@example.org\n', source: 'A fair', date: '2026-01-02', isTrial: true }
    expect((await as(admin, HOST, '/api/admin/newsletter/import', { body })).body.added).toBe(1)
  })

  test('a launched site that sent newsletters before permissions existed stays allowed, others do not', async () => {
    const [sent, silent] = [await launch('Sent Lane'), await launch('Silent Lane')]
    for (const { number, site } of [sent, silent]) {
      const row = { launch_id: number, state: 'unsettled', changed_at: new Date().toISOString() } as const
      await installation.main.db.insertInto('bulk_mail_permissions').values(row).execute()
      expect(site.bulkMail?.state).toBe('none')
    }
    const id = await draft(sent)
    await sent.site.db.insertInto('newsletter_recipients').values({ issue_id: id, subscriber_id: 1, state: 'sent', reason: null }).execute()
    await installation.start({ publicUrl: `http://${HOST}` })
    const states = [sent, silent].map(({ host }) => installation.sites.findByHost(host)?.bulkMail?.state)
    expect(states).toEqual(['allowed', 'none'])
  })
})

describe('refuses', () => {
  test.each(['none', 'requested', 'revoked'])(
    'import, sending, scheduling, tests and resuming while the permission is %s',
    async (state) => {
      const copy = await launch()
      if (state === 'requested') await as(copy.owner, copy.host, '/api/admin/newsletter/permission/request', { body: {} })
      if (state === 'revoked') await allow(copy.number).then(() => allow(copy.number, false))
      const id = await draft(copy)
      const later = { at: new Date(Date.now() + 3_600_000).toISOString() }
      await copy.site.db.updateTable('users').set({ email: 'victim@example.com' }).where('id', '=', copy.owner.id).execute()
      for (const response of [
        await importList(copy),
        await importList(copy, true),
        await issueCall(copy, id, 'send'),
        await issueCall(copy, id, 'send', later),
        await issueCall(copy, id, 'test'),
      ]) {
        expect(response.status).toBe(403)
        expect(response.body.code).toBe('newsletter.not_allowed')
      }
      await copy.site.db.updateTable('newsletter_issues').set({ state: 'paused' }).where('id', '=', id).execute()
      expect((await issueCall(copy, id, 'resume')).status).toBe(403)
      await deliver(copy)
      expect(received).toEqual([])
    },
  )

  test('an issue that was being sent stops with the revocation, and does not continue by itself', async () => {
    const copy = await launch()
    await allow(copy.number)
    await addReader(copy, 'ann@example.org')
    const id = await draft(copy)
    await issueCall(copy, id, 'send')
    await copy.site.db.updateTable('newsletter_issues').set({ state: 'sending', started_at: '2026-01-01T00:00:00.000Z' }).execute()
    await allow(copy.number, false)
    await deliver(copy)
    expect(received).toEqual([])
    expect(await stateOf(copy, id)).toEqual({ state: 'paused', last_error: expect.stringContaining('The administrator of Net Zero') })
    await allow(copy.number)
    await deliver(copy)
    expect(received).toEqual([])
    await issueCall(copy, id, 'resume')
    await deliver(copy)
    expect(received).toHaveLength(1)
  })

  test('a scheduled issue becomes a draft if it is due after the revocation', async () => {
    const copy = await launch()
    await allow(copy.number)
    await addReader(copy, 'ann@example.org')
    const id = await draft(copy)
    await issueCall(copy, id, 'send')
    await allow(copy.number, false)
    await deliver(copy)
    expect(received.length).toBe(0)
    expect((await stateOf(copy, id)).state).toBe('draft')
  })

  test('visitors, members and the administrator of a launched site cannot allow it', async () => {
    const copy = await launch()
    const call = (viewer: Viewer | null, host: string) =>
      as(viewer, host, `/api/admin/sites/${copy.number}/newsletter`, { method: 'PATCH', body: { isAllowed: true } })
    expect((await call(null, HOST)).status).toBe(401)
    expect((await call({ id: 9, isAdmin: false }, HOST)).status).toBe(403)
    expect((await call(copy.owner, copy.host)).status).toBe(404)
    expect((await allow(987_654_321)).status).toBe(404)
    expect(await permission(copy)).toMatchObject({ state: 'none' })
  })
})

describe('account mail of a launched site without the permission', () => {
  const enquiry = { name: PHISHING, email: 'victim@example.com', phone: '07700 900123', address: '1 The Row, Hebden' }
  const texts = () => received.map(({ text }) => text.replace(/=\r\n/g, '')).join('\n')

  test('contains nothing that its administrator or a visitor wrote', async () => {
    const copy = await launch()
    const productId = (await makeProduct({ db: copy.site.db, site: copy.site }, { name: PHISHING })).id
    copy.site.settings.enquiryEmail = 'other@example.com'
    const sent = await installation.ask(copy.host, '/api/enquiries', { body: { ...enquiry, notes: PHISHING, productId } })
    expect(sent.status, sent.text).toBe(201)
    const answered = await as(copy.owner, copy.host, `/api/enquiries/${sent.body.id}/answers`, { body: { text: PHISHING } })
    expect(answered.status, answered.text).toBeLessThan(300)
    await deliver(copy)
    expect(received.map(({ to }) => to).toSorted()).toEqual(['other@example.com', 'victim@example.com', 'victim@example.com'])
    expect(texts()).toContain(`Your enquiry ${sent.body.id} at Green Street: you have a reply.`)
    expect(texts()).not.toMatch(/evil|refund/i)
  })

  test('queued with such text before the revocation is sent without it', async () => {
    const copy = await launch()
    await allow(copy.number)
    const content = {
      subject: PHISHING,
      blocks: [
        { kind: 'text', text: PHISHING },
        { kind: 'quote', text: PHISHING },
      ],
    } as const
    await queueMail({ db: copy.site.db }, { to: 'victim@example.com', subject: PHISHING, body: PHISHING, content })
    await allow(copy.number, false)
    await deliver(copy)
    expect(received).toHaveLength(1)
    expect(texts()).not.toMatch(/evil/i)
  })

  test('names the operator in sender, text and HTML, with the abuse contact, also if MAIL_FROM is set', async () => {
    const copy = await launch('Green "Street", Ltd')
    await queueMail(
      { db: copy.site.db },
      { to: 'ann@example.org', subject: 'Hello', body: 'Hello.\n', content: { subject: 'Hello', blocks: [] } },
    )
    Object.assign(copy.site.operator ?? {}, { abuseContact: 'abuse@net-zero.example' })
    await deliver(copy, { mailFrom: 'Net Zero Mail <post@net-zero.example>' })
    expect(texts()).toMatch(/^From: "Green \\"Street\\", Ltd via Net Zero" <post@net-zero\.example>\r$/m)
    const line = 'through Net Zero. To report abuse, write to abuse@net-zero.example.'
    expect(texts().split(line)).toHaveLength(3)
  })

  test('shows a stored site name without its URL and control characters', async () => {
    const copy = await launch()
    copy.site.settings.name = 'Refund of £240 waits: https://evil.example/x\u202e'
    await installation.ask(copy.host, '/api/newsletter', { body: { email: 'victim@example.com' } })
    await deliver(copy)
    expect(received).toHaveLength(1)
    expect(texts()).not.toMatch(/evil|\u202e|=E2=80=AE/)
  })
})

describe('site names', () => {
  test.each(['Refund: https://evil.example/x', 'www.evil.example', 'Refund at evil.com', 'Green\u202eStreet', 'Green\u200bStreet'])(
    '%j is rejected at the launch and in the settings',
    async (name) => {
      const launched = await installation.launch({ siteName: name, content: 'empty' }, { host: HOST })
      expect(launched.status).toBe(400)
      expect(launched.body.errors[0].path).toBe('siteName')
      const changed = await as(admin, HOST, '/api/admin/settings', { method: 'PATCH', body: { name } })
      expect(changed.status).toBe(400)
      expect(changed.body.errors[0].path).toBe('name')
      expect((await loadSettings(installation.main.db)).name).toBe('Net Zero')
    },
  )

  test('a domain alone is accepted', async () => {
    expect((await installation.launch({ siteName: 'Heatpumps.co.uk', content: 'empty' }, { host: HOST })).status).toBe(201)
  })
})
