import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import * as contract from './account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp, type TestAccount } from './account.factory.ts'

const NEW_PASSWORD = 'a warmer attic at last'
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const hasSession = async (cookie: string) => (await site.call(null, contract.getSessionEndpoint, {}, { cookie })).body.user !== null
const openAnotherSession = async (account: TestAccount) => cookieOf(await signIn(site, account.username))
const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').selectAll().where('to_address', '=', recipient.toLowerCase()).orderBy('id').execute()

describe('profile', () => {
  test('GET and PATCH /api/me return the account; PATCH requires the password for a new email', async () => {
    const ann = await makeSignedIn(site, 'Ann')
    const ownAccount = await ann.call(contract.getAccountEndpoint)
    expect(ownAccount.body).toEqual({
      id: ann.id,
      username: 'Ann',
      email: 'ann@example.org',
      unconfirmedEmail: null,
      displayName: null,
      avatarUrl: null,
      isAdmin: false,
      isRestricted: false,
      memberSince: expect.any(String),
      hasSecondFactor: false,
      hasOneTimeCodes: false,
      asksPasskeyAfterPassword: false,
      recoveryCodesLeft: 0,
      mailProblem: null,
    })
    const renameResponse = await ann.call(contract.changeAccountEndpoint, { body: { displayName: 'Ann of Heat Street' } })
    expect(renameResponse).toMatchObject({ status: 200, body: { displayName: 'Ann of Heat Street', avatarUrl: null } })

    const email = 'Ann@New.example.org'
    const withoutPassword = await ann.call(contract.changeAccountEndpoint, { body: { email } })
    expect(withoutPassword).toMatchObject({ status: 400, body: { errors: [{ path: 'password' }] } })
    const wrongPassword = await ann.call(contract.changeAccountEndpoint, { body: { email, password: 'nope' } })
    expect(wrongPassword).toMatchObject({ status: 403, body: { code: 'auth.wrong_password' } })
    const moveResponse = await ann.call(contract.changeAccountEndpoint, { body: { email, password: TEST_PASSWORD } })
    expect(moveResponse.body).toMatchObject({ email: 'ann@example.org', unconfirmedEmail: 'ann@new.example.org' })
    const [mail] = await listMails('ann@new.example.org')
    const token = /\/confirm-email#([\w-]{43})/.exec(mail?.body ?? '')?.[1] ?? ''
    expect((await site.call(null, contract.confirmEmailEndpoint, { body: { token, password: TEST_PASSWORD } })).body).toEqual({
      email: 'ann@new.example.org',
    })
    expect((await listMails('ann@example.org'))[0]?.subject).toBe('Your email address at Net Zero has changed')
    const { search_text } = await site.ctx.db.selectFrom('users').select('search_text').where('id', '=', ann.id).executeTakeFirstOrThrow()
    expect(search_text).toBe('ann\nann@new.example.org\nann of heat street')

    const clearResponse = await ann.call(contract.changeAccountEndpoint, { body: { displayName: '', avatarUrl: '' } })
    expect(clearResponse.body).toMatchObject({ displayName: null, avatarUrl: null })
  })
  test('PATCH /api/me returns 400 for a javascript: avatar, and ignores role and username', async () => {
    const cat = await makeSignedIn(site, 'Cat')
    expect((await cat.call(contract.changeAccountEndpoint, { body: { avatarUrl: 'javascript:alert(1)' } })).status).toBe(400)
    const response = await cat.call(contract.changeAccountEndpoint, { body: { isAdmin: true, username: 'Root', displayName: 'Cat' } })
    expect(response.body).toMatchObject({ isAdmin: false, username: 'Cat' })
  })
})

