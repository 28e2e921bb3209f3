/** What a change of an account leaves behind: an entry in the log, a notice, and a mail. */
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
import { makeSignedIn, TEST_PASSWORD, signIn, signUp, type SignedUp } from './account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, removePasskeyEndpoint } from './passkeys/passkey.contract.ts'
import { addPasskey, signInWith } from './passkeys/passkey.factory.ts'

const NEXT = 'a warmer attic at last'
let site: TestSite
let admin: SignedUp
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  await makeSignedIn(site, 'Stranger')
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const lastEntry = async (id: number) => {
  const { action, user_id: by, subject_title: title, before, after } = await lastEntryOf(site.ctx, 'user', id)
  return { action, by, title, ...(before ? { before: JSON.parse(before) } : {}), ...(after ? { after: JSON.parse(after) } : {}) }
}
const lastNotice = (id: number) =>
  site.ctx.db
    .selectFrom('notices')
    .select(['kind', 'about', 'title', 'path'])
    .where('user_id', '=', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
const security = (about: string, title: string, path = '/account?tab=security') => ({
  kind: 'security',
  about: `account:${about}`,
  title,
  path,
})
const mailsTo = (to: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body', 'purpose']).where('to_address', '=', to).orderBy('id').execute()
const lastMail = async (to: string) => (await mailsTo(to)).at(-1)
const keyIn = (body = '') => /#([\w-]{43})/.exec(body)?.[1] ?? ''
const call = (who: SignedUp, endpoint: Parameters<SignedUp['call']>[0], body: object, params = {}) => who.call(endpoint, { params, body })

async function giveCodes(who: SignedUp): Promise<TOTP> {
  const { body } = await call(who, contract.startSecondFactorEndpoint, { password: TEST_PASSWORD })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  expect((await call(who, contract.confirmSecondFactorEndpoint, { code: totp.generate() })).status).toBe(200)
  return totp
}

describe('an email address', () => {
  test('that is confirmed in the place of another: both stand in the log, and the old one hears of it by name', async () => {
    const ada = await makeSignedIn(site, 'Ada')
    await call(ada, contract.changeAccountEndpoint, { displayName: 'Ada Quill' })
    await call(ada, contract.changeAccountEndpoint, { email: 'ada@new.example.org', password: TEST_PASSWORD })
    const asked = { before: { unconfirmedEmail: null }, after: { unconfirmedEmail: 'ada@new.example.org' } }
    expect(await lastEntry(ada.id)).toEqual({ action: 'user.edit', by: ada.id, title: 'Ada', ...asked })
    const letter = await lastMail('ada@new.example.org')
    expect(letter?.purpose).toBe('asked')
    expect(letter?.body).toMatch(/^Hello Ada,[^]*"Ada"[^]*http:\/\/localhost[^]*\/confirm-email#/)
    await site.call(null, contract.confirmEmailEndpoint, { body: { token: keyIn(letter?.body), password: TEST_PASSWORD } })
    const moved = { before: { email: 'ada@example.org' }, after: { email: 'ada@new.example.org' } }
    expect(await lastEntry(ada.id)).toEqual({ action: 'user.edit', by: ada.id, title: 'Ada', ...moved })
    expect(await lastNotice(ada.id)).toEqual(security('email', 'Your email address has changed', '/account'))
    expect((await lastMail('ada@example.org'))?.body).toMatch(/^Hello Ada Quill,/)
    expect(await site.ctx.db.selectFrom('one_time_tokens').select('email').where('user_id', '=', ada.id).execute()).toEqual([])
  })

  test('that is the first: nothing has changed for anybody', async () => {
    const { body } = await signUp(site, 'Bea', { displayName: '' })
    const letter = await lastMail('bea@example.org')
    expect(letter?.body).toMatch(/^Hello Bea,/)
    expect(
      (await site.call(null, contract.confirmEmailEndpoint, { body: { token: keyIn(letter?.body), password: TEST_PASSWORD } })).status,
    ).toBe(200)
    expect(await lastNotice(body.user.id)).toBeUndefined()
    await expect(lastEntry(body.user.id)).rejects.toThrow('no result')
    expect(await mailsTo('bea@example.org')).toHaveLength(1)
  })

  test('that another holds: its owner is greeted by name, with both ways back in', async () => {
    const cara = await makeSignedIn(site, 'Cara')
    await call(cara, contract.changeAccountEndpoint, { displayName: 'Cara C.' })
    await signUp(site, 'Not-cara', { email: 'cara@example.org' })
    const letter = await lastMail('cara@example.org')
    expect(letter?.body).toMatch(/^Hello Cara C\.,[^]*"Cara"[^]*localhost[^]*\/sign-in\n[^]*localhost[^]*\/forgot-password/)
    expect(letter?.purpose).toBe('asked')
  })

  test('six links an hour for one account, to whatever addresses; back to its own needs none', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const dora = await makeSignedIn(site, 'Dora')
    const move = (email: string) => call(dora, contract.changeAccountEndpoint, { email, password: TEST_PASSWORD })
    for (let n = 1; n <= 6; n++) expect((await move(`dora${n}@example.org`)).status).toBe(200)
    const late = await move('dora7@example.org')
    expect([late.status, late.body.code, late.headers['retry-after']]).toEqual([429, 'auth.too_many_links', '3600'])
    expect((await move('DORA6@example.org')).status).toBe(200)
    expect((await move('dora@example.org')).body.unconfirmedEmail).toBeNull()
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await move('dora7@example.org')).status).toBe(200)
  })
})

