/** Tests the quota guard: limits, cached usage, errors, and the record of an exceeded quota. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { countSentMail } from '#features/mail-ledger/mail-ledger.service.ts'
import { QUOTA_KINDS, type QuotaKind } from '#platform/contract/quota.ts'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { QuotaGuard } from './quota-guard.service.ts'
import { QUOTA_CODES, QUOTA_MESSAGES, DEFAULT_LIMITS, type QuotaLimits } from './quota.policy.ts'
import { findExceededQuota, findLimits, getOwnQuotas, saveLimits } from './quota.service.ts'

const LAUNCH_ID = 7
const START_MS = Date.parse('2026-11-24T10:20:00.000Z')
const MINUTE_MS = 60_000
let sites: TestSites
let db: TestSites['main']['db']
let guard: QuotaGuard
let measuredAtMs: number[] = []
let sizeBytes = 0
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty' })
  db = sites.main.db
  const row = {
    id: LAUNCH_ID,
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
  vi.useFakeTimers({ toFake: ['Date'], now: START_MS })
  for (const table of ['site_quotas', 'quota_counts', 'mail_counts', 'queued_jobs', 'topics'] as const) await db.deleteFrom(table).execute()
  measuredAtMs = []
  sizeBytes = 0
  guard = new QuotaGuard(db, { db }, LAUNCH_ID, async () => {
    measuredAtMs.push(Date.now() - START_MS)
    return sizeBytes
  })
})
afterEach(() => vi.useRealTimers())

const advanceClock = (ms: number) => vi.setSystemTime(Date.now() + ms)
const setLimits = async (limits: Partial<QuotaLimits>) => {
  await saveLimits({ db }, LAUNCH_ID, { ...DEFAULT_LIMITS, ...limits })
  guard.invalidate()
}
const findStoredRow = () => db.selectFrom('site_quotas').select(['limits', 'full_kind', 'full_at']).executeTakeFirst()
const addMails = async (count: number, sentAt = Date.now()) => {
  for (let n = 0; n < count; n += 1) await countSentMail({ db }, n % 2 ? 'newsletter' : 'other', sentAt)
}

describe('limits', () => {
  test('are the defaults unless changed, and the defaults are not stored', async () => {
    expect(await findLimits({ db }, LAUNCH_ID)).toEqual(DEFAULT_LIMITS)
    await saveLimits({ db }, LAUNCH_ID, { ...DEFAULT_LIMITS, rows: 5 })
    expect(await findStoredRow()).toEqual({ limits: '{"rows":5}', full_kind: null, full_at: null })
    expect(await findLimits({ db }, LAUNCH_ID)).toEqual({ ...DEFAULT_LIMITS, rows: 5 })
    expect(await findLimits({ db }, LAUNCH_ID + 1)).toEqual(DEFAULT_LIMITS)
  })
  test('are cached for a minute, but reloaded at once in the process that changed them', async () => {
    await addMails(3)
    await setLimits({ mails: 3 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
    await saveLimits({ db }, LAUNCH_ID, { ...DEFAULT_LIMITS, mails: 4 })
    advanceClock(MINUTE_MS - 1)
    expect(await guard.isWithinQuota('mails')).toBe(false)
    advanceClock(1)
    expect(await guard.isWithinQuota('mails')).toBe(true)
    await setLimits({ mails: 3 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
  })
  test('are listed with the usage on a tenant site; the list is empty on the main site', async () => {
    sizeBytes = 5_000_000
    await addMails(2)
    await guard.countCall()
    const usage = await guard.listUsage()
    expect(usage.map(({ kind, limit }) => [kind, limit])).toEqual(QUOTA_KINDS.map((kind) => [kind, DEFAULT_LIMITS[kind]]))
    const used = Object.fromEntries(usage.map((quota) => [quota.kind, quota.used]))
    expect(used).toMatchObject({ uploads: 0, uploadBytes: 0, mails: 2, calls: 1 })
    expect(used['bytes']).toBeLessThanOrEqual(5_000_000)
    expect(await getOwnQuotas({ site: { ...sites.main, quotas: guard } } as never)).toEqual({ quotas: usage })
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
  ])('after %i mails of a limit of %i, isWithinQuota returns %s', async (sent, limit, isAllowed) => {
    if (sent > 0) await addMails(sent)
    await setLimits({ mails: limit })
    expect(await guard.isWithinQuota('mails')).toBe(isAllowed)
    expect((await findStoredRow())?.full_kind ?? null).toBe(isAllowed ? null : 'mails')
  })
  test.each<['passes' | 'throws', number]>([
    ['passes', 0],
    ['passes', 1],
    ['passes', 2],
    ['throws', 3],
  ])('with a limit of two mails, assertWithinQuota %s for %i more', async (outcome, additional) => {
    await setLimits({ mails: 2 })
    const error: unknown = await guard.assertWithinQuota('mails', additional).catch((reason: unknown) => reason)
    const expected = { status: 507, code: QUOTA_CODES.mails, message: QUOTA_MESSAGES.mails, retryAfter: 3600 }
    expect({ error }).toMatchObject({ error: outcome === 'passes' ? undefined : expected })
  })
  test('without an amount, assertWithinQuota throws only if the current usage exceeds the limit', async () => {
    await addMails(2)
    await setLimits({ mails: 2 })
    await guard.assertWithinQuota('mails')
    await addMails(1)
    await expect(guard.assertWithinQuota('mails')).rejects.toMatchObject({ code: 'site.quota_mails' })
  })
  test('mails count until the end of the hour, 24 hours after they were sent', async () => {
    await addMails(2, START_MS - 86_400_000)
    await setLimits({ mails: 2 })
    expect(await guard.isWithinQuota('mails')).toBe(false)
    advanceClock(40 * MINUTE_MS - 1)
    expect(await guard.isWithinQuota('mails')).toBe(false)
    advanceClock(1)
    expect(await guard.isWithinQuota('mails')).toBe(true)
  })
  test.each<QuotaKind>(['bytes', 'rows', 'uploads', 'uploadBytes'])(
    'assertWithinQuota always throws if the limit of %s is 0',
    async (kind) => {
      await setLimits({ [kind]: 0 })
      await expect(guard.assertWithinQuota(kind)).rejects.toMatchObject({
        status: 507,
        code: QUOTA_CODES[kind],
        message: QUOTA_MESSAGES[kind],
      })
      expect((await findStoredRow())?.full_kind).toBe(kind)
    },
  )
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
  test('is reused for a minute far from the limit, and never near it', async () => {
    const rows = (await guard.listUsage()).find(({ kind }) => kind === 'rows')?.used ?? 0
    await setLimits({ rows: rows + 100 })
    await guard.assertWithinQuota('rows')
    await addTopics(101)
    advanceClock(MINUTE_MS - 1)
    await guard.assertWithinQuota('rows')
    advanceClock(1)
    await expect(guard.assertWithinQuota('rows')).rejects.toMatchObject({ code: 'site.quota_rows' })
    await db.deleteFrom('topics').execute()
    await guard.assertWithinQuota('rows')
  })
  test('of disk space is reused for five minutes, and for ten seconds near the limit', async () => {
    await setLimits({ bytes: 1000 * 1_000_000 })
    for (const ms of [0, 5 * MINUTE_MS - 1, 1]) {
      advanceClock(ms)
      await guard.assertWithinQuota('bytes')
    }
    expect(measuredAtMs).toEqual([0, 5 * MINUTE_MS])
    sizeBytes = 960_000_000 + 1_000_000_000
    await setLimits({ bytes: 2_000_000_000 })
    measuredAtMs.length = 0
    for (const ms of [0, 9_999, 1]) {
      advanceClock(ms)
      await guard.assertWithinQuota('bytes')
    }
    expect(measuredAtMs.map((atMs) => atMs - (measuredAtMs[0] ?? 0))).toEqual([0, 10_000])
  })
  test('is not cached if measuring fails', async () => {
    const failingGuard = new QuotaGuard(db, { db }, LAUNCH_ID, () => {
      measuredAtMs.push(0)
      return measuredAtMs.length === 1 ? Promise.reject(new Error('disk')) : Promise.resolve(0)
    })
    await expect(failingGuard.assertWithinQuota('bytes')).rejects.toThrow('disk')
    await failingGuard.assertWithinQuota('bytes')
    await failingGuard.assertWithinQuota('bytes')
    expect(measuredAtMs).toHaveLength(2)
  })
})

describe('costly calls', () => {
  test('are counted per hour, and rejected over the limit until the hour ends', async () => {
    await setLimits({ calls: 2 })
    await guard.countCall()
    await guard.countCall()
    await expect(guard.countCall()).rejects.toMatchObject({
      status: 429,
      code: 'site.quota_calls',
      message: `${QUOTA_MESSAGES.calls} 40 minutes.`,
      retryAfter: 2400,
    })
    expect((await findStoredRow())?.full_kind).toBe('calls')
    advanceClock(40 * MINUTE_MS - 1)
    await expect(guard.countCall()).rejects.toMatchObject({ retryAfter: 1 })
    advanceClock(1)
    await guard.countCall()
    expect(await db.selectFrom('quota_counts').selectAll().execute()).toEqual([{ hour: '2026-11-24T11', calls: 1 }])
  })
})

describe('an exceeded quota', () => {
  test('is recorded at most every ten minutes, and reported for 24 hours', async () => {
    await setLimits({ mails: 0 })
    const exceedQuota = async () => {
      await guard.isWithinQuota('mails')
      return Date.parse((await findStoredRow())?.full_at ?? '') - START_MS
    }
    expect(await exceedQuota()).toBe(0)
    advanceClock(10 * MINUTE_MS - 1)
    expect(await exceedQuota()).toBe(0)
    advanceClock(1)
    expect(await exceedQuota()).toBe(10 * MINUTE_MS)
    const recordedAtMs = START_MS + 10 * MINUTE_MS
    expect(await findExceededQuota({ db }, LAUNCH_ID, recordedAtMs + 86_400_000)).toBe('mails')
    expect(await findExceededQuota({ db }, LAUNCH_ID, recordedAtMs + 86_400_001)).toBeNull()
    expect(await findExceededQuota({ db }, LAUNCH_ID + 1, recordedAtMs)).toBeNull()
    await db.updateTable('site_quotas').set({ full_kind: 'else' }).execute()
    expect(await findExceededQuota({ db }, LAUNCH_ID, recordedAtMs)).toBeNull()
    await setLimits({ mails: 0 })
    expect(await findExceededQuota({ db }, LAUNCH_ID, recordedAtMs)).toBeNull()
    // The change of the limits has cleared the record, so the next one is written at once.
    expect(await exceedQuota()).toBe(10 * MINUTE_MS)
  })
})
