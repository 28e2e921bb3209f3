import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeUserEndpoint, createUserEndpoint, deleteUserEndpoint } from '#features/users/user-admin.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp, type TestAccount } from '#features/accounts/account.factory.ts'

const NEW_PASSWORD = 'a warmer attic at last'
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', recipient.toLowerCase()).orderBy('id').execute()
const findToken = (body = '') => /\/confirm-email#([\w-]{43})/.exec(body)?.[1] ?? ''
const findLastToken = async (recipient: string) => findToken((await listMails(recipient)).at(-1)?.body)
const confirm = (token: string) => site.call(null, contract.confirmEmailEndpoint, { body: { token, password: TEST_PASSWORD } })
const getTestSession = async (response: CallResult | Promise<CallResult>) => {
  const cookie = cookieOf(await response)
  const getAccount = async () => (await site.call(null, contract.getAccountEndpoint, {}, { cookie })).body
  return {
    cookie,
    getAccount,
    call: (endpoint: typeof contract.changeAccountEndpoint, body: object) => site.call(null, endpoint, { body }, { cookie }),
  }
}

/** @returns the whole response as JSON, with the values masked that differ between any two responses */
function mask({ status, body, headers }: CallResult, name = 'NAME'): string {
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return JSON.stringify({ status, headers: others, body })
    .replaceAll(name, 'NAME')
    .replaceAll(/(session|device)=[\w-]{43}/g, '$1=TOKEN')
    .replaceAll(/\\?"id\\?":\d+/g, '"id":0')
    .replaceAll(/%22id%22%3A\d+/g, 'ID')
    .replaceAll(/"(etag|content-length|x-ratelimit-\w+)":"[^"]*"/g, '"$1":""')
}

describe('the response does not reveal whether an email has an account', () => {
  test('at sign-up, and one token and one mail are created in both cases', async () => {
    await makeSignedIn(site, 'Holder')
    const countRows = async () => {
      const [tokens, mails] = await Promise.all([
        site.ctx.db.selectFrom('one_time_tokens').select('token_hash').where('purpose', '=', 'email').execute(),
        site.ctx.db.selectFrom('mails').select('id').execute(),
      ])
      return { tokens: tokens.length, mails: mails.length }
    }
    const countsBefore = await countRows()
    const freeResponse = await signUp(site, 'Name-a', { email: 'free@example.org' })
    const countsBetween = await countRows()
    const takenResponse = await signUp(site, 'Name-b', { email: 'HOLDER@example.org' })
    const countsAfter = await countRows()
    expect(freeResponse).toMatchObject({ status: 201, body: { user: { username: 'Name-a' } } })
    expect(mask(takenResponse, 'Name-b')).toBe(mask(freeResponse, 'Name-a'))
    expect(countsBetween).toEqual({ tokens: countsBefore.tokens + 1, mails: countsBefore.mails + 1 })
    expect(countsAfter).toEqual({ tokens: countsBetween.tokens + 1, mails: countsBetween.mails + 1 })
    const accounts = await Promise.all([freeResponse, takenResponse].map(async (response) => (await getTestSession(response)).getAccount()))
    expect(accounts.map(({ email, unconfirmedEmail }) => ({ email, unconfirmedEmail }))).toEqual([
      { email: null, unconfirmedEmail: 'free@example.org' },
      { email: null, unconfirmedEmail: 'holder@example.org' },
    ])
    expect((await listMails('free@example.org')).map(({ subject }) => subject)).toEqual(['Please confirm your email address at Net Zero'])
    const mail = (await listMails('holder@example.org')).at(-1)
    expect(mail?.subject).toBe('You already have an account at Net Zero')
    expect(mail?.body).toMatch(/"Holder"[^]*\/sign-in[^]*\/forgot-password/)
    expect(findToken(mail?.body)).toBe('')
  })

  test('when a member changes their email, and the former email is used until the new one is confirmed', async () => {
    await makeSignedIn(site, 'Owner')
    const [firstMember, secondMember] = [await makeSignedIn(site, 'Mover-a'), await makeSignedIn(site, 'Mover-b')]
    const changeEmail = (member: TestAccount, email: string) =>
      member.call(contract.changeAccountEndpoint, { body: { email, password: TEST_PASSWORD } })
    const freeResponse = await changeEmail(firstMember, 'moved-free@example.org')
    const takenResponse = await changeEmail(secondMember, 'owner@example.org')
    const maskEmail = (response: CallResult, letter: string, email: string) =>
      mask(response, `over-${letter}`)
        .replaceAll(email, 'EMAIL')
        .replaceAll(/"memberSince":"[^"]*"/g, '')
    expect(maskEmail(takenResponse, 'b', 'owner@example.org')).toBe(maskEmail(freeResponse, 'a', 'moved-free@example.org'))
    expect(freeResponse.body).toMatchObject({ email: 'mover-a@example.org', unconfirmedEmail: 'moved-free@example.org' })
    expect((await signIn(site, 'mover-a@example.org')).body.user.username).toBe('Mover-a')

    expect((await confirm(await findLastToken('moved-free@example.org'))).body).toEqual({ email: 'moved-free@example.org' })
    expect((await firstMember.call(contract.getAccountEndpoint)).body).toMatchObject({
      email: 'moved-free@example.org',
      unconfirmedEmail: null,
    })
    expect((await listMails('mover-a@example.org')).at(-1)?.subject).toBe('Your email address at Net Zero has changed')
    expect((await signIn(site, 'mover-a@example.org')).status).toBe(401)
    expect((await listMails('owner@example.org')).at(-1)?.subject).toBe('You already have an account at Net Zero')
    expect((await secondMember.call(contract.getAccountEndpoint)).body.email).toBe('mover-b@example.org')
    // Returning to the confirmed email removes the unconfirmed one.
    expect((await changeEmail(secondMember, 'mover-b@example.org')).body).toMatchObject({
      email: 'mover-b@example.org',
      unconfirmedEmail: null,
    })
  })

  test('at sign-in, password reset and newsletter subscription', async () => {
    await makeSignedIn(site, 'Quinn')
    const responses = await Promise.all(['quinn@example.org', 'nobody-quinn@example.org'].map((name) => signIn(site, name, 'wrong')))
    expect(mask(responses[0] as CallResult)).toBe(mask(responses[1] as CallResult))
    const requestReset = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    expect(mask(await requestReset('quinn@example.org'))).toBe(mask(await requestReset('nobody-quinn@example.org')))
    const subscribe = (email: string) => site.call(null, subscribeEndpoint, { body: { email } })
    expect(mask(await subscribe('quinn@example.org'))).toBe(mask(await subscribe('nobody-quinn@example.org')))
  })

  test('except to administrators who create or change an account, who get 409', async () => {
    await makeSignedIn(site, 'Xenia')
    const createResponse = await admin.call(createUserEndpoint, {
      body: { username: 'Xenia2', email: 'xenia@example.org', password: TEST_PASSWORD },
    })
    expect(createResponse).toMatchObject({ status: 409, body: { code: 'user.email_taken' } })
    const yves = await makeSignedIn(site, 'Yves')
    const changeResponse = await admin.call(changeUserEndpoint, { params: { id: yves.id }, body: { email: 'xenia@example.org' } })
    expect(changeResponse).toMatchObject({ status: 409, body: { code: 'user.email_taken' } })
  })
})

