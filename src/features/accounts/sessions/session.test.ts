import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signUp } from '#features/accounts/account.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const who = async (cookie: string, headers: Record<string, string> = {}) =>
  (await site.call(null, contract.getSessionEndpoint, {}, { cookie, ...headers })).body.user?.username
const cookiesOf = ({ headers }: CallResult) => [headers['set-cookie']].flat().map(String)

describe('under https', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' }

  test('cookies are bound to this host, and no other is believed', async () => {
    const body = { username: 'Ada', email: 'ada@example.org', password: TEST_PASSWORD }
    const set = cookiesOf(await site.call(null, contract.signUpEndpoint, { body }, HTTPS))
    expect(set.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-device', '__Host-member', '__Host-fresh'])
    for (const cookie of set)
      expect(cookie).toMatch(
        cookie.startsWith('__Host-member=')
          ? /^[^;]+; Path=\/; Max-Age=7776000; SameSite=Lax; Secure$/
          : /^__Host-[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      )
    const cookie = set.find((one) => one.startsWith('__Host-session='))?.split(';')[0] ?? ''
    const bare = cookie.replace('__Host-', '')
    expect([await who(cookie, HTTPS), await who(bare, HTTPS), await who(cookie), await who(bare)]).toEqual([
      'Ada',
      undefined,
      undefined,
      'Ada',
    ])
    expect(await who(`${bare}x; ${cookie}`, HTTPS)).toBe('Ada')
  })

  test('whoever has such a cookie gets fresh answers', async () => {
    const ask = (cookie: string) => site.app.inject({ url: '/api/users?page=7', headers: { ...HTTPS, cookie } })
    const before = site.cache.size.entries
    for (const cookie of ['__Host-session=abc', 'a=b; __Host-fresh=1']) await ask(cookie)
    expect(site.cache.size.entries).toBe(before)
    await ask('my__Host-session=abc')
    expect(site.cache.size.entries).toBe(before + 1)
  })
})

describe('a session ends', () => {
  const HOURS = 3600
  const DAYS = 24 * HOURS
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())
  const wait = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)

  test('a member’s: thirty days after the last visit, and ninety days after it began', async () => {
    const [idle, busy] = [await makeSignedIn(site, 'Idle'), await makeSignedIn(site, 'Busy')]
    for (const days of [29, 29, 29]) {
      wait(days * DAYS)
      expect(await who(busy.cookie)).toBe('Busy')
      expect(await who(idle.cookie)).toBe('Idle')
    }
    wait(3 * DAYS - 60)
    expect(await who(busy.cookie)).toBe('Busy')
    wait(120)
    expect(await who(busy.cookie)).toBeUndefined()
    wait(31 * DAYS)
    expect(await who(idle.cookie)).toBeUndefined()
  })

  test('an administrator’s: twelve hours after the last visit, and seven days after it began', async () => {
    const [idle, busy] = [await makeSignedIn(site, 'Idle-chief', true), await makeSignedIn(site, 'Busy-chief', true)]
    wait(12 * HOURS - 60)
    expect([await who(busy.cookie), await who(idle.cookie)]).toEqual(['Busy-chief', 'Idle-chief'])
    wait(12 * HOURS + 1)
    expect(await who(idle.cookie)).toBeUndefined()
    const chief = await makeSignedIn(site, 'Third-chief', true)
    for (let n = 0; n < 15; n++) {
      wait(11 * HOURS)
      expect(await who(chief.cookie)).toBe('Third-chief')
    }
    wait(4 * HOURS)
    expect(await who(chief.cookie)).toBeUndefined()
  })
})

describe('what a browser keeps', () => {
  test('nothing that is one person’s own, and nothing of the back-office', async () => {
    const chief = await makeSignedIn(site, undefined, true)
    const caching = async (url: string, cookie = chief.cookie) =>
      (await site.app.inject({ url, headers: { cookie } })).headers['cache-control']
    for (const url of ['/api/me', '/api/me/sessions', '/api/me/export', '/api/session', '/api/admin/session', '/api/admin/mail'])
      expect([url, await caching(url)]).toEqual([url, 'no-store'])
    for (const url of ['/api/users', '/api/votes/mine?topicId=1']) expect([url, await caching(url)]).toEqual([url, 'private, no-cache'])
    expect(await caching('/api/users', '')).toBe('no-cache')
  })

  test('nothing of what it had seen, once somebody has signed out', async () => {
    const out = async (endpoint: typeof contract.signOutEndpoint | typeof contract.signOutEverywhereEndpoint) => {
      const cookie = cookieOf(await signUp(site, `out-${crypto.randomUUID().slice(0, 8)}`))
      return (await site.call(null, endpoint, { body: {} }, { cookie })).headers['clear-site-data']
    }
    expect([await out(contract.signOutEndpoint), await out(contract.signOutEverywhereEndpoint)]).toEqual(['"cache"', '"cache"'])
  })
})
