/** Failed sign-ins are counted per account, and only a successful sign-in to that account resets them. */
// Daily on PostgreSQL too: concurrent sign-ins lock and update the counter rows.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { deleteUserEndpoint, changeUserEndpoint } from '#features/users/user-admin.contract.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import * as contract from '#features/accounts/account.contract.ts'
import {
  cookieOf,
  deviceCookieOf,
  makeSignedIn,
  TEST_PASSWORD,
  signIn,
  signUp,
  type TestAccount,
} from '#features/accounts/account.factory.ts'

const OWN_PASSWORD = 'nine patient badgers'
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())
// The salt of network counters changes at midnight.
beforeEach(() => vi.useFakeTimers({ now: new Date().setUTCHours(9, 0, 0, 0), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

let networks = 0
const newNetwork = () => ({ 'x-forwarded-for': `10.9.${++networks >> 8}.${networks & 255}` })
const attempt = async (name: string, password: string, headers: Record<string, string> = newNetwork()) =>
  (await signIn(site, name, password, {}, headers)).status
const guess = async (times: number, name: string, headers?: Record<string, string>) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await attempt(name, `guess-${n}`, headers ?? newNetwork()))
  return statuses
}
const count = (statuses: number[], status: number) => statuses.filter((value) => value === status).length
const wait = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
const claim = (username: string, email: string) => signUp(site, username, { email, password: OWN_PASSWORD })
const warningsTo = async (to: string) =>
  (await site.ctx.db.selectFrom('mails').select('subject').where('to_address', '=', to).execute()).filter(({ subject }) =>
    subject.startsWith('Someone is guessing'),
  )

describe('an attacker who signed up with the email of another account', () => {
  test('cannot reset counters of that account by signing in to their own, from many networks', async () => {
    await makeSignedIn(site, 'Vera')
    await claim('Vera-squatter', 'vera@example.org')
    const statuses: number[] = []
    const ownStatuses: number[] = []
    for (let n = 0; n < 140; n++) {
      statuses.push(await attempt('vera@example.org', `guess-${n}`))
      if (n % 10 === 9) ownStatuses.push(await attempt('vera@example.org', OWN_PASSWORD))
    }
    expect(ownStatuses).toEqual(Array.from({ length: 14 }, () => 200))
    // The same counts as without the successful sign-ins.
    expect(count(statuses, 401)).toBe(100)
    expect(count(statuses, 429)).toBe(40)
    expect(await warningsTo('vera@example.org')).toHaveLength(1)
  })

  test('cannot reset them from one network, but can still sign in to their own account', async () => {
    const attacker = newNetwork()
    await makeSignedIn(site, 'Xaver')
    await claim('Xaver-squatter', 'xaver@example.org')
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      statuses.push(await attempt('xaver@example.org', `guess-${n}`, attacker))
      expect(await attempt('xaver@example.org', OWN_PASSWORD, attacker)).toBe(200)
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 7 }, () => 429)])
  })

  test('gets the same responses whether the email has another account or not', async () => {
    await makeSignedIn(site, 'Yara')
    const taken = deviceCookieOf(await claim('Yara-squatter', 'yara@example.org'))
    const free = deviceCookieOf(await claim('Zoe-squatter', 'zoe@example.org'))
    const probe = async (email: string, cookie: string) => {
      const responses: string[] = []
      const network = newNetwork()
      for (let n = 0; n < 9; n++) {
        const wrong = await signIn(site, email, `guess-${n}`, {}, { ...network, cookie })
        responses.push(`${wrong.status} ${String(wrong.headers['retry-after'])}`)
        responses.push(String(await attempt(email, OWN_PASSWORD, { ...network, cookie })))
        wait(61)
      }
      return responses
    }
    expect(await probe('yara@example.org', taken)).toEqual(await probe('zoe@example.org', free))
  })

  testAtNight('cannot lock the owner out of a known browser', async () => {
    const device = deviceCookieOf(await signUp(site, 'Ulla'))
    await site.ctx.db
      .updateTable('users')
      .set({ email: 'ulla@example.org', unconfirmed_email: null })
      .where('username', '=', 'Ulla')
      .execute()
    await claim('Ulla-squatter', 'ulla@example.org')
    await guess(105, 'ulla@example.org')
    expect(await attempt('ulla@example.org', TEST_PASSWORD)).toBe(429)
    expect(await attempt('ulla@example.org', TEST_PASSWORD, { ...newNetwork(), cookie: device })).toBe(200)
  })

  test('cannot reset them by deleting their account and signing up again', async () => {
    const attacker = newNetwork()
    await makeSignedIn(site, 'Toni')
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const cookie = cookieOf(await claim(`Toni-squatter-${n}`, 'toni@example.org'))
      statuses.push(...(await guess(3, 'toni@example.org', attacker)))
      await site.call(null, contract.deleteAccountEndpoint, { body: { password: OWN_PASSWORD } }, { cookie })
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429])
  })
})

describe('counters of an account', () => {
  test('stay with it when its username changes, and do not apply to an account that takes the name', async () => {
    const attacker = newNetwork()
    const rolf = await makeSignedIn(site, 'Rolf')
    expect(await guess(6, 'Rolf', attacker)).toEqual([401, 401, 401, 401, 401, 429])
    await admin.call(changeUserEndpoint, { params: { id: rolf.id }, body: { username: 'Rolf-renamed' } })
    expect(await guess(1, 'Rolf-renamed', attacker)).toEqual([429])
    // The name is reserved for 90 days.
    await site.ctx.db.deleteFrom('given_up_usernames').execute()
    await signUp(site, 'Rolf', { email: 'rolf-two@example.org' })
    expect(await attempt('Rolf', TEST_PASSWORD, attacker)).toBe(200)
    expect(await guess(1, 'Rolf-renamed', attacker)).toEqual([429])
  })

  test('do not reveal which email belongs to a username', async () => {
    const attacker = newNetwork()
    await makeSignedIn(site, 'Sven')
    expect(await guess(6, 'Sven', attacker)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guess(1, 'sven@example.org', attacker)).toEqual([401])
    expect(await guess(1, 'no-sven@example.org', attacker)).toEqual([401])
  })

  test('for username and email are reset by a successful sign-in', async () => {
    const attacker = newNetwork()
    await makeSignedIn(site, 'Piet')
    await guess(4, 'Piet', attacker)
    await guess(4, 'piet@example.org', attacker)
    expect(await attempt('piet@example.org', TEST_PASSWORD, attacker)).toBe(200)
    expect(await guess(5, 'Piet', attacker)).toEqual([401, 401, 401, 401, 401])
  })

  test('of a closed account do not apply to its former name', async () => {
    const attacker = newNetwork()
    const otto = await makeSignedIn(site, 'Otto')
    await guess(5, 'Otto', attacker)
    await admin.call(deleteUserEndpoint, { params: { id: otto.id } })
    expect(await guess(6, 'Otto', attacker)).toEqual([401, 401, 401, 401, 401, 429])
  })
})
