/** The first proof of an address begins a new ownership: nothing that a stranger prepared opens the account afterwards. */
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createWebhookEndpoint } from '#features/webhooks/webhook.contract.ts'
import { changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { createPasskey, type SoftPasskey } from '#tests/support/soft-authenticator.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { describeEmailLinkEndpoint } from '#features/accounts/profile/profile.contract.ts'
import { cookieOf, deviceCookieOf, makeSignedIn, signIn, signUp, TEST_PASSWORD, type SignedUp } from '#features/accounts/account.factory.ts'
import { askPasskeyAfterPasswordEndpoint, beginPasskeyEndpoint, NewPasskey } from '#features/accounts/passkeys/passkey.contract.ts'
import { addPasskey as addOwnPasskey } from '#features/accounts/passkeys/passkey.service.ts'
import { confirmSecondFactor, startSecondFactor } from '#features/accounts/second-factor/second-factor.service.ts'
import { startSession } from '#features/accounts/sign-in/sign-in.service.ts'
import { findSecretsById, type AccountSecrets } from '#features/accounts/account.queries.ts'
import { addPasskey, signInWith, TEST_RELYING_PARTY } from '#features/accounts/passkeys/passkey.factory.ts'

const NEXT = 'a warmer attic at last'
let site: TestSite
let admin: SignedUp
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())

const mailsTo = (to: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).orderBy('id').execute()
const lastKey = async (to: string, path: string) => {
  const bodies = (await mailsTo(to)).map(({ body }) => new RegExp(`/${path}#([\\w-]{43})`).exec(body)?.[1])
  return bodies.findLast((key) => key !== undefined) ?? ''
}
const forgot = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
const reset = async (email: string, extra: object = {}) =>
  site.call(null, contract.resetPasswordEndpoint, { body: { token: await lastKey(email, 'reset-password'), password: NEXT, ...extra } })
const confirm = (body: object, cookie?: string) => site.call(null, contract.confirmEmailEndpoint, { body }, cookie ? { cookie } : {})
const describeLink = (token: string, cookie?: string) =>
  site.call(null, describeEmailLinkEndpoint, { body: { token } }, cookie ? { cookie } : {})
const accountOf = (cookie: string) => site.call(null, contract.getAccountEndpoint, {}, { cookie })

interface Prepared extends SignedUp {
  email: string
  device: string
  passkey: SoftPasskey
  recoveryCode: string
  totp: TOTP
}

/** An account with every credential that there is, under an address that is not proved. */
async function prepare(username: string): Promise<Prepared> {
  const email = `${username.toLowerCase()}@example.org`
  const reply = await signUp(site, username, { email })
  const { id } = reply.body.user as { id: number }
  const cookie = cookieOf(reply)
  const person: SignedUp = { id, username, cookie, call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }) }
  const { passkey } = await addPasskey(person)
  const { body } = await person.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })
  const totp = new TOTP({ secret: Secret.fromBase32(body.secret) })
  const { recoveryCodes } = (await person.call(contract.confirmSecondFactorEndpoint, { body: { code: totp.generate() } })).body
  return { ...person, email, device: deviceCookieOf(reply), passkey, totp, recoveryCode: recoveryCodes[0] }
}

const countRows = async (userId: number) => {
  const counts: Record<string, number> = {}
  for (const table of ['sessions', 'passkeys', 'recovery_codes', 'one_time_tokens', 'known_browsers'] as const)
    counts[table] = (await site.ctx.db.selectFrom(table).select('user_id').where('user_id', '=', userId).execute()).length
  return counts
}
const NOTHING = { sessions: 0, passkeys: 0, recovery_codes: 0, one_time_tokens: 0, known_browsers: 0 }

