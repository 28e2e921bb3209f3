/** Tests that the first confirmation of an email revokes everything that an attacker has prepared (account pre-hijacking). */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookEndpoint } from '#features/webhooks/webhook.contract.ts'
import { changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createPasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { describeEmailLinkEndpoint } from '#features/accounts/profile/profile.contract.ts'
import {
  cookieOf,
  deviceCookieOf,
  makeSignedIn,
  signIn,
  signUp,
  TEST_PASSWORD,
  type TestAccount,
} from '#features/accounts/account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, beginPasskeyEndpoint, NewPasskey } from '#features/accounts/passkeys/passkey.contract.ts'
import { addPasskey as addOwnPasskey } from '#features/accounts/passkeys/passkey.service.ts'
import { confirmSecondFactor, startSecondFactor } from '#features/accounts/second-factor/second-factor.service.ts'
import { startSession } from '#features/accounts/sign-in/sign-in.service.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { addPasskey, signInWith, TEST_RELYING_PARTY } from '#features/accounts/passkeys/passkey.factory.ts'

const NEW_PASSWORD = 'a warmer attic at last'
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())

const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', recipient).orderBy('id').execute()
const findLastToken = async (recipient: string, path: string) => {
  const bodies = (await listMails(recipient)).map(({ body }) => new RegExp(`/${path}#([\\w-]{43})`).exec(body)?.[1])
  return bodies.findLast((token) => token !== undefined) ?? ''
}
const requestReset = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
const resetPassword = async (email: string, extra: object = {}) =>
  site.call(null, contract.resetPasswordEndpoint, {
    body: { token: await findLastToken(email, 'reset-password'), password: NEW_PASSWORD, ...extra },
  })
const confirmEmail = (body: object, cookie?: string) => site.call(null, contract.confirmEmailEndpoint, { body }, cookie ? { cookie } : {})
const describeLink = (token: string, cookie?: string) =>
  site.call(null, describeEmailLinkEndpoint, { body: { token } }, cookie ? { cookie } : {})
const getAccount = (cookie: string) => site.call(null, contract.getAccountEndpoint, {}, { cookie })

interface PreparedAccount extends TestAccount {
  email: string
  device: string
  passkey: SoftPasskey
  recoveryCode: string
  totp: TOTP
}

/** Signs up with an unconfirmed email and adds every kind of credential. */
async function prepareAccount(username: string): Promise<PreparedAccount> {
  const email = `${username.toLowerCase()}@example.org`
  const response = await signUp(site, username, { email })
  const { id } = response.body.user as { id: number }
  const cookie = cookieOf(response)
  const account: TestAccount = { id, username, cookie, call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }) }
  const { passkey } = await addPasskey(account)
  const { body } = await account.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  const { recoveryCodes } = (await account.call(contract.confirmSecondFactorEndpoint, { body: { code: totp.generate() } })).body
  return { ...account, email, device: deviceCookieOf(response), passkey, totp, recoveryCode: recoveryCodes[0] }
}

