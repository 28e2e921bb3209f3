/** Who may launch on a public installation: confirmed members, and people with an invitation. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { openTestInstallation, type TestInstallation } from '#tests/support/test-installation.ts'

const HOST = 'net-zero.example'
let installation: TestInstallation
let admin: Viewer
beforeAll(async () => {
  installation = await openTestInstallation({ launching: null })
  admin = await makeUser(installation.main, { isAdmin: true })
  await installation.start({ publicUrl: `http://${HOST}` })
})
beforeEach(() => {
  installation.viewer = null
  installation.main.settings.launching = null
  installation.main.settings.mostCopies = 500
})
afterAll(() => installation.close())

const launch = (more: object = {}) => installation.launch({ siteName: 'Green Street', content: 'empty', ...more }, { host: HOST })
async function as<T>(viewer: Viewer | null, work: () => Promise<T>): Promise<T> {
  installation.viewer = viewer
  return work().finally(() => (installation.viewer = null))
}
async function invite(body: object = {}) {
  const { status, body: made, text } = await as(admin, () => installation.ask(HOST, '/api/admin/launching/invitations', { body }))
  expect(status, text).toBe(201)
  return { ...made, token: new URL(made.link).hash.replace('#invitation=', '') } as { id: number; link: string; token: string }
}
const list = async () => (await as(admin, () => installation.ask(HOST, '/api/admin/launching/invitations'))).body
const check = async (token: string) => (await installation.ask(HOST, '/api/launching/invitation', { body: { token } })).body.isValid
const revoke = (id: number) => as(admin, () => installation.ask(HOST, `/api/admin/launching/invitations/${id}`, { method: 'DELETE' }))
const set = (id: number, values: object) =>
  installation.main.db.updateTable('launch_invitations').set(values).where('id', '=', id).execute()

describe('the default on a public installation', () => {
  test('rejects visitors and members without a confirmed email, and accepts confirmed members and administrators', async () => {
    expect((await installation.ask(HOST, '/api/launching')).body.launching).toBe('members')
    const visitor = await launch()
    expect(visitor.status).toBe(403)
    expect(visitor.body.code).toBe('deployment.not_allowed')
    const member = await makeUser(installation.main, {})
    await installation.main.db
      .updateTable('users')
      .set({ email: null, unconfirmed_email: 'm@example.org' })
      .where('id', '=', member.id)
      .execute()
    const unconfirmed = await as(member, () => launch())
    expect(unconfirmed.status).toBe(403)
    expect(unconfirmed.body.code).toBe('deployment.email_not_confirmed')
    await installation.main.db
      .updateTable('users')
      .set({ email: 'm@example.org', unconfirmed_email: null })
      .where('id', '=', member.id)
      .execute()
    expect((await as(member, () => launch())).status).toBe(201)
    expect((await as(admin, () => launch())).status).toBe(201)
  })

  test('leaves local installations open, and does not override a stored setting', async () => {
    installation.main.settings.launching = 'everyone'
    expect((await launch()).status).toBe(201)
    installation.main.settings.launching = null
    for (const publicUrl of [undefined, 'http://localhost:3000'] as const) {
      await installation.start(publicUrl ? { publicUrl } : {})
      expect((await installation.launch({ content: 'empty' })).status).toBe(201)
    }
    await installation.start({ publicUrl: `http://${HOST}` })
  })
})

describe('an invitation', () => {
  test('opens the launch once; its link is shown once and stored as a hash', async () => {
    const { id, token, link } = await invite({ note: 'Ada' })
    expect(link).toMatch(/^http:\/\/net-zero\.example\/deploy#invitation=[\w-]{43}$/)
    expect(await check(token)).toBe(true)
    expect((await launch({ invitation: token })).status).toBe(201)
    expect(await check(token)).toBe(false)
    const again = await launch({ invitation: token })
    expect(again.status).toBe(403)
    expect(again.body.code).toBe('deployment.invitation_invalid')
    expect((await list())[0]).toMatchObject({ id, note: 'Ada', uses: 1, maxUses: 1, state: 'used' })
    const stored = JSON.stringify(await installation.main.db.selectFrom('launch_invitations').selectAll().execute())
    const configs = JSON.stringify(await installation.main.db.selectFrom('launches').select('config').execute())
    expect(stored + configs).not.toContain(token)
  })

  test('can be used as often as allowed, even concurrently', async () => {
    const { token } = await invite({ maxUses: 2 })
    const responses = await Promise.all(Array.from({ length: 5 }, () => launch({ invitation: token })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 201, 403, 403, 403])
  })

  test('is not used up by a failed launch or by a repeated idempotency key', async () => {
    const { id, token } = await invite()
    installation.main.settings.mostCopies = 0
    expect((await launch({ invitation: token })).status).toBe(409)
    installation.main.settings.mostCopies = 500
    const again = () =>
      installation.launch(
        { siteName: 'Once Only', content: 'empty', invitation: token },
        { host: HOST, headers: { 'idempotency-key': 'a-key-of-twenty-characters' } },
      )
    const [first, second] = [await again(), await again()]
    expect(first.status).toBe(201)
    expect(second.status).toBe(201)
    expect(second.body.id).toEqual(first.body.id)
    expect((await list()).find((one: { id: number }) => one.id === id).uses).toBe(1)
  })

  test('keeps its use count when the launched site is deleted', async () => {
    const { token } = await invite()
    const { number } = await launch({ invitation: token, siteName: 'Gone Soon' })
    const remove = () => installation.ask(HOST, `/api/admin/sites/${number}`, { method: 'DELETE', body: { name: 'Gone Soon' } })
    expect((await as(admin, remove)).status).toBe(200)
    expect((await launch({ invitation: token })).status).toBe(403)
  })

  test('is invalid once revoked or expired, and while launching is off', async () => {
    const [revoked, expired, off] = [await invite(), await invite(), await invite()]
    expect((await revoke(revoked.id)).body.state).toBe('revoked')
    expect((await revoke(revoked.id)).status).toBe(409)
    await set(expired.id, { expires_at: '2026-01-01T00:00:00.000Z' })
    for (const { token } of [revoked, expired, { token: 'x'.repeat(43) }]) {
      expect(await check(token)).toBe(false)
      expect((await launch({ invitation: token })).status).toBe(403)
    }
    installation.main.settings.launching = 'nobody'
    expect((await launch({ invitation: off.token })).body.code).toBe('deployment.not_allowed')
  })

  test.each([{ maxUses: 0 }, { maxUses: 101 }, { days: 0 }, { days: 91 }, { note: 'x'.repeat(101) }, { maxUses: 1.5 }])(
    'is not created from %j',
    async (body) => {
      expect((await as(admin, () => installation.ask(HOST, '/api/admin/launching/invitations', { body }))).status).toBe(400)
    },
  )

  test('can be created, listed and revoked only by the main administrator', async () => {
    const { id } = await invite()
    const calls = (host: string) => [
      installation.ask(host, '/api/admin/launching/invitations'),
      installation.ask(host, '/api/admin/launching/invitations', { body: {} }),
      installation.ask(host, `/api/admin/launching/invitations/${id}`, { method: 'DELETE' }),
    ]
    const statuses = async (viewer: Viewer | null, host = HOST) =>
      as(viewer, async () => (await Promise.all(calls(host))).map(({ status }) => status))
    expect(await statuses(null)).toEqual([401, 401, 401])
    expect(await statuses({ id: 9, isAdmin: false })).toEqual([403, 403, 403])
    const { host } = await as(admin, () => launch())
    expect(await statuses({ id: 1, isAdmin: true }, host)).toEqual([404, 404, 404])
  })
})
