/** Counter rows and return values of the sign-in throttle. */
import { describe, expect, test, vi } from 'vitest'
import { at as atMs, ctx, DAY_MS, from, goTo, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as throttle from './throttle.service.ts'

useAccountsFixture()
const at = (seconds: number) => atMs(seconds * 1000)
const HASH = '[\\w-]{43}'

const rows = () => ctx.db.selectFrom('sign_in_failures').selectAll().orderBy('key').execute()
const failures = async () => Object.fromEntries((await rows()).map(({ key, failures: n }) => [key.split(':')[0], n]))
const NO_ACCOUNT = { accountId: undefined, knownBrowser: undefined }
const ADA = { accountId: 7, knownBrowser: undefined }
const KNOWN = { accountId: 7, knownBrowser: '7:abc' }
const kindsOf = ({ slots, network }: throttle.SignInAttempt) =>
  [...slots.flatMap(({ counters }) => counters), ...network].map(({ kind }) => kind).join(' ')
const code = { kind: 'code', key: 'code:7' }
const insertCounter = (key: string, n: number, blockedUntil: string | null = null, lastAt = at(0)) =>
  ctx.db.insertInto('sign_in_failures').values({ key, failures: n, last_at: lastAt, blocked_until: blockedUntil }).execute()

describe('counting', () => {
  test('a sign-in counts for account and network together, for the account, and for the network', async () => {
    const counter = (kind: string, key: string) => ({ kind, key: expect.stringMatching(new RegExp(`^${key}$`)) })
    const { slots, network } = await throttle.countSignIn(ctx, '  Ada ', [ADA])
    expect(slots).toEqual([
      {
        counters: [counter('pair', `pair:7:username:${HASH}`), counter('account', 'account:7:username')],
        waitS: 0,
        isLast: false,
        failures: 1,
      },
    ])
    expect(network).toEqual([counter('network', `network:${HASH}`)])
    expect((await throttle.countSignIn(from('192.0.2.8'), 'ADA', [ADA])).slots[0]).toMatchObject({ failures: 2 })
    expect((await rows()).map((row) => [row.key.split(':')[0], row.failures, row.last_at, row.blocked_until].join(' '))).toEqual(
      ['account 2', 'network 1', 'network 1', 'pair 1', 'pair 1'].map((row) => `${row} ${at(0)} `),
    )
  })

  test('an unknown name counts for a case-insensitive hash of it', async () => {
    for (const name of ['  Nobody ', 'nOBODY']) await throttle.countSignIn(ctx, name, [NO_ACCOUNT])
    expect((await rows()).map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`^account:${HASH}:0$`)),
      expect.stringMatching(/^network:/),
      expect.stringMatching(new RegExp(`^pair:${HASH}:0:${HASH}$`)),
    ])
    expect(await failures()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('an email counts for both accounts that it may mean, whether they exist or not', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA, NO_ACCOUNT])
    expect(slots.map(({ counters }) => counters.at(-1)?.key)).toEqual([
      'account:7:email',
      expect.stringMatching(new RegExp(`^account:${HASH}:1$`)),
    ])
    expect(await rows()).toHaveLength(5)
  })

  test('an attempt without a caller counts for the account only', async () => {
    expect(kindsOf(await throttle.countSignIn({ db: ctx.db }, 'Ada', [ADA]))).toBe('account')
  })

  test('two addresses of one IPv6 network count as one network', async () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2::99']) await throttle.countSignIn(from(ip), 'Ada', [ADA])
    expect(await failures()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('a known browser has its own counter; the other account of the email is counted normally', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [KNOWN, NO_ACCOUNT])
    expect(slots.map(({ counters }) => counters.map(({ kind }) => kind))).toEqual([['browser'], ['pair', 'account']])
    expect(kindsOf(await throttle.countSignIn(ctx, 'Ada', [KNOWN]))).toBe('browser')
  })

  test.each<[string, () => Promise<throttle.CountedAttempt>, object[]]>([
    [
      'reauthentication in a session',
      () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false }),
      [{ kind: 'session', key: 'session:3' }],
    ],
    [
      'reauthentication without a session',
      () => throttle.countReauthentication(ctx, { id: 7, isAdmin: false }),
      [{ kind: 'session', key: 'user:7' }],
    ],
    ['the password with a mailed link', () => throttle.countLinkPassword(ctx, 'h'), [{ kind: 'session', key: 'link:h' }]],
    ['a one-time code', () => throttle.countCode(ctx, 7), [code]],
    [
      'a passkey',
      () => throttle.countPasskey(ctx),
      [{ kind: 'network', key: expect.stringMatching(new RegExp(`^network:${HASH}$`)) as string }],
    ],
    ['a passkey without a caller', () => throttle.countPasskey({ db: ctx.db }), []],
  ])('%s has its own counter', async (_attempt, count, counters) => {
    expect(await count()).toEqual({ counters, isLast: false })
    expect(await rows()).toHaveLength(counters.length)
  })

  test.each([
    [49, 'browser'],
    [50, 'pair account network'],
  ])('after %d failures with a known browser, the counters are: %s', async (before, kinds) => {
    await insertCounter('browser:7:abc', before)
    expect(kindsOf(await throttle.countSignIn(ctx, 'Ada', [KNOWN]))).toBe(kinds)
  })
})

