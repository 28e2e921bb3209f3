/** The rows of the attempt counters after each call, and what the functions return. */
import { describe, expect, test, vi } from 'vitest'
import { at as atMs, ctx, DAY_MS, from, goTo, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as throttle from './throttle.service.ts'

useAccountsFixture()
const at = (seconds: number) => atMs(seconds * 1000)
const HASH = '[\\w-]{43}'

const rows = () => ctx.db.selectFrom('sign_in_failures').selectAll().orderBy('key').execute()
const failures = async () => Object.fromEntries((await rows()).map(({ key, failures: n }) => [key.split(':')[0], n]))
const NONE = { accountId: undefined, knownBrowser: undefined }
const ADA = { accountId: 7, knownBrowser: undefined }
const KNOWN = { accountId: 7, knownBrowser: '7:abc' }
const kindsOf = ({ slots, network }: throttle.SignInAttempt) =>
  [...slots.flatMap(({ counters }) => counters), ...network].map(({ kind }) => kind).join(' ')
const code = { kind: 'code', key: 'code:7' }
const put = (key: string, n: number, blockedUntil: string | null = null, lastAt = at(0)) =>
  ctx.db.insertInto('sign_in_failures').values({ key, failures: n, last_at: lastAt, blocked_until: blockedUntil }).execute()

describe('is counted', () => {
  test('a sign-in: for the account from this network, for the account and for the network', async () => {
    const named = (kind: string, key: string) => ({ kind, key: expect.stringMatching(new RegExp(`^${key}$`)) })
    const { slots, network } = await throttle.countSignIn(ctx, '  Ada ', [ADA])
    expect(slots).toEqual([
      {
        counters: [named('pair', `pair:7:username:${HASH}`), named('account', 'account:7:username')],
        waitS: 0,
        isLast: false,
        failures: 1,
      },
    ])
    expect(network).toEqual([named('network', `network:${HASH}`)])
    expect((await throttle.countSignIn(from('192.0.2.8'), 'ADA', [ADA])).slots[0]).toMatchObject({ failures: 2 })
    expect((await rows()).map((row) => [row.key.split(':')[0], row.failures, row.last_at, row.blocked_until].join(' '))).toEqual(
      ['account 2', 'network 1', 'network 1', 'pair 1', 'pair 1'].map((row) => `${row} ${at(0)} `),
    )
  })

  test('a name without an account: for a hash of it, whatever its case', async () => {
    for (const name of ['  Nobody ', 'nOBODY']) await throttle.countSignIn(ctx, name, [NONE])
    expect((await rows()).map(({ key }) => key)).toEqual([
      expect.stringMatching(new RegExp(`^account:${HASH}:0$`)),
      expect.stringMatching(/^network:/),
      expect.stringMatching(new RegExp(`^pair:${HASH}:0:${HASH}$`)),
    ])
    expect(await failures()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('an email address: for both accounts that it may mean, whether they exist or not', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA, NONE])
    expect(slots.map(({ counters }) => counters.at(-1)?.key)).toEqual([
      'account:7:email',
      expect.stringMatching(new RegExp(`^account:${HASH}:1$`)),
    ])
    expect(await rows()).toHaveLength(5)
  })

  test('an attempt without a caller: for the account alone', async () => {
    expect(kindsOf(await throttle.countSignIn({ db: ctx.db }, 'Ada', [ADA]))).toBe('account')
  })

  test('two addresses of one IPv6 network as one', async () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2::99']) await throttle.countSignIn(from(ip), 'Ada', [ADA])
    expect(await failures()).toEqual({ account: 2, network: 2, pair: 2 })
  })

  test('an account that knows the browser: for the browser; the other account of the address as usual', async () => {
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [KNOWN, NONE])
    expect(slots.map(({ counters }) => counters.map(({ kind }) => kind))).toEqual([['browser'], ['pair', 'account']])
    expect(kindsOf(await throttle.countSignIn(ctx, 'Ada', [KNOWN]))).toBe('browser')
  })

  test.each<[string, () => Promise<throttle.CountedAttempt>, object[]]>([
    [
      'the password again, in a session',
      () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false }),
      [{ kind: 'session', key: 'session:3' }],
    ],
    ['the same without one', () => throttle.countReauthentication(ctx, { id: 7, isAdmin: false }), [{ kind: 'session', key: 'user:7' }]],
    ['the password with a link', () => throttle.countLinkPassword(ctx, 'h'), [{ kind: 'session', key: 'link:h' }]],
    ['a code', () => throttle.countCode(ctx, 7), [code]],
    [
      'a passkey',
      () => throttle.countPasskey(ctx),
      [{ kind: 'network', key: expect.stringMatching(new RegExp(`^network:${HASH}$`)) as string }],
    ],
    ['a passkey of nobody knows where', () => throttle.countPasskey({ db: ctx.db }), []],
  ])('%s', async (_what, count, counters) => {
    expect(await count()).toEqual({ counters, isLast: false })
    expect(await rows()).toHaveLength(counters.length)
  })

  test.each([
    [49, 'browser'],
    [50, 'pair account network'],
  ])('after %d wrong ones with a known browser, by: %s', async (before, kinds) => {
    await put('browser:7:abc', before)
    expect(kindsOf(await throttle.countSignIn(ctx, 'Ada', [KNOWN]))).toBe(kinds)
  })
})

