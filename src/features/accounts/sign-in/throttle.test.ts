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
// Starts in the morning: the salt of network counters changes at midnight, and these tests advance the clock by up to an hour.
beforeEach(() => vi.useFakeTimers({ now: new Date().setUTCHours(9, 0, 0, 0), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const HERE = { 'x-forwarded-for': '192.0.2.77' }
const THERE = { 'x-forwarded-for': '198.51.100.4' }
const attempt = (username: string, password: string, headers: Record<string, string> = {}) => signIn(site, username, password, {}, headers)
const guess = async (times: number, username: string, headers: Record<string, string> = {}) => {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await attempt(username, 'wrong', headers)).status)
  return statuses
}
const wait = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
const mailsTo = (to: string) => site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).execute()

describe('an account from one network', () => {
  test('is delayed after five failures, with exponential backoff, also for the correct password and unknown names', async () => {
    await signUp(site, 'Hanna')
    for (const name of ['Hanna', 'Unknown-Hanna']) {
      expect(await guess(5, name, HERE)).toEqual([401, 401, 401, 401, 401])
      const blocked = await attempt(name, TEST_PASSWORD, HERE)
      expect(blocked).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
      expect(blocked.body).toEqual({ code: 'auth.too_many', message: 'Too many attempts. Please try again in 30 seconds.' })
      wait(31)
      expect(await guess(1, name, HERE)).toEqual([401])
      expect((await attempt(name, TEST_PASSWORD, HERE)).headers['retry-after']).toBe('60')
      wait(61)
    }
    for (const delay of [120, 240, 480, 900, 900]) {
      await guess(1, 'Hanna', HERE)
      expect((await attempt('Hanna', TEST_PASSWORD, HERE)).headers['retry-after']).toBe(String(delay))
      wait(delay + 1)
    }
    expect((await attempt('Hanna', TEST_PASSWORD, HERE)).status).toBe(200)
    expect(await guess(5, 'Hanna', HERE)).toEqual([401, 401, 401, 401, 401])
    wait(2 * 86_400)
    await removeOldAttempts(site.ctx)
    expect(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
    const refused = await site.ctx.db.selectFrom('audit_entries').selectAll().where('action', '=', 'session.refused').execute()
    expect(refused.map((entry) => entry.subject_title)).toEqual(expect.arrayContaining(['Hanna', 'No such account']))
    expect(JSON.stringify(refused)).not.toMatch(/Unknown-Hanna|wrong/)
  })

  test('allows five of twenty concurrent attempts', async () => {
    await signUp(site, 'Ida')
    const responses = await Promise.all(Array.from({ length: 20 }, () => attempt('Ida', 'wrong', HERE)))
    expect(responses.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('is not delayed after the clock was set back', async () => {
    await signUp(site, 'Cloe')
    await guess(5, 'Cloe', HERE)
    wait(-2 * 86_400)
    expect((await attempt('Cloe', TEST_PASSWORD, HERE)).status).toBe(200)
  })
})

describe('password guessing by others', () => {
  test('does not delay other networks', async () => {
    await signUp(site, 'Jana')
    expect(await guess(6, 'Jana', HERE)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await attempt('Jana', TEST_PASSWORD, THERE)).status).toBe(200)
  })

  testAtNight('from many networks delays an account by at most a minute; known browsers and open sessions are not delayed', async () => {
    const device = deviceCookieOf(await signUp(site, 'Kira'))
    const kira = cookieOf(await attempt('Kira', TEST_PASSWORD))
    const statuses = await guess(130, 'Kira')
    expect(statuses.filter((status) => status === 401)).toHaveLength(100)
    expect(statuses.at(-1)).toBe(429)
    for (let n = 0; n < 4; n++) {
      wait(61)
      expect(await guess(2, 'Kira')).toEqual([401, 429])
    }
    expect((await attempt('Kira', TEST_PASSWORD)).headers['retry-after']).toBe('60')

    const known = await attempt('Kira', TEST_PASSWORD, { cookie: device })
    expect(known.status).toBe(200)
    expect(deviceCookieOf(known)).toBe(device)
    await guess(102, 'Kira')
    const change = await site.call(
      null,
      contract.changePasswordEndpoint,
      { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } },
      { cookie: kira },
    )
    expect(change).toMatchObject({ status: 200, body: { ok: true } })
  })

  test('of many names delays a network by at most a minute, and neither network nor names are stored', async () => {
    for (let n = 0; n < 30; n++) expect(await guess(1, `name-${n}`, THERE)).toEqual([401])
    expect((await attempt('name-99', 'wrong', THERE)).headers['retry-after']).toBe('30')
    expect(await guess(1, 'name-99')).toEqual([401])
    wait(31)
    expect(await guess(1, 'name-98', THERE)).toEqual([401])
    wait(59)
    expect(await guess(1, 'name-97', THERE)).toEqual([429])
    wait(2)
    expect(await guess(1, 'name-97', THERE)).toEqual([401])
    expect((await attempt('name-96', 'wrong', THERE)).headers['retry-after']).toBe('60')
    expect(JSON.stringify(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute())).not.toMatch(/198\.51|name-/)
  })

  test('does not count successful sign-ins for the network', async () => {
    await signUp(site, 'Tess')
    const office = { 'x-forwarded-for': '203.0.113.50' }
    for (let n = 0; n < 29; n++) expect(await guess(1, `colleague-${n}`, office)).toEqual([401])
    expect((await attempt('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect(await guess(2, 'colleague-29', office)).toEqual([401, 429])
    wait(31)
    expect((await attempt('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect((await attempt('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect(await guess(1, 'colleague-30', office)).toEqual([401])
    expect((await attempt('colleague-31', 'wrong', office)).headers['retry-after']).toBe('60')
  })

  test('is reported to the owner by mail once a day; unknown accounts get no mail', async () => {
    await makeSignedIn(site, 'Lena')
    const warnings = async () => (await mailsTo('lena@example.org')).filter(({ subject }) => subject.startsWith('Someone is guessing'))
    await guess(19, 'Lena')
    expect(await warnings()).toEqual([])
    await guess(30, 'Lena')
    expect(await warnings()).toHaveLength(1)
    expect((await warnings())[0]?.body).toMatch(/^Hello Lena,\n[^]*http:\/\/localhost[^]*\/forgot-password/)
    wait(86_400)
    await guess(2, 'Lena')
    expect(await warnings()).toHaveLength(2)
    const before = await site.ctx.db.selectFrom('mails').select('id').execute()
    await guess(25, 'Nobody-Lena')
    expect(await site.ctx.db.selectFrom('mails').select('id').execute()).toHaveLength(before.length)
  })
})

describe('separate counters', () => {
  test('a known browser is delayed by at most a minute after five failures, and becomes unknown after fifty', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Mila'))
    const known = { cookie, ...HERE }
    expect(await guess(6, 'Mila', known)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess(1, 'Mila', THERE)).toEqual([401])
    for (let n = 0; n < 45; n++) {
      wait(61)
      expect(await guess(1, 'Mila', known)).toEqual([401])
    }
    // From now on it is counted for its network, which still has five attempts.
    expect(await guess(6, 'Mila', known)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('a browser is known only to accounts that it has signed in to; forged cookies are replaced', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Nora'))
    await signUp(site, 'Olga')
    await guess(5, 'Olga', HERE)
    expect((await attempt('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(429)
    const both = await attempt('Olga', TEST_PASSWORD, { cookie, 'x-forwarded-for': '203.0.113.9' })
    expect(deviceCookieOf(both)).toBe(cookie)
    expect((await attempt('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    expect((await attempt('Nora', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    const planted = `device=${'a'.repeat(43)}`
    const fresh = deviceCookieOf(await attempt('Nora', TEST_PASSWORD, { cookie: planted }))
    expect(fresh).toHaveLength(cookie.length)
    expect(fresh).not.toBe(planted)
    const stored = JSON.stringify(await site.ctx.db.selectFrom('known_browsers').selectAll().execute())
    expect(stored).not.toContain(cookie.split('=')[1])
  })

  test('an account has at most twenty known browsers, and a password change removes the others', async () => {
    const first = await signUp(site, 'Pia')
    const [cookie, device] = [cookieOf(first), deviceCookieOf(first)]
    for (let n = 0; n < 25; n++) {
      wait(1)
      await attempt('Pia', TEST_PASSWORD, n % 5 === 0 ? { cookie: device } : {})
    }
    const userId = site.ctx.db.selectFrom('users').select('id').where('username', '=', 'Pia')
    const known = () => site.ctx.db.selectFrom('known_browsers').selectAll().where('user_id', '=', userId).execute()
    expect(await known()).toHaveLength(20)
    await site.call(
      null,
      contract.changePasswordEndpoint,
      { body: { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD } },
      { cookie: `${cookie}; ${device}` },
    )
    expect(await known()).toHaveLength(1)
    wait(401 * 86_400)
    await removeOldBrowsers(site.ctx)
    expect(await known()).toEqual([])
  })

  test('failed reauthentication delays only its session', async () => {
    const rosa = await makeSignedIn(site, 'Rosa')
    const change = (currentPassword: string) =>
      rosa.call(contract.changePasswordEndpoint, { body: { currentPassword, newPassword: NEW_PASSWORD } })
    for (let n = 0; n < 5; n++) expect((await change('wrong')).status).toBe(403)
    expect((await change(TEST_PASSWORD)).headers['retry-after']).toBe('30')
    expect((await attempt('Rosa', TEST_PASSWORD)).status).toBe(200)
    wait(31)
    expect((await change(TEST_PASSWORD)).status).toBe(200)
  })

  test('codes after a correct password are counted for all networks together, and reported to the owner', async () => {
    const sara = await makeSignedIn(site, 'Sara')
    const { secret } = (await sara.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await sara.call(contract.confirmSecondFactorEndpoint, { body: { code: totp.generate() } })
    wait(60)
    const attemptCode = (code: string, password = TEST_PASSWORD) => signIn(site, 'Sara', password, { code })
    for (let n = 0; n < 5; n++) expect((await attemptCode('000000')).body.code).toBe('auth.code_wrong')
    expect((await attemptCode(totp.generate())).headers['retry-after']).toBe('30')
    expect((await attemptCode(totp.generate(), 'wrong')).status).toBe(401)
    expect((await mailsTo('sara@example.org')).map(({ subject }) => subject)).toContain('Someone may know your password at Net Zero')
    wait(31)
    expect((await attemptCode(totp.generate())).status).toBe(200)
  })
})
