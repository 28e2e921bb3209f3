import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { postTopicEndpoint } from '#features/forums/topic.contract.ts'
import { subscribeEndpoint } from '#features/newsletter/newsletter.contract.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { nonEmpty } from '#tests/support/non-empty.ts'
import * as contract from './account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp, type SignedUp } from './account.factory.ts'

const NEXT = 'a warmer attic at last'
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
afterEach(() => vi.useRealTimers())

const isIn = async (cookie: string) => (await site.call(null, contract.getSessionEndpoint, {}, { cookie })).body.user !== null
const another = async (person: SignedUp) => cookieOf(await signIn(site, person.username))
const mails = (to: string) => site.ctx.db.selectFrom('mails').selectAll().where('to_address', '=', to.toLowerCase()).orderBy('id').execute()

describe('profile', () => {
  test('is one’s own, and a new email address needs the password', async () => {
    const ann = await makeSignedIn(site, 'Ann')
    const own = await ann.call(contract.getAccountEndpoint)
    expect(own.body).toEqual({
      id: ann.id,
      username: 'Ann',
      email: 'ann@example.org',
      unconfirmedEmail: null,
      displayName: null,
      avatarUrl: null,
      isAdmin: false,
      isRestricted: false,
      memberSince: expect.any(String),
      hasSecondFactor: false,
      hasOneTimeCodes: false,
      asksPasskeyAfterPassword: false,
      recoveryCodesLeft: 0,
      mailProblem: null,
    })
    const named = await ann.call(contract.changeAccountEndpoint, { body: { displayName: 'Ann of Heat Street' } })
    expect([named.status, named.body]).toEqual([200, expect.objectContaining({ displayName: 'Ann of Heat Street', avatarUrl: null })])

    const email = 'Ann@New.example.org'
    const bare = await ann.call(contract.changeAccountEndpoint, { body: { email } })
    expect([bare.status, bare.body.errors[0].path]).toEqual([400, 'password'])
    const wrong = await ann.call(contract.changeAccountEndpoint, { body: { email, password: 'nope' } })
    expect([wrong.status, wrong.body.code]).toEqual([403, 'auth.wrong_password'])
    const moved = await ann.call(contract.changeAccountEndpoint, { body: { email, password: TEST_PASSWORD } })
    expect(moved.body).toMatchObject({ email: 'ann@example.org', unconfirmedEmail: 'ann@new.example.org' })
    const [letter] = await mails('ann@new.example.org')
    const token = /\/confirm-email#([\w-]{43})/.exec(letter?.body ?? '')?.[1] ?? ''
    expect((await site.call(null, contract.confirmEmailEndpoint, { body: { token, password: TEST_PASSWORD } })).body).toEqual({
      email: 'ann@new.example.org',
    })
    expect((await mails('ann@example.org'))[0]?.subject).toBe('Your email address at Net Zero has changed')
    const { search_text } = await site.ctx.db.selectFrom('users').select('search_text').where('id', '=', ann.id).executeTakeFirstOrThrow()
    expect(search_text).toBe('ann\nann@new.example.org\nann of heat street')

    const cleared = await ann.call(contract.changeAccountEndpoint, { body: { displayName: '', avatarUrl: '' } })
    expect(cleared.body).toMatchObject({ displayName: null, avatarUrl: null })
  })
  test('a script is no avatar, and nobody makes themselves an administrator', async () => {
    const cat = await makeSignedIn(site, 'Cat')
    expect((await cat.call(contract.changeAccountEndpoint, { body: { avatarUrl: 'javascript:alert(1)' } })).status).toBe(400)
    const sly = await cat.call(contract.changeAccountEndpoint, { body: { isAdmin: true, username: 'Root', displayName: 'Cat' } })
    expect(sly.body).toMatchObject({ isAdmin: false, username: 'Cat' })
  })
})

