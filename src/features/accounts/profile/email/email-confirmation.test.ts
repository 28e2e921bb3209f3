import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { changeUserEndpoint, createUserEndpoint, deleteUserEndpoint } from '#features/users/user-admin.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp, type SignedUp } from '#features/accounts/account.factory.ts'

const NEXT = 'a warmer attic at last'
let site: TestSite
let admin: SignedUp
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const mailsTo = (to: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to.toLowerCase()).orderBy('id').execute()
const tokenIn = (body = '') => /\/confirm-email#([\w-]{43})/.exec(body)?.[1] ?? ''
const lastToken = async (to: string) => tokenIn((await mailsTo(to)).at(-1)?.body)
const confirm = (token: string) => site.call(null, contract.confirmEmailEndpoint, { body: { token, password: TEST_PASSWORD } })
const person = async (answer: CallResult | Promise<CallResult>) => {
  const cookie = cookieOf(await answer)
  const ask = async () => (await site.call(null, contract.getAccountEndpoint, {}, { cookie })).body
  return {
    cookie,
    ask,
    call: (endpoint: typeof contract.changeAccountEndpoint, body: object) => site.call(null, endpoint, { body }, { cookie }),
  }
}

/** The whole answer, with what differs between any two answers blanked. */
function whole({ status, body, headers }: CallResult, name = 'NAME'): string {
  const { date: _date, 'x-request-id': _id, ...others } = headers
  return JSON.stringify({ status, headers: others, body })
    .replaceAll(name, 'NAME')
    .replaceAll(/(session|device)=[\w-]{43}/g, '$1=TOKEN')
    .replaceAll(/\\?"id\\?":\d+/g, '"id":0')
    .replaceAll(/%22id%22%3A\d+/g, 'ID')
    .replaceAll(/"(etag|content-length|x-ratelimit-\w+)":"[^"]*"/g, '"$1":""')
}

describe('nobody is told whether an address has an account', () => {
  test('when they sign up: the same answer, one key and one mail in both cases', async () => {
    await makeSignedIn(site, 'Holder')
    const counts = async () => {
      const [tokens, mails] = await Promise.all([
        site.ctx.db.selectFrom('one_time_tokens').select('token_hash').where('purpose', '=', 'email').execute(),
        site.ctx.db.selectFrom('mails').select('id').execute(),
      ])
      return [tokens.length, mails.length]
    }
    const before = await counts()
    const free = await signUp(site, 'Name-a', { email: 'free@example.org' })
    const between = await counts()
    const taken = await signUp(site, 'Name-b', { email: 'HOLDER@example.org' })
    const after = await counts()
    expect([free.status, free.body.user.username]).toEqual([201, 'Name-a'])
    expect(whole(taken, 'Name-b')).toBe(whole(free, 'Name-a'))
    const added = (from: number[], to: number[]) => to.map((n, at) => n - (from[at] ?? 0))
    expect([added(before, between), added(between, after)]).toEqual([
      [1, 1],
      [1, 1],
    ])
    const accounts = await Promise.all([free, taken].map(async (answer) => (await person(answer)).ask()))
    expect(accounts.map(({ email, unconfirmedEmail }) => ({ email, unconfirmedEmail }))).toEqual([
      { email: null, unconfirmedEmail: 'free@example.org' },
      { email: null, unconfirmedEmail: 'holder@example.org' },
    ])
    expect((await mailsTo('free@example.org')).map(({ subject }) => subject)).toEqual(['Please confirm your email address at Net Zero'])
    const [told] = (await mailsTo('holder@example.org')).slice(-1)
    expect(told?.subject).toBe('You have an account at Net Zero already')
    expect(told?.body).toMatch(/"Holder"[^]*\/sign-in[^]*\/forgot-password/)
    expect(tokenIn(told?.body)).toBe('')
  })

  test('when they change their own: the same answer, and the old one stays until the new one is confirmed', async () => {
    await makeSignedIn(site, 'Owner')
    const [one, two] = [await makeSignedIn(site, 'Mover-a'), await makeSignedIn(site, 'Mover-b')]
    const move = (who: SignedUp, email: string) => who.call(contract.changeAccountEndpoint, { body: { email, password: TEST_PASSWORD } })
    const free = await move(one, 'moved-free@example.org')
    const taken = await move(two, 'owner@example.org')
    const blank = (answer: CallResult, letter: string, email: string) =>
      whole(answer, `over-${letter}`)
        .replaceAll(email, 'EMAIL')
        .replaceAll(/"memberSince":"[^"]*"/g, '')
    expect(blank(taken, 'b', 'owner@example.org')).toBe(blank(free, 'a', 'moved-free@example.org'))
    expect(free.body).toMatchObject({ email: 'mover-a@example.org', unconfirmedEmail: 'moved-free@example.org' })
    expect((await signIn(site, 'mover-a@example.org')).body.user.username).toBe('Mover-a')

    expect((await confirm(await lastToken('moved-free@example.org'))).body).toEqual({ email: 'moved-free@example.org' })
    expect((await one.call(contract.getAccountEndpoint)).body).toMatchObject({ email: 'moved-free@example.org', unconfirmedEmail: null })
    expect((await mailsTo('mover-a@example.org')).at(-1)?.subject).toBe('Your email address at Net Zero has changed')
    expect((await signIn(site, 'mover-a@example.org')).status).toBe(401)
    expect((await mailsTo('owner@example.org')).at(-1)?.subject).toBe('You have an account at Net Zero already')
    expect((await two.call(contract.getAccountEndpoint)).body.email).toBe('mover-b@example.org')
    // Back to what is confirmed: nothing waits any more.
    expect((await move(two, 'mover-b@example.org')).body).toMatchObject({ email: 'mover-b@example.org', unconfirmedEmail: null })
  })

  test('when they sign in with it, or ask for a new password', async () => {
    await makeSignedIn(site, 'Quinn')
    const answers = await Promise.all(['quinn@example.org', 'nobody-quinn@example.org'].map((name) => signIn(site, name, 'wrong')))
    expect(whole(answers[0] as CallResult)).toBe(whole(answers[1] as CallResult))
    const forgot = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    expect(whole(await forgot('quinn@example.org'))).toBe(whole(await forgot('nobody-quinn@example.org')))
    const subscribe = (email: string) => site.call(null, subscribeEndpoint, { body: { email } })
    expect(whole(await subscribe('quinn@example.org'))).toBe(whole(await subscribe('nobody-quinn@example.org')))
  })

  test('an administrator who makes or changes an account is told', async () => {
    await makeSignedIn(site, 'Xenia')
    const made = await admin.call(createUserEndpoint, { body: { username: 'Xenia2', email: 'xenia@example.org', password: TEST_PASSWORD } })
    expect([made.status, made.body.code]).toEqual([409, 'user.email_taken'])
    const yves = await makeSignedIn(site, 'Yves')
    const moved = await admin.call(changeUserEndpoint, { params: { id: yves.id }, body: { email: 'xenia@example.org' } })
    expect([moved.status, moved.body.code]).toEqual([409, 'user.email_taken'])
  })
})

