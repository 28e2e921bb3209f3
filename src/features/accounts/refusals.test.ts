/** What somebody reads who is refused, and at which field. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { changeUserEndpoint, removeSecondFactorEndpoint, sendPasswordLinkEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from './account.contract.ts'
import { makeSignedIn, TEST_PASSWORD, signIn, signUp, type SignedUp } from './account.factory.ts'
import { addPasskeyEndpoint, askPasskeyAfterPasswordEndpoint, beginPasskeyEndpoint } from './passkeys/passkey.contract.ts'
import { addPasskey } from './passkeys/passkey.factory.ts'

let site: TestSite
let [admin, ann, bob]: SignedUp[] = []
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
  ann = await makeSignedIn(site, 'Ann')
  bob = await makeSignedIn(site, 'Bob')
  await addPasskey(bob)
  await bob.call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } })
})
afterAll(() => site.close())

const told = ({ status, body }: CallResult) => [status, body.code, body.message, ...(body.errors ? [body.errors] : [])]
const at = (path: string, message: string) => [{ path, message }]
const byAdmin = (endpoint: Parameters<SignedUp['call']>[0], id: number, body: object = {}) =>
  admin!.call(endpoint, { params: { id }, body })

const NOT_RIGHT = 'That password is not right.'
const ENTER = 'Please enter your password.'
const CODE_WRONG = 'That code is not right, or was used already.'
const OWN_EMAIL = 'Change your own email address on your account page: it asks for your password.'
const EXPIRED = 'This link has expired or was used already. Please ask for a new one.'
const GUEST = 'This is the account that visitors post as. It can only be renamed.'
const move = (body: object) => ann!.call(contract.changeAccountEndpoint, { body: { email: 'ann@new.example.org', ...body } })
const withPassword = (who: () => SignedUp | undefined, endpoint: Parameters<SignedUp['call']>[0]) => () =>
  who()!.call(endpoint, { body: { password: 'not this one' } })
const token = 'x'.repeat(43)

describe('refused, with words', () => {
  test.each<[string, () => Promise<CallResult>, unknown[]]>([
    ['no password', () => move({}), [400, 'input.invalid', ENTER, at('password', ENTER)]],
    ['a wrong one', () => move({ password: 'no' }), [403, 'auth.wrong_password', NOT_RIGHT, at('password', NOT_RIGHT)]],
    [
      'a wrong one, to leave',
      withPassword(() => ann, contract.deleteAccountEndpoint),
      [403, 'auth.wrong_password', NOT_RIGHT, at('password', NOT_RIGHT)],
    ],
    [
      'a wrong one, for codes',
      withPassword(() => ann, contract.startSecondFactorEndpoint),
      [403, 'auth.wrong_password', NOT_RIGHT, at('password', NOT_RIGHT)],
    ],
    [
      'a wrong one, to be without them',
      withPassword(() => ann, contract.stopSecondFactorEndpoint),
      [403, 'auth.wrong_password', NOT_RIGHT, at('password', NOT_RIGHT)],
    ],
    [
      'a wrong one, for a passkey',
      withPassword(() => ann, beginPasskeyEndpoint),
      [403, 'auth.wrong_password', NOT_RIGHT, at('password', NOT_RIGHT)],
    ],
    [
      'a first code before its secret',
      () => ann!.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } }),
      [409, 'user.second_factor_not_started', 'Please begin to set up one-time codes first.'],
    ],
    ['a passkey that is needed', () => signIn(site, 'Bob'), [401, 'auth.passkey_needed', 'Please use your passkey, or a recovery code.']],
    [
      'digits where only a passkey is asked for',
      () => signIn(site, 'Bob', TEST_PASSWORD, { code: '123456' }),
      [401, 'auth.code_wrong', CODE_WRONG, at('code', CODE_WRONG)],
    ],
    [
      'no passkey to ask for',
      async () => (await makeSignedIn(site)).call(askPasskeyAfterPasswordEndpoint, { body: { isOn: true, password: TEST_PASSWORD } }),
      [409, 'passkey.none', 'Please add a passkey first.'],
    ],
    [
      'an address that is confirmed',
      () => ann!.call(contract.resendConfirmationEndpoint),
      [409, 'user.email_confirmed', 'Your email address is confirmed.'],
    ],
    [
      'a link that confirms nothing',
      () => site.call(null, contract.confirmEmailEndpoint, { body: { token } }),
      [400, 'auth.link_expired', EXPIRED],
    ],
    [
      'a link that sets no password',
      () => site.call(null, contract.resetPasswordEndpoint, { body: { token, password: 'a warmer attic' } }),
      [400, 'auth.link_expired', EXPIRED],
    ],
    [
      'one’s own address, as an administrator',
      () => byAdmin(changeUserEndpoint, admin!.id, { email: 'x@example.org' }),
      [403, 'user.own_email', OWN_EMAIL, at('email', OWN_EMAIL)],
    ],
    [
      'one’s own second factor, as an administrator',
      () => byAdmin(removeSecondFactorEndpoint, admin!.id),
      [403, 'user.own_second_factor', 'You switch your own off on your account page, with your password.'],
    ],
    [
      'a second factor that is not there',
      () => byAdmin(removeSecondFactorEndpoint, ann!.id),
      [409, 'user.no_second_factor', 'This account has no second factor.'],
    ],
    ['a link for the guests', () => byAdmin(sendPasswordLinkEndpoint, 1), [409, 'user.guest', GUEST]],
    [
      'the last administrator',
      () => admin!.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } }),
      [409, 'user.last_admin', 'This is the last administrator. Make somebody else an administrator first.'],
    ],
    [
      'a session of nobody',
      () => ann!.call(contract.endSessionEndpoint, { params: { id: 99_999 } }),
      [404, 'session.not_found', expect.any(String)],
    ],
  ])('%s', async (_name, ask, expected) => expect(told(await ask())).toEqual(expected))

  test('no address for a link, and codes that are on already', async () => {
    const { body } = await signUp(site, 'Cal')
    await site.ctx.db.updateTable('users').set({ unconfirmed_email: null }).where('id', '=', body.user.id).execute()
    const answer = await byAdmin(sendPasswordLinkEndpoint, body.user.id)
    expect(told(answer)).toEqual([409, 'user.no_email', 'This account has no email address. Give it one first.'])
    await site.ctx.db
      .updateTable('users')
      .set({ totp_since: new Date().toISOString(), totp_secret: 'JBSWY3DPEHPK3PXP' })
      .where('id', '=', ann!.id)
      .execute()
    expect(told(await signIn(site, 'Ann'))).toEqual([401, 'auth.code_needed', 'Please enter the code from your app.'])
    const again = await ann!.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } })
    expect(again.body.code).toBe('user.second_factor_not_started')
    await site.ctx.db.deleteFrom('sign_in_failures').execute()
    expect(told(await ann!.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } }))).toEqual([
      409,
      'user.second_factor_on',
      'One-time codes are on already. Switch them off first.',
    ])
  })

  test('a passkey that is kept already, one of nothing, and one too many', async () => {
    const dan = await makeSignedIn(site, 'Dan')
    const { answer } = await addPasskey(dan)
    const again = await dan.call(addPasskeyEndpoint, { body: { name: 'Again', passkey: answer } })
    expect(told(again)).toEqual([400, 'input.invalid', 'The passkey could not be added. Please try again.'])
    const { body: options } = await dan.call(beginPasskeyEndpoint, { body: {} })
    expect(options.excludeCredentials).toHaveLength(1)
    for (let n = 1; n < 20; n++) expect((await addPasskey(dan, `No ${n}`)).reply.status).toBe(201)
    expect(told(await dan.call(beginPasskeyEndpoint, { body: {} }))).toEqual([
      409,
      'passkey.too_many',
      'An account has at most 20 passkeys. Remove one that you no longer use.',
    ])
  })

  test.each(['administrator', 'moderator', 'MODERATOR', 'deleted'])('the name %s is the site’s own', async (username) => {
    expect((await signUp(site, username, { email: 'own@example.org' })).status).toBe(409)
  })
  test.each(['my-admiral', 'administer', 'systems', 'undeleted-7b'])('accepts the name %s', async (username) => {
    expect((await signUp(site, username, { email: 'anybody@example.org' })).status).toBe(201)
  })
})