describe('a reset by a link to an address that is not proved', () => {
  test('ends passkeys, codes, sessions, browsers and links that were made before', async () => {
    const stranger = await prepare('Ada')
    await forgot(stranger.email)
    expect((await reset(stranger.email)).status).toBe(200)
    expect((await signInWith(site, stranger.passkey)).reply.status).toBe(401)
    expect((await accountOf(stranger.cookie)).status).toBe(401)
    expect((await signIn(site, 'Ada', TEST_PASSWORD)).status).toBe(401)
    // Only the browser that has set the password is known.
    expect(await countRows(stranger.id)).toEqual({ ...NOTHING, known_browsers: 1 })
    const owner = await signIn(site, stranger.email, NEXT)
    expect(owner.status).toBe(200)
    const account = (await accountOf(cookieOf(owner))).body
    expect(account).toMatchObject({ email: stranger.email, unconfirmedEmail: null, hasSecondFactor: false, recoveryCodesLeft: 0 })
    const changed = (await mailsTo(stranger.email)).find(({ subject }) => subject.endsWith('has changed'))
    expect(changed?.body).toMatch(/confirmed your address[^]*no\s+longer open it/)
  })

  test('ends the webhooks that the account created, and no others', async () => {
    const email = 'bob@example.org'
    const signedUp = await signUp(site, 'Bob')
    await admin.call(changeUserEndpoint, { params: { id: signedUp.body.user.id }, body: { isAdmin: true } })
    const signedIn = await signIn(site, 'Bob')
    const create = (url: string, cookie: string) =>
      site.call(null, createWebhookEndpoint, { body: { url, description: '', events: ['member.created'] } }, { cookie })
    expect((await create('https://stranger.example/hook', cookieOf(signedIn))).status).toBe(201)
    expect((await create('https://chief.example/hook', admin.cookie)).status).toBe(201)
    await forgot(email)
    expect((await reset(email)).status).toBe(200)
    const left = await site.ctx.db.selectFrom('webhooks').select('url').execute()
    expect(left.map(({ url }) => url)).toEqual(['https://chief.example/hook'])
  })

  test('does not open an account that has another, proved address: the new one may be mistyped', async () => {
    const owner = await makeSignedIn(site, 'Cleo')
    await owner.call(contract.changeAccountEndpoint, { body: { email: 'mistyped@example.org', password: TEST_PASSWORD } })
    await forgot('mistyped@example.org')
    expect(await lastKey('mistyped@example.org', 'reset-password')).toBe('')
    const token = await lastKey('mistyped@example.org', 'confirm-email')
    expect((await describeLink(token)).body).toMatchObject({ username: 'Cleo', isSignedIn: false, maySetPassword: false })
    expect((await confirm({ token, newPassword: NEXT })).status).toBe(409)
    expect((await confirm({ token })).status).toBe(403)
    expect((await owner.call(contract.getAccountEndpoint)).body.email).toBe('cleo@example.org')
    expect((await confirm({ token, password: TEST_PASSWORD })).status).toBe(200)
  })
})