describe('a password', () => {
  test('that is changed: log, notice and mail, with the way to get it back', async () => {
    const eva = await makeSignedIn(site, 'Eva')
    await call(eva, contract.changePasswordEndpoint, { currentPassword: TEST_PASSWORD, newPassword: NEXT })
    expect(await lastEntry(eva.id)).toEqual({ action: 'user.password', by: eva.id, title: 'Eva' })
    expect(await lastNotice(eva.id)).toEqual(security('password', 'Your password has changed'))
    const letter = await lastMail('eva@example.org')
    expect(letter?.purpose).toBe('security')
    expect(letter?.body).toMatch(/^Hello Eva,[^]*"Eva"[^]*on the account page[^]*localhost[^]*\/forgot-password/)
    expect(await mailsTo('eva@example.org')).toHaveLength(1)
  })

  test('that is set by a link to an address that is not proved: mails greet by the username', async () => {
    const { body } = await signUp(site, 'Fee', { displayName: 'Fee F.' })
    await site.call(null, contract.forgotPasswordEndpoint, { body: { email: 'FEE@example.org' } })
    const link = await lastMail('fee@example.org')
    expect(link?.body).toMatch(/^Hello Fee,[^]*"Fee"/)
    expect(link?.purpose).toBe('asked')
    await site.call(null, contract.resetPasswordEndpoint, { body: { token: keyIn(link?.body), password: NEXT } })
    expect((await lastMail('fee@example.org'))?.body).toMatch(/^Hello Fee,[^]*with the link from a mail/)
    expect(await lastEntry(body.user.id)).toEqual({ action: 'user.password', by: body.user.id, title: 'Fee' })
  })
})