describe('passwords', () => {
  test('a change requires the current password, ends all sessions and opens a new one', async () => {
    const dan = await makeSignedIn(site, 'Dan')
    const otherCookie = await openAnotherSession(dan)
    const changePassword = (currentPassword: string, newPassword: string) =>
      dan.call(contract.changePasswordEndpoint, { body: { currentPassword, newPassword } })
    expect((await changePassword('wrong', NEW_PASSWORD)).body.errors[0].path).toBe('currentPassword')
    expect((await changePassword(TEST_PASSWORD, '1q2w3e4r5t')).body.errors[0].path).toBe('newPassword')
    expect((await changePassword(TEST_PASSWORD, 'short')).status).toBe(400)
    const changeResponse = await changePassword(TEST_PASSWORD, NEW_PASSWORD)
    expect(changeResponse.body).toEqual({ ok: true })
    expect(await hasSession(cookieOf(changeResponse))).toBe(true)
    for (const cookie of [dan.cookie, otherCookie]) expect(await hasSession(cookie)).toBe(false)
    expect((await signIn(site, 'Dan')).status).toBe(401)
    expect((await signIn(site, 'Dan', NEW_PASSWORD)).status).toBe(200)
  })
  test('a reset link works once, within an hour; it ends all sessions and resets the delay of the sign-in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const eve = await makeSignedIn(site, 'Eve')
    const fromNetwork = { 'x-forwarded-for': '192.0.2.5' }
    for (let n = 0; n < 5; n++) await signIn(site, 'Eve', 'wrong', {}, fromNetwork)
    expect((await signIn(site, 'Eve', TEST_PASSWORD, {}, fromNetwork)).status).toBe(429)
    const requestLink = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    for (const email of ['EVE@example.org', 'nobody@example.org'])
      for (let n = 0; n < 2; n++) expect(await requestLink(email)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await listMails('nobody@example.org')).toEqual([])
    const [firstMail, secondMail] = await listMails('eve@example.org')
    const token = /http:\/\/localhost(?::80)?\/reset-password#([\w-]{43})/.exec(secondMail?.body ?? '')?.[1] ?? ''
    expect(firstMail?.subject).toBe('Set a new password for Net Zero')
    const storedTokens = JSON.stringify(await site.ctx.db.selectFrom('one_time_tokens').selectAll().execute())
    expect(storedTokens).not.toContain(token)

    const resetPassword = (token: string, password = NEW_PASSWORD) =>
      site.call(null, contract.resetPasswordEndpoint, { body: { token, password } }, fromNetwork)
    expect((await resetPassword(token, '1q2w3e4r5t')).body.errors[0].path).toBe('password')
    const responses = await Promise.all([resetPassword(token), resetPassword(token)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await resetPassword(token)).body.code).toBe('auth.link_expired')
    expect(await hasSession(eve.cookie)).toBe(false)
    expect((await signIn(site, 'Eve', NEW_PASSWORD, {}, fromNetwork)).status).toBe(200)

    for (let n = 0; n < 5; n++) await requestLink('eve@example.org')
    // Five mails: three links (the reset does not restart the limit), one about the change, and one about a sign-in with a new browser.
    expect(await listMails('eve@example.org')).toHaveLength(5)
    const expiredToken = /#([\w-]{43})/.exec((await listMails('eve@example.org')).at(-1)?.body ?? '')?.[1] ?? ''
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await resetPassword(expiredToken)).body.code).toBe('auth.link_expired')
    const storedHashes = await site.ctx.db.selectFrom('one_time_tokens').select('token_hash').execute()
    for (const { token_hash } of nonEmpty(storedHashes)) expect((await resetPassword(token_hash)).status).toBe(400)
  })
})