const countRows = async (userId: number) => {
  const counts: Record<string, number> = {}
  for (const table of ['sessions', 'passkeys', 'recovery_codes', 'one_time_tokens', 'known_browsers'] as const)
    counts[table] = (await site.ctx.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return counts
}
const NO_ROWS = { sessions: 0, passkeys: 0, recovery_codes: 0, one_time_tokens: 0, known_browsers: 0 }

describe('a password reset with a link to an unconfirmed email', () => {
  test('revokes earlier passkeys, codes, sessions, known browsers and links', async () => {
    const attacker = await prepareAccount('Ada')
    await requestReset(attacker.email)
    expect((await resetPassword(attacker.email)).status).toBe(200)
    expect((await signInWith(site, attacker.passkey)).response.status).toBe(401)
    expect((await getAccount(attacker.cookie)).status).toBe(401)
    expect((await signIn(site, 'Ada', TEST_PASSWORD)).status).toBe(401)
    // The browser that set the password is the only known one.
    expect(await countRows(attacker.id)).toEqual({ ...NO_ROWS, known_browsers: 1 })
    const ownerSignIn = await signIn(site, attacker.email, NEW_PASSWORD)
    expect(ownerSignIn.status).toBe(200)
    const account = (await getAccount(cookieOf(ownerSignIn))).body
    expect(account).toMatchObject({ email: attacker.email, unconfirmedEmail: null, hasSecondFactor: false, recoveryCodesLeft: 0 })
    const changedMail = (await listMails(attacker.email)).find(({ subject }) => subject.endsWith('has changed'))
    expect(changedMail?.body).toMatch(/confirmed your email address[^]*no\s+longer work/)
  })

  test('deletes the webhooks that the account has created, and no others', async () => {
    const email = 'bob@example.org'
    const signedUp = await signUp(site, 'Bob')
    await admin.call(changeUserEndpoint, { params: { id: signedUp.body.user.id }, body: { isAdmin: true } })
    const signedIn = await signIn(site, 'Bob')
    const createWebhook = (url: string, cookie: string) =>
      site.call(null, createWebhookEndpoint, { body: { url, description: '', events: ['member.created'] } }, { cookie })
    expect((await createWebhook('https://attacker.example/hook', cookieOf(signedIn))).status).toBe(201)
    expect((await createWebhook('https://chief.example/hook', admin.cookie)).status).toBe(201)
    await requestReset(email)
    expect((await resetPassword(email)).status).toBe(200)
    const remaining = await site.ctx.db.selectFrom('webhooks').select('url').execute()
    expect(remaining.map(({ url }) => url)).toEqual(['https://chief.example/hook'])
  })

  test('is not possible for an account with a confirmed email, because the unconfirmed one may be mistyped', async () => {
    const owner = await makeSignedIn(site, 'Cleo')
    await owner.call(contract.changeAccountEndpoint, { body: { email: 'mistyped@example.org', password: TEST_PASSWORD } })
    await requestReset('mistyped@example.org')
    expect(await findLastToken('mistyped@example.org', 'reset-password')).toBe('')
    const token = await findLastToken('mistyped@example.org', 'confirm-email')
    expect((await describeLink(token)).body).toMatchObject({ username: 'Cleo', isSignedIn: false, maySetPassword: false })
    expect((await confirmEmail({ token, newPassword: NEW_PASSWORD })).status).toBe(409)
    expect((await confirmEmail({ token })).status).toBe(403)
    expect((await owner.call(contract.getAccountEndpoint)).body.email).toBe('cleo@example.org')
    expect((await confirmEmail({ token, password: TEST_PASSWORD })).status).toBe(200)
  })
})

describe('a confirmation link', () => {
  test('revokes no access if the reader is signed in to the account', async () => {
    const owner = await prepareAccount('Dana')
    const token = await findLastToken(owner.email, 'confirm-email')
    const rowsBefore = await countRows(owner.id)
    expect((await describeLink(token, owner.cookie)).body).toEqual({
      username: 'Dana',
      email: owner.email,
      isSignedIn: true,
      maySetPassword: true,
    })
    expect((await confirmEmail({ token }, owner.cookie)).body).toEqual({ email: owner.email })
    expect(await countRows(owner.id)).toEqual({ ...rowsBefore, one_time_tokens: rowsBefore['one_time_tokens']! - 1 })
    expect((await signInWith(site, owner.passkey)).response.status).toBe(200)
  })

  test('revokes no access if the reader enters the password, and works again after a wrong one', async () => {
    const owner = await prepareAccount('Eric')
    const token = await findLastToken(owner.email, 'confirm-email')
    expect(await confirmEmail({ token, password: NEW_PASSWORD })).toMatchObject({ status: 403, body: { code: 'auth.wrong_password' } })
    expect((await confirmEmail({ token, password: TEST_PASSWORD })).status).toBe(200)
    expect((await signInWith(site, owner.passkey)).response.status).toBe(200)
  })

  test('does not confirm the email for a visitor or another member who does not enter the password', async () => {
    const attacker = await prepareAccount('Finn')
    const token = await findLastToken(attacker.email, 'confirm-email')
    const otherMember = await makeSignedIn(site)
    for (const cookie of [undefined, otherMember.cookie]) {
      expect(await confirmEmail({ token }, cookie)).toMatchObject({ status: 403, body: { code: 'auth.password_needed' } })
    }
    expect((await getAccount(attacker.cookie)).body).toMatchObject({ email: null, unconfirmedEmail: attacker.email })
  })

  test('with a new password revokes all earlier access and gives the account to the reader', async () => {
    const attacker = await prepareAccount('Gwen')
    const token = await findLastToken(attacker.email, 'confirm-email')
    expect((await confirmEmail({ token, newPassword: 'qwertyuiop' })).status).toBe(400)
    expect((await confirmEmail({ token, newPassword: NEW_PASSWORD })).body).toEqual({ email: attacker.email })
    expect((await signInWith(site, attacker.passkey)).response.status).toBe(401)
    expect((await getAccount(attacker.cookie)).status).toBe(401)
    expect((await signIn(site, 'Gwen', TEST_PASSWORD)).status).toBe(401)
    expect((await signIn(site, attacker.email, NEW_PASSWORD)).status).toBe(200)
    expect((await confirmEmail({ token, newPassword: NEW_PASSWORD })).body.code).toBe('auth.link_expired')
  })

  test('delays further passwords after five wrong ones', async () => {
    const attacker = await prepareAccount('Hugo')
    const token = await findLastToken(attacker.email, 'confirm-email')
    for (let n = 0; n < 5; n++) expect((await confirmEmail({ token, password: `guess-${n}` })).status).toBe(403)
    expect((await confirmEmail({ token, password: TEST_PASSWORD })).status).toBe(429)
  })

  test('returns 409 if another account has confirmed the email in the meantime', async () => {
    const attacker = await prepareAccount('Ines')
    const token = await findLastToken(attacker.email, 'confirm-email')
    const owner = await makeSignedIn(site, 'Ines-too')
    await site.ctx.db.updateTable('users').set({ email: attacker.email }).where('id', '=', owner.id).execute()
    expect((await confirmEmail({ token, newPassword: NEW_PASSWORD })).status).toBe(409)
    expect((await confirmEmail({ token }, attacker.cookie)).status).toBe(409)
  })
})

describe('a new password for an account with a confirmed email', () => {
  async function makeOwner(username: string) {
    const account = await makeSignedIn(site, username)
    return { account, email: `${username.toLowerCase()}@example.org`, passkey: (await addPasskey(account, 'Old phone')).passkey }
  }

  test('set with a link does not remove passkeys; the mail lists them and explains how to remove them', async () => {
    const { email, passkey } = await makeOwner('Jack')
    await requestReset(email)
    await resetPassword(email)
    expect((await signInWith(site, passkey)).response.status).toBe(200)
    expect((await listMails(email)).at(-2)?.body).toMatch(
      /passkeys still sign in[^]*"Old phone"[^]*Remove all passkeys[^]*\/forgot-password/,
    )
  })

  test('set with a link removes passkeys on request', async () => {
    const { email, passkey } = await makeOwner('Kate')
    await requestReset(email)
    await resetPassword(email, { removePasskeys: true })
    expect((await signInWith(site, passkey)).response.status).toBe(401)
    expect((await listMails(email)).at(-1)?.body).not.toContain('Old phone')
  })

  test('set with a link still requires a passkey at sign-in, because mailbox access must not disable a second factor', async () => {
    const { account, email } = await makeOwner('Liam')
    const { recoveryCodes } = (await account.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })).body
    await requestReset(email)
    await resetPassword(email, { removePasskeys: true })
    expect((await signIn(site, 'Liam', NEW_PASSWORD)).body.code).toBe('auth.passkey_needed')
    expect((await signIn(site, 'Liam', NEW_PASSWORD, { code: recoveryCodes[0] })).status).toBe(200)
  })

  test('set on the account page removes passkeys on request, and sign-in no longer requires one', async () => {
    const { account, passkey } = await makeOwner('Mona')
    await account.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD, removePasskeys: true }
    expect((await account.call(contract.changePasswordEndpoint, { body })).status).toBe(200)
    expect((await signInWith(site, passkey)).response.status).toBe(401)
    expect((await signIn(site, 'Mona', NEW_PASSWORD)).status).toBe(200)
  })
})

