/** Tests the windows of the counters, concurrent requests, and purging. */
// Daily on PostgreSQL too: each limit is checked and counted in one statement that connections run concurrently.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { getBudgetUse, createMailBudget, takeFromBudget } from './mail-budget.service.ts'
import { countLimitedMail, countMailOfLastDay, countSentMail, LEDGER_RETENTION_DAYS, removeOldMailCounts } from './mail-ledger.service.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const START = Date.parse('2026-11-24T10:20:00.000Z')
let sites: TestSites
let main: Pick<TestSites['main'], 'db'>
let tenant: Pick<TestSites['main'], 'db'>
beforeAll(async () => {
  sites = await openTestSites({ content: 'empty', count: 2 })
  main = sites.main
  tenant = sites.sites[1] ?? sites.main
})
afterAll(() => sites.close())
beforeEach(async () => {
  for (const table of ['mail_counts', 'mail_recipient_counts', 'mail_budget_days'] as const) await main.db.deleteFrom(table).execute()
})

describe('countLimitedMail', () => {
  const recipient = { email: 'ann@example.org' }
  const countLinksMail = (now: number, to: { email: string } | { userId: number } = recipient) =>
    countLimitedMail(main, 'enquiry.links', to, now)
  test('refuses mails over the limit of a recipient until the window ends', async () => {
    expect([await countLinksMail(START), await countLinksMail(START + HOUR_MS), await countLinksMail(START + DAY_MS - 1)]).toEqual([
      true,
      true,
      false,
    ])
    expect(await countLinksMail(START, { email: 'bob@example.org' })).toBe(true)
    expect(await countLimitedMail(main, 'newsletter.confirm', recipient, START)).toBe(true)
    expect([await countLinksMail(START + DAY_MS), await countLinksMail(START + DAY_MS), await countLinksMail(START + DAY_MS)]).toEqual([
      true,
      true,
      false,
    ])
  })
  test('enforces the hourly and the daily limit', async () => {
    const results: boolean[] = []
    for (let hour = 0; hour < 4; hour += 1)
      for (let n = 0; n < 4; n += 1) results.push(await countLimitedMail(main, 'account.password-link', recipient, START + hour * HOUR_MS))
    expect(results.map(Number).join('')).toBe('1110111000000000')
  })
  test('never exceeds the limit under concurrent requests', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => countLimitedMail(main, 'enquiry.received', recipient, START)))
    expect(results.filter(Boolean)).toHaveLength(3)
  })
  test('counts each account separately', async () => {
    const countFor = (userId: number) => countLimitedMail(main, 'account.confirm-again', { userId }, START)
    expect([await countFor(1), await countFor(1), await countFor(1), await countFor(2)]).toEqual([true, true, false, true])
  })
  test('counts nothing when its transaction is rolled back', async () => {
    const rolledBack = main.db.transaction().execute(async (db) => {
      await countLimitedMail({ db }, 'newsletter.confirm', recipient, START)
      throw new Error('no mail was written')
    })
    await expect(rolledBack).rejects.toThrow('no mail was written')
    expect(await countLimitedMail(main, 'newsletter.confirm', recipient, START)).toBe(true)
  })
  test('stores a hash instead of the email address', async () => {
    await countLinksMail(START)
    const rows = await main.db.selectFrom('mail_recipient_counts').selectAll().execute()
    expect(rows).toEqual([
      { purpose: 'enquiry.links:24h', recipient_hash: expect.stringMatching(/^[\w-]{43}$/), mails: 1, window_ends_at: expect.any(String) },
    ])
    expect(JSON.stringify(rows)).not.toContain('ann')
  })
})

describe('countMailOfLastDay', () => {
  test('returns the sum of the hourly counts of the last 24 hours', async () => {
    for (const [at, kind] of [
      [START - DAY_MS - HOUR_MS, 'other'],
      [START - DAY_MS, 'newsletter'],
      [START, 'account'],
      [START, 'account'],
    ] as const)
      await countSentMail(main, kind, at)
    expect(await countMailOfLastDay(main, START)).toBe(3)
    expect(await main.db.selectFrom('mail_counts').selectAll().where('hour', '=', '2026-11-24T10').execute()).toEqual([
      { hour: '2026-11-24T10', kind: 'account', mails: 2 },
    ])
  })
})

