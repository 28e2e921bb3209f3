/** Tests that names which impersonate the site, its staff or another member are rejected. */
import { hash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { changeAccountEndpoint, deleteAccountEndpoint } from '#features/accounts/account.contract.ts'
import { signUp, TEST_PASSWORD } from '#features/accounts/account.factory.ts'
import { changeUserEndpoint, createUserEndpoint } from '#features/users/user-admin.contract.ts'
import { makeUser } from '#features/users/user.factory.ts'
import { removeExpiredReservations } from './reserved-username.service.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const DAY_MS = 86_400_000
const getError = ({ status, body }: { status: number; body: { code?: string; errors?: { path: string }[] } }) => ({
  status,
  path: body.errors?.[0]?.path,
})

describe('a name that a member chooses is', () => {
  test.each(['Staff', 'moder4tor', 'Guest', 'Site_Admin', 'net-zero-hub'])(
    'rejected as a username if it resembles the site or its staff: %s',
    async (username) => {
      site.ctx.site.settings.name = 'Net Zero Hub'
      expect(getError(await signUp(site, username))).toEqual({ status: 409, path: 'username' })
    },
  )

  test.each(['Аdmin', 'The Moderators', 'Deleted member', 'Net Zero Hub', 'An\u202ena', '\u3164', 'Refund at evil.example.com/x'])(
    'rejected as a display name if it resembles the site or its staff, hides characters, or contains a URL: %j',
    async (displayName) => {
      site.ctx.site.settings.name = 'Net Zero Hub'
      expect(getError(await signUp(site, 'someone', { displayName }))).toEqual({ status: 400, path: 'displayName' })
      const viewer = await makeUser(site.ctx, { isAdmin: false })
      expect(getError(await site.call(viewer, changeAccountEndpoint, { body: { displayName } }))).toEqual({
        status: 400,
        path: 'displayName',
      })
    },
  )

  test('rejected on a tenant site if it resembles the name of the main site', async () => {
    const tenantSite = site.ctx.site
    tenantSite.operator = { name: 'Warm Homes Club', abuseContact: undefined }
    try {
      expect(getError(await signUp(site, 'warm_homes_club'))).toEqual({ status: 409, path: 'username' })
      const viewer = await makeUser(site.ctx, { isAdmin: false })
      for (const displayName of ['Warm Homes Club', 'Wаrm Homes Club Team'])
        expect(getError(await site.call(viewer, changeAccountEndpoint, { body: { displayName } }))).toEqual({
          status: 400,
          path: 'displayName',
        })
    } finally {
      delete tenantSite.operator
    }
  })

  test('accepted as a display name if it is already stored, or an administrator chooses it', async () => {
    const viewer = await makeUser(site.ctx, { isAdmin: false })
    await site.ctx.db.updateTable('users').set({ display_name: 'Staff' }).where('id', '=', viewer.id).execute()
    expect((await site.call(viewer, changeAccountEndpoint, { body: { displayName: 'Staff' } })).status).toBe(200)
    const admin = await makeUser(site.ctx, { isAdmin: true })
    expect((await site.call(admin, changeAccountEndpoint, { body: { displayName: 'Staff' } })).status).toBe(200)
  })
})

describe('a former username', () => {
  const renameMember = async (id: number, username: string) => {
    const admin = await makeUser(site.ctx, { isAdmin: true })
    return (await site.call(admin, changeUserEndpoint, { params: { id }, body: { username } })).status
  }
  const ageReservations = (days: number) =>
    site.ctx.db
      .updateTable('given_up_usernames')
      .set({ given_up_at: new Date(Date.now() - days * DAY_MS).toISOString() })
      .execute()

  test('is reserved for its account for 90 days after a rename', async () => {
    const { body } = await signUp(site, 'Firstname')
    const id = body.user?.id ?? 0
    expect(await renameMember(id, 'Secondname')).toBe(200)
    expect((await signUp(site, 'firstNAME', { email: 'x1@example.org' })).status).toBe(409)
    const otherMember = await makeUser(site.ctx, { isAdmin: false })
    expect(await renameMember(otherMember.id, 'Firstname')).toBe(409)
    const admin = await makeUser(site.ctx, { isAdmin: true })
    const form = { username: 'Firstname', email: 'x2@example.org', password: TEST_PASSWORD }
    expect((await site.call(admin, createUserEndpoint, { body: form })).status).toBe(409)
    expect(await renameMember(id, 'Firstname')).toBe(200)
    expect(await renameMember(id, 'Secondname')).toBe(200)
    await ageReservations(89)
    expect((await signUp(site, 'Firstname', { email: 'x3@example.org' })).status).toBe(409)
    await ageReservations(91)
    await removeExpiredReservations(site.ctx)
    expect(await site.ctx.db.selectFrom('given_up_usernames').selectAll().execute()).toEqual([])
    expect((await signUp(site, 'Firstname', { email: 'x4@example.org' })).status).toBe(201)
  })

  test('is reserved for 90 days after its account was closed, and stored only as a keyed hash', async () => {
    const signedUp = await signUp(site, 'Closedname')
    const viewer = { id: signedUp.body.user?.id ?? 0, isAdmin: false }
    expect((await site.call(viewer, deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })).status).toBe(200)
    expect((await signUp(site, 'closedname', { email: 'y@example.org' })).status).toBe(409)
    const rows = await site.ctx.db.selectFrom('given_up_usernames').selectAll().execute()
    expect(rows.map(({ user_id }) => user_id)).toContain(null)
    expect(JSON.stringify(rows)).not.toMatch(/closedname/i)
    expect(rows.map(({ name_hash }) => name_hash)).not.toContain(hash('sha256', 'closedname', 'base64url'))
    await ageReservations(91)
    expect((await signUp(site, 'Closedname', { email: 'y@example.org' })).status).toBe(201)
  })
})
