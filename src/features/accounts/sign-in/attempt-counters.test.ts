/** Tests the counter rows and the return values of the sign-in throttle. */
import { describe, expect, test, vi } from 'vitest'
import { at as atMs, ctx, DAY_MS, from, goTo, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as throttle from './throttle.service.ts'

useAccountsFixture()
const atSeconds = (seconds: number) => atMs(seconds * 1000)
const HASH = '[\\w-]{43}'

const listCounters = () => ctx.db.selectFrom('sign_in_failures').selectAll().orderBy('key').execute()
const getFailuresByKind = async () => Object.fromEntries((await listCounters()).map(({ key, failures: n }) => [key.split(':')[0], n]))
const EMPTY_SLOT = { accountId: undefined, knownBrowser: undefined }
const ADA_SLOT = { accountId: 7, knownBrowser: undefined }
const KNOWN_BROWSER_SLOT = { accountId: 7, knownBrowser: '7:abc' }
const listKinds = ({ slots, network }: throttle.SignInAttempt) =>
  [...slots.flatMap(({ counters }) => counters), ...network].map(({ kind }) => kind).join(' ')
const CODE_COUNTER = { kind: 'code', key: 'code:7' }
const insertCounter = (key: string, n: number, blockedUntil: string | null = null, lastAt = atSeconds(0)) =>
  ctx.db.insertInto('sign_in_failures').values({ key, failures: n, last_at: lastAt, blocked_until: blockedUntil }).execute()

describe('counting', () => {
  test('a sign-in is counted for account and network together, for the account, and for the network', async () => {
    const expectCounter = (kind: string, key: string) => ({ kind, key: expect.stringMatching(new RegExp(`^${key}$`)) })
    const { slots, network } = await throttle.countSignIn(ctx, '  Ada ', [ADA_SLOT])
    expect(slots).toEqual([
      {
        counters: [expectCounter('pair', `pair:7:username:${HASH}`), expectCounter('account', 'account:7:username')],
        waitS: 0,
        isLast: false,
        failures: 1,
      },
    ])
    expect(network).toEqual([expectCounter('network', `network:${HASH}`)])
    expect((await throttle.countSignIn(from('192.0.2.8'), 'ADA', [ADA_SLOT])).slots[0]).toMatchObject({ failures: 2 })
    expect((await listCounters()).map((row) => [row.key.split(':')[0], row.failures, row.last_at, row.blocked_until].join(' '))).toEqual(
      ['account 2', 'network 1', 'network 1', 'pair 1', 'pair 1'].map((row) => `${row} ${atSeconds(0)} `),
    )
  })

  test('a sign-in with an unknown name is counted for a case-insensitive hash of the name', async () => {
    for (const name of ['  Nobody ', 'nOBODY']) await throttle.countSignIn(ctx, name, [EMPTY_SLOT])
    expect((await listCounters()).map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`^account:${HASH}:0$`)),
      expect.stringMatching(/^network:/),
      expect.stringMatching(new RegExp(`^pair:${HASH}:0:${HASH}$`)),
    ])
    expect(await getFailuresByKind()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('a sign-in with an email is counted for both accounts that it may mean, whether they exist or not', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA_SLOT, EMPTY_SLOT])
    expect(slots.map(({ counters }) => counters.at(-1)?.key)).toEqual([
      'account:7:email',
      expect.stringMatching(new RegExp(`^account:${HASH}:1$`)),
    ])
    expect(await listCounters()).toHaveLength(5)
  })

  test('a sign-in outside a request is counted only for the account', async () => {
    expect(listKinds(await throttle.countSignIn({ db: ctx.db }, 'Ada', [ADA_SLOT]))).toBe('account')
  })

  test('two IP addresses of one IPv6 network are counted as one network', async () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2::99']) await throttle.countSignIn(from(ip), 'Ada', [ADA_SLOT])
    expect(await getFailuresByKind()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('a known browser has its own counter; the other account that the email may mean is counted as without one', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [KNOWN_BROWSER_SLOT, EMPTY_SLOT])
    expect(slots.map(({ counters }) => counters.map(({ kind }) => kind))).toEqual([['browser'], ['pair', 'account']])
    expect(listKinds(await throttle.countSignIn(ctx, 'Ada', [KNOWN_BROWSER_SLOT]))).toBe('browser')
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
    ['a one-time code', () => throttle.countCode(ctx, 7), [CODE_COUNTER]],
    [
      'a passkey',
      () => throttle.countPasskey(ctx),
      [{ kind: 'network', key: expect.stringMatching(new RegExp(`^network:${HASH}$`)) as string }],
    ],
    ['a passkey without a caller', () => throttle.countPasskey({ db: ctx.db }), []],
  ])('%s has exactly the expected counters', async (_attempt, countAttempt, counters) => {
    expect(await countAttempt()).toEqual({ counters, isLast: false })
    expect(await listCounters()).toHaveLength(counters.length)
  })

  test.each([
    [49, 'browser'],
    [50, 'pair account network'],
  ])('after %d failures with a known browser, a sign-in is counted for: %s', async (failuresBefore, kinds) => {
    await insertCounter('browser:7:abc', failuresBefore)
    expect(listKinds(await throttle.countSignIn(ctx, 'Ada', [KNOWN_BROWSER_SLOT]))).toBe(kinds)
  })
})

