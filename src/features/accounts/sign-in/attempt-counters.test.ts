/** What stands in the table of attempts after each of them, and what a caller hears of it. */
import { describe, expect, test, vi } from 'vitest'
import { at as atMs, ctx, DAY_MS, from, goTo, NOW, useAccountsFixture } from '#tests/support/accounts-fixture.ts'
import * as throttle from './throttle.service.ts'

useAccountsFixture()
const at = (seconds: number) => atMs(seconds * 1000)
const HASH = '[\\w-]{43}'

const rows = () => ctx.db.selectFrom('sign_in_failures').selectAll().orderBy('key').execute()
const failures = async () => Object.fromEntries((await rows()).map(({ key, failures: n }) => [key.split(':')[0], n]))
const code = { kind: 'code', key: 'code:7' }
const put = (key: string, n: number, blockedUntil: string | null = null, lastAt = at(0)) =>
  ctx.db.insertInto('sign_in_failures').values({ key, failures: n, last_at: lastAt, blocked_until: blockedUntil }).execute()

describe('is counted', () => {
  test('a sign-in: for the name from this network, for the name and for the network, in this order', async () => {
    const { counters, isLast, onName } = await throttle.countSignIn(ctx, '  Ada ')
    const named = (kind: string, key: string) => ({ kind, key: expect.stringMatching(new RegExp(`^${key}$`)) })
    expect([counters, isLast, onName]).toEqual([
      [named('pair', `pair:${HASH}:${HASH}`), named('name', `name:${HASH}`), named('network', `network:${HASH}`)],
      false,
      1,
    ])
    expect(await throttle.countSignIn(ctx, 'aDA')).toEqual({ counters, isLast: false, onName: 2 })
    await throttle.countSignIn(from('192.0.2.8'), 'Ada')
    expect((await rows()).map((row) => [row.key.split(':')[0], row.failures, row.last_at, row.blocked_until].join(' ')).toSorted()).toEqual(
      [`name 3 ${at(0)} `, `network 1 ${at(0)} `, `network 2 ${at(0)} `, `pair 1 ${at(0)} `, `pair 2 ${at(0)} `],
    )
  })

  test('one of nobody knows where: for the name alone', async () => {
    const { counters, onName } = await throttle.countSignIn({ db: ctx.db }, 'Ada')
    expect([counters.map(({ kind }) => kind), onName]).toEqual([['name'], 1])
  })

  test('two addresses of one network of the newer kind are one', async () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2::99']) await throttle.countSignIn(from(ip), 'Ada')
    expect(await failures()).toEqual({ name: 2, network: 2, pair: 2 })
  })

  test.each<[string, () => Promise<throttle.SignInAttempt>, object[]]>([
    ['a browser that is known', () => throttle.countSignIn(ctx, 'Ada', '7:abc'), [{ kind: 'browser', key: 'browser:7:abc' }]],
    [
      'the password again, in a session',
      () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false }),
      [{ kind: 'session', key: 'session:3' }],
    ],
    ['the same without one', () => throttle.countReauthentication(ctx, { id: 7, isAdmin: false }), [{ kind: 'session', key: 'user:7' }]],
    ['a code', () => throttle.countCode(ctx, 7), [code]],
    [
      'a passkey',
      () => throttle.countPasskey(ctx),
      [{ kind: 'network', key: expect.stringMatching(new RegExp(`^network:${HASH}$`)) as string }],
    ],
    ['a passkey of nobody knows where', () => throttle.countPasskey({ db: ctx.db }), []],
  ])('%s', async (_what, count, counters) => {
    expect(await count()).toEqual({ counters, isLast: false, onName: 0 })
    expect(await rows()).toHaveLength(counters.length)
  })

  test.each([
    [49, 'browser'],
    [50, 'pair name network'],
  ])('after %d wrong ones with a known browser, by: %s', async (before, kinds) => {
    await put('browser:7:abc', before)
    expect((await throttle.countSignIn(ctx, 'Ada', '7:abc')).counters.map(({ kind }) => kind).join(' ')).toBe(kinds)
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
    expect(await throttle.countCode(ctx, 7)).toEqual({ counters: [code], isLast: seconds !== null, onName: 0 })
    const blockedUntil = seconds === null ? null : at(seconds)
    expect(await rows()).toEqual([{ key: code.key, failures: before + 1, last_at: at(0), blocked_until: blockedUntil }])
  })

  test.each<[string, number, number, () => Promise<unknown>]>([
    ['browser:7:abc', 4, 30, () => throttle.countSignIn(ctx, 'Ada', '7:abc')],
    ['browser:7:abc', 5, 60, () => throttle.countSignIn(ctx, 'Ada', '7:abc')],
    ['browser:7:abc', 9, 60, () => throttle.countSignIn(ctx, 'Ada', '7:abc')],
    ['session:3', 9, 900, () => throttle.countReauthentication(ctx, { id: 7, sessionId: 3, isAdmin: false })],
  ])('at %s after %d: %d seconds', async (key, before, seconds, count) => {
    await put(key, before)
    await count()
    expect((await rows()).map((row) => row.blocked_until)).toEqual([at(seconds)])
  })

  test.each<[string, number, string[], boolean, number]>([
    ['name', 98, [], false, 99],
    ['name', 99, ['name'], true, 100],
    ['network', 28, [], false, 1],
    ['network', 29, ['network'], true, 1],
  ])('of a %s after %d', async (kind, before, blocked, isLast, onName) => {
    await throttle.countSignIn(ctx, 'Ada')
    const { key } = (await rows()).find((row) => row.key.startsWith(`${kind}:`)) ?? { key: '' }
    await ctx.db.deleteFrom('sign_in_failures').execute()
    await put(key, before)
    expect(await throttle.countSignIn(ctx, 'Ada')).toMatchObject({ isLast, onName })
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

  test('is the longest of all that are counted', async () => {
    const { counters } = await throttle.countSignIn(ctx, 'Ada')
    await ctx.db.deleteFrom('sign_in_failures').execute()
    for (const [n, { key }] of counters.entries()) await put(key, 1, at([20, 40, 30][n] ?? 0))
    await expect(throttle.countSignIn(ctx, 'Ada')).rejects.toMatchObject({ retryAfter: 40 })
  })
})