describe('an unconfirmed email', () => {
  test('does not block other accounts, and belongs to the first account that confirms it', async () => {
    const squatter = await getTestSession(signUp(site, 'Squatter', { email: 'tess@example.org' }))
    const squattersLink = await findLastToken('tess@example.org')
    const tess = await getTestSession(signUp(site, 'Tess'))
    const link = await findLastToken('tess@example.org')
    expect(link).not.toBe(squattersLink)
    expect((await listMails('tess@example.org')).at(-1)?.body).toContain('"Tess"')
    const createResponse = await admin.call(createUserEndpoint, {
      body: { username: 'Ulf', email: 'squatted@example.org', password: TEST_PASSWORD },
    })
    expect(createResponse.status).toBe(201)
    expect((await confirm(link)).body).toEqual({ email: 'tess@example.org' })
    expect(await tess.getAccount()).toMatchObject({ email: 'tess@example.org', unconfirmedEmail: null })
    expect(await confirm(squattersLink)).toMatchObject({ status: 409, body: { code: 'user.email_taken' } })
    expect(await squatter.getAccount()).toMatchObject({ email: null, unconfirmedEmail: 'tess@example.org' })
    expect(await confirm(link)).toMatchObject({ status: 400, body: { code: 'auth.link_expired' } })
  })

  test('is assigned by only one of two concurrent confirmations', async () => {
    await signUp(site, 'Una', { email: 'both@example.org' })
    const firstToken = await findLastToken('both@example.org')
    await signUp(site, 'Uwe', { email: 'both@example.org' })
    const secondToken = await findLastToken('both@example.org')
    const responses = await Promise.all([confirm(firstToken), confirm(secondToken)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('can be used to sign in even if another account has confirmed it: the password decides which account is meant', async () => {
    await makeSignedIn(site, 'Vera')
    await signUp(site, 'Vera-too', { email: 'vera@example.org', password: NEW_PASSWORD })
    expect((await signIn(site, 'VERA@example.org', TEST_PASSWORD)).body.user.username).toBe('Vera')
    expect((await signIn(site, 'vera@example.org', NEW_PASSWORD)).body.user.username).toBe('Vera-too')
    expect((await signIn(site, 'vera@example.org', 'wrong')).status).toBe(401)
  })

  test('does not make the browser that claimed it a known browser of the account that has confirmed it', async () => {
    await makeSignedIn(site, 'Wanda')
    const signedUp = await signUp(site, 'Wanda-sly', { email: 'wanda@example.org', password: NEW_PASSWORD })
    const cookie = [signedUp.headers['set-cookie']]
      .flat()
      .map((header) => header?.split(';')[0])
      .join('; ')
    const fromBrowser = { cookie, 'x-forwarded-for': '192.0.2.9' }
    for (let n = 0; n < 5; n++) expect((await signIn(site, 'wanda@example.org', 'wrong', {}, fromBrowser)).status).toBe(401)
    const counters = await site.ctx.db.selectFrom('sign_in_failures').select('key').where('failures', '=', 5).execute()
    expect(counters.map(({ key }) => key.split(':')[0])).toEqual(expect.arrayContaining(['account', 'network', 'pair']))
  })

  test('is also confirmed by a reset link, which belongs to the account that has confirmed the email if there is one', async () => {
    await signUp(site, 'Zoe')
    const requestReset = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    const resetPassword = (token: string) => site.call(null, contract.resetPasswordEndpoint, { body: { token, password: NEW_PASSWORD } })
    const findResetToken = async (recipient: string) =>
      /\/reset-password#([\w-]{43})/.exec((await listMails(recipient)).at(-1)?.body ?? '')?.[1] ?? ''
    await requestReset('zoe@example.org')
    expect((await resetPassword(await findResetToken('zoe@example.org'))).status).toBe(200)
    const zoe = await getTestSession(signIn(site, 'Zoe', NEW_PASSWORD))
    expect(await zoe.getAccount()).toMatchObject({ email: 'zoe@example.org', unconfirmedEmail: null })

    await signUp(site, 'Zoe-sly', { email: 'zoe@example.org' })
    await requestReset('zoe@example.org')
    expect((await listMails('zoe@example.org')).at(-1)?.body).toContain('"Zoe"')
  })

  test('gives no access to data that other people have submitted with it', async () => {
    await site.call(null, subscribeEndpoint, { body: { email: 'reader@example.org' } })
    const attacker = await getTestSession(signUp(site, 'Reader-sly', { email: 'reader@example.org' }))
    const exportResponse = await site.app.inject({ url: '/api/me/export', headers: { cookie: attacker.cookie } })
    expect(exportResponse.json()).toMatchObject({ account: { email: null, unconfirmedEmail: 'reader@example.org' }, newsletter: null })
    const { id } = (await attacker.getAccount()) as { id: number }
    expect((await admin.call(deleteUserEndpoint, { params: { id } })).status).toBe(200)
    const subscriber = site.ctx.db.selectFrom('subscribers').select('id').where('email', '=', 'reader@example.org')
    expect(await subscriber.execute()).toHaveLength(1)
    const row = await site.ctx.db.selectFrom('users').select(['email', 'unconfirmed_email']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toEqual({ email: null, unconfirmed_email: null })
  })

  test('receives at most three mails an hour, and resending returns 429 after that', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const resend = (cookie: string) => site.call(null, contract.resendConfirmationEndpoint, {}, { cookie })
    const pat = await getTestSession(signUp(site, 'Pat'))
    for (let n = 0; n < 2; n++) expect(await resend(pat.cookie)).toMatchObject({ status: 200, body: { ok: true } })
    expect(await listMails('pat@example.org')).toHaveLength(3)
    expect(await resend(pat.cookie)).toMatchObject({ status: 429, body: { code: 'auth.too_many_links' } })
    expect(await listMails('pat@example.org')).toHaveLength(3)
    expect((await signUp(site, 'Pat2', { email: 'pat@example.org' })).status).toBe(201)
    expect(await listMails('pat@example.org')).toHaveLength(3)
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await resend(pat.cookie)).status).toBe(200)
    expect((await confirm(await findLastToken('pat@example.org'))).status).toBe(200)
    expect((await resend(pat.cookie)).status).toBe(409)
    expect((await site.call(null, contract.resendConfirmationEndpoint)).status).toBe(401)
  })

  test('is confirmed by its link for a week, unless the account has changed its email', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const kim = await getTestSession(signUp(site, 'Kim'))
    const firstToken = await findLastToken('kim@example.org')
    await kim.call(contract.changeAccountEndpoint, { email: 'kim-too@example.org', password: TEST_PASSWORD })
    expect((await confirm(firstToken)).body.code).toBe('auth.link_expired')
    const secondToken = await findLastToken('kim-too@example.org')
    vi.setSystemTime(Date.now() + 7 * 86_400_000 + 1000)
    expect((await confirm(secondToken)).body.code).toBe('auth.link_expired')
    for (const token of ['short', 'x'.repeat(43)]) expect((await confirm(token)).status).toBe(400)
  })
})
