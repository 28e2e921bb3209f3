/** Tests that an email set by an administrator is unconfirmed: the first reset link that its owner follows revokes earlier access. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createUserEndpoint, changeUserEndpoint, sendPasswordLinkEndpoint } from '#features/users/user-admin.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, signIn, signUp, TEST_PASSWORD, type TestAccount } from '#features/accounts/account.factory.ts'
import { addPasskey, signInWith } from '#features/accounts/passkeys/passkey.factory.ts'

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
const requestReset = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
async function resetPassword(email: string, password = NEW_PASSWORD) {
  const bodies = (await listMails(email)).map(({ body }) => /\/reset-password#([\w-]{43})/.exec(body)?.[1])
  const token = bodies.findLast((match) => match !== undefined) ?? ''
  return site.call(null, contract.resetPasswordEndpoint, { body: { token, password } })
}
const setEmail = (id: number, email: string) => admin.call(changeUserEndpoint, { params: { id }, body: { email } })
const createTestAccount = (id: number, username: string, cookie: string): TestAccount => ({
  id,
  username,
  cookie,
  call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }),
})
async function makeUnconfirmed(username: string, extra: object = {}) {
  const response = await signUp(site, username, extra)
  const account = createTestAccount(response.body.user.id, username, cookieOf(response))
  return { account, passkey: (await addPasskey(account)).passkey }
}

test('the first reset revokes earlier access if an administrator has set the email', async () => {
  const { account, passkey } = await makeUnconfirmed('Ada')
  expect((await setEmail(account.id, 'ada@example.org')).status).toBe(200)
  await requestReset('ada@example.org')
  expect((await resetPassword('ada@example.org')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(401)
  expect((await signIn(site, 'ada@example.org', NEW_PASSWORD)).status).toBe(200)
})

test('the first reset revokes earlier access if an administrator has replaced a confirmed email', async () => {
  const account = await makeSignedIn(site, 'Bea')
  const { passkey } = await addPasskey(account)
  await setEmail(account.id, 'bea-new@example.org')
  await requestReset('bea-new@example.org')
  await resetPassword('bea-new@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(401)
})

test('the first reset revokes earlier access if an administrator has created the account', async () => {
  const body = { username: 'Cleo', email: 'cleo@example.org', password: TEST_PASSWORD, isAdmin: true, displayName: 'Call 0900 1234' }
  const { body: createdUser } = await admin.call(createUserEndpoint, { body })
  const { passkey } = await addPasskey(createTestAccount(createdUser.id, 'Cleo', cookieOf(await signIn(site, 'Cleo'))))
  await requestReset('cleo@example.org')
  await resetPassword('cleo@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(401)
  expect((await listMails('cleo@example.org')).map((mail) => mail.body).join('\n')).not.toContain('0900')
})

test('the first reset revokes earlier access if an administrator has set the email and sent the link', async () => {
  const { account, passkey } = await makeUnconfirmed('Dora')
  await setEmail(account.id, 'dora@example.org')
  await admin.call(sendPasswordLinkEndpoint, { params: { id: account.id } })
  expect((await resetPassword('dora@example.org')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(401)
})

test('a later reset does not remove passkeys, because the first one has confirmed the email', async () => {
  const { account } = await makeUnconfirmed('Emma')
  await setEmail(account.id, 'emma@example.org')
  await requestReset('emma@example.org')
  await resetPassword('emma@example.org')
  const owner = createTestAccount(account.id, 'Emma', cookieOf(await signIn(site, 'Emma', NEW_PASSWORD)))
  const { passkey } = await addPasskey(owner, 'Own phone')
  await requestReset('emma@example.org')
  expect((await resetPassword('emma@example.org', 'a warmer cellar as well')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(200)
})

test('a confirmed email stays confirmed if an administrator saves it unchanged', async () => {
  const account = await makeSignedIn(site, 'Fay')
  const { passkey } = await addPasskey(account)
  await setEmail(account.id, 'Fay@example.org')
  await requestReset('fay@example.org')
  await resetPassword('fay@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(200)
})

test('mail to an unconfirmed email contains the username, but no display name and no passkey name', async () => {
  const displayName = 'Call 0900 1234 for a refund'
  const { account } = await makeUnconfirmed('Gail', { displayName })
  await requestReset('gail@example.org')
  await setEmail(account.id, 'gail-too@example.org')
  await addPasskey(account, 'Call 0900 5678')
  await requestReset('gail-too@example.org')
  const mails = [...(await listMails('gail@example.org')), ...(await listMails('gail-too@example.org'))]
  expect(mails.length).toBeGreaterThanOrEqual(4)
  for (const { subject, body } of mails) expect(`${subject}\n${body}`).not.toMatch(/0900/)
  expect(mails[0]?.body).toContain('Hello Gail,')
  await resetPassword('gail-too@example.org')
  expect((await listMails('gail-too@example.org')).at(-1)?.body).toContain('Hello Gail,')
})

test('mail to a confirmed email contains the display name without URLs', async () => {
  const account = await makeSignedIn(site, 'Hope')
  await site.ctx.db.updateTable('users').set({ display_name: 'Hope https://evil.example/x' }).where('id', '=', account.id).execute()
  await requestReset('hope@example.org')
  const body = (await listMails('hope@example.org')).at(-1)?.body
  expect(body).toContain('Hello Hope,')
  expect(body).not.toContain('evil.example')
})
