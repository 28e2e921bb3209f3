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
const who = async (cookie: string, on = site) => (await on.call(null, contract.getSessionEndpoint, {}, { cookie })).body.user

describe('SEC-02 signing up', () => {
  test('makes an account, signs in, and never an administrator', async () => {
    const answer = await signUp('Anna', { isAdmin: true, displayName: 'Anna B.' })
    expect([answer.status, answer.body.user]).toEqual([
      201,
      expect.objectContaining({ username: 'Anna', displayName: 'Anna B.', isAdmin: false, isRestricted: false, hasSecondFactor: false }),
    ])
    expect(String([answer.headers['set-cookie']].flat()[0])).toMatch(
      /^session=[\w-]{43}; Path=\/; Max-Age=7776000; HttpOnly; SameSite=Lax$/,
    )
    expect(await who(cookieOf(answer))).toMatchObject({ username: 'Anna' })
    expect(JSON.stringify(answer.body)).not.toMatch(/example\.org|argon2/)
  })
  test('a name that is taken, in any case, is 409 and says so', async () => {
    await signUp('Berta')
    const name = await signUp('bERTA', { email: 'other@example.org' })
    expect([name.status, name.body.code, name.body.errors[0].path]).toEqual([409, 'user.username_taken', 'username'])
  })
  test('six who want the same name at once: one has it', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, (_, n) => signUp('Wanted', { email: `wanted${n}@example.org` })))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409, 409, 409])
  })
  test.each(['admin', 'Guest', 'system', 'deleted-7'])('%s is reserved', async (username) => {
    const { status, body } = await signUp(username, { email: 'reserved@example.org' })
    expect([status, body.code]).toEqual([409, 'user.username_taken'])
  })
  test.each(['1q2w3e4r5t', 'Password123', 'carla-carla', 'CARLA-CARLA@example.org'])('%s is too common', async (password) => {
    const { status, body } = await signUp('carla-carla', { password })
    const message = 'This password is too common. Please choose another.'
    expect([status, body]).toEqual([400, { code: 'input.invalid', message, errors: [{ path: 'password', message }] }])
  })
  test('with accounts switched off there is no such call', async () => {
    site.ctx.site.settings.features.userAccounts = false
    expect((await signUp('Nobody')).status).toBe(404)
    site.ctx.site.settings.features.userAccounts = true
  })
})

