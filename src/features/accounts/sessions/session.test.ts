import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signUp } from '#features/accounts/account.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const usernameOf = async (cookie: string, headers: Record<string, string> = {}) =>
  (await site.call(null, contract.getSessionEndpoint, {}, { cookie, ...headers })).body.user?.username
const cookiesOf = ({ headers }: CallResult) => [headers['set-cookie']].flat().map(String)

describe('over HTTPS', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' }

  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const body = { username: 'Ada', email: 'ada@example.org', password: TEST_PASSWORD }
    const set = cookiesOf(await site.call(null, contract.signUpEndpoint, { body }, HTTPS))
    expect(set.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-device', '__Host-member', '__Host-fresh'])
    for (const cookie of set)
      expect(cookie).toMatch(
        cookie.startsWith('__Host-member=')
          ? /^[^;]+; Path=\/; Max-Age=7776000; SameSite=Lax; Secure$/
          : /^__Host-[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      )
    const cookie = set.find((line) => line.startsWith('__Host-session='))?.split(';')[0] ?? ''
    const unprefixed = cookie.replace('__Host-', '')
    expect(await usernameOf(cookie, HTTPS)).toBe('Ada')
    expect(await usernameOf(unprefixed, HTTPS)).toBeUndefined()
    expect(await usernameOf(cookie)).toBeUndefined()
    expect(await usernameOf(unprefixed)).toBe('Ada')
    expect(await usernameOf(`${unprefixed}x; ${cookie}`, HTTPS)).toBe('Ada')
  })

  test('requests with a session cookie or after a write bypass the response cache', async () => {
    const request = (cookie: string) => site.app.inject({ url: '/api/users?page=7', headers: { ...HTTPS, cookie } })
    const before = site.cache.size.entries
    for (const cookie of ['__Host-session=abc', 'a=b; __Host-fresh=1']) await request(cookie)
    expect(site.cache.size.entries).toBe(before)
    await request('my__Host-session=abc')
    expect(site.cache.size.entries).toBe(before + 1)
  })
})

describe('a session expires', () => {
  const HOURS = 3600
  const DAYS = 24 * HOURS
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())
  const wait = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)

  test('for members: thirty days after the last visit, and ninety days after sign-in', async () => {
    const [idle, busy] = [await makeSignedIn(site, 'Idle'), await makeSignedIn(site, 'Busy')]
    for (const days of [29, 29, 29]) {
      wait(days * DAYS)
      expect(await usernameOf(busy.cookie)).toBe('Busy')
      expect(await usernameOf(idle.cookie)).toBe('Idle')
    }
    wait(3 * DAYS - 60)
    expect(await usernameOf(busy.cookie)).toBe('Busy')
    wait(120)
    expect(await usernameOf(busy.cookie)).toBeUndefined()
    wait(31 * DAYS)
    expect(await usernameOf(idle.cookie)).toBeUndefined()
  })

  test('for administrators: twelve hours after the last visit, and seven days after sign-in', async () => {
    const [idle, busy] = [await makeSignedIn(site, 'Idle-chief', true), await makeSignedIn(site, 'Busy-chief', true)]
    wait(12 * HOURS - 60)
    expect(await usernameOf(busy.cookie)).toBe('Busy-chief')
    expect(await usernameOf(idle.cookie)).toBe('Idle-chief')
    wait(12 * HOURS + 1)
    expect(await usernameOf(idle.cookie)).toBeUndefined()
    const chief = await makeSignedIn(site, 'Third-chief', true)
    for (let n = 0; n < 15; n++) {
      wait(11 * HOURS)
      expect(await usernameOf(chief.cookie)).toBe('Third-chief')
    }
    wait(4 * HOURS)
    expect(await usernameOf(chief.cookie)).toBeUndefined()
  })
})

describe('browser cache', () => {
  test('does not store per-user or back-office responses', async () => {
    const chief = await makeSignedIn(site, undefined, true)
    const cacheControlOf = async (url: string, cookie = chief.cookie) =>
      (await site.app.inject({ url, headers: { cookie } })).headers['cache-control']
    for (const url of ['/api/me', '/api/me/sessions', '/api/me/export', '/api/session', '/api/admin/session', '/api/admin/mail'])
      expect(await cacheControlOf(url), url).toBe('no-store')
    for (const url of ['/api/users', '/api/votes/mine?topicId=1']) expect(await cacheControlOf(url), url).toBe('private, no-cache')
    expect(await cacheControlOf('/api/users', '')).toBe('no-cache')
  })

  test('is cleared at sign-out', async () => {
    const clearSiteData = async (endpoint: typeof contract.signOutEndpoint | typeof contract.signOutEverywhereEndpoint) => {
      const cookie = cookieOf(await signUp(site, `out-${crypto.randomUUID().slice(0, 8)}`))
      return (await site.call(null, endpoint, { body: {} }, { cookie })).headers['clear-site-data']
    }
    expect(await clearSiteData(contract.signOutEndpoint)).toBe('"cache"')
    expect(await clearSiteData(contract.signOutEverywhereEndpoint)).toBe('"cache"')
  })
})