describe('delay', () => {
  test.each<[number, number | null]>([
    [3, null],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 900],
    [40, 900],
  ])('of a code after %d earlier failures is %s seconds', async (before, seconds) => {
    await insertCounter(code.key, before)
    expect(await throttle.countCode(ctx, 7)).toEqual({ counters: [code], isLast: seconds !== null })
    const blockedUntil = seconds === null ? null : at(seconds)
    expect(await rows()).toEqual([{ key: code.key, failures: before + 1, last_at: at(0), blocked_until: blockedUntil }])
  })

  test.each<[string, number, number, () => Promise<unknown>]>([
    ['browser:7:abc', 4, 30, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['browser:7:abc', 5, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['browser:7:abc', 9, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['session:3', 9, 900, () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false })],
  ])('of %s after %d earlier failures is %d seconds', async (key, before, seconds, count) => {
    await insertCounter(key, before)
    await count()
    expect((await rows()).map((row) => row.blocked_until)).toEqual([at(seconds)])
  })

  test.each<[string, number, string[], boolean, number]>([
    ['account', 98, [], false, 99],
    ['account', 99, ['account'], true, 100],
    ['network', 28, [], false, 1],
    ['network', 29, ['network'], true, 1],
  ])('of a %s after %d earlier failures blocks: %j', async (kind, before, blocked, isLast, failuresOfAccount) => {
    await throttle.countSignIn(ctx, 'Ada', [ADA])
    const { key } = (await rows()).find((row) => row.key.startsWith(`${kind}:`)) ?? { key: '' }
    await ctx.db.deleteFrom('sign_in_failures').execute()
    await insertCounter(key, before)
    expect((await throttle.countSignIn(ctx, 'Ada', [ADA])).slots).toMatchObject([{ isLast, failures: failuresOfAccount }])
    expect((await rows()).filter((row) => row.blocked_until !== null).map((row) => row.key.split(':')[0])).toEqual(blocked)
  })

  test('ends exactly on time; rejected attempts are not counted', async () => {
    await insertCounter(code.key, 5, at(60))
    vi.setSystemTime(NOW + 59_001)
    await expect(throttle.countCode(ctx, 7)).rejects.toMatchObject({ status: 429, code: 'auth.too_many', retryAfter: 1 })
    expect((await rows())[0]).toMatchObject({ failures: 5, blocked_until: at(60) })
    vi.setSystemTime(NOW + 58_999)
    await expect(throttle.countCode(ctx, 7)).rejects.toMatchObject({ retryAfter: 2 })
    vi.setSystemTime(NOW + 60_000)
    await throttle.countCode(ctx, 7)
    expect((await rows())[0]?.failures).toBe(6)
  })

  test.each([
    [900, 429],
    [901, undefined],
  ])('with %d seconds left returns status %s', async (seconds, status) => {
    await insertCounter(code.key, 5, at(seconds))
    expect(await throttle.countCode(ctx, 7).catch((error: { status: number }) => error)).toMatchObject(
      status ? { status } : { isLast: true },
    )
  })

  test('is the longest delay of all counters of an account', async () => {
    const { slots, network } = await throttle.countSignIn(ctx, 'Ada', [ADA])
    await ctx.db.deleteFrom('sign_in_failures').execute()
    for (const [n, { key }] of [...(slots[0]?.counters ?? []), ...network].entries()) await insertCounter(key, 1, at([20, 40, 30][n] ?? 0))
    await expect(throttle.countSignIn(ctx, 'Ada', [ADA])).rejects.toMatchObject({ retryAfter: 40 })
  })

  test('of one account does not affect the other; if both are blocked, nothing is counted', async () => {
    await insertCounter('account:7:email', 100, at(40))
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA, { ...NO_ACCOUNT, accountId: 8 }])
    expect(slots).toMatchObject([
      { counters: [], waitS: 40, failures: 0 },
      { waitS: 0, failures: 1 },
    ])
    expect((await rows()).find(({ key }) => key === 'account:7:email')?.failures).toBe(100)
    await ctx.db
      .updateTable('sign_in_failures')
      .set({ blocked_until: at(20) })
      .where('key', '=', 'account:8:email')
      .execute()
    await expect(throttle.countSignIn(ctx, 'ada@example.org', [ADA, { ...NO_ACCOUNT, accountId: 8 }])).rejects.toMatchObject({
      retryAfter: 20,
    })
  })
})