describe('signing in', () => {
  test('with the username or the email address, and out again', async () => {
    await signUp('Dora')
    for (const name of ['Dora', ' dora ', 'DORA@Example.org']) {
      const answer = await signIn(name, TEST_PASSWORD)
      expect([answer.status, answer.body.user?.username]).toEqual([200, 'Dora'])
      const cookie = cookieOf(answer)
      expect(await who(cookie)).not.toBeNull()
      const out = await site.call(null, contract.signOutEndpoint, { body: {} }, { cookie })
      expect([out.status, out.body, cookieOf(out)]).toEqual([200, { user: null }, 'session='])
      expect(await who(cookie)).toBeNull()
    }
    expect(JSON.stringify(await site.ctx.db.selectFrom('audit_entries').select(['action', 'after']).execute())).toMatch(/session\.open/)
  })
  test('whoever comes in anew leaves the session that their browser had', async () => {
    const old = cookieOf(await signUp('Renata'))
    const body = { username: 'Renata', password: TEST_PASSWORD }
    const cookie = cookieOf(await site.call(null, contract.signInEndpoint, { body }, { cookie: old }))
    expect([await who(old), await who(cookie)]).toEqual([null, expect.objectContaining({ username: 'Renata' })])
  })
  test('ADM-LOGIN-07 SEC-08 one answer for unknown, wrong, guest, closed, and for a member who is no administrator', async () => {
    await signUp('Emil')
    const closed = await makeUser(site.ctx, { username: 'Closed' })
    const passwordHash = await hashPassword(TEST_PASSWORD)
    await site.ctx.db
      .updateTable('users')
      .set({ password_hash: passwordHash, deleted_at: new Date().toISOString() })
      .where('id', '=', closed.id)
      .execute()
    const guest = await site.ctx.db.selectFrom('users').select('username').where('id', '=', 1).executeTakeFirstOrThrow()
    const answers = await Promise.all([
      signIn('Nobody', TEST_PASSWORD),
      signIn('Emil', 'not the password'),
      signIn(guest.username, TEST_PASSWORD),
      signIn('Closed', TEST_PASSWORD),
      adminLogin('Emil', TEST_PASSWORD),
      adminLogin('Nobody', TEST_PASSWORD),
    ])
    for (const { status, body, headers } of answers) {
      expect([status, body]).toEqual([401, { message: 'Invalid username or password', code: 'auth.wrong' }])
      expect(String(headers['set-cookie'])).not.toMatch(/session=/)
    }
  })
  test('ADM-LOGIN-08 ADM-LOGIN-21 SEC-03 an administrator, and what the flag alone opens', async () => {
    await signUp('Keeper')
    await site.ctx.db.updateTable('users').set({ is_admin: true }).where('username', '=', 'Keeper').execute()
    const answer = await adminLogin('Keeper', TEST_PASSWORD)
    expect([answer.status, answer.body.user.isAdmin]).toEqual([200, true])
    const ask = (cookie: string) => site.call(null, contract.adminSessionEndpoint, {}, { cookie })
    expect((await ask(cookieOf(answer))).body.user.username).toBe('Keeper')
    expect((await ask('isAdmin=true')).status).toBe(401)
    expect((await ask(cookieOf(await signUp('Fred')))).status).toBe(403)
  })
  test('a member who tries what is an administrator’s is noted, once an hour', async () => {
    const cookie = cookieOf(await signUp('Curious'))
    for (let n = 0; n < 3; n++) expect((await site.call(null, contract.adminSessionEndpoint, {}, { cookie })).status).toBe(403)
    expect((await site.call(null, contract.adminSessionEndpoint, {}, { cookie: '' })).status).toBe(401)
    const noted = site.ctx.db.selectFrom('audit_entries').select(['user_id', 'subject_title']).where('action', '=', 'access.refused')
    const id = (await who(cookie)).id as number
    expect(await noted.where('user_id', '=', id).execute()).toEqual([{ user_id: id, subject_title: 'GET /api/admin/session' }])
  })
  test('a session of another site opens nothing here, nor does what the table holds', async () => {
    const other = await openTestSite()
    const cookie = cookieOf(await signUp('Gerda'))
    expect(await who(cookie, other)).toBeNull()
    await other.close()
    for (const { token_hash } of nonEmpty(await site.ctx.db.selectFrom('sessions').select('token_hash').execute()))
      expect(await who(`session=${token_hash}`)).toBeNull()
  })
})

describe('the first administrator', () => {
  test('is made once, takes a name that exists, and a made-up password works', async () => {
    const fresh = await openTestSite()
    const login = (username: string, password: string) => fresh.call(null, contract.adminLoginEndpoint, { body: { username, password } })
    await expect(ensureAdministrator(fresh.ctx, 'keeper', '1q2w3e4r5t')).rejects.toThrow(/^ADMIN_PASSWORD/)
    const made = await ensureAdministrator(fresh.ctx, 'keeper', undefined)
    expect(made).toEqual({ username: 'keeper', password: expect.stringMatching(/^([a-z2-9]{4}-){4}[a-z2-9]{4}$/) })
    const first = await login('keeper', made?.password ?? '')
    expect([first.status, first.body.user]).toEqual([200, expect.objectContaining({ displayName: 'Administrator', isAdmin: true })])
    expect(await ensureAdministrator(fresh.ctx, 'another', TEST_PASSWORD)).toBeUndefined()
    expect((await login('another', TEST_PASSWORD)).status).toBe(401)

    await fresh.ctx.db.updateTable('users').set({ restricted_at: new Date().toISOString() }).where('username', '=', 'keeper').execute()
    expect(await ensureAdministrator(fresh.ctx, 'Keeper', TEST_PASSWORD)).toBeUndefined()
    expect(await who(cookieOf(first), fresh)).toBeNull()
    expect((await login('keeper', TEST_PASSWORD)).body.user).toMatchObject({ isAdmin: true, isRestricted: false })
    expect((await queries.findSecretsByUsername(fresh.ctx, 'KEEPER'))?.username).toBe('keeper')
    await fresh.close()
  })
  test('two processes that start at once make one', async () => {
    const fresh = await openTestSite()
    const made = await Promise.all(['keeper', 'warden'].map((name) => ensureAdministrator(fresh.ctx, name, undefined)))
    expect(made.filter(Boolean)).toHaveLength(1)
    await fresh.close()
  })
  test('made-up passwords differ and are not common', async () => {
    expect(generatePassword()).not.toBe(generatePassword())
    expect(await isCommonPassword(generatePassword())).toBe(false)
  })
})
