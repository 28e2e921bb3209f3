import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import * as factory from '#features/accounts/account.factory.ts'
import { cookieOf, TEST_PASSWORD } from '#features/accounts/account.factory.ts'
import * as queries from '#features/accounts/account.queries.ts'
import { ensureAdministrator } from '#features/accounts/administration/first-administrator.service.ts'
import { hashPassword, isCommonPassword, generatePassword } from '#features/accounts/passwords/password.service.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const signUp = (username: string, extra: object = {}) => factory.signUp(site, username, extra)
const signIn = (username: string, password: string) => site.call(null, contract.signInEndpoint, { body: { username, password } })
const adminLogin = (username: string, password: string) => site.call(null, contract.adminLoginEndpoint, { body: { username, password } })
const getSessionUser = async (cookie: string, targetSite = site) =>
  (await targetSite.call(null, contract.getSessionEndpoint, {}, { cookie })).body.user

describe('SEC-02 sign-up', () => {
  test('creates an account, signs in, and ignores a submitted role', async () => {
    const response = await signUp('Anna', { isAdmin: true, displayName: 'Anna B.' })
    expect(response.status).toBe(201)
    expect(response.body.user).toMatchObject({
      username: 'Anna',
      displayName: 'Anna B.',
      isAdmin: false,
      isRestricted: false,
      hasSecondFactor: false,
    })
    expect(String([response.headers['set-cookie']].flat()[0])).toMatch(
      /^session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
    expect(await getSessionUser(cookieOf(response))).toMatchObject({ username: 'Anna' })
    expect(JSON.stringify(response.body)).not.toMatch(/example\.org|argon2/)
  })
  test('returns 409 for a taken username, ignoring case', async () => {
    await signUp('Berta')
    const response = await signUp('bERTA', { email: 'other@example.org' })
    expect(response).toMatchObject({ status: 409, body: { code: 'user.username_taken', errors: [{ path: 'username' }] } })
  })
  test('creates one account for six concurrent requests with the same username', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp('Wanted', { email: `wanted${n}@example.org` })))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  })
  test.each(['admin', 'Guest', 'system', 'deleted-7'])('returns 409 for the reserved username %s', async (username) => {
    const response = await signUp(username, { email: 'reserved@example.org' })
    expect(response).toMatchObject({ status: 409, body: { code: 'user.username_taken' } })
  })
  test.each(['1q2w3e4r5t', 'Password123', 'carla-carla', 'CARLA-CARLA@example.org'])(
    'returns 400 for the common password %s',
    async (password) => {
      const { status, body } = await signUp('carla-carla', { password })
      const message = 'This password is too common. Please choose another.'
      expect(status).toBe(400)
      expect(body).toEqual({ code: 'input.invalid', message, errors: [{ path: 'password', message }] })
    },
  )
  test('returns 404 while accounts are switched off', async () => {
    site.ctx.site.settings.features.userAccounts = false
    expect((await signUp('Nobody')).status).toBe(404)
    site.ctx.site.settings.features.userAccounts = true
  })
})