describe('a successful sign-in', () => {
  test('resets the counters of its account and refunds the attempt to the other account and the network', async () => {
    const both = [ADA, { ...NO_ACCOUNT, accountId: 8 }]
    await throttle.countSignIn(ctx, 'ada@example.org', both)
    const attempt = await throttle.countSignIn(ctx, 'ada@example.org', both)
    await throttle.resetSignIn(ctx, attempt, 1)
    expect((await rows()).map(({ key, failures: n }) => `${key.replace(/:[\w-]{43}$/, '')} ${n}`)).toEqual([
      'account:7:email 1',
      'network 1',
      'pair:7:email 1',
    ])
    for (let n = 0; n < 2; n++) await throttle.resetSignIn(ctx, attempt, 1)
    expect(await failures()).toEqual({ account: 0, network: 0, pair: 0 })
  })
})

describe('a refund', () => {
  test('subtracts one attempt from each counter and removes its delay', async () => {
    await insertCounter(code.key, 4)
    const attempt = await throttle.countCode(ctx, 7)
    await throttle.refundAttempt(ctx, attempt)
    expect(await rows()).toEqual([{ key: code.key, failures: 4, last_at: at(0), blocked_until: null }])
  })

  test('resetting after authentication covers username and email, from this network', async () => {
    for (const name of ['Ada', 'ada@example.org']) await throttle.countSignIn(ctx, name, [ADA])
    await throttle.countSignIn(ctx, 'Ben', [{ ...NO_ACCOUNT, accountId: 8 }])
    await throttle.countSignIn(from('198.51.100.4'), 'Ada', [ADA])
    await throttle.resetAttemptsOf(ctx, 7)
    expect((await rows()).map(({ key, failures: n }) => `${key.replaceAll(/:[\w-]{43}/g, '')} ${n}`)).toEqual([
      'account:8:username 1',
      expect.stringMatching(/^network [13]$/),
      expect.stringMatching(/^network [13]$/),
      'pair:7:username 1',
      'pair:8:username 1',
    ])
  })
})

test('counters are deleted a day after the last attempt, and the job returns when the next is due', async () => {
  expect(await throttle.removeOldAttempts(ctx)).toBeUndefined()
  await insertCounter('code:1', 1, null, at(0))
  await insertCounter('code:2', 1, null, at(10))
  goTo(DAY_MS)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS))
  expect((await rows()).map(({ key }) => key)).toEqual(['code:1', 'code:2'])
  goTo(DAY_MS + 1)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS + 10_000))
  expect((await rows()).map(({ key }) => key)).toEqual(['code:2'])
})