test('sessions are listed, and end one by one or all together; those of other members return 404', async () => {
  const fay = await makeSignedIn(site, 'Fay')
  const [secondCookie, thirdCookie] = [await openAnotherSession(fay), await openAnotherSession(fay)]
  const { body } = await fay.call(contract.listSessionsEndpoint)
  expect(body).toHaveLength(3)
  expect(body.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1)
  const otherSession = body.find((session: { isCurrent: boolean }) => !session.isCurrent)
  const otherMember = await makeSignedIn(site)
  expect((await otherMember.call(contract.endSessionEndpoint, { params: { id: otherSession.id } })).status).toBe(404)
  expect((await fay.call(contract.endSessionEndpoint, { params: { id: otherSession.id } })).body).toEqual({ ok: true })
  expect([await hasSession(secondCookie), await hasSession(thirdCookie)].filter(Boolean)).toHaveLength(1)
  const signOutResponse = await fay.call(contract.signOutEverywhereEndpoint, { body: {} })
  expect(signOutResponse.body).toEqual({ ok: true })
  expect(cookieOf(signOutResponse)).toBe('session=')
  for (const cookie of [fay.cookie, secondCookie, thirdCookie]) expect(await hasSession(cookie)).toBe(false)
  expect(await hasSession(otherMember.cookie)).toBe(true)
})

describe('one-time codes', () => {
  test('are required after the first is confirmed, work once each, and recovery codes replace them', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const gil = await makeSignedIn(site, 'Gil')
    const startSetup = (password: string) => gil.call(contract.startSecondFactorEndpoint, { body: { password } })
    expect((await startSetup('wrong')).status).toBe(403)
    const setup = await startSetup(TEST_PASSWORD)
    expect(setup.body).toMatchObject({ address: expect.stringMatching(/^otpauth:\/\/totp\//), qrSvg: expect.stringMatching(/^<svg/) })
    const totp = new TOTP({ secret: Secret.fromBase32(setup.body.secret) })
    const findStoredSecret = () => site.ctx.db.selectFrom('users').select('totp_secret').where('id', '=', gil.id).executeTakeFirstOrThrow()
    expect((await findStoredSecret()).totp_secret).toMatch(/^sealed:1:[\w-]{60,}$/)
    expect((await signIn(site, 'Gil')).status).toBe(200)

    const confirmCode = (code: string) => gil.call(contract.confirmSecondFactorEndpoint, { body: { code } })
    expect((await confirmCode('000000')).body.code).toBe('auth.code_wrong')
    // This code has six characters, but more than six bytes.
    expect((await confirmCode('déjàvu')).body.code).toBe('auth.code_wrong')
    const { recoveryCodes } = (await confirmCode(totp.generate())).body
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const recoveryCode of recoveryCodes) expect(recoveryCode).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect((await startSetup(TEST_PASSWORD)).body.code).toBe('user.second_factor_on')
    expect((await gil.call(contract.getAccountEndpoint)).body).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 })
    const storedCodes = JSON.stringify(await site.ctx.db.selectFrom('recovery_codes').selectAll().execute())
    expect(storedCodes).not.toContain(recoveryCodes[0].replaceAll('-', ''))

    const signInWithCode = (code?: string, password = TEST_PASSWORD) => signIn(site, 'Gil', password, code === undefined ? {} : { code })
    for (let n = 0; n < 8; n++) expect((await signInWithCode()).body.code).toBe('auth.code_needed')
    expect((await signInWithCode(undefined, 'wrong')).body.code).toBe('auth.wrong')
    expect((await signInWithCode(totp.generate())).body.code).toBe('auth.code_wrong')
    vi.setSystemTime(Date.now() + 30_000)
    // Stores an unsealed secret, as older versions and archives contain it. Its next use seals it.
    await site.ctx.db.updateTable('users').set({ totp_secret: setup.body.secret }).where('id', '=', gil.id).execute()
    const code = totp.generate()
    const responses = await Promise.all([signInWithCode(code), signInWithCode(`${code.slice(0, 3)} ${code.slice(3)}`)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await findStoredSecret()).totp_secret).toMatch(/^sealed:1:/)
    expect((await signInWithCode(recoveryCodes[0])).status).toBe(200)
    expect((await signInWithCode(recoveryCodes[0])).body.code).toBe('auth.code_wrong')
    expect((await signInWithCode(recoveryCodes[1].toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await gil.call(contract.getAccountEndpoint)).body.recoveryCodesLeft).toBe(8)

    for (let n = 0; n < 5; n++) expect((await signInWithCode('123456')).status).toBe(401)
    expect((await signInWithCode(recoveryCodes[2])).status).toBe(429)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect((await gil.call(contract.stopSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })).body).toEqual({ ok: true })
    const notices = await site.ctx.db
      .selectFrom('notices')
      .select('title')
      .where('user_id', '=', gil.id)
      .where('about', '=', 'account:second-factor')
      .execute()
    expect(notices).toEqual([{ title: 'One-time codes are switched off' }])
    expect((await signInWithCode()).status).toBe(200)
    expect(await site.ctx.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', gil.id).execute()).toEqual([])
  })
  test('cannot be confirmed before setup has started', async () => {
    const hal = await makeSignedIn(site, 'Hal')
    expect((await hal.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } })).status).toBe(409)
  })
})

