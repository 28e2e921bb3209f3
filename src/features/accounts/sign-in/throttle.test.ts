import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAtNight } from '#tests/support/at-night.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, deviceCookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp } from '#features/accounts/account.factory.ts'
import { removeOldBrowsers } from './known-browser.service.ts'
import { removeOldAttempts } from './throttle.service.ts'

const NEW_PASSWORD = 'a warmer attic at last'
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
// Starts in the morning, because the salt of network counters changes at midnight and these tests advance the clock by up to an hour.
beforeEach(() => vi.useFakeTimers({ now: new Date().setUTCHours(9, 0, 0, 0), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const HERE = { 'x-forwarded-for': '192.0.2.77' }
const THERE = { 'x-forwarded-for': '198.51.100.4' }
const attemptSignIn = (username: string, password: string, headers: Record<string, string> = {}) =>
  signIn(site, username, password, {}, headers)
const guessPasswords = async (times: number, username: string, headers: Record<string, string> = {}) => {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await attemptSignIn(username, 'wrong', headers)).status)
  return statuses
}
const advanceClock = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
const listMails = (recipient: string) =>
  site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', recipient).execute()

describe('an account from one network', () => {
  test('is delayed after five failures, with exponential backoff, even for the correct password and for unknown names', async () => {
    await signUp(site, 'Hanna')
    for (const name of ['Hanna', 'Unknown-Hanna']) {
      expect(await guessPasswords(5, name, HERE)).toEqual([401, 401, 401, 401, 401])
      const blockedResponse = await attemptSignIn(name, TEST_PASSWORD, HERE)
      expect(blockedResponse).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
      expect(blockedResponse.body).toEqual({ code: 'auth.too_many', message: 'Too many attempts. Please try again in 30 seconds.' })
      advanceClock(31)
      expect(await guessPasswords(1, name, HERE)).toEqual([401])
      expect((await attemptSignIn(name, TEST_PASSWORD, HERE)).headers['retry-after']).toBe('60')
      advanceClock(61)
    }
    for (const delay of [120, 240, 480, 900, 900]) {
      await guessPasswords(1, 'Hanna', HERE)
      expect((await attemptSignIn('Hanna', TEST_PASSWORD, HERE)).headers['retry-after']).toBe(String(delay))
      advanceClock(delay + 1)
    }
    expect((await attemptSignIn('Hanna', TEST_PASSWORD, HERE)).status).toBe(200)
    expect(await guessPasswords(5, 'Hanna', HERE)).toEqual([401, 401, 401, 401, 401])
    advanceClock(2 * 86_400)
    await removeOldAttempts(site.ctx)
    expect(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
    const refusedEntries = await site.ctx.db.selectFrom('audit_entries').selectAll().where('action', '=', 'session.refused').execute()
    expect(refusedEntries.map((entry) => entry.subject_title)).toEqual(expect.arrayContaining(['Hanna', 'No such account']))
    expect(JSON.stringify(refusedEntries)).not.toMatch(/Unknown-Hanna|wrong/)
  })

  test('can make only five of twenty concurrent attempts', async () => {
    await signUp(site, 'Ida')
    const responses = await Promise.all(Array.from({ length: 20 }, () => attemptSignIn('Ida', 'wrong', HERE)))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('is not delayed if the clock has been set back', async () => {
    await signUp(site, 'Cloe')
    await guessPasswords(5, 'Cloe', HERE)
    advanceClock(-2 * 86_400)
    expect((await attemptSignIn('Cloe', TEST_PASSWORD, HERE)).status).toBe(200)
  })
})

describe('password guessing', () => {
  test('from one network does not delay other networks', async () => {
    await signUp(site, 'Jana')
    expect(await guessPasswords(6, 'Jana', HERE)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await attemptSignIn('Jana', TEST_PASSWORD, THERE)).status).toBe(200)
  })

  testAtNight('from many networks delays an account by at most a minute; known browsers and open sessions are not delayed', async () => {
    const device = deviceCookieOf(await signUp(site, 'Kira'))
    const sessionCookie = cookieOf(await attemptSignIn('Kira', TEST_PASSWORD))
    const statuses = await guessPasswords(130, 'Kira')
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    for (let n = 0; n < 4; n++) {
      advanceClock(61)
      expect(await guessPasswords(2, 'Kira')).toEqual([401, 429])
    }
    expect((await attemptSignIn('Kira', TEST_PASSWORD)).headers['retry-after']).toBe('60')

    const knownBrowserResponse = await attemptSignIn('Kira', TEST_PASSWORD, { cookie: device })
    expect(knownBrowserResponse.status).toBe(200)
    expect(deviceCookieOf(knownBrowserResponse)).toBe(device)
    await guessPasswords(102, 'Kira')
    const changeResponse = await site.call(
      null,
      contract.changePasswordEndpoint,
      { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } },
      { cookie: sessionCookie },
    )
    expect(changeResponse).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('for many names delays a network by at most a minute, and neither network nor names are stored', async () => {
    for (let n = 0; n < 30; n++) expect(await guessPasswords(1, `name-${n}`, THERE)).toEqual([401])
    expect((await attemptSignIn('name-99', 'wrong', THERE)).headers['retry-after']).toBe('30')
    expect(await guessPasswords(1, 'name-99')).toEqual([401])
    advanceClock(31)
    expect(await guessPasswords(1, 'name-98', THERE)).toEqual([401])
    advanceClock(59)
    expect(await guessPasswords(1, 'name-97', THERE)).toEqual([429])
    advanceClock(2)
    expect(await guessPasswords(1, 'name-97', THERE)).toEqual([401])
    expect((await attemptSignIn('name-96', 'wrong', THERE)).headers['retry-after']).toBe('60')
    expect(JSON.stringify(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute())).not.toMatch(/198\.51|name-/)
  })

  test('is counted for the network without successful sign-ins', async () => {
    await signUp(site, 'Tess')
    const officeNetwork = { 'x-forwarded-for': '203.0.113.50' }
    for (let n = 0; n < 29; n++) expect(await guessPasswords(1, `colleague-${n}`, officeNetwork)).toEqual([401])
    expect((await attemptSignIn('Tess', TEST_PASSWORD, officeNetwork)).status).toBe(200)
    expect(await guessPasswords(2, 'colleague-29', officeNetwork)).toEqual([401, 429])
    advanceClock(31)
    expect((await attemptSignIn('Tess', TEST_PASSWORD, officeNetwork)).status).toBe(200)
    expect((await attemptSignIn('Tess', TEST_PASSWORD, officeNetwork)).status).toBe(200)
    expect(await guessPasswords(1, 'colleague-30', officeNetwork)).toEqual([401])
    expect((await attemptSignIn('colleague-31', 'wrong', officeNetwork)).headers['retry-after']).toBe('60')
  })

  test('is reported to the owner by mail once a day; unknown accounts get no mail', async () => {
    await makeSignedIn(site, 'Lena')
    const listWarnings = async () =>
      (await listMails('lena@example.org')).filter(({ subject }) => subject.startsWith('Someone is guessing'))
    await guessPasswords(19, 'Lena')
    expect(await listWarnings()).toEqual([])
    await guessPasswords(30, 'Lena')
    expect(await listWarnings()).toHaveLength(1)
    expect((await listWarnings())[0]?.body).toMatch(/^Hello Lena,\n[^]*http:\/\/localhost[^]*\/forgot-password/)
    advanceClock(86_400)
    await guessPasswords(2, 'Lena')
    expect(await listWarnings()).toHaveLength(2)
    const mailsBefore = await site.ctx.db.selectFrom('mails').select('id').execute()
    await guessPasswords(25, 'Nobody-Lena')
    expect(await site.ctx.db.selectFrom('mails').select('id').execute()).toHaveLength(mailsBefore.length)
  })
})

describe('separate counters', () => {
  test('a known browser is delayed by at most a minute after five failures, and is treated as unknown after fifty', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Mila'))
    const knownBrowser = { cookie, ...HERE }
    expect(await guessPasswords(6, 'Mila', knownBrowser)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guessPasswords(1, 'Mila', THERE)).toEqual([401])
    for (let n = 0; n < 45; n++) {
      advanceClock(61)
      expect(await guessPasswords(1, 'Mila', knownBrowser)).toEqual([401])
    }
    // From now on, the browser is counted for its network, which still has five attempts.
    expect(await guessPasswords(6, 'Mila', knownBrowser)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a browser is known only to accounts that it has signed in to; forged cookies are replaced', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Nora'))
    await signUp(site, 'Olga')
    await guessPasswords(5, 'Olga', HERE)
    expect((await attemptSignIn('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(429)
    const signInResponse = await attemptSignIn('Olga', TEST_PASSWORD, { cookie, 'x-forwarded-for': '203.0.113.9' })
    expect(deviceCookieOf(signInResponse)).toBe(cookie)
    expect((await attemptSignIn('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    expect((await attemptSignIn('Nora', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    const plantedCookie = `device=${'a'.repeat(43)}`
    const newCookie = deviceCookieOf(await attemptSignIn('Nora', TEST_PASSWORD, { cookie: plantedCookie }))
    expect(newCookie).toHaveLength(cookie.length)
    expect(newCookie).not.toBe(plantedCookie)
    const storedBrowsers = JSON.stringify(await site.ctx.db.selectFrom('known_browsers').selectAll().execute())
    expect(storedBrowsers).not.toContain(cookie.split('=')[1])
  })

  test('an account has at most twenty known browsers, and a password change removes all others than the current one', async () => {
    const signUpResponse = await signUp(site, 'Pia')
    const [cookie, device] = [cookieOf(signUpResponse), deviceCookieOf(signUpResponse)]
    for (let n = 0; n < 25; n++) {
      advanceClock(1)
      await attemptSignIn('Pia', TEST_PASSWORD, n % 5 === 0 ? { cookie: device } : {})
    }
    const userId = site.ctx.db.selectFrom('users').select('id').where('username', '=', 'Pia')
    const listKnownBrowsers = () => site.ctx.db.selectFrom('known_browsers').selectAll().where('user_id', '=', userId).execute()
    expect(await listKnownBrowsers()).toHaveLength(20)
    await site.call(
      null,
      contract.changePasswordEndpoint,
      { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } },
      { cookie: `${cookie}; ${device}` },
    )
    expect(await listKnownBrowsers()).toHaveLength(1)
    advanceClock(401 * 86_400)
    await removeOldBrowsers(site.ctx)
    expect(await listKnownBrowsers()).toEqual([])
  })

  test('failed reauthentication delays only its session', async () => {
    const rosa = await makeSignedIn(site, 'Rosa')
    const changePassword = (currentPassword: string) =>
      rosa.call(contract.changePasswordEndpoint, { body: { currentPassword, newPassword: NEW_PASSWORD } })
    for (let n = 0; n < 5; n++) expect((await changePassword('wrong')).status).toBe(403)
    expect((await changePassword(TEST_PASSWORD)).headers['retry-after']).toBe('30')
    expect((await attemptSignIn('Rosa', TEST_PASSWORD)).status).toBe(200)
    advanceClock(31)
    expect((await changePassword(TEST_PASSWORD)).status).toBe(200)
  })

  test('codes after a correct password are counted for all networks together, and reported to the owner', async () => {
    const sara = await makeSignedIn(site, 'Sara')
    const { secret } = (await sara.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await sara.call(contract.confirmSecondFactorEndpoint, { body: { code: totp.generate() } })
    advanceClock(60)
    const attemptCode = (code: string, password = TEST_PASSWORD) => signIn(site, 'Sara', password, { code })
    for (let n = 0; n < 5; n++) expect((await attemptCode('000000')).body.code).toBe('auth.code_wrong')
    expect((await attemptCode(totp.generate())).headers['retry-after']).toBe('30')
    expect((await attemptCode(totp.generate(), 'wrong')).status).toBe(401)
    expect((await listMails('sara@example.org')).map(({ subject }) => subject)).toContain('Someone may know your password at Net Zero')
    advanceClock(31)
    expect((await attemptCode(totp.generate())).status).toBe(200)
  })
})