describe('the link of a confirmation mail', () => {
  test('keeps everything when the reader is signed in to the account', async () => {
    const owner = await prepare('Dana')
    const token = await lastKey(owner.email, 'confirm-email')
    const before = await countRows(owner.id)
    expect((await describeLink(token, owner.cookie)).body).toEqual({
      username: 'Dana',
      email: owner.email,
      isSignedIn: true,
      maySetPassword: true,
    })
    expect((await confirm({ token }, owner.cookie)).body).toEqual({ email: owner.email })
    expect(await countRows(owner.id)).toEqual({ ...before, one_time_tokens: before['one_time_tokens']! - 1 })
    expect((await signInWith(site, owner.passkey)).reply.status).toBe(200)
  })

  test('keeps everything when the reader knows the password, and is not used up by a wrong one', async () => {
    const owner = await prepare('Eric')
    const token = await lastKey(owner.email, 'confirm-email')
    const wrong = await confirm({ token, password: NEXT })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'auth.wrong_password'])
    expect((await confirm({ token, password: TEST_PASSWORD })).status).toBe(200)
    expect((await signInWith(site, owner.passkey)).reply.status).toBe(200)
  })

  test('confirms nothing for a reader without either: signed in nowhere, or to another account', async () => {
    const stranger = await prepare('Finn')
    const token = await lastKey(stranger.email, 'confirm-email')
    const other = await makeSignedIn(site)
    for (const cookie of [undefined, other.cookie]) {
      const refused = await confirm({ token }, cookie)
      expect([refused.status, refused.body.code]).toEqual([403, 'auth.password_needed'])
    }
    expect((await accountOf(stranger.cookie)).body).toMatchObject({ email: null, unconfirmedEmail: stranger.email })
  })

  test('with a new password ends all earlier access and gives the account to the reader', async () => {
    const stranger = await prepare('Gwen')
    const token = await lastKey(stranger.email, 'confirm-email')
    expect((await confirm({ token, newPassword: 'qwertyuiop' })).status).toBe(400)
    expect((await confirm({ token, newPassword: NEXT })).body).toEqual({ email: stranger.email })
    expect((await signInWith(site, stranger.passkey)).reply.status).toBe(401)
    expect((await accountOf(stranger.cookie)).status).toBe(401)
    expect((await signIn(site, 'Gwen', TEST_PASSWORD)).status).toBe(401)
    expect((await signIn(site, stranger.email, NEXT)).status).toBe(200)
    expect((await confirm({ token, newPassword: NEXT })).body.code).toBe('auth.link_expired')
  })

  test('lets a reader guess the password five times, then makes them wait', async () => {
    const stranger = await prepare('Hugo')
    const token = await lastKey(stranger.email, 'confirm-email')
    for (let n = 0; n < 5; n++) expect((await confirm({ token, password: `guess-${n}` })).status).toBe(403)
    expect((await confirm({ token, password: TEST_PASSWORD })).status).toBe(429)
  })

  test('gives no address away that another account holds by now', async () => {
    const stranger = await prepare('Ines')
    const token = await lastKey(stranger.email, 'confirm-email')
    const holder = await makeSignedIn(site, 'Ines-too')
    await site.ctx.db.updateTable('users').set({ email: stranger.email }).where('id', '=', holder.id).execute()
    expect((await confirm({ token, newPassword: NEXT })).status).toBe(409)
    expect((await confirm({ token }, stranger.cookie)).status).toBe(409)
  })
})

describe('a reset of an account whose address is proved', () => {
  async function makeOwner(username: string) {
    const person = await makeSignedIn(site, username)
    return { person, email: `${username.toLowerCase()}@example.org`, passkey: (await addPasskey(person, 'Old phone')).passkey }
  }

  test('keeps passkeys, and the mail names them and says how to remove them', async () => {
    const { email, passkey } = await makeOwner('Jack')
    await forgot(email)
    await reset(email)
    expect((await signInWith(site, passkey)).reply.status).toBe(200)
    expect((await mailsTo(email)).at(-2)?.body).toMatch(/passkeys still sign in[^]*"Old phone"[^]*Remove all passkeys[^]*\/forgot-password/)
  })

  test('removes them on request', async () => {
    const { email, passkey } = await makeOwner('Kate')
    await forgot(email)
    await reset(email, { removePasskeys: true })
    expect((await signInWith(site, passkey)).reply.status).toBe(401)
    expect((await mailsTo(email)).at(-1)?.body).not.toContain('Old phone')
  })

  test('by link does not switch the demand for a passkey off: a mailbox alone opens nothing', async () => {
    const { person, email } = await makeOwner('Liam')
    const { recoveryCodes } = (await person.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })).body
    await forgot(email)
    await reset(email, { removePasskeys: true })
    expect((await signIn(site, 'Liam', NEXT)).body.code).toBe('auth.passkey_needed')
    expect((await signIn(site, 'Liam', NEXT, { code: recoveryCodes[0] })).status).toBe(200)
  })

  test('on the account page removes passkeys and the demand for one, as the password was given', async () => {
    const { person, passkey } = await makeOwner('Mona')
    await person.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEXT, removePasskeys: true }
    expect((await person.call(contract.changePasswordEndpoint, { body })).status).toBe(200)
    expect((await signInWith(site, passkey)).reply.status).toBe(401)
    expect((await signIn(site, 'Mona', NEXT)).status).toBe(200)
  })
})