describe('sign-in', () => {
  test('accepts username or email, and sign-out ends the session', async () => {
    await signUp('Dora')
    for (const name of ['Dora', ' dora ', 'DORA@Example.org']) {
      const response = await signIn(name, TEST_PASSWORD)
      expect(response).toMatchObject({ status: 200, body: { user: { username: 'Dora' } } })
      const cookie = cookieOf(response)
      expect(await getSessionUser(cookie)).not.toBeNull()
      const signOutResponse = await site.call(null, contract.signOutEndpoint, { body: {} }, { cookie })
      expect(signOutResponse.status).toBe(200)
      expect(signOutResponse.body).toEqual({ user: null })
      expect(cookieOf(signOutResponse)).toBe('session=')
      expect(await getSessionUser(cookie)).toBeNull()
    }
    expect(JSON.stringify(await site.ctx.db.selectFrom('audit_entries').select(['action', 'after']).execute())).toMatch(/session\.open/)
  })
  test('ends the previous session of the browser', async () => {
    const oldCookie = cookieOf(await signUp('Renata'))
    const body = { username: 'Renata', password: TEST_PASSWORD }
    const cookie = cookieOf(await site.call(null, contract.signInEndpoint, { body }, { cookie: oldCookie }))
    expect(await getSessionUser(oldCookie)).toBeNull()
    expect(await getSessionUser(cookie)).toMatchObject({ username: 'Renata' })
  })
  test('ADM-LOGIN-07 SEC-08 returns the same error for unknown, guest and closed accounts, wrong passwords and non-administrators', async () => {
    await signUp('Emil')
    const closedUser = await makeUser(site.ctx, { username: 'Closed' })
    const passwordHash = await hashPassword(TEST_PASSWORD)
    await site.ctx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, deleted_at: new Date().toISOString() })
      .where('id', '=', closedUser.id)
      .execute()
    const guest = await site.ctx.db.selectFrom('users').select('username').where('id', '=', 1).executeTakeFirstOrThrow()
    const responses = await Promise.all([
      signIn('Nobody', TEST_PASSWORD),
      signIn('Emil', 'not the password'),
      signIn(guest.username, TEST_PASSWORD),
      signIn('Closed', TEST_PASSWORD),
      adminLogin('Emil', TEST_PASSWORD),
      adminLogin('Nobody', TEST_PASSWORD),
    ])
    for (const { status, body, headers } of responses) {
      expect(status).toBe(401)
      expect(body).toEqual({ message: 'Invalid username or password', code: 'auth.wrong' })
      expect(String(headers['set-cookie'])).not.toMatch(/session=/)
    }
  })
  test('ADM-LOGIN-08 ADM-LOGIN-21 SEC-03 as an administrator opens a session; the browser flag alone grants no access', async () => {
    await signUp('Keeper')
    await site.ctx.db.updateTable('users').set({ is_admin: true }).where('username', '=', 'Keeper').execute()
    const response = await adminLogin('Keeper', TEST_PASSWORD)
    expect(response).toMatchObject({ status: 200, body: { user: { isAdmin: true } } })
    const getAdminSession = (cookie: string) => site.call(null, contract.adminSessionEndpoint, {}, { cookie })
    expect((await getAdminSession(cookieOf(response))).body.user.username).toBe('Keeper')
    expect((await getAdminSession('isAdmin=true')).status).toBe(401)
    expect((await getAdminSession(cookieOf(await signUp('Fred')))).status).toBe(403)
  })
  test('audits a member’s call of an administrator endpoint once an hour', async () => {
    const cookie = cookieOf(await signUp('Curious'))
    for (let n = 0; n < 3; n++) expect((await site.call(null, contract.adminSessionEndpoint, {}, { cookie })).status).toBe(403)
    expect((await site.call(null, contract.adminSessionEndpoint, {}, { cookie: '' })).status).toBe(401)
    const entries = site.ctx.db.selectFrom('audit_entries').select(['user_id', 'subject_title']).where('action', '=', 'access.refused')
    const id = (await getSessionUser(cookie)).id as number
    expect(await entries.where('user_id', '=', id).execute()).toEqual([{ user_id: id, subject_title: 'GET /api/admin/session' }])
  })
  test('rejects sessions of another site, and token hashes from the table', async () => {
    const otherSite = await openTestSite()
    const cookie = cookieOf(await signUp('Gerda'))
    expect(await getSessionUser(cookie, otherSite)).toBeNull()
    await otherSite.close()
    for (const { token_hash } of nonEmpty(await site.ctx.db.selectFrom('sessions').select('token_hash').execute()))
      expect(await getSessionUser(`session=${token_hash}`)).toBeNull()
  })
})

describe('the first administrator', () => {
  test('is created once, or promoted if the username exists, and can sign in with the generated password', async () => {
    const freshSite = await openTestSite()
    const login = (username: string, password: string) =>
      freshSite.call(null, contract.adminLoginEndpoint, { body: { username, password } })
    await expect(ensureAdministrator(freshSite.ctx, 'keeper', '1q2w3e4r5t')).rejects.toThrow(/^ADMIN_PASSWORD/)
    const credentials = await ensureAdministrator(freshSite.ctx, 'keeper', undefined)
    expect(credentials).toEqual({ username: 'keeper', password: expect.stringMatching(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/) })
    const firstLogin = await login('keeper', credentials?.password ?? '')
    expect(firstLogin).toMatchObject({ status: 200, body: { user: { displayName: 'Administrator', isAdmin: true } } })
    expect(await ensureAdministrator(freshSite.ctx, 'another', TEST_PASSWORD)).toBeUndefined()
    expect((await login('another', TEST_PASSWORD)).status).toBe(401)

    await freshSite.ctx.db.updateTable('users').set({ restricted_at: new Date().toISOString() }).where('username', '=', 'keeper').execute()
    expect(await ensureAdministrator(freshSite.ctx, 'Keeper', TEST_PASSWORD)).toBeUndefined()
    expect(await getSessionUser(cookieOf(firstLogin), freshSite)).toBeNull()
    expect((await login('keeper', TEST_PASSWORD)).body.user).toMatchObject({ isAdmin: true, isRestricted: false })
    expect((await queries.findSecretsByUsername(freshSite.ctx, 'KEEPER'))?.username).toBe('keeper')
    await freshSite.close()
  })
  test('is created once if two processes start concurrently', async () => {
    const freshSite = await openTestSite()
    const results = await Promise.all(['keeper', 'warden'].map((name) => ensureAdministrator(freshSite.ctx, name, undefined)))
    expect(results.filter(Boolean)).toHaveLength(1)
    await freshSite.close()
  })
  test('gets a random password that is not common', async () => {
    expect(generatePassword()).not.toBe(generatePassword())
    expect(await isCommonPassword(generatePassword())).toBe(false)
  })
})