describe('passwords', () => {
  test('a change needs the old one, ends all sessions and goes on with a new one', async () => {
    const dan = await makeSignedIn(site, 'Dan')
    const elsewhere = await another(dan)
    const change = (currentPassword: string, newPassword: string) =>
      dan.call(contract.changePasswordEndpoint, { body: { currentPassword, newPassword } })
    expect((await change('wrong', NEXT)).body.errors[0].path).toBe('currentPassword')
    expect((await change(TEST_PASSWORD, '1q2w3e4r5t')).body.errors[0].path).toBe('newPassword')
    expect((await change(TEST_PASSWORD, 'short')).status).toBe(400)
    const changed = await change(TEST_PASSWORD, NEXT)
    expect(changed.body).toEqual({ ok: true })
    expect([await isIn(cookieOf(changed)), await isIn(dan.cookie), await isIn(elsewhere)]).toEqual([true, false, false])
    expect((await signIn(site, 'Dan')).status).toBe(401)
    expect((await signIn(site, 'Dan', NEXT)).status).toBe(200)
  })
  test('a forgotten one: a link by mail, once, within the hour; it ends all sessions and waits', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const eve = await makeSignedIn(site, 'Eve')
    const from = { 'x-forwarded-for': '192.0.2.5' }
    for (let n = 0; n < 5; n++) await signIn(site, 'Eve', 'wrong', {}, from)
    expect((await signIn(site, 'Eve', TEST_PASSWORD, {}, from)).status).toBe(429)
    const ask = (email: string) => site.call(null, contract.forgotPasswordEndpoint, { body: { email } })
    for (const email of ['EVE@example.org', 'nobody@example.org'])
      expect([(await ask(email)).status, (await ask(email)).body]).toEqual([200, { ok: true }])
    expect(await mails('nobody@example.org')).toEqual([])
    const [first, second] = await mails('eve@example.org')
    const link = /http:\/\/localhost(?::80)?\/reset-password#([\w-]{43})/.exec(second?.body ?? '')?.[1] ?? ''
    expect(first?.subject).toBe('Set a new password for Net Zero')
    const stored = JSON.stringify(await site.ctx.db.selectFrom('one_time_tokens').selectAll().execute())
    expect(stored).not.toContain(link)

    const reset = (token: string, password = NEXT) => site.call(null, contract.resetPasswordEndpoint, { body: { token, password } }, from)
    expect((await reset(link, '1q2w3e4r5t')).body.errors[0].path).toBe('password')
    const answers = await Promise.all([reset(link), reset(link)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
    expect((await reset(link)).body.code).toBe('auth.link_expired')
    expect(await isIn(eve.cookie)).toBe(false)
    expect((await signIn(site, 'Eve', NEXT, {}, from)).status).toBe(200)

    for (let n = 0; n < 5; n++) await ask('eve@example.org')
    // Three with a link, as the reset does not restart the count, one about the change, and one about a sign-in with another browser.
    expect(await mails('eve@example.org')).toHaveLength(5)
    const late = /#([\w-]{43})/.exec((await mails('eve@example.org')).at(-1)?.body ?? '')?.[1] ?? ''
    vi.setSystemTime(Date.now() + 3_601_000)
    expect((await reset(late)).body.code).toBe('auth.link_expired')
    const hashes = await site.ctx.db.selectFrom('one_time_tokens').select('token_hash').execute()
    for (const { token_hash } of nonEmpty(hashes)) expect((await reset(token_hash)).status).toBe(400)
  })
})

test('sessions are listed, and end one by one or all at once', async () => {
  const fay = await makeSignedIn(site, 'Fay')
  const [second, third] = [await another(fay), await another(fay)]
  const { body } = await fay.call(contract.listSessionsEndpoint)
  expect(body).toHaveLength(3)
  expect(body.filter((session: { isCurrent: boolean }) => session.isCurrent)).toHaveLength(1)
  const other = body.find((session: { isCurrent: boolean }) => !session.isCurrent)
  const stranger = await makeSignedIn(site)
  expect((await stranger.call(contract.endSessionEndpoint, { params: { id: other.id } })).status).toBe(404)
  expect((await fay.call(contract.endSessionEndpoint, { params: { id: other.id } })).body).toEqual({ ok: true })
  expect([await isIn(second), await isIn(third)].filter(Boolean)).toHaveLength(1)
  const out = await fay.call(contract.signOutEverywhereEndpoint, { body: {} })
  expect([out.body, cookieOf(out)]).toEqual([{ ok: true }, 'session='])
  expect([await isIn(fay.cookie), await isIn(second), await isIn(third)]).toEqual([false, false, false])
  expect(await isIn(stranger.cookie)).toBe(true)
})

describe('one-time codes', () => {
  test('are asked for once the first was right, each opens once, and recovery codes stand in', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const gil = await makeSignedIn(site, 'Gil')
    const start = (password: string) => gil.call(contract.startSecondFactorEndpoint, { body: { password } })
    expect((await start('wrong')).status).toBe(403)
    const setup = await start(TEST_PASSWORD)
    expect(setup.body).toMatchObject({ address: expect.stringMatching(/^otpauth:\/\/totp\//), qrSvg: expect.stringMatching(/^<svg/) })
    const totp = new TOTP({ secret: Secret.fromBase32(setup.body.secret) })
    const stored = () => site.ctx.db.selectFrom('users').select('totp_secret').where('id', '=', gil.id).executeTakeFirstOrThrow()
    expect((await stored()).totp_secret).toMatch(/^sealed:1:[\w-]{60,}$/)
    expect((await signIn(site, 'Gil')).status).toBe(200)

    const confirm = (code: string) => gil.call(contract.confirmSecondFactorEndpoint, { body: { code } })
    expect((await confirm('000000')).body.code).toBe('auth.code_wrong')
    // As many letters as a code has digits, and more bytes.
    expect((await confirm('déjàvu')).body.code).toBe('auth.code_wrong')
    const { recoveryCodes } = (await confirm(totp.generate())).body
    expect(new Set(recoveryCodes).size).toBe(10)
    for (const recovery of recoveryCodes) expect(recovery).toMatch(/^([a-z2-9]{4}-){5}[a-z2-9]{4}$/)
    expect((await start(TEST_PASSWORD)).body.code).toBe('user.second_factor_on')
    expect((await gil.call(contract.getAccountEndpoint)).body).toMatchObject({ hasSecondFactor: true, recoveryCodesLeft: 10 })
    const kept = JSON.stringify(await site.ctx.db.selectFrom('recovery_codes').selectAll().execute())
    expect(kept).not.toContain(recoveryCodes[0].replaceAll('-', ''))

    const enter = (code?: string, password = TEST_PASSWORD) => signIn(site, 'Gil', password, code === undefined ? {} : { code })
    for (let n = 0; n < 8; n++) expect((await enter()).body.code).toBe('auth.code_needed')
    expect((await enter(undefined, 'wrong')).body.code).toBe('auth.wrong')
    expect((await enter(totp.generate())).body.code).toBe('auth.code_wrong')
    vi.setSystemTime(Date.now() + 30_000)
    // As it was stored before there was a key, or came with an archive: sealed with its next use.
    await site.ctx.db.updateTable('users').set({ totp_secret: setup.body.secret }).where('id', '=', gil.id).execute()
    const code = totp.generate()
    const answers = await Promise.all([enter(code), enter(`${code.slice(0, 3)} ${code.slice(3)}`)])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 401])
    expect((await stored()).totp_secret).toMatch(/^sealed:1:/)
    expect((await enter(recoveryCodes[0])).status).toBe(200)
    expect((await enter(recoveryCodes[0])).body.code).toBe('auth.code_wrong')
    expect((await enter(recoveryCodes[1].toUpperCase().replaceAll('-', ' '))).status).toBe(200)
    expect((await gil.call(contract.getAccountEndpoint)).body.recoveryCodesLeft).toBe(8)

    for (let n = 0; n < 5; n++) expect((await enter('123456')).status).toBe(401)
    expect((await enter(recoveryCodes[2])).status).toBe(429)
    vi.setSystemTime(Date.now() + 3_600_000)
    expect((await gil.call(contract.stopSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })).body).toEqual({ ok: true })
    const told = await site.ctx.db
      .selectFrom('notices')
      .select('title')
      .where('user_id', '=', gil.id)
      .where('about', '=', 'account:second-factor')
      .execute()
    expect(told).toEqual([{ title: 'One-time codes are switched off' }])
    expect((await enter()).status).toBe(200)
    expect(await site.ctx.db.selectFrom('recovery_codes').selectAll().where('user_id', '=', gil.id).execute()).toEqual([])
  })
  test('nothing to confirm before it has begun', async () => {
    const hal = await makeSignedIn(site, 'Hal')
    expect((await hal.call(contract.confirmSecondFactorEndpoint, { body: { code: '123456' } })).status).toBe(409)
  })
})

