/** An email that an administrator or a claim sets is unconfirmed: the first link that its owner follows revokes earlier access. */
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

const mailsTo = (to: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).orderBy('id').execute()
const forgot = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
async function reset(email: string, password = NEW_PASSWORD) {
  const bodies = (await mailsTo(email)).map(({ body }) => /\/reset-password#([\w-]{43})/.exec(body)?.[1])
  const token = bodies.findLast((match) => match !== undefined) ?? ''
  return site.call(null, contract.resetPasswordEndpoint, { body: { token, password } })
}
const setEmail = (id: number, email: string) => admin.call(changeUserEndpoint, { params: { id }, body: { email } })
const accountOf = (id: number, username: string, cookie: string): TestAccount => ({
  id,
  username,
  cookie,
  call: (endpoint, input = {}) => site.call(null, endpoint, input, { cookie }),
})
async function makeUnconfirmed(username: string, extra: object = {}) {
  const response = await signUp(site, username, extra)
  const account = accountOf(response.body.user.id, username, cookieOf(response))
  return { account, passkey: (await addPasskey(account)).passkey }
}

test('the first reset revokes earlier access when an administrator set the email', async () => {
  const { account, passkey } = await makeUnconfirmed('Ada')
  expect((await setEmail(account.id, 'ada@example.org')).status).toBe(200)
  await forgot('ada@example.org')
  expect((await reset('ada@example.org')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(401)
  expect((await signIn(site, 'ada@example.org', NEW_PASSWORD)).status).toBe(200)
})

test('the first reset revokes earlier access when an administrator replaced a confirmed email', async () => {
  const account = await makeSignedIn(site, 'Bea')
  const { passkey } = await addPasskey(account)
  await setEmail(account.id, 'bea-new@example.org')
  await forgot('bea-new@example.org')
  await reset('bea-new@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(401)
})

test('the first reset revokes earlier access when an administrator created the account', async () => {
  const body = { username: 'Cleo', email: 'cleo@example.org', password: TEST_PASSWORD, isAdmin: true, displayName: 'Call 0900 1234' }
  const { body: created } = await admin.call(createUserEndpoint, { body })
  const { passkey } = await addPasskey(accountOf(created.id, 'Cleo', cookieOf(await signIn(site, 'Cleo'))))
  await forgot('cleo@example.org')
  await reset('cleo@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(401)
  expect((await mailsTo('cleo@example.org')).map((mail) => mail.body).join('\n')).not.toContain('0900')
})

test('the first reset by an administrator’s link revokes earlier access when they set the email', async () => {
  const { account, passkey } = await makeUnconfirmed('Dora')
  await setEmail(account.id, 'dora@example.org')
  await admin.call(sendPasswordLinkEndpoint, { params: { id: account.id } })
  expect((await reset('dora@example.org')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(401)
})

test('a later reset keeps passkeys when an earlier one has confirmed the email', async () => {
  const { account } = await makeUnconfirmed('Emma')
  await setEmail(account.id, 'emma@example.org')
  await forgot('emma@example.org')
  await reset('emma@example.org')
  const owner = accountOf(account.id, 'Emma', cookieOf(await signIn(site, 'Emma', NEW_PASSWORD)))
  const { passkey } = await addPasskey(owner, 'Own phone')
  await forgot('emma@example.org')
  expect((await reset('emma@example.org', 'a warmer cellar as well')).status).toBe(200)
  expect((await signInWith(site, passkey)).response.status).toBe(200)
})

test('a confirmed email stays confirmed when an administrator saves it unchanged', async () => {
  const account = await makeSignedIn(site, 'Fay')
  const { passkey } = await addPasskey(account)
  await setEmail(account.id, 'Fay@example.org')
  await forgot('fay@example.org')
  await reset('fay@example.org')
  expect((await signInWith(site, passkey)).response.status).toBe(200)
})

test('mail to an unconfirmed email contains only the username', async () => {
  const displayName = 'Call 0900 1234 for a refund'
  const { account } = await makeUnconfirmed('Gail', { displayName })
  await forgot('gail@example.org')
  await setEmail(account.id, 'gail-too@example.org')
  await addPasskey(account, 'Call 0900 5678')
  await forgot('gail-too@example.org')
  const mails = [...(await mailsTo('gail@example.org')), ...(await mailsTo('gail-too@example.org'))]
  expect(mails.length).toBeGreaterThanOrEqual(4)
  for (const { subject, body } of mails) expect(`${subject}\n${body}`).not.toMatch(/0900/)
  expect(mails[0]?.body).toContain('Hello Gail,')
  await reset('gail-too@example.org')
  expect((await mailsTo('gail-too@example.org')).at(-1)?.body).toContain('Hello Gail,')
})

test('mail to a confirmed email contains the display name without URLs', async () => {
  const account = await makeSignedIn(site, 'Hope')
  await site.ctx.db.updateTable('users').set({ display_name: 'Hope https://evil.example/x' }).where('id', '=', account.id).execute()
  await forgot('hope@example.org')
  const body = (await mailsTo('hope@example.org')).at(-1)?.body
  expect(body).toContain('Hello Hope,')
  expect(body).not.toContain('evil.example')
})