describe('a request of the stranger that arrived before the reset and commits after it', () => {
  /** The context of a request: its viewer is found when it arrives. */
  async function contextOf({ id }: SignedUp) {
    const { id: sessionId } = await site.ctx.db.selectFrom('sessions').select('id').where('user_id', '=', id).executeTakeFirstOrThrow()
    const caller = { origin: 'http://localhost', clientIp: '127.0.0.1', userAgent: '', cookies: '' }
    return { ...site.ctx, caller, headers: { set: () => undefined, status: () => undefined }, viewer: { id, isAdmin: false, sessionId } }
  }
  async function takeOver({ username }: SignedUp) {
    const email = `${username.toLowerCase()}@example.org`
    await forgot(email)
    expect((await reset(email)).status).toBe(200)
  }
  const ended = { status: 401, code: 'auth.sign_in_needed' }

  test('adds no passkey', async () => {
    const stranger = await prepare('Nora')
    const ctx = await contextOf(stranger)
    const { body: options } = await stranger.call(beginPasskeyEndpoint, { body: {} })
    const { answer } = createPasskey(options, TEST_RELYING_PARTY)
    await takeOver(stranger)
    await expect(addOwnPasskey(ctx, { name: 'Late', passkey: NewPasskey.parse(answer) })).rejects.toMatchObject(ended)
    expect(await countRows(stranger.id)).toMatchObject({ passkeys: 0 })
  })

  test('switches no one-time codes on', async () => {
    const stranger = await prepare('Olga')
    const ctx = await contextOf(stranger)
    await takeOver(stranger)
    const { secret } = await startSecondFactor({ ...ctx, viewer: { ...ctx.viewer, isAdmin: false } }, NEXT)
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    await expect(confirmSecondFactor(ctx, code)).rejects.toMatchObject(ended)
    expect(await countRows(stranger.id)).toMatchObject({ recovery_codes: 0 })
  })

  test('opens no session with the password that was verified before', async () => {
    const stranger = await prepare('Paul')
    const ctx = await contextOf(stranger)
    const verified = await findSecretsById(ctx, stranger.id)
    await takeOver(stranger)
    await expect(startSession({ ...ctx, viewer: null }, verified as AccountSecrets)).rejects.toMatchObject({
      status: 401,
      code: 'auth.wrong',
    })
    expect(await countRows(stranger.id)).toMatchObject({ sessions: 0 })
  })
})

describe('mails with links', () => {
  test('are counted for the address, whatever becomes of the accounts that claim it', async () => {
    for (let n = 0; n < 4; n++) {
      const cookie = cookieOf(await signUp(site, `Flood-${n}`, { email: 'flooded@example.org' }))
      await forgot('flooded@example.org')
      await site.call(null, contract.changePasswordEndpoint, { body: { currentPassword: TEST_PASSWORD, newPassword: NEXT } }, { cookie })
      const again = cookieOf(await signIn(site, `Flood-${n}`, NEXT))
      expect((await site.call(null, contract.deleteAccountEndpoint, { body: { password: NEXT } }, { cookie: again })).status).toBe(200)
    }
    const subjects = (await mailsTo('flooded@example.org')).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject.startsWith('Please confirm'))).toHaveLength(3)
    expect(subjects.filter((subject) => subject.startsWith('Set a new'))).toHaveLength(3)
  })
})
