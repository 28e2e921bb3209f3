/** Quota enforcement: cache ages, errors and the record of exceeded quotas. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countSentMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { QUOTA_KINDS, type QuotaKind } from '#platform/contract/quota.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { QuotaGuard } from './quota-guard.service.ts'
import { QUOTA_CODES, QUOTA_MESSAGES, DEFAULT_LIMITS, type QuotaLimits } from './quota.policy.ts'
import { findExceededQuota, findLimits, getOwnQuotas, saveLimits } from './quota.service.ts'

const LAUNCH = 7
const START = Date.parse('2026-11-24T10:20:00.000Z')
const MINUTE = 60_000
let sites: TestSites
let db: TestSites['main']['db']
let guard: QuotaGuard
let sizes: number[] = []
let size = 0
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  db = sites.main.db
  const row = {
    id: LAUNCH,
    public_id: 'x',
    slug: 'x',
    name: 'X',
    state: 'live',
    config: '{}',
    key_hash: 'x',
    created_at: '2026-01-01T00:00:00.000Z',
    claim_until: '2026-01-01T00:00:00.000Z',
  } as const
  await db.insertInto('launches').values(row).execute()
})
afterAll(() => sites.close())
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: START })
  for (const table of ['site_quotas', 'quota_counts', 'mail_counts', 'queued_jobs', 'topics'] as const) await db.deleteFrom(table).execute()
  sizes = []
  size = 0
  guard = new QuotaGuard(db, { db }, LAUNCH, async () => {
    sizes.push(Date.now() - START)
    return size
  })
})
afterEach(() => vi.useRealTimers())

const wait = (ms: number) => vi.setSystemTime(Date.now() + ms)
const setLimits = async (limits: Partial<QuotaLimits>) => {
  await saveLimits({ db }, LAUNCH, { ...DEFAULT_LIMITS, ...limits })
  guard.invalidate()
}
const stored = () => db.selectFrom('site_quotas').select(['limits', 'full_kind', 'full_at']).executeTakeFirst()
const addMails = async (count: number, sentAt = Date.now()) => {
  for (let n = 0; n < count; n += 1) await countSentMail({ db }, n % 2 ? 'newsletter' : 'other', sentAt)
}

describe('limits', () => {
  test('fall back to the defaults, which are not stored', async () => {
    expect(await findLimits({ db }, LAUNCH)).toEqual(DEFAULT_LIMITS)
    await saveLimits({ db }, LAUNCH, { ...DEFAULT_LIMITS, rows: 5 })
    expect(await stored()).toEqual({ limits: '{"rows":5}', full_kind: null, full_at: null })
    expect(await findLimits({ db }, LAUNCH)).toEqual({ ...DEFAULT_LIMITS, rows: 5 })
    expect(await findLimits({ db }, LAUNCH + 1)).toEqual(DEFAULT_LIMITS)
  })
  test('are cached for a minute, but reloaded at once in the process that changed them', async () => {
    await addMails(3)
    await setLimits({ mails: 3 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
    await saveLimits({ db }, LAUNCH, { ...DEFAULT_LIMITS, mails: 4 })
    wait(MINUTE - 1)
    expect(await guard.isWithinQuota('mails')).toBe(false)
    wait(1)
    expect(await guard.isWithinQuota('mails')).toBe(true)
    await setLimits({ mails: 3 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
  })
  test('are returned with the usage; the main site has none', async () => {
    size = 5_000_000
    await addMails(2)
    await guard.countCall()
    const use = await guard.listUsage()
    expect(use.map(({ kind, limit }) => [kind, limit])).toEqual(QUOTA_KINDS.map((kind) => [kind, DEFAULT_LIMITS[kind]]))
    const used = Object.fromEntries(use.map((one) => [one.kind, one.used]))
    expect(used).toMatchObject({ uploads: 0, uploadBytes: 0, mails: 2, calls: 1 })
    expect(used['bytes']).toBeLessThanOrEqual(5_000_000)
    expect(await getOwnQuotas({ site: { ...sites.main, quotas: guard } } as never)).toEqual({ quotas: use })
    expect(await getOwnQuotas({ site: sites.main } as never)).toEqual({ quotas: [] })
  })
})

describe('usage check', () => {
  test.each<[number, number, boolean]>([
    [0, 2, true],
    [1, 2, true],
    [2, 2, false],
    [3, 2, false],
    [0, 0, false],
    [0, 1, true],
  ])('with %i of %i mails sent another one is allowed: %s', async (sent, limit, isAllowed) => {
    if (sent > 0) await addMails(sent)
    await setLimits({ mails: limit })
    expect(await guard.isWithinQuota('mails')).toBe(isAllowed)
    expect((await stored())?.full_kind ?? null).toBe(isAllowed ? null : 'mails')
  })
  test.each<[number, boolean]>([
    [0, true],
    [1, true],
    [2, true],
    [3, false],
  ])('with a limit of two mails, adding %i is allowed: %s', async (additional, isAllowed) => {
    await setLimits({ mails: 2 })
    const error: unknown = await guard.assertWithinQuota('mails', additional).catch((reason: unknown) => reason)
    const expected = { status: 507, code: QUOTA_CODES.mails, message: QUOTA_MESSAGES.mails, retryAfter: 3600 }
    expect({ error }).toMatchObject({ error: isAllowed ? undefined : expected })
  })
  test('without an amount checks the current usage', async () => {
    await addMails(2)
    await setLimits({ mails: 2 })
    await guard.assertWithinQuota('mails')
    await addMails(1)
    await expect(guard.assertWithinQuota('mails')).rejects.toMatchObject({ code: 'site.quota_mails' })
  })
  test('mails count for 24 hours, rounded up to the full hour', async () => {
    await addMails(2, START - 86_400_000)
    await setLimits({ mails: 2 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
    wait(40 * MINUTE - 1)
    expect(await guard.isWithinQuota('mails')).toBe(false)
    wait(1)
    expect(await guard.isWithinQuota('mails')).toBe(true)
  })
  test.each<QuotaKind>(['bytes', 'rows', 'uploads', 'uploadBytes'])('rejects everything if the limit of %s is 0', async (kind) => {
    await setLimits({ [kind]: 0 })
    await expect(guard.assertWithinQuota(kind)).rejects.toMatchObject({
      status: 507,
      code: QUOTA_CODES[kind],
      message: QUOTA_MESSAGES[kind],
    })
    expect((await stored())?.full_kind).toBe(kind)
  })
})

describe('cached usage', () => {
  const addTopics = (count: number) =>
    db
      .insertInto('topics')
      .values(
        Array.from({ length: count }, () => ({
          title: 'x',
          content: 'x',
          category_id: 1,
          user_id: 1,
          created_at: '2026-01-01',
          active_at: '2026-01-01',
          search_text: 'x',
        })),
      )
      .execute()
  test('is cached for a minute far from the limit, and not at all near it', async () => {
    const rows = (await guard.listUsage()).find(({ kind }) => kind === 'rows')?.used ?? 0
    await setLimits({ rows: rows + 100 })
    await guard.assertWithinQuota('rows')
    await addTopics(101)
    wait(MINUTE - 1)
    await guard.assertWithinQuota('rows')
    wait(1)
    await expect(guard.assertWithinQuota('rows')).rejects.toMatchObject({ code: 'site.quota_rows' })
    await db.deleteFrom('topics').execute()
    await guard.assertWithinQuota('rows')
  })
  test('of bytes is cached for five minutes, and for ten seconds near the limit', async () => {
    await setLimits({ bytes: 1000 * 1_000_000 })
    for (const ms of [0, 5 * MINUTE - 1, 1]) {
      wait(ms)
      await guard.assertWithinQuota('bytes')
    }
    expect(sizes).toEqual([0, 5 * MINUTE])
    size = 960_000_000 + 1_000_000_000
    await setLimits({ bytes: 2_000_000_000 })
    sizes.length = 0
    for (const ms of [0, 9_999, 1]) {
      wait(ms)
      await guard.assertWithinQuota('bytes')
    }
    expect(sizes.map((at) => at - (sizes[0] ?? 0))).toEqual([0, 10_000])
  })
  test('is not cached if measuring fails', async () => {
    const broken = new QuotaGuard(db, { db }, LAUNCH, () => {
      sizes.push(0)
      return sizes.length === 1 ? Promise.reject(new Error('disk')) : Promise.resolve(0)
    })
    await expect(broken.assertWithinQuota('bytes')).rejects.toThrow('disk')
    await broken.assertWithinQuota('bytes')
    await broken.assertWithinQuota('bytes')
    expect(sizes).toHaveLength(2)
  })
})

describe('costly calls', () => {
  test('are counted by the hour and rejected until its end', async () => {
    await setLimits({ calls: 2 })
    await guard.countCall()
    await guard.countCall()
    await expect(guard.countCall()).rejects.toMatchObject({
      status: 429,
      code: 'site.quota_calls',
      message: `${QUOTA_MESSAGES.calls} 40 minutes.`,
      retryAfter: 2400,
    })
    expect((await stored())?.full_kind).toBe('calls')
    wait(40 * MINUTE - 1)
    await expect(guard.countCall()).rejects.toMatchObject({ retryAfter: 1 })
    wait(1)
    await guard.countCall()
    expect(await db.selectFrom('quota_counts').selectAll().execute()).toEqual([{ hour: '2026-11-24T11', calls: 1 }])
  })
})

describe('an exceeded quota', () => {
  test('is recorded every ten minutes and reported for 24 hours', async () => {
    await setLimits({ mails: 0 })
    const recordedAt = async () => {
      await guard.isWithinQuota('mails')
      return Date.parse((await stored())?.full_at ?? '') - START
    }
    expect(await recordedAt()).toBe(0)
    wait(10 * MINUTE - 1)
    expect(await recordedAt()).toBe(0)
    wait(1)
    expect(await recordedAt()).toBe(10 * MINUTE)
    const at = START + 10 * MINUTE
    expect(await findExceededQuota({ db }, LAUNCH, at + 86_400_000)).toBe('mails')
    expect(await findExceededQuota({ db }, LAUNCH, at + 86_400_001)).toBeNull()
    expect(await findExceededQuota({ db }, LAUNCH + 1, at)).toBeNull()
    await db.updateTable('site_quotas').set({ full_kind: 'else' }).execute()
    expect(await findExceededQuota({ db }, LAUNCH, at)).toBeNull()
    await setLimits({ mails: 0 })
    expect(await findExceededQuota({ db }, LAUNCH, at)).toBeNull()
    // After the limits were changed it is recorded at once.
    expect(await recordedAt()).toBe(10 * MINUTE)
  })
})
