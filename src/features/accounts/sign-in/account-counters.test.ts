/** Tests that failed sign-ins are counted per account, and that only a successful sign-in to that account resets them. */
// This file also runs daily on PostgreSQL, because counter rows are locked and updated differently there.
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

const ATTACKER_PASSWORD = 'nine patient badgers'
let site: TestSite
let admin: TestAccount
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeSignedIn(site, 'Chief', true)
})
afterAll(() => site.close())
// Starts in the morning, because the salt of network counters changes at midnight.
beforeEach(() => vi.useFakeTimers({ now: new Date().setUTCHours(9, 0, 0, 0), toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

let networkCount = 0
const createNetwork = () => ({ 'x-forwarded-for': `10.9.${++networkCount >> 8}.${networkCount & 255}` })
const attemptSignIn = async (name: string, password: string, headers: Record<string, string> = createNetwork()) =>
  (await signIn(site, name, password, {}, headers)).status
const guessPasswords = async (times: number, name: string, headers?: Record<string, string>) => {
  const statuses: number[] = []
  for (let n = 0; n < times; n++) statuses.push(await attemptSignIn(name, `guess-${n}`, headers ?? createNetwork()))
  return statuses
}
const countStatus = (statuses: number[], status: number) => statuses.filter((value) => value === status).length
const advanceClock = (seconds: number) => void vi.setSystemTime(Date.now() + seconds * 1000)
const signUpWithEmail = (username: string, email: string) => signUp(site, username, { email, password: ATTACKER_PASSWORD })
const listWarnings = async (recipient: string) =>
  (await site.ctx.db.selectFrom('mails').select('subject').where('to_address', '=', recipient).execute()).filter(({ subject }) =>
    subject.startsWith('Someone is guessing'),
  )

describe('an attacker who has signed up with the email of another account', () => {
  test('cannot reset counters of that account by signing in to their own account, from many networks', async () => {
    await makeSignedIn(site, 'Vera')
    await signUpWithEmail('Vera-squatter', 'vera@example.org')
    const statuses: number[] = []
    const ownStatuses: number[] = []
    for (let n = 0; n < 140; n++) {
      statuses.push(await attemptSignIn('vera@example.org', `guess-${n}`))
      if (n % 10 === 9) ownStatuses.push(await attemptSignIn('vera@example.org', ATTACKER_PASSWORD))
    }
    expect(ownStatuses).toEqual(Array.from({ length: 14 }, () => 200))
    // The counts are the same as without the successful sign-ins.
    expect(countStatus(statuses, 401)).toBe(100)
    expect(countStatus(statuses, 429)).toBe(40)
    expect(await listWarnings('vera@example.org')).toHaveLength(1)
  })

  test('cannot reset the counters of that account from one network, but can still sign in to their own account', async () => {
    const attackerNetwork = createNetwork()
    await makeSignedIn(site, 'Xaver')
    await signUpWithEmail('Xaver-squatter', 'xaver@example.org')
    const statuses: number[] = []
    for (let n = 0; n < 12; n++) {
      statuses.push(await attemptSignIn('xaver@example.org', `guess-${n}`, attackerNetwork))
      expect(await attemptSignIn('xaver@example.org', ATTACKER_PASSWORD, attackerNetwork)).toBe(200)
    }
    expect(statuses).toEqual([...Array.from({ length: 5 }, () => 401), ...Array.from({ length: 7 }, () => 429)])
  })

  test('gets the same responses, whether another account has the email or not', async () => {
    await makeSignedIn(site, 'Yara')
    const takenEmailCookie = deviceCookieOf(await signUpWithEmail('Yara-squatter', 'yara@example.org'))
    const freeEmailCookie = deviceCookieOf(await signUpWithEmail('Zoe-squatter', 'zoe@example.org'))
    const listResponses = async (email: string, cookie: string) => {
      const responses: string[] = []
      const network = createNetwork()
      for (let n = 0; n < 9; n++) {
        const wrongAttempt = await signIn(site, email, `guess-${n}`, {}, { ...network, cookie })
        responses.push(`${wrongAttempt.status} ${String(wrongAttempt.headers['retry-after'])}`)
        responses.push(String(await attemptSignIn(email, ATTACKER_PASSWORD, { ...network, cookie })))
        advanceClock(61)
      }
      return responses
    }
    expect(await listResponses('yara@example.org', takenEmailCookie)).toEqual(await listResponses('zoe@example.org', freeEmailCookie))
  })

  testAtNight('cannot lock the owner out of a known browser', async () => {
    const deviceCookie = deviceCookieOf(await signUp(site, 'Ulla'))
    await site.ctx.db
      .updateTable('users')
      .set({ email: 'ulla@example.org', unconfirmed_email: null })
      .where('username', '=', 'Ulla')
      .execute()
    await signUpWithEmail('Ulla-squatter', 'ulla@example.org')
    await guessPasswords(105, 'ulla@example.org')
    expect(await attemptSignIn('ulla@example.org', TEST_PASSWORD)).toBe(429)
    expect(await attemptSignIn('ulla@example.org', TEST_PASSWORD, { ...createNetwork(), cookie: deviceCookie })).toBe(200)
  })

  test('cannot reset the counters of that account by deleting their account and signing up again', async () => {
    const attackerNetwork = createNetwork()
    await makeSignedIn(site, 'Toni')
    const statuses: number[] = []
    for (let n = 0; n < 3; n++) {
      const cookie = cookieOf(await signUpWithEmail(`Toni-squatter-${n}`, 'toni@example.org'))
      statuses.push(...(await guessPasswords(3, 'toni@example.org', attackerNetwork)))
      await site.call(null, contract.deleteAccountEndpoint, { body: { password: ATTACKER_PASSWORD } }, { cookie })
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429, 429])
  })
})

describe('the counters of an account', () => {
  test('still apply after its username changes, but not to another account that takes the name', async () => {
    const attackerNetwork = createNetwork()
    const rolf = await makeSignedIn(site, 'Rolf')
    expect(await guessPasswords(6, 'Rolf', attackerNetwork)).toEqual([401, 401, 401, 401, 401, 429])
    await admin.call(changeUserEndpoint, { params: { id: rolf.id }, body: { username: 'Rolf-renamed' } })
    expect(await guessPasswords(1, 'Rolf-renamed', attackerNetwork)).toEqual([429])
    // Ends the reservation of the name, which lasts 90 days.
    await site.ctx.db.deleteFrom('given_up_usernames').execute()
    await signUp(site, 'Rolf', { email: 'rolf-two@example.org' })
    expect(await attemptSignIn('Rolf', TEST_PASSWORD, attackerNetwork)).toBe(200)
    expect(await guessPasswords(1, 'Rolf-renamed', attackerNetwork)).toEqual([429])
  })

  test('do not reveal which email belongs to a username', async () => {
    const attackerNetwork = createNetwork()
    await makeSignedIn(site, 'Sven')
    expect(await guessPasswords(6, 'Sven', attackerNetwork)).toEqual([401, 401, 401, 401, 401, 429])
    expect(await guessPasswords(1, 'sven@example.org', attackerNetwork)).toEqual([401])
    expect(await guessPasswords(1, 'no-sven@example.org', attackerNetwork)).toEqual([401])
  })

  test('for username and email are reset by a successful sign-in', async () => {
    const attackerNetwork = createNetwork()
    await makeSignedIn(site, 'Piet')
    await guessPasswords(4, 'Piet', attackerNetwork)
    await guessPasswords(4, 'piet@example.org', attackerNetwork)
    expect(await attemptSignIn('piet@example.org', TEST_PASSWORD, attackerNetwork)).toBe(200)
    expect(await guessPasswords(5, 'Piet', attackerNetwork)).toEqual([401, 401, 401, 401, 401])
  })

  test('do not apply to its former name after it is closed', async () => {
    const attackerNetwork = createNetwork()
    const otto = await makeSignedIn(site, 'Otto')
    await guessPasswords(5, 'Otto', attackerNetwork)
    await admin.call(deleteUserEndpoint, { params: { id: otto.id } })
    expect(await guessPasswords(6, 'Otto', attackerNetwork)).toEqual([401, 401, 401, 401, 401, 429])
  })
})