describe('an address that is not confirmed', () => {
  test('blocks nobody: whoever reads its mail has it, and the first to confirm keeps it', async () => {
    const squatter = await person(signUp(site, 'Squatter', { email: 'tess@example.org' }))
    const squattersLink = await lastToken('tess@example.org')
    const tess = await person(signUp(site, 'Tess'))
    const link = await lastToken('tess@example.org')
    expect(link).not.toBe(squattersLink)
    expect((await mailsTo('tess@example.org')).at(-1)?.body).toContain('"Tess"')
    const made = await admin.call(createUserEndpoint, { body: { username: 'Ulf', email: 'squatted@example.org', password: TEST_PASSWORD } })
    expect(made.status).toBe(201)
    expect((await confirm(link)).body).toEqual({ email: 'tess@example.org' })
    expect(await tess.ask()).toMatchObject({ email: 'tess@example.org', unconfirmedEmail: null })
    const late = await confirm(squattersLink)
    expect([late.status, late.body.code]).toEqual([409, 'user.email_taken'])
    expect(await squatter.ask()).toMatchObject({ email: null, unconfirmedEmail: 'tess@example.org' })
    const again = await confirm(link)
    expect([again.status, again.body.code]).toEqual([400, 'auth.link_expired'])
  })

  test('of two who confirm it at once, one has it', async () => {
    await signUp(site, 'Una', { email: 'both@example.org' })
    const one = await lastToken('both@example.org')
    await signUp(site, 'Uwe', { email: 'both@example.org' })
    const two = await lastToken('both@example.org')
    const answers = await Promise.all([confirm(one), confirm(two)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
  })

  test('lets its own account sign in with it, beside the one that holds it; each with its own password', async () => {
    await makeSignedIn(site, 'Vera')
    await signUp(site, 'Vera-too', { email: 'vera@example.org', password: NEXT })
    expect((await signIn(site, 'VERA@example.org', TEST_PASSWORD)).body.user.username).toBe('Vera')
    expect((await signIn(site, 'vera@example.org', NEXT)).body.user.username).toBe('Vera-too')
    expect((await signIn(site, 'vera@example.org', 'wrong')).status).toBe(401)
  })

  test('does not let its browser guess at the account that holds it', async () => {
    await makeSignedIn(site, 'Wanda')
    const answer = await signUp(site, 'Wanda-sly', { email: 'wanda@example.org', password: NEXT })
    const cookie = [answer.headers['set-cookie']]
      .flat()
      .map((set) => set?.split(';')[0])
      .join('; ')
    const from = { cookie, 'x-forwarded-for': '192.0.2.9' }
    for (let n = 0; n < 5; n++) expect((await signIn(site, 'wanda@example.org', 'wrong', {}, from)).status).toBe(401)
    const names = await site.ctx.db.selectFrom('sign_in_failures').select('key').where('failures', '=', 5).execute()
    expect(names.map(({ key }) => key.split(':')[0])).toEqual(expect.arrayContaining(['account', 'network', 'pair']))
  })

  test('is proved by a reset link as well, which goes to whoever holds the address', async () => {
    await signUp(site, 'Zoe')
    const ask = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    const reset = (token: string) => site.call(null, contract.resetPasswordEndpoint, { body: { token, password: NEXT } })
    const resetToken = async (to: string) => /\/reset-password#([\w-]{43})/.exec((await mailsTo(to)).at(-1)?.body ?? '')?.[1] ?? ''
    await ask('zoe@example.org')
    expect((await reset(await resetToken('zoe@example.org'))).status).toBe(200)
    const zoe = await person(signIn(site, 'Zoe', NEXT))
    expect(await zoe.ask()).toMatchObject({ email: 'zoe@example.org', unconfirmedEmail: null })

    await signUp(site, 'Zoe-sly', { email: 'zoe@example.org' })
    await ask('zoe@example.org')
    expect((await mailsTo('zoe@example.org')).at(-1)?.body).toContain('"Zoe"')
  })

  test('gives no claim to what others have sent with it', async () => {
    await site.call(null, subscribeEndpoint, { body: { email: 'reader@example.org' } })
    const sly = await person(signUp(site, 'Reader-sly', { email: 'reader@example.org' }))
    const held = await site.app.inject({ url: '/api/me/export', headers: { cookie: sly.cookie } })
    expect(held.json()).toMatchObject({ account: { email: null, unconfirmedEmail: 'reader@example.org' }, newsletter: null })
    const { id } = (await sly.ask()) as { id: number }
    expect((await admin.call(deleteUserEndpoint, { params: { id } })).status).toBe(200)
    const subscriber = site.ctx.db.selectFrom('subscribers').select('id').where('email', '=', 'reader@example.org')
    expect(await subscriber.execute()).toHaveLength(1)
    const row = await site.ctx.db.selectFrom('users').select(['email', 'unconfirmed_email']).where('id', '=', id).executeTakeFirstOrThrow()
    expect(row).toEqual({ email: null, unconfirmed_email: null })
  })

  test('gets at most three mails an hour, whoever asks, and an account’s own “send again” says when to wait', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const again = (cookie: string) => site.call(null, contract.resendConfirmationEndpoint, {}, { cookie })
    const pat = await person(signUp(site, 'Pat'))
    expect([(await again(pat.cookie)).body, (await again(pat.cookie)).status]).toEqual([{ ok: true }, 200])
    expect(await mailsTo('pat@example.org')).toHaveLength(3)
    const late = await again(pat.cookie)
    expect([late.status, late.body.code, await mailsTo('pat@example.org')]).toEqual([
      429,
      'auth.too_many_links',
      expect.objectContaining({ length: 3 }),
    ])
    expect((await signUp(site, 'Pat2', { email: 'pat@example.org' })).status).toBe(201)
    expect(await mailsTo('pat@example.org')).toHaveLength(3)
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await again(pat.cookie)).status).toBe(200)
    expect((await confirm(await lastToken('pat@example.org'))).status).toBe(200)
    expect((await again(pat.cookie)).status).toBe(409)
    expect((await site.call(null, contract.resendConfirmationEndpoint)).status).toBe(401)
  })

  test('a link works for a week, and for the address alone that it went to', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const kim = await person(signUp(site, 'Kim'))
    const first = await lastToken('kim@example.org')
    await kim.call(contract.changeAccountEndpoint, { email: 'kim-too@example.org', password: TEST_PASSWORD })
    expect((await confirm(first)).body.code).toBe('auth.link_expired')
    const second = await lastToken('kim-too@example.org')
    vi.setSystemTime(Date.now() + 7 * 86_400_000 + 1000)
    expect((await confirm(second)).body.code).toBe('auth.link_expired')
    for (const token of ['short', 'x'.repeat(43)]) expect((await confirm(token)).status).toBe(400)
  })
})