describe('export and closure', () => {
  test('the export contains all personal data and no secrets', async () => {
    const ivy = await makeSignedIn(site, 'Ivy')
    await ivy.call(postTopicEndpoint, { body: { title: 'My own words', content: 'Here', categoryId: 1 } })
    await site.call(null, subscribeEndpoint, { body: { email: 'ivy@example.org' } })
    const response = await site.app.inject({ url: '/api/me/export', headers: { cookie: ivy.cookie } })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="my-account-\d{4}-\d\d-\d\d\.json"$/)
    const exportedData = response.json()
    expect(exportedData).toMatchObject({
      account: { username: 'Ivy', email: 'ivy@example.org' },
      topics: [{ title: 'My own words' }],
      points: [{ points: 5 }],
      newsletter: { email: 'ivy@example.org' },
      sessions: [expect.anything()],
    })
    expect(Object.keys(exportedData)).toEqual(expect.arrayContaining(['badges', 'replies', 'reviews', 'votes', 'enquiries']))
    expect(response.body).not.toMatch(/argon2|token|hash/i)
  })
  test('closing an account erases its personal data but not its posts, and frees the email but not the username', async () => {
    const jan = await makeSignedIn(site, 'Jan')
    const otherCookie = await openAnotherSession(jan)
    const topic = await jan.call(postTopicEndpoint, { body: { title: 'Stays', content: 'Here', categoryId: 1 } })
    expect((await jan.call(contract.deleteAccountEndpoint, { body: { password: 'wrong' } })).status).toBe(403)
    const closeResponse = await jan.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })
    expect(closeResponse.status).toBe(200)
    expect(closeResponse.body).toEqual({ ok: true })
    expect(cookieOf(closeResponse)).toBe('session=')
    for (const cookie of [jan.cookie, otherCookie]) expect(await hasSession(cookie)).toBe(false)
    expect((await signIn(site, 'Jan')).status).toBe(401)
    const row = await site.ctx.db.selectFrom('users').selectAll().where('id', '=', jan.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      username: `deleted-${jan.id}`,
      display_name: 'Deleted member',
      email: null,
      password_hash: null,
      totp_secret: null,
      deleted_at: expect.any(String),
    })
    expect(row.search_text).not.toMatch(/jan/i)
    expect((await site.app.inject(`/api/forums/${topic.body.id}`)).json()).toMatchObject({ title: 'Stays', userId: jan.id })
    expect((await signUp(site, 'Jan', { email: 'jan@example.org' })).status).toBe(409)
    const newSignUp = await signUp(site, 'Jan-Again', { email: 'jan@example.org' })
    expect(newSignUp.body.user?.id).not.toBe(jan.id)
  })
  test('the last administrator cannot close their own account', async () => {
    const freshSite = await openTestSite()
    const lastAdmin = await makeSignedIn(freshSite, 'Boss', true)
    const closeAccount = () => lastAdmin.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })
    expect((await closeAccount()).body).toMatchObject({ code: 'user.last_admin' })
    expect((await lastAdmin.call(contract.getAccountEndpoint)).status).toBe(200)
    await makeSignedIn(freshSite, 'Heir', true)
    expect((await closeAccount()).status).toBe(200)
    await freshSite.close()
  })
})
