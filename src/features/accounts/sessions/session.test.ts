import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { openTestSite, type CallResult, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import { cookieOf, makeSignedIn, TEST_PASSWORD, signUp } from '#features/accounts/account.factory.ts'

let site: TestSite
beforeAll(async () => {
  site = await openTestSite()
})
afterAll(() => site.close())

const getUsername = async (cookie: string, headers: Record<string, string> = {}) =>
  (await site.call(null, contract.getSessionEndpoint, {}, { cookie, ...headers })).body.user?.username
const listCookies = ({ headers }: CallResult) => [headers['set-cookie']].flat().map(String)

describe('over HTTPS', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' }

  test('cookies have the __Host- prefix, and those without it are ignored', async () => {
    const body = { username: 'Ada', email: 'ada@example.org', password: TEST_PASSWORD }
    const setCookies = listCookies(await site.call(null, contract.signUpEndpoint, { body }, HTTPS))
    expect(setCookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-session', '__Host-device', '__Host-member', '__Host-fresh'])
    for (const cookie of setCookies)
      expect(cookie).toMatch(
        cookie.startsWith('__Host-member=')
          ? /^[^;]+; Path=\/; Max-Age=7776000; SameSite=Lax; Secure$/
          : /^__Host-[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/,
      )
    const cookie = setCookies.find((setCookie) => setCookie.startsWith('__Host-session='))?.split(';')[0] ?? ''
    const unprefixed = cookie.replace('__Host-', '')
    expect(await getUsername(cookie, HTTPS)).toBe('Ada')
    expect(await getUsername(unprefixed, HTTPS)).toBeUndefined()
    expect(await getUsername(cookie)).toBeUndefined()
    expect(await getUsername(unprefixed)).toBe('Ada')
    expect(await getUsername(`${unprefixed}x; ${cookie}`, HTTPS)).toBe('Ada')
  })

  test('responses to requests with a session cookie or after a write are not cached', async () => {
    const request = (cookie: string) => site.app.inject({ url: '/api/users?page=7', headers: { ...HTTPS, cookie } })
    const entriesBefore = site.cache.size.entries
    for (const cookie of ['__Host-session=abc', 'a=b; __Host-fresh=1']) await request(cookie)
    expect(site.cache.size.entries).toBe(entriesBefore)
    await request('my__Host-session=abc')
    expect(site.cache.size.entries).toBe(entriesBefore + 1)
  })
})

describe('a session expires', () => {
  const HOUR_SECONDS = 3600
  const DAY_SECONDS = 24 * HOUR_SECONDS
  beforeEach(() => vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => vi.useRealTimers())
  const advanceClock = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)

  test('for members: thirty days after the last visit, and ninety days after sign-in', async () => {
    const [idleMember, activeMember] = [await makeSignedIn(site, 'Idle'), await makeSignedIn(site, 'Busy')]
    for (const days of [29, 29, 29]) {
      advanceClock(days * DAY_SECONDS)
      expect(await getUsername(activeMember.cookie)).toBe('Busy')
      expect(await getUsername(idleMember.cookie)).toBe('Idle')
    }
    advanceClock(3 * DAY_SECONDS - 60)
    expect(await getUsername(activeMember.cookie)).toBe('Busy')
    advanceClock(120)
    expect(await getUsername(activeMember.cookie)).toBeUndefined()
    advanceClock(31 * DAY_SECONDS)
    expect(await getUsername(idleMember.cookie)).toBeUndefined()
  })

  test('for administrators: twelve hours after the last visit, and seven days after sign-in', async () => {
    const [idleAdmin, activeAdmin] = [await makeSignedIn(site, 'Idle-chief', true), await makeSignedIn(site, 'Busy-chief', true)]
    advanceClock(12 * HOUR_SECONDS - 60)
    expect(await getUsername(activeAdmin.cookie)).toBe('Busy-chief')
    expect(await getUsername(idleAdmin.cookie)).toBe('Idle-chief')
    advanceClock(12 * HOUR_SECONDS + 1)
    expect(await getUsername(idleAdmin.cookie)).toBeUndefined()
    const thirdAdmin = await makeSignedIn(site, 'Third-chief', true)
    for (let n = 0; n < 15; n++) {
      advanceClock(11 * HOUR_SECONDS)
      expect(await getUsername(thirdAdmin.cookie)).toBe('Third-chief')
    }
    advanceClock(4 * HOUR_SECONDS)
    expect(await getUsername(thirdAdmin.cookie)).toBeUndefined()
  })
})

describe('the browser cache', () => {
  test('does not store account and back-office responses, and revalidates others', async () => {
    const admin = await makeSignedIn(site, undefined, true)
    const getCacheControl = async (url: string, cookie = admin.cookie) =>
      (await site.app.inject({ url, headers: { cookie } })).headers['cache-control']
    for (const url of ['/api/me', '/api/me/sessions', '/api/me/export', '/api/session', '/api/admin/session', '/api/admin/mail'])
      expect(await getCacheControl(url), url).toBe('no-store')
    for (const url of ['/api/users', '/api/votes/mine?topicId=1']) expect(await getCacheControl(url), url).toBe('private, no-cache')
    expect(await getCacheControl('/api/users', '')).toBe('no-cache')
  })

  test('is cleared at sign-out, from one browser or everywhere', async () => {
    const clearSiteData = async (endpoint: typeof contract.signOutEndpoint | typeof contract.signOutEverywhereEndpoint) => {
      const cookie = cookieOf(await signUp(site, `out-${crypto.randomUUID().slice(0, 8)}`))
      return (await site.call(null, endpoint, { body: {} }, { cookie })).headers['clear-site-data']
    }
    expect(await clearSiteData(contract.signOutEndpoint)).toBe('"cache"')
    expect(await clearSiteData(contract.signOutEverywhereEndpoint)).toBe('"cache"')
  })
})