describe('leaving', () => {
  test('everything can be taken along, and nothing secret is in it', async () => {
    const ivy = await makeSignedIn(site, 'Ivy')
    await ivy.call(postTopicEndpoint, { body: { title: 'My own words', content: 'Here', categoryId: 1 } })
    await site.call(null, subscribeEndpoint, { body: { email: 'ivy@example.org' } })
    const response = await site.app.inject({ url: '/api/me/export', headers: { cookie: ivy.cookie } })
    expect(response.headers['content-disposition']).toMatch(/^attachment; filename="my-account-\d{4}-\d\d-\d\d\.json"$/)
    const held = response.json()
    expect(held).toMatchObject({
      account: { username: 'Ivy', email: 'ivy@example.org' },
      topics: [{ title: 'My own words' }],
      points: [{ points: 5 }],
      newsletter: { email: 'ivy@example.org' },
      sessions: [expect.anything()],
    })
    expect(Object.keys(held)).toEqual(expect.arrayContaining(['badges', 'replies', 'reviews', 'votes', 'enquiries']))
    expect(response.body).not.toMatch(/argon2|token|hash/i)
  })
  test('a closed account is emptied in place: the posts stay, the person goes', async () => {
    const jan = await makeSignedIn(site, 'Jan')
    const elsewhere = await another(jan)
    const topic = await jan.call(postTopicEndpoint, { body: { title: 'Stays', content: 'Here', categoryId: 1 } })
    expect((await jan.call(contract.deleteAccountEndpoint, { body: { password: 'wrong' } })).status).toBe(403)
    const gone = await jan.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })
    expect([gone.status, gone.body, cookieOf(gone)]).toEqual([200, { ok: true }, 'session='])
    expect([await isIn(jan.cookie), await isIn(elsewhere)]).toEqual([false, false])
    expect((await signIn(site, 'Jan')).status).toBe(401)
    const row = await site.ctx.db.selectFrom('users').selectAll().where('id', '=', jan.id).executeTakeFirstOrThrow()
    expect(row).toMatchObject({
      username: `deleted-${jan.id}`,
      display_name: 'Deleted member',
      email: null,
      password_hash: null,
      totp_secret: null,
      deleted_at: expect.any(String),
    })
    expect(row.search_text).not.toMatch(/jan/i)
    expect((await site.app.inject(`/api/forums/${topic.body.id}`)).json()).toMatchObject({ title: 'Stays', userId: jan.id })
    expect((await signUp(site, 'Jan', { email: 'jan@example.org' })).status).toBe(409)
    const again = await signUp(site, 'Jan-Again', { email: 'jan@example.org' })
    expect(again.body.user?.id).not.toBe(jan.id)
  })
  test('the last administrator stays', async () => {
    const own = await openTestSite()
    const boss = await makeSignedIn(own, 'Boss', true)
    const leave = () => boss.call(contract.deleteAccountEndpoint, { body: { password: TEST_PASSWORD } })
    expect((await leave()).body).toMatchObject({ code: 'user.last_admin' })
    expect((await boss.call(contract.getAccountEndpoint)).status).toBe(200)
    await makeSignedIn(own, 'Heir', true)
    expect((await leave()).status).toBe(200)
    await own.close()
  })
})