describe('the mail budget', () => {
  const takeMail = async (sendingSite: Pick<TestSites['main'], 'db'>, kind: 'account' | 'other', perDay = 10, now = START) =>
    (await takeFromBudget(createMailBudget(perDay, main), sendingSite, kind, now)) !== undefined
  test('limits tenant sites to 50 %, and all mail except account mail from the main site to 90 %', async () => {
    const tenants: boolean[] = []
    for (let n = 0; n < 7; n += 1) tenants.push(await takeMail(tenant, n % 2 ? 'account' : 'other'))
    const others: boolean[] = []
    for (let n = 0; n < 6; n += 1) others.push(await takeMail(main, 'other'))
    const account = [await takeMail(main, 'account'), await takeMail(main, 'account')]
    const toDigits = (list: boolean[]) => list.map(Number).join('')
    expect({ tenants: toDigits(tenants), others: toDigits(others), account: toDigits(account) }).toEqual({
      tenants: '1111100',
      others: '111100',
      account: '10',
    })
    expect(await getBudgetUse(main, 10, START)).toEqual({ limit: 10, sent: 10, sentByCopies: 5, limitOfCopies: 5 })
    expect(await takeMail(main, 'other', 10, START + DAY_MS)).toBe(true)
    expect(await tenant.db.selectFrom('mail_budget_days').selectAll().execute()).toEqual([])
  })
  test('never exceeds the budget under concurrent sending', async () => {
    const results = await Promise.all(Array.from({ length: 20 }, () => takeMail(main, 'account', 4)))
    expect(results.filter(Boolean)).toHaveLength(4)
  })
  test('gets a mail back when no server has accepted it', async () => {
    const budget = createMailBudget(2, main)
    const reservation = await takeFromBudget(budget, tenant, 'other', START)
    expect(await takeMail(tenant, 'other', 2)).toBe(false)
    await reservation?.giveBack()
    expect(await getBudgetUse(main, 2, START)).toMatchObject({ sent: 0, sentByCopies: 0 })
    expect(await takeMail(tenant, 'other', 2)).toBe(true)
  })
  test('neither limits nor counts mails when it is 0', async () => {
    for (let n = 0; n < 3; n += 1) expect(await takeMail(main, 'other', 0)).toBe(true)
    expect(await getBudgetUse(main, 0, START)).toMatchObject({ limit: 0, sent: 0 })
  })
})

test('removeOldMailCounts purges counts past the retention period and returns when the next count is due', async () => {
  await countLimitedMail(main, 'newsletter.confirm', { email: 'ann@example.org' }, START)
  await countSentMail(main, 'other', START)
  await takeFromBudget(createMailBudget(9, main), main, 'other', START)
  const rowCounts = async () =>
    Promise.all(
      (['mail_counts', 'mail_recipient_counts', 'mail_budget_days'] as const).map(
        async (table) => (await main.db.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const due = await removeOldMailCounts(main, START + LEDGER_RETENTION_DAYS * DAY_MS)
  expect(await rowCounts()).toEqual([1, 1, 1])
  expect(due).toBe(new Date(Date.parse('2026-11-24T00:00:00.000Z') + (LEDGER_RETENTION_DAYS + 1) * DAY_MS).toISOString())
  await removeOldMailCounts(main, START + (LEDGER_RETENTION_DAYS + 1) * DAY_MS)
  expect(await rowCounts()).toEqual([0, 1, 0])
  expect(await removeOldMailCounts(main, START + (LEDGER_RETENTION_DAYS + 1) * DAY_MS + 1)).toBeUndefined()
  expect(await rowCounts()).toEqual([0, 0, 0])
})
