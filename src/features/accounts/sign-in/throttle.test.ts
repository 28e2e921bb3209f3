import { Secret, TOTP } from 'otpauth'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { testAtNight } from '#tests/support/at-night.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, deviceCookieOf, makeSignedIn, TEST_PASSWORD, signIn, signUp } from '#features/accounts/account.factory.ts'
import { removeOldBrowsers } from './known-browser.service.ts'
import { removeOldAttempts } from './throttle.service.ts'

const NEXT = 'a warmer attic at last'
let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())
// In the morning: at midnight networks are counted under other names, and what is waited for here takes most of an hour.
beforeEach(() => vi.useFakeTimers({ now: new Date().setUTCHours(9, 0, 0, 0), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

const HERE = { 'x-forwarded-for': '192.0.2.77' }
const THERE = { 'x-forwarded-for': '198.51.100.4' }
const enter = (username: string, password: string, headers: Record<string, string> = {}) => signIn(site, username, password, {}, headers)
const guess = async (times: number, username: string, headers: Record<string, string> = {}) => {
  const statuses = []
  for (let n = 0; n < times; n++) statuses.push((await enter(username, 'wrong', headers)).status)
  return statuses
}
const wait = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
const mailsTo = (to: string) => site.ctx.db.selectFrom('mails').select(['subject', 'body']).where('to_address', '=', to).execute()

describe('a name from one network', () => {
  test('after five wrong attempts even the right password waits, longer each time; unknown names likewise', async () => {
    await signUp(site, 'Hanna')
    for (const name of ['Hanna', 'Unknown-Hanna']) {
      expect(await guess(5, name, HERE)).toEqual([401, 401, 401, 401, 401])
      const blocked = await enter(name, TEST_PASSWORD, HERE)
      expect([blocked.status, blocked.headers['retry-after'], blocked.body]).toEqual([
        429,
        '30',
        { code: 'auth.too_many', message: 'Too many attempts. Please try again in 30 seconds.' },
      ])
      wait(31)
      expect(await guess(1, name, HERE)).toEqual([401])
      expect((await enter(name, TEST_PASSWORD, HERE)).headers['retry-after']).toBe('60')
      wait(61)
    }
    for (const longest of [120, 240, 480, 900, 900]) {
      await guess(1, 'Hanna', HERE)
      expect((await enter('Hanna', TEST_PASSWORD, HERE)).headers['retry-after']).toBe(String(longest))
      wait(longest + 1)
    }
    expect((await enter('Hanna', TEST_PASSWORD, HERE)).status).toBe(200)
    expect(await guess(5, 'Hanna', HERE)).toEqual([401, 401, 401, 401, 401])
    wait(2 * 86_400)
    await removeOldAttempts(site.ctx)
    expect(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute()).toEqual([])
    const refused = await site.ctx.db.selectFrom('audit_entries').selectAll().where('action', '=', 'session.refused').execute()
    expect(refused.map((entry) => entry.subject_title)).toEqual(expect.arrayContaining(['Hanna', 'No such account']))
    expect(JSON.stringify(refused)).not.toMatch(/Unknown-Hanna|wrong/)
  })

  test('twenty at once are no better than one by one', async () => {
    await signUp(site, 'Ida')
    const answers = await Promise.all(Array.from({ length: 20 }, () => enter('Ida', 'wrong', HERE)))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
  })

  test('a clock that was put back keeps nobody out', async () => {
    await signUp(site, 'Cloe')
    await guess(5, 'Cloe', HERE)
    wait(-2 * 86_400)
    expect((await enter('Cloe', TEST_PASSWORD, HERE)).status).toBe(200)
  })
})

describe('wrong passwords of strangers', () => {
  test('keep nobody out elsewhere', async () => {
    await signUp(site, 'Jana')
    expect(await guess(6, 'Jana', HERE)).toEqual([401, 401, 401, 401, 401, 429])
    expect((await enter('Jana', TEST_PASSWORD, THERE)).status).toBe(200)
  })

  testAtNight(
    'from everywhere slow down a name, by a minute at most; a browser that the account knows and an open session never wait',
    async () => {
      const device = deviceCookieOf(await signUp(site, 'Kira'))
      const kira = cookieOf(await enter('Kira', TEST_PASSWORD))
      const statuses = await guess(130, 'Kira')
      expect([statuses.filter((status) => status === 401).length, statuses.at(-1)]).toEqual([100, 429])
      for (let n = 0; n < 4; n++) {
        wait(61)
        expect(await guess(2, 'Kira')).toEqual([401, 429])
      }
      expect((await enter('Kira', TEST_PASSWORD)).headers['retry-after']).toBe('60')

      const known = await enter('Kira', TEST_PASSWORD, { cookie: device })
      expect([known.status, deviceCookieOf(known)]).toEqual([200, device])
      await guess(102, 'Kira')
      const change = await site.call(
        null,
        contract.changePasswordEndpoint,
        { body: { currentPassword: TEST_PASSWORD, newPassword: NEXT } },
        { cookie: kira },
      )
      expect([change.status, change.body]).toEqual([200, { ok: true }])
    },
  )

  test('for many names make a network wait, a minute at most, and it is not kept', async () => {
    for (let n = 0; n < 30; n++) expect(await guess(1, `name-${n}`, THERE)).toEqual([401])
    expect((await enter('name-99', 'wrong', THERE)).headers['retry-after']).toBe('30')
    expect(await guess(1, 'name-99')).toEqual([401])
    wait(31)
    expect(await guess(1, 'name-98', THERE)).toEqual([401])
    wait(59)
    expect(await guess(1, 'name-97', THERE)).toEqual([429])
    wait(2)
    expect(await guess(1, 'name-97', THERE)).toEqual([401])
    expect((await enter('name-96', 'wrong', THERE)).headers['retry-after']).toBe('60')
    expect(JSON.stringify(await site.ctx.db.selectFrom('sign_in_failures').selectAll().execute())).not.toMatch(/198\.51|name-/)
  })

  test('what was right is no attempt of its network, and makes nobody in it wait', async () => {
    await signUp(site, 'Tess')
    const office = { 'x-forwarded-for': '203.0.113.50' }
    for (let n = 0; n < 29; n++) expect(await guess(1, `colleague-${n}`, office)).toEqual([401])
    expect((await enter('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect(await guess(2, 'colleague-29', office)).toEqual([401, 429])
    wait(31)
    expect((await enter('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect((await enter('Tess', TEST_PASSWORD, office)).status).toBe(200)
    expect(await guess(1, 'colleague-30', office)).toEqual([401])
    expect((await enter('colleague-31', 'wrong', office)).headers['retry-after']).toBe('60')
  })

  test('are told to the owner by mail, once a day, and to nobody where there is no account', async () => {
    await makeSignedIn(site, 'Lena')
    const told = async () => (await mailsTo('lena@example.org')).filter(({ subject }) => subject.startsWith('Somebody is guessing'))
    await guess(19, 'Lena')
    expect(await told()).toEqual([])
    await guess(30, 'Lena')
    expect(await told()).toHaveLength(1)
    expect((await told())[0]?.body).toMatch(/^Hello Lena,\n[^]*http:\/\/localhost[^]*\/forgot-password/)
    wait(86_400)
    await guess(2, 'Lena')
    expect(await told()).toHaveLength(2)
    const before = await site.ctx.db.selectFrom('mails').select('id').execute()
    await guess(25, 'Nobody-Lena')
    expect(await site.ctx.db.selectFrom('mails').select('id').execute()).toHaveLength(before.length)
  })
})

describe('what has a counter of its own', () => {
  test('a known browser: five, then a minute at most, and after fifty it is a stranger like any other', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Mila'))
    const known = { cookie, ...HERE }
    expect(await guess(6, 'Mila', known)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess(1, 'Mila', THERE)).toEqual([401])
    for (let n = 0; n < 45; n++) {
      wait(61)
      expect(await guess(1, 'Mila', known)).toEqual([401])
    }
    // From here on it is counted with its network, which still has its five.
    expect(await guess(6, 'Mila', known)).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('it is known to the accounts it was signed in with alone, and by no cookie that was made up', async () => {
    const cookie = deviceCookieOf(await signUp(site, 'Nora'))
    await signUp(site, 'Olga')
    await guess(5, 'Olga', HERE)
    expect((await enter('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(429)
    const both = await enter('Olga', TEST_PASSWORD, { cookie, 'x-forwarded-for': '203.0.113.9' })
    expect(deviceCookieOf(both)).toBe(cookie)
    expect((await enter('Olga', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    expect((await enter('Nora', TEST_PASSWORD, { cookie, ...HERE })).status).toBe(200)
    const planted = `device=${'a'.repeat(43)}`
    const fresh = deviceCookieOf(await enter('Nora', TEST_PASSWORD, { cookie: planted }))
    expect([fresh.length, fresh === planted]).toEqual([cookie.length, false])
    const stored = JSON.stringify(await site.ctx.db.selectFrom('known_browsers').selectAll().execute())
    expect(stored).not.toContain(cookie.split('=')[1])
  })

  test('a new password makes the other browsers strangers, and twenty are kept of an account', async () => {
    const first = await signUp(site, 'Pia')
    const [cookie, device] = [cookieOf(first), deviceCookieOf(first)]
    for (let n = 0; n < 25; n++) {
      wait(1)
      await enter('Pia', TEST_PASSWORD, n % 5 === 0 ? { cookie: device } : {})
    }
    const of = site.ctx.db.selectFrom('users').select('id').where('username', '=', 'Pia')
    const known = () => site.ctx.db.selectFrom('known_browsers').selectAll().where('user_id', '=', of).execute()
    expect(await known()).toHaveLength(20)
    await site.call(
      null,
      contract.changePasswordEndpoint,
      { body: { currentPassword: TEST_PASSWORD, newPassword: NEXT } },
      { cookie: `${cookie}; ${device}` },
    )
    expect(await known()).toHaveLength(1)
    wait(401 * 86_400)
    await removeOldBrowsers(site.ctx)
    expect(await known()).toEqual([])
  })

  test('the password asked again in a session: its wrong ones keep nobody else out', async () => {
    const rosa = await makeSignedIn(site, 'Rosa')
    const change = (currentPassword: string) => rosa.call(contract.changePasswordEndpoint, { body: { currentPassword, newPassword: NEXT } })
    for (let n = 0; n < 5; n++) expect((await change('wrong')).status).toBe(403)
    expect((await change(TEST_PASSWORD)).headers['retry-after']).toBe('30')
    expect((await enter('Rosa', TEST_PASSWORD)).status).toBe(200)
    wait(31)
    expect((await change(TEST_PASSWORD)).status).toBe(200)
  })

  test('codes, once the password was right: from everywhere together, and the owner is told', async () => {
    const sara = await makeSignedIn(site, 'Sara')
    const { secret } = (await sara.call(contract.startSecondFactorEndpoint, { body: { password: TEST_PASSWORD } })).body
    const totp = new TOTP({ secret: Secret.fromBase32(secret) })
    await sara.call(contract.confirmSecondFactorEndpoint, { body: { code: totp.generate() } })
    wait(60)
    const code = (tried: string, password = TEST_PASSWORD) => signIn(site, 'Sara', password, { code: tried })
    for (let n = 0; n < 5; n++) expect((await code('000000')).body.code).toBe('auth.code_wrong')
    expect((await code(totp.generate())).headers['retry-after']).toBe('30')
    expect((await code(totp.generate(), 'wrong')).status).toBe(401)
    expect((await mailsTo('sara@example.org')).map(({ subject }) => subject)).toContain('Somebody may know your password at Net Zero')
    wait(31)
    expect((await code(totp.generate())).status).toBe(200)
  })
})
