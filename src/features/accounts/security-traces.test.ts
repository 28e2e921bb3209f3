/** Tests that changes to an account create an audit entry, a notice and a mail. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  changeUserEndpoint,
  createUserEndpoint,
  deleteUserEndpoint,
  removeSecondFactorEndpoint,
} from '#features/users/user-admin.contract.ts'
import { lastEntryOf } from '#tests/support/audit-entries.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, signIn, signUp, type TestAccount } from './account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, removePasskeyEndpoint } from './passkeys/passkey.contract.ts'
import { addPasskey, signInWith } from './passkeys/passkey.factory.ts'

const NEW_PASSWORD = 'a warmer attic at last'
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  await makeSignedIn(site, 'Stranger')
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const getLastEntry = async (id: number) => {
  const { action, user_id: actorId, subject_title: title, before, after } = await lastEntryOf(site.ctx, 'user', id)
  return { action, by: actorId, title, ...(before ? { before: JSON.parse(before) } : {}), ...(after ? { after: JSON.parse(after) } : {}) }
}
const findLastNotice = (id: number) =>
  site.ctx.db
    .selectFrom('notices')
    .select(['kind', 'about', 'title', 'path'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const createNotice = (about: string, title: string, path = '/account?tab=security') => ({
  kind: 'security',
  about: `account:${about}`,
  title,
  path,
})
const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body', 'purpose']).where('to_address', '=', recipient).orderBy('id').execute()
const findLastMail = async (recipient: string) => (await listMails(recipient)).at(-1)
const findToken = (body = '') => /#([\w-]{43})/.exec(body)?.[1] ?? ''
const call = (account: TestAccount, endpoint: Parameters<TestAccount['call']>[0], body: object, params = {}) =>
  account.call(endpoint, { params, body })

async function enableCodes(account: TestAccount): Promise<TOTP> {
  const { body } = await call(account, contract.startSecondFactorEndpoint, { password: TEST_PASSWORD })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  expect((await call(account, contract.confirmSecondFactorEndpoint, { code: totp.generate() })).status).toBe(200)
  return totp
}

describe('email', () => {
  test('a change is audited with both emails once it is confirmed, and the former email gets a mail', async () => {
    const ada = await makeSignedIn(site, 'Ada')
    await call(ada, contract.changeAccountEndpoint, { displayName: 'Ada Quill' })
    await call(ada, contract.changeAccountEndpoint, { email: 'ada@new.example.org', password: TEST_PASSWORD })
    const claimedChange = { before: { unconfirmedEmail: null }, after: { unconfirmedEmail: 'ada@new.example.org' } }
    expect(await getLastEntry(ada.id)).toEqual({ action: 'user.edit', by: ada.id, title: 'Ada', ...claimedChange })
    const mail = await findLastMail('ada@new.example.org')
    expect(mail?.purpose).toBe('asked')
    expect(mail?.body).toMatch(/^Hello Ada,[^]*"Ada"[^]*http:\/\/localhost[^]*\/confirm-email#/)
    await site.call(null, contract.confirmEmailEndpoint, { body: { token: findToken(mail?.body), password: TEST_PASSWORD } })
    const confirmedChange = { before: { email: 'ada@example.org' }, after: { email: 'ada@new.example.org' } }
    expect(await getLastEntry(ada.id)).toEqual({ action: 'user.edit', by: ada.id, title: 'Ada', ...confirmedChange })
    expect(await findLastNotice(ada.id)).toEqual(createNotice('email', 'Your email address has changed', '/account'))
    expect((await findLastMail('ada@example.org'))?.body).toMatch(/^Hello Ada Quill,/)
    expect(await site.ctx.db.selectFrom('one_time_tokens').select('email').where('user_id', '=', ada.id).execute()).toEqual([])
  })

  test('confirming the first email sends neither notice nor mail', async () => {
    const { body } = await signUp(site, 'Bea', { displayName: '' })
    const mail = await findLastMail('bea@example.org')
    expect(mail?.body).toMatch(/^Hello Bea,/)
    expect(
      (await site.call(null, contract.confirmEmailEndpoint, { body: { token: findToken(mail?.body), password: TEST_PASSWORD } })).status,
    ).toBe(200)
    expect(await findLastNotice(body.user.id)).toBeUndefined()
    await expect(getLastEntry(body.user.id)).rejects.toThrow('no result')
    expect(await listMails('bea@example.org')).toHaveLength(1)
  })

  test('a sign-up with a taken email sends its owner a mail with links to sign in and to reset the password', async () => {
    const cara = await makeSignedIn(site, 'Cara')
    await call(cara, contract.changeAccountEndpoint, { displayName: 'Cara C.' })
    await signUp(site, 'Not-cara', { email: 'cara@example.org' })
    const mail = await findLastMail('cara@example.org')
    expect(mail?.body).toMatch(/^Hello Cara C\.,[^]*"Cara"[^]*localhost[^]*\/sign-in\n[^]*localhost[^]*\/forgot-password/)
    expect(mail?.purpose).toBe('asked')
  })

  test('an account gets at most six confirmation links an hour; changing back to the confirmed email needs none', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const dora = await makeSignedIn(site, 'Dora')
    const changeEmail = (email: string) => call(dora, contract.changeAccountEndpoint, { email, password: TEST_PASSWORD })
    for (let n = 1; n <= 6; n++) expect((await changeEmail(`dora${n}@example.org`)).status).toBe(200)
    const seventhResponse = await changeEmail('dora7@example.org')
    expect(seventhResponse).toMatchObject({ status: 429, body: { code: 'auth.too_many_links' }, headers: { 'retry-after': '3600' } })
    expect((await changeEmail('DORA6@example.org')).status).toBe(200)
    expect((await changeEmail('dora@example.org')).body.unconfirmedEmail).toBeNull()
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await changeEmail('dora7@example.org')).status).toBe(200)
  })
})

describe('password', () => {
  test('a change is audited, and sends a notice and a mail with a reset link', async () => {
    const eva = await makeSignedIn(site, 'Eva')
    await call(eva, contract.changePasswordEndpoint, { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD })
    expect(await getLastEntry(eva.id)).toEqual({ action: 'user.password', by: eva.id, title: 'Eva' })
    expect(await findLastNotice(eva.id)).toEqual(createNotice('password', 'Your password has changed'))
    const mail = await findLastMail('eva@example.org')
    expect(mail?.purpose).toBe('security')
    expect(mail?.body).toMatch(/^Hello Eva,[^]*"Eva"[^]*on the account page[^]*localhost[^]*\/forgot-password/)
    expect(await listMails('eva@example.org')).toHaveLength(1)
  })

  test('mails to an unconfirmed email greet with the username instead of the display name', async () => {
    const { body } = await signUp(site, 'Fee', { displayName: 'Fee F.' })
    await site.call(null, contract.forgotPasswordEndpoint, { body: { email: 'FEE@example.org' } })
    const link = await findLastMail('fee@example.org')
    expect(link?.body).toMatch(/^Hello Fee,[^]*"Fee"/)
    expect(link?.purpose).toBe('asked')
    await site.call(null, contract.resetPasswordEndpoint, { body: { token: findToken(link?.body), password: NEW_PASSWORD } })
    expect((await findLastMail('fee@example.org'))?.body).toMatch(/^Hello Fee,[^]*with the link from an email/)
    expect(await getLastEntry(body.user.id)).toEqual({ action: 'user.password', by: body.user.id, title: 'Fee' })
  })
})

describe('second factor', () => {
  test('switching codes on and off is audited, and sends a notice and a mail', async () => {
    const gus = await makeSignedIn(site, 'Gus')
    await enableCodes(gus)
    expect(await getLastEntry(gus.id)).toEqual({ action: 'user.second_factor_on', by: gus.id, title: 'Gus' })
    expect(await findLastNotice(gus.id)).toEqual(createNotice('second-factor', 'One-time codes are switched on'))
    expect(await findLastMail('gus@example.org')).toMatchObject({
      subject: 'One-time codes at Net Zero are switched on',
      body: expect.stringMatching(/^Hello Gus,[^]*localhost[^]*\/account\?tab=security/),
    })
    await call(gus, contract.changeAccountEndpoint, { displayName: 'Gus G.' })
    await call(gus, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await getLastEntry(gus.id)).toEqual({ action: 'user.second_factor_off', by: gus.id, title: 'Gus' })
    expect((await findLastMail('gus@example.org'))?.body).toMatch(/^Hello Gus G\.,/)
    expect((await findLastMail('gus@example.org'))?.subject).toBe('One-time codes at Net Zero are switched off')
  })

  test('switching codes on sends no mail to an unconfirmed email', async () => {
    const { body, headers } = await signUp(site, 'Hob')
    const cookie = [headers['set-cookie']].flat().join(';')
    const mailsBefore = await listMails('hob@example.org')
    const hob = {
      id: body.user.id,
      username: 'Hob',
      cookie,
      call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }),
    } satisfies TestAccount
    await enableCodes(hob)
    expect(await listMails('hob@example.org')).toEqual(mailsBefore)
  })

  test('removal by an administrator is audited, notifies the member and revokes passkeys', async () => {
    const ira = await makeSignedIn(site, 'Ira')
    const { passkey } = await addPasskey(ira)
    await enableCodes(ira)
    await call(admin, removeSecondFactorEndpoint, {}, { id: ira.id })
    expect(await getLastEntry(ira.id)).toEqual({ action: 'user.second_factor_off', by: admin.id, title: 'Ira' })
    expect(await findLastNotice(ira.id)).toEqual(createNotice('second-factor', 'An administrator has switched your second factor off'))
    expect((await findLastMail('ira@example.org'))?.body).toMatch(/^Hello Ira,/)
    expect((await signInWith(site, passkey)).response.status).toBe(401)
  })

  test('adding, requiring, no longer requiring and removing a passkey is audited, each once', async () => {
    const jo = await makeSignedIn(site, 'Jo1')
    const getLastAction = async () => (await getLastEntry(jo.id)).action
    const { response } = await addPasskey(jo, 'Key ring')
    expect(await getLastEntry(jo.id)).toEqual({ action: 'user.passkey_added', by: jo.id, title: 'Jo1' })
    const requirePasskey = (isOn: boolean) => call(jo, askPasskeyAfterPasswordEndpoint, { isOn, password: TEST_PASSWORD })
    await requirePasskey(true)
    expect(await getLastAction()).toBe('user.second_factor_on')
    expect((await requirePasskey(true)).body).toEqual({ recoveryCodes: [] })
    await requirePasskey(false)
    expect(await getLastEntry(jo.id)).toEqual({ action: 'user.second_factor_off', by: jo.id, title: 'Jo1' })
    await call(jo, removePasskeyEndpoint, { password: TEST_PASSWORD }, { id: response.body.id })
    expect(await getLastEntry(jo.id)).toEqual({ action: 'user.passkey_removed', by: jo.id, title: 'Jo1' })
    await expect(requirePasskey(false)).resolves.toMatchObject({ status: 200 })
    expect(await getLastAction()).toBe('user.passkey_removed')
  })

  test('recovery codes are deleted once neither one-time codes are on nor a passkey is required', async () => {
    const kim = await makeSignedIn(site, 'Kim')
    await enableCodes(kim)
    const { response } = await addPasskey(kim)
    expect((await call(kim, askPasskeyAfterPasswordEndpoint, { isOn: true, password: TEST_PASSWORD })).body).toEqual({ recoveryCodes: [] })
    const countRecoveryCodes = async () => (await kim.call(contract.getAccountEndpoint)).body.recoveryCodesLeft
    await call(kim, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await countRecoveryCodes()).toBe(10)
    // Moves the clock to another time step, because each code works only once.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    await enableCodes(kim)
    await call(kim, removePasskeyEndpoint, { password: TEST_PASSWORD }, { id: response.body.id })
    expect(await countRecoveryCodes()).toBe(10)
    await call(kim, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await countRecoveryCodes()).toBe(0)
  })
})

describe('account', () => {
  test('creation, restriction and closure by an administrator are audited', async () => {
    const form = { username: 'Lea', email: 'lea@example.org', password: TEST_PASSWORD, displayName: 'Lea L.', avatarUrl: '/art/x.svg' }
    const { body } = await admin.call(createUserEndpoint, { body: { ...form, isAdmin: true } })
    const expectedAfter = { username: 'Lea', email: 'lea@example.org', displayName: 'Lea L.', isAdmin: true }
    expect(await getLastEntry(body.id)).toEqual({ action: 'user.create', by: admin.id, title: 'Lea', after: expectedAfter })
    expect(body.avatarUrl).toBe('/art/x.svg')
    await call(admin, changeUserEndpoint, { isRestricted: true, avatarUrl: '' }, { id: body.id })
    const edit = { before: { avatarUrl: '/art/x.svg', state: 'active' }, after: { avatarUrl: null, state: 'restricted' } }
    expect(await getLastEntry(body.id)).toEqual({ action: 'user.edit', by: admin.id, title: 'Lea', ...edit })
    await call(admin, deleteUserEndpoint, {}, { id: body.id })
    expect(await getLastEntry(body.id)).toMatchObject({ action: 'user.close', by: admin.id })
  })

  test('a sign-in with a new browser sends a notice and a mail that name it and link to the sessions', async () => {
    const mo = await makeSignedIn(site, 'Moe')
    const fromFirefox = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    await signIn(site, 'Moe', TEST_PASSWORD, {}, fromFirefox)
    const title = 'Your account was signed in with a new browser: Firefox on Linux'
    expect(await findLastNotice(mo.id)).toEqual(createNotice('browser', title, '/account?tab=sessions'))
    expect((await findLastMail('moe@example.org'))?.body).toMatch(/^Hello Moe,[^]*Firefox on Linux[^]*localhost[^]*\/account\?tab=sessions/)
    await call(mo, contract.changeAccountEndpoint, { displayName: 'Moe M.' })
    await signIn(site, 'Moe', TEST_PASSWORD, {}, fromFirefox)
    expect((await findLastMail('moe@example.org'))?.body).toMatch(/^Hello Moe M\.,/)
  })
})