describe('a request by an attacker that starts before the reset and commits after it', () => {
  /** @returns the context of a request, whose viewer is resolved when the request starts */
  async function createRequestContext({ id }: TestAccount) {
    const { id: sessionId } = await site.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    const caller = { origin: 'http://localhost', clientIp: '127.0.0.1', userAgent: '', cookies: '' }
    return { ...site.ctx, caller, headers: { set: () => undefined, status: () => undefined }, viewer: { id, isAdmin: false, sessionId } }
  }
  async function takeOver({ username }: TestAccount) {
    const email = `${username.toLowerCase()}@example.org`
    await requestReset(email)
    expect((await resetPassword(email)).status).toBe(200)
  }
  const SESSION_ENDED = { status: 401, code: 'auth.sign_in_needed' }

  test('cannot add a passkey', async () => {
    const attacker = await prepareAccount('Nora')
    const ctx = await createRequestContext(attacker)
    const { body: options } = await attacker.call(beginPasskeyEndpoint, { body: {} })
    const { answer } = createPasskey(options, TEST_RELYING_PARTY)
    await takeOver(attacker)
    await expect(addOwnPasskey(ctx, { name: 'Late', passkey: NewPasskey.parse(answer) })).rejects.toMatchObject(SESSION_ENDED)
    expect(await countRows(attacker.id)).toMatchObject({ passkeys: 0 })
  })

  test('cannot switch one-time codes on', async () => {
    const attacker = await prepareAccount('Olga')
    const ctx = await createRequestContext(attacker)
    await takeOver(attacker)
    const { secret } = await startSecondFactor({ ...ctx, viewer: { ...ctx.viewer, isAdmin: false } }, NEW_PASSWORD)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await expect(confirmSecondFactor(ctx, code)).rejects.toMatchObject(SESSION_ENDED)
    expect(await countRows(attacker.id)).toMatchObject({ recovery_codes: 0 })
  })

  test('cannot open a session with a password that was verified before', async () => {
    const attacker = await prepareAccount('Paul')
    const ctx = await createRequestContext(attacker)
    const verifiedAccount = await findSecretsById(ctx, attacker.id)
    await takeOver(attacker)
    await expect(startSession({ ...ctx, viewer: null }, verifiedAccount as AccountSecrets)).rejects.toMatchObject({
      status: 401,
      code: 'auth.wrong',
    })
    expect(await countRows(attacker.id)).toMatchObject({ sessions: 0 })
  })
})

describe('mails with links', () => {
  test('are limited to three of each kind per email and hour, even if the accounts that claim the email are deleted', async () => {
    for (let n = 0; n < 4; n++) {
      const cookie = cookieOf(await signUp(site, `Flood-${n}`, { email: 'flooded@example.org' }))
      await requestReset('flooded@example.org')
      await site.call(
        null,
        contract.changePasswordEndpoint,
        { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } },
        { cookie },
      )
      const newCookie = cookieOf(await signIn(site, `Flood-${n}`, NEW_PASSWORD))
      const deletion = await site.call(null, contract.deleteAccountEndpoint, { body: { password: NEW_PASSWORD } }, { cookie: newCookie })
      expect(deletion.status).toBe(200)
    }
    const subjects = (await listMails('flooded@example.org')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Please confirm'))).toHaveLength(3)
    expect(subjects.filter((subject) => subject.startsWith('Set a new'))).toHaveLength(3)
  })
})
