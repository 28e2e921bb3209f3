/** Tests the error responses of account endpoints: status, code, message and field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUserEndpoint, removeSecondFactorEndpoint, sendPasswordLinkEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, signIn, signUp, type TestAccount } from './account.factory.ts'
import { addPasskeyEndpoint, askPasskeyAfterPasswordEndpoint, beginPasskeyEndpoint } from './passkeys/passkey.contract.ts'
import { addPasskey } from './passkeys/passkey.factory.ts'

let site: TestSite
let [admin, ann, bob]: TestAccount[] = []
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  ann = await makeSignedIn(site, 'Ann')
  bob = await makeSignedIn(site, 'Bob')
  await addPasskey(bob)
  await bob.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
})
afterAll(() => site.close())

interface ExpectedError {
  status: number
  code: string
  message: unknown
  errors?: unknown
}
const getError = ({ status, body: { code, message, errors } }: CallResult) => ({ status, code, message, errors })
const createError = (status: number, code: string, message: unknown, errors?: unknown): ExpectedError => ({ status, code, message, errors })
const createFieldErrors = (path: string, message: string) => [{ path, message }]
const callAsAdmin = (endpoint: Parameters<TestAccount['call']>[0], id: number, body: object = {}) =>
  admin!.call(endpoint, { params: { id }, body })

const WRONG_PASSWORD = 'That password is incorrect.'
const PASSWORD_MISSING = 'Please enter your password.'
const CODE_WRONG = 'That code is incorrect or has already been used.'
const OWN_EMAIL_TEXT = 'Change your own email address on your account page: it asks for your password.'
const LINK_EXPIRED = 'This link has expired or has already been used. Please ask for a new one.'
const GUEST_ACCOUNT = 'This is the guest account. You can only rename it.'
const changeEmail = (body: object) => ann!.call(contract.changeAccountEndpoint, { body: { email: 'ann@new.example.org', ...body } })
const callWithWrongPassword = (getAccount: () => TestAccount | undefined, endpoint: Parameters<TestAccount['call']>[0]) => () =>
  getAccount()!.call(endpoint, { body: { password: 'not this one' } })
const token = 'x'.repeat(43)

describe('the error response', () => {
  test.each<[string, () => Promise<CallResult>, ExpectedError]>([
    [
      'for a missing password',
      () => changeEmail({}),
      createError(400, 'input.invalid', PASSWORD_MISSING, createFieldErrors('password', PASSWORD_MISSING)),
    ],
    [
      'for a wrong password',
      () => changeEmail({ password: 'no' }),
      createError(403, 'auth.wrong_password', WRONG_PASSWORD, createFieldErrors('password', WRONG_PASSWORD)),
    ],
    [
      'for a wrong password when closing the account',
      callWithWrongPassword(() => ann, contract.deleteAccountEndpoint),
      createError(403, 'auth.wrong_password', WRONG_PASSWORD, createFieldErrors('password', WRONG_PASSWORD)),
    ],
    [
      'for a wrong password when setting up codes',
      callWithWrongPassword(() => ann, contract.startSecondFactorEndpoint),
      createError(403, 'auth.wrong_password', WRONG_PASSWORD, createFieldErrors('password', WRONG_PASSWORD)),
    ],
    [
      'for a wrong password when switching codes off',
      callWithWrongPassword(() => ann, contract.stopSecondFactorEndpoint),
      createError(403, 'auth.wrong_password', WRONG_PASSWORD, createFieldErrors('password', WRONG_PASSWORD)),
    ],
    [
      'for a wrong password when adding a passkey',
      callWithWrongPassword(() => ann, beginPasskeyEndpoint),
      createError(403, 'auth.wrong_password', WRONG_PASSWORD, createFieldErrors('password', WRONG_PASSWORD)),
    ],
    [
      'for a first code before setup has started',
      () => ann!.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } }),
      createError(409, 'user.second_factor_not_started', 'Please start setting up one-time codes first.'),
    ],
    [
      'when a passkey is required',
      () => signIn(site, 'Bob'),
      createError(401, 'auth.passkey_needed', 'Please use your passkey, or a recovery code.'),
    ],
    [
      'for digits when a passkey is required',
      () => signIn(site, 'Bob', TEST_PASSWORD, { code: '123456' }),
      createError(401, 'auth.code_wrong', CODE_WRONG, createFieldErrors('code', CODE_WRONG)),
    ],
    [
      'when requiring a passkey without having one',
      async () => (await makeSignedIn(site)).call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } }),
      createError(409, 'passkey.none', 'Please add a passkey first.'),
    ],
    [
      'when the email is already confirmed',
      () => ann!.call(contract.resendConfirmationEndpoint),
      createError(409, 'user.email_confirmed', 'Your email address is confirmed.'),
    ],
    [
      'for an unknown confirmation link',
      () => site.call(null, contract.confirmEmailEndpoint, { body: { token } }),
      createError(400, 'auth.link_expired', LINK_EXPIRED),
    ],
    [
      'for an unknown password reset link',
      () => site.call(null, contract.resetPasswordEndpoint, { body: { token, password: 'a warmer attic' } }),
      createError(400, 'auth.link_expired', LINK_EXPIRED),
    ],
    [
      'when an administrator changes their own email',
      () => callAsAdmin(changeUserEndpoint, admin!.id, { email: 'x@example.org' }),
      createError(403, 'user.own_email', OWN_EMAIL_TEXT, createFieldErrors('email', OWN_EMAIL_TEXT)),
    ],
    [
      'when an administrator removes their own second factor',
      () => callAsAdmin(removeSecondFactorEndpoint, admin!.id),
      createError(403, 'user.own_second_factor', 'Switch off your own second factor on your account page.'),
    ],
    [
      'when the account has no second factor',
      () => callAsAdmin(removeSecondFactorEndpoint, ann!.id),
      createError(409, 'user.no_second_factor', 'This account has no second factor.'),
    ],
    [
      'for a password link of the guest account',
      () => callAsAdmin(sendPasswordLinkEndpoint, 1),
      createError(409, 'user.guest', GUEST_ACCOUNT),
    ],
    [
      'when the last administrator closes their account',
      () => admin!.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } }),
      createError(409, 'user.last_admin', 'This is the last administrator. Make another member an administrator first.'),
    ],
    [
      'for an unknown session',
      () => ann!.call(contract.endSessionEndpoint, { params: { id: 99_999 } }),
      createError(404, 'session.not_found', expect.any(String)),
    ],
  ])('%s', async (_name, send, expected) => expect(getError(await send())).toEqual(expected))

  test('for a password link to an account without email, and for the setup of codes that are already on', async () => {
    const { body } = await signUp(site, 'Cal')
    await site.ctx.db.updateTable('users').set({ unconfirmed_email: null }).where('id', '=', body.user.id).execute()
    const response = await callAsAdmin(sendPasswordLinkEndpoint, body.user.id)
    expect(getError(response)).toEqual(createError(409, 'user.no_email', 'This account has no email address. Add one first.'))
    await site.ctx.db
      .updateTable('users')
      .set({ totp_since: new Date().toISOString(), totp_secret: 'JBSWY3DPEHPK3PXP' })
      .where('id', '=', ann!.id)
      .execute()
    expect(getError(await signIn(site, 'Ann'))).toEqual(createError(401, 'auth.code_needed', 'Please enter the code from your app.'))
    const confirmResponse = await ann!.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } })
    expect(confirmResponse.body.code).toBe('user.second_factor_not_started')
    await site.ctx.db.deleteFrom('sign_in_failures').execute()
    expect(getError(await ann!.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } }))).toEqual(
      createError(409, 'user.second_factor_on', 'One-time codes are already on. Switch them off first.'),
    )
  })

  test('for a passkey that is already registered, and for the twenty-first passkey', async () => {
    const dan = await makeSignedIn(site, 'Dan')
    const { credential } = await addPasskey(dan)
    const secondResponse = await dan.call(addPasskeyEndpoint, { body: { name: 'Again', passkey: credential } })
    expect(getError(secondResponse)).toEqual(createError(400, 'input.invalid', 'The passkey could not be added. Please try again.'))
    const { body: options } = await dan.call(beginPasskeyEndpoint, { body: {} })
    expect(options.excludeCredentials).toHaveLength(1)
    for (let n = 1; n < 20; n++) expect((await addPasskey(dan, `No ${n}`)).response.status).toBe(201)
    expect(getError(await dan.call(beginPasskeyEndpoint, { body: {} }))).toEqual(
      createError(409, 'passkey.too_many', 'An account has at most 20 passkeys. Remove one that you no longer use.'),
    )
  })

  test.each(['administrator', 'moderator', 'MODERATOR', 'deleted'])('of sign-up with the reserved name %s is 409', async (username) => {
    expect((await signUp(site, username, { email: 'own@example.org' })).status).toBe(409)
  })
  test.each(['my-admiral', 'administer', 'systems', 'undeleted-7b'])(
    'is not sent for sign-up with the similar name %s',
    async (username) => {
      expect((await signUp(site, username, { email: 'anybody@example.org' })).status).toBe(201)
    },
  )
})