describe('the delay', () => {
  test.each<[number, number | null]>([
    [3, null],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 900],
    [40, 900],
  ])('after a wrong code and %d earlier failures is %s seconds', async (failuresBefore, seconds) => {
    await insertCounter(CODE_COUNTER.key, failuresBefore)
    expect(await throttle.countCode(ctx, 7)).toEqual({ counters: [CODE_COUNTER], isLast: seconds !== null })
    const blockedUntil = seconds === null ? null : atSeconds(seconds)
    expect(await listCounters()).toEqual([
      { key: CODE_COUNTER.key, failures: failuresBefore + 1, last_at: atSeconds(0), blocked_until: blockedUntil },
    ])
  })

  test.each<[string, number, number, () => Promise<unknown>]>([
    ['browser:7:abc', 4, 30, () => throttle.countSignIn(ctx, 'Ada', [KNOWN_BROWSER_SLOT])],
    ['browser:7:abc', 5, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN_BROWSER_SLOT])],
    ['browser:7:abc', 9, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN_BROWSER_SLOT])],
    ['session:3', 9, 900, () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false })],
  ])('of the counter %s after %d earlier failures is %d seconds', async (key, failuresBefore, seconds, countAttempt) => {
    await insertCounter(key, failuresBefore)
    await countAttempt()
    expect((await listCounters()).map((row) => row.blocked_until)).toEqual([atSeconds(seconds)])
  })

  test.each<[string, number, string[], boolean, number]>([
    ['account', 98, [], false, 99],
    ['account', 99, ['account'], true, 100],
    ['network', 28, [], false, 1],
    ['network', 29, ['network'], true, 1],
  ])(
    'of the %s counter, with %d earlier failures, blocks after a sign-in: %j',
    async (kind, failuresBefore, blockedKinds, isLast, failuresOfAccount) => {
      await throttle.countSignIn(ctx, 'Ada', [ADA_SLOT])
      const { key } = (await listCounters()).find((row) => row.key.startsWith(`${kind}:`)) ?? { key: '' }
      await ctx.db.deleteFrom('sign_in_failures').execute()
      await insertCounter(key, failuresBefore)
      expect((await throttle.countSignIn(ctx, 'Ada', [ADA_SLOT])).slots).toMatchObject([{ isLast, failures: failuresOfAccount }])
      expect((await listCounters()).filter((row) => row.blocked_until !== null).map((row) => row.key.split(':')[0])).toEqual(blockedKinds)
    },
  )

  test('ends exactly on time, and attempts that it rejects are not counted', async () => {
    await insertCounter(CODE_COUNTER.key, 5, atSeconds(60))
    vi.setSystemTime(NOW + 59_001)
    await expect(throttle.countCode(ctx, 7)).rejects.toMatchObject({ status: 429, code: 'auth.too_many', retryAfter: 1 })
    expect((await listCounters())[0]).toMatchObject({ failures: 5, blocked_until: atSeconds(60) })
    vi.setSystemTime(NOW + 58_999)
    await expect(throttle.countCode(ctx, 7)).rejects.toMatchObject({ retryAfter: 2 })
    vi.setSystemTime(NOW + 60_000)
    await throttle.countCode(ctx, 7)
    expect((await listCounters())[0]?.failures).toBe(6)
  })

  test.each([
    [900, 429],
    [901, undefined],
  ])('with %d seconds left, returns status %s (more than the maximum means that the clock was set back)', async (seconds, status) => {
    await insertCounter(CODE_COUNTER.key, 5, atSeconds(seconds))
    expect(await throttle.countCode(ctx, 7).catch((error: { status: number }) => error)).toMatchObject(
      status ? { status } : { isLast: true },
    )
  })

  test('of an account is the longest delay of all its counters', async () => {
    const { slots, network } = await throttle.countSignIn(ctx, 'Ada', [ADA_SLOT])
    await ctx.db.deleteFrom('sign_in_failures').execute()
    for (const [n, { key }] of [...(slots[0]?.counters ?? []), ...network].entries())
      await insertCounter(key, 1, atSeconds([20, 40, 30][n] ?? 0))
    await expect(throttle.countSignIn(ctx, 'Ada', [ADA_SLOT])).rejects.toMatchObject({ retryAfter: 40 })
  })

  test('of one account that an email may mean does not affect the other; if both are blocked, nothing is counted', async () => {
    await insertCounter('account:7:email', 100, atSeconds(40))
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA_SLOT, { ...EMPTY_SLOT, accountId: 8 }])
    expect(slots).toMatchObject([
      { counters: [], waitS: 40, failures: 0 },
      { waitS: 0, failures: 1 },
    ])
    expect((await listCounters()).find(({ key }) => key === 'account:7:email')?.failures).toBe(100)
    await ctx.db
      .updateTable('sign_in_failures')
      .set({ blocked_until: atSeconds(20) })
      .where('key', '=', 'account:8:email')
      .execute()
    await expect(throttle.countSignIn(ctx, 'ada@example.org', [ADA_SLOT, { ...EMPTY_SLOT, accountId: 8 }])).rejects.toMatchObject({
      retryAfter: 20,
    })
  })
})