describe('a second factor', () => {
  test('codes: on and off stand in the log, in the notices and in the mail', async () => {
    const gus = await makeSignedIn(site, 'Gus')
    await giveCodes(gus)
    expect(await lastEntry(gus.id)).toEqual({ action: 'user.second_factor_on', by: gus.id, title: 'Gus' })
    expect(await lastNotice(gus.id)).toEqual(security('second-factor', 'One-time codes are switched on'))
    expect(await lastMail('gus@example.org')).toMatchObject({
      subject: 'One-time codes at Net Zero are switched on',
      body: expect.stringMatching(/^Hello Gus,[^]*localhost[^]*\/account\?tab=security/),
    })
    await call(gus, contract.changeAccountEndpoint, { displayName: 'Gus G.' })
    await call(gus, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await lastEntry(gus.id)).toEqual({ action: 'user.second_factor_off', by: gus.id, title: 'Gus' })
    expect((await lastMail('gus@example.org'))?.body).toMatch(/^Hello Gus G\.,/)
    expect((await lastMail('gus@example.org'))?.subject).toBe('One-time codes at Net Zero are switched off')
  })

  test('codes without an address: nobody is written to', async () => {
    const { body, headers } = await signUp(site, 'Hob')
    const cookie = [headers['set-cookie']].flat().join(';')
    const before = await mailsTo('hob@example.org')
    const hob = {
      id: body.user.id,
      username: 'Hob',
      cookie,
      call: (to, input = {}) => site.call(null, to, input, { cookie }),
    } satisfies SignedUp
    await giveCodes(hob)
    expect(await mailsTo('hob@example.org')).toEqual(before)
  })

  test('an administrator takes it off: the member is told on the site too, and a passkey opens nothing any more', async () => {
    const ira = await makeSignedIn(site, 'Ira')
    const { passkey } = await addPasskey(ira)
    await giveCodes(ira)
    await call(admin, removeSecondFactorEndpoint, {}, { id: ira.id })
    expect(await lastEntry(ira.id)).toEqual({ action: 'user.second_factor_off', by: admin.id, title: 'Ira' })
    expect(await lastNotice(ira.id)).toEqual(security('second-factor', 'An administrator has switched your second factor off'))
    expect((await lastMail('ira@example.org'))?.body).toMatch(/^Hello Ira,/)
    expect((await signInWith(site, passkey)).reply.status).toBe(401)
  })

  test('a passkey: added, asked for, no longer asked for, removed', async () => {
    const jo = await makeSignedIn(site, 'Jo1')
    const noted = async () => (await lastEntry(jo.id)).action
    const { reply } = await addPasskey(jo, 'Key ring')
    expect(await lastEntry(jo.id)).toEqual({ action: 'user.passkey_added', by: jo.id, title: 'Jo1' })
    const ask = (isOn: boolean) => call(jo, askPasskeyAfterPasswordEndpoint, { isOn, password: TEST_PASSWORD })
    await ask(true)
    expect(await noted()).toBe('user.second_factor_on')
    expect((await ask(true)).body).toEqual({ recoveryCodes: [] })
    await ask(false)
    expect(await lastEntry(jo.id)).toEqual({ action: 'user.second_factor_off', by: jo.id, title: 'Jo1' })
    await call(jo, removePasskeyEndpoint, { password: TEST_PASSWORD }, { id: reply.body.id })
    expect(await lastEntry(jo.id)).toEqual({ action: 'user.passkey_removed', by: jo.id, title: 'Jo1' })
    await expect(ask(false)).resolves.toMatchObject({ status: 200 })
    expect(await noted()).toBe('user.passkey_removed')
  })

  test('codes and a passkey together: the recovery codes go with the last of them', async () => {
    const kim = await makeSignedIn(site, 'Kim')
    await giveCodes(kim)
    const { reply } = await addPasskey(kim)
    expect((await call(kim, askPasskeyAfterPasswordEndpoint, { isOn: true, password: TEST_PASSWORD })).body).toEqual({ recoveryCodes: [] })
    const left = async () => (await kim.call(contract.getAccountEndpoint)).body.recoveryCodesLeft
    await call(kim, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await left()).toBe(10)
    // The next code is another.
    vi.useFakeTimers({ now: Date.now() + 60_000, toFake: ['Date'] })
    await giveCodes(kim)
    await call(kim, removePasskeyEndpoint, { password: TEST_PASSWORD }, { id: reply.body.id })
    expect(await left()).toBe(10)
    await call(kim, contract.stopSecondFactorEndpoint, { password: TEST_PASSWORD })
    expect(await left()).toBe(0)
  })
})

describe('an account', () => {
  test('made for somebody, restricted, and closed', async () => {
    const form = { username: 'Lea', email: 'lea@example.org', password: TEST_PASSWORD, displayName: 'Lea L.', avatarUrl: '/art/x.svg' }
    const { body } = await admin.call(createUserEndpoint, { body: { ...form, isAdmin: true } })
    const after = { username: 'Lea', email: 'lea@example.org', displayName: 'Lea L.', isAdmin: true }
    expect(await lastEntry(body.id)).toEqual({ action: 'user.create', by: admin.id, title: 'Lea', after })
    expect(body.avatarUrl).toBe('/art/x.svg')
    await call(admin, changeUserEndpoint, { isRestricted: true, avatarUrl: '' }, { id: body.id })
    const edit = { before: { avatarUrl: '/art/x.svg', state: 'active' }, after: { avatarUrl: null, state: 'restricted' } }
    expect(await lastEntry(body.id)).toEqual({ action: 'user.edit', by: admin.id, title: 'Lea', ...edit })
    await call(admin, deleteUserEndpoint, {}, { id: body.id })
    expect(await lastEntry(body.id)).toMatchObject({ action: 'user.close', by: admin.id })
  })

  test('a new browser: named in the notice and the mail, which lead to the sessions', async () => {
    const mo = await makeSignedIn(site, 'Moe')
    const from = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
    await signIn(site, 'Moe', TEST_PASSWORD, {}, from)
    const title = 'Your account was signed in with a new browser: Firefox on Linux'
    expect(await lastNotice(mo.id)).toEqual(security('browser', title, '/account?tab=sessions'))
    expect((await lastMail('moe@example.org'))?.body).toMatch(/^Hello Moe,[^]*Firefox on Linux[^]*localhost[^]*\/account\?tab=sessions/)
    await call(mo, contract.changeAccountEndpoint, { displayName: 'Moe M.' })
    await signIn(site, 'Moe', TEST_PASSWORD, {}, from)
    expect((await lastMail('moe@example.org'))?.body).toMatch(/^Hello Moe M\.,/)
  })
})