describe('the wait', () => {
  test.each<[number, number | null]>([
    [3, null],
    [4, 30],
    [5, 60],
    [6, 120],
    [7, 240],
    [8, 480],
    [9, 900],
    [40, 900],
  ])('of a code after %d before it: %s seconds', async (before, seconds) => {
    await put(code.key, before)
    expect(await throttle.countCode(ctx, 7)).toEqual({ counters: [code], isLast: seconds !== null })
    const blockedUntil = seconds === null ? null : at(seconds)
    expect(await rows()).toEqual([{ key: code.key, failures: before + 1, last_at: at(0), blocked_until: blockedUntil }])
  })

  test.each<[string, number, number, () => Promise<unknown>]>([
    ['browser:7:abc', 4, 30, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['browser:7:abc', 5, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['browser:7:abc', 9, 60, () => throttle.countSignIn(ctx, 'Ada', [KNOWN])],
    ['session:3', 9, 900, () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false })],
  ])('at %s after %d: %d seconds', async (key, before, seconds, count) => {
    await put(key, before)
    await count()
    expect((await rows()).map((row) => row.blocked_until)).toEqual([at(seconds)])
  })

  test.each<[string, number, string[], boolean, number]>([
    ['account', 98, [], false, 99],
    ['account', 99, ['account'], true, 100],
    ['network', 28, [], false, 1],
    ['network', 29, ['network'], true, 1],
  ])('of a %s after %d', async (kind, before, blocked, isLast, onAccount) => {
    await throttle.countSignIn(ctx, 'Ada', [ADA])
    const { key } = (await rows()).find((row) => row.key.startsWith(`${kind}:`)) ?? { key: '' }
    await ctx.db.deleteFrom('sign_in_failures').execute()
    await put(key, before)
    expect((await throttle.countSignIn(ctx, 'Ada', [ADA])).slots).toMatchObject([{ isLast, failures: onAccount }])
    expect((await rows()).filter((row) => row.blocked_until !== null).map((row) => row.key.split(':')[0])).toEqual(blocked)
  })

  test('is over at its end and not a moment before; what is refused is not counted', async () => {
    await put(code.key, 5, at(60))
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
  ])('that lasts %d seconds more: %s', async (seconds, status) => {
    await put(code.key, 5, at(seconds))
    expect(await throttle.countCode(ctx, 7).catch((fault: { status: number }) => fault)).toMatchObject(
      status ? { status } : { isLast: true },
    )
  })

  test('is the longest of all counters of an account', async () => {
    const { slots, network } = await throttle.countSignIn(ctx, 'Ada', [ADA])
    await ctx.db.deleteFrom('sign_in_failures').execute()
    for (const [n, { key }] of [...(slots[0]?.counters ?? []), ...network].entries()) await put(key, 1, at([20, 40, 30][n] ?? 0))
    await expect(throttle.countSignIn(ctx, 'Ada', [ADA])).rejects.toMatchObject({ retryAfter: 40 })
  })

  test('of one account does not count for the other; where both wait, nothing is counted', async () => {
    await put('account:7:email', 100, at(40))
    const { slots } = await throttle.countSignIn(ctx, 'ada@example.org', [ADA, { ...NONE, accountId: 8 }])
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
    await expect(throttle.countSignIn(ctx, 'ada@example.org', [ADA, { ...NONE, accountId: 8 }])).rejects.toMatchObject({ retryAfter: 20 })
  })
})

describe('a success', () => {
  test('resets the counters of its own account; the other account and the network get this attempt back', async () => {
    const both = [ADA, { ...NONE, accountId: 8 }]
    await throttle.countSignIn(ctx, 'ada@example.org', both)
    const attempt = await throttle.countSignIn(ctx, 'ada@example.org', both)
    await throttle.forgiveSignIn(ctx, attempt, 1)
    expect((await rows()).map(({ key, failures: n }) => `${key.replace(/:[\w-]{43}$/, '')} ${n}`)).toEqual([
      'account:7:email 1',
      'network 1',
      'pair:7:email 1',
    ])
    for (let n = 0; n < 2; n++) await throttle.forgiveSignIn(ctx, attempt, 1)
    expect(await failures()).toEqual({ account: 0, network: 0, pair: 0 })
  })
})

describe('a refund', () => {
  test('takes one attempt off each counter, and its wait', async () => {
    await put(code.key, 4)
    const attempt = await throttle.countCode(ctx, 7)
    await throttle.refundAttempt(ctx, attempt)
    expect(await rows()).toEqual([{ key: code.key, failures: 4, last_at: at(0), blocked_until: null }])
  })

  test('an authenticated owner resets the account under its username and its address, from this network', async () => {
    for (const name of ['Ada', 'ada@example.org']) await throttle.countSignIn(ctx, name, [ADA])
    await throttle.countSignIn(ctx, 'Ben', [{ ...NONE, accountId: 8 }])
    await throttle.countSignIn(from('198.51.100.4'), 'Ada', [ADA])
    await throttle.forgetAttemptsOn(ctx, 7)
    expect((await rows()).map(({ key, failures: n }) => `${key.replaceAll(/:[\w-]{43}/g, '')} ${n}`)).toEqual([
      'account:8:username 1',
      expect.stringMatching(/^network [13]$/),
      expect.stringMatching(/^network [13]$/),
      'pair:7:username 1',
      'pair:8:username 1',
    ])
  })
})

test('a day after the last one they are forgotten; the next is due when it will be', async () => {
  expect(await throttle.removeOldAttempts(ctx)).toBeUndefined()
  await put('code:1', 1, null, at(0))
  await put('code:2', 1, null, at(10))
  goTo(DAY_MS)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS))
  expect((await rows()).map(({ key }) => key)).toEqual(['code:1', 'code:2'])
  goTo(DAY_MS + 1)
  expect(await throttle.removeOldAttempts(ctx)).toBe(atMs(DAY_MS + 10_000))
  expect((await rows()).map(({ key }) => key)).toEqual(['code:2'])
})