describe('is given back', () => {
  test('by a right one: what is its own goes, the network has one less', async () => {
    await throttle.countSignIn(ctx, 'Ben')
    const attempt = await throttle.countSignIn(ctx, 'Ada')
    await throttle.forgiveAttempt(ctx, attempt)
    expect(await failures()).toEqual({ name: 1, network: 1, pair: 1 })
    await throttle.forgiveAttempt(ctx, attempt)
    await throttle.forgiveAttempt(ctx, attempt)
    expect(await failures()).toEqual({ name: 1, network: 0, pair: 1 })
  })

  test('by one that was neither: one less of each, and no wait', async () => {
    await put(code.key, 4)
    const attempt = await throttle.countCode(ctx, 7)
    await throttle.refundAttempt(ctx, attempt)
    expect(await rows()).toEqual([{ key: code.key, failures: 4, last_at: at(0), blocked_until: null }])
  })

  test('by whoever has proved who they are: under all their names, from here', async () => {
    for (const name of ['Ada', 'ada@example.org', 'Ben']) await throttle.countSignIn(ctx, name)
    await throttle.countSignIn(from('198.51.100.4'), 'Ada')
    await throttle.forgetAttemptsOn(ctx, ['ADA', null, 'Ada@example.org'])
    expect((await rows()).map(({ key, failures: n }) => `${key.split(':')[0]} ${n}`)).toEqual(
      expect.arrayContaining(['name 1', 'network 3', 'network 1', 'pair 1', 'pair 1']),
    )
    expect(await rows()).toHaveLength(5)
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