describe('a successful sign-in', () => {
  test('resets the counters of its account, and subtracts the attempt from those of the other account and the network', async () => {
    const slots = [ADA_SLOT, { ...EMPTY_SLOT, accountId: 8 }]
    await throttle.countSignIn(ctx, 'ada@example.org', slots)
    const attempt = await throttle.countSignIn(ctx, 'ada@example.org', slots)
    await throttle.resetSignIn(ctx, attempt, 1)
    expect((await listCounters()).map(({ key, failures: n }) => `${key.replace(/:[\w-]{43}$/, '')} ${n}`)).toEqual([
      'account:7:email 1',
      'network 1',
      'pair:7:email 1',
    ])
    for (let n = 0; n < 2; n++) await throttle.resetSignIn(ctx, attempt, 1)
    expect(await getFailuresByKind()).toEqual({ account: 0, network: 0, pair: 0 })
  })
})

describe('removing counted attempts', () => {
  test('refundAttempt subtracts one failure from each counter and removes the delay', async () => {
    await insertCounter(CODE_COUNTER.key, 4)
    const attempt = await throttle.countCode(ctx, 7)
    await throttle.refundAttempt(ctx, attempt)
    expect(await listCounters()).toEqual([{ key: CODE_COUNTER.key, failures: 4, last_at: atSeconds(0), blocked_until: null }])
  })

  test('resetAttemptsOf deletes the counters of username and email, for all networks together and for this one', async () => {
    for (const name of ['Ada', 'ada@example.org']) await throttle.countSignIn(ctx, name, [ADA_SLOT])
    await throttle.countSignIn(ctx, 'Ben', [{ ...EMPTY_SLOT, accountId: 8 }])
    await throttle.countSignIn(from('198.51.100.4'), 'Ada', [ADA_SLOT])
    await throttle.resetAttemptsOf(ctx, 7)
    expect((await listCounters()).map(({ key, failures: n }) => `${key.replaceAll(/:[\w-]{43}/g, '')} ${n}`)).toEqual([
      'account:8:username 1',
      expect.stringMatching(/^network [13]$/),
      expect.stringMatching(/^network [13]$/),
      'pair:7:username 1',
      'pair:8:username 1',
    ])
  })
})

test('the job deletes counters a day after their last attempt, and returns when the next one is due', async () => {
  expect(await throttle.removeOldAttempts(ctx)).toBeUndefined()
  await insertCounter('code:1', 1, null, atSeconds(0))
  await insertCounter('code:2', 1, null, atSeconds(10))
  goTo(DAY_MS)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS))
  expect((await listCounters()).map(({ key }) => key)).toEqual(['code:1', 'code:2'])
  goTo(DAY_MS + 1)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS + 10_000))
  expect((await listCounters()).map(({ key }) => key)).toEqual(['code:2'])
})
