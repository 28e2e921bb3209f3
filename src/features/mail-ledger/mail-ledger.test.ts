/** The counts themselves: their windows, requests at the same moment, and what is purged when. */
// Daily on PostgreSQL too: each limit is checked and counted in one statement, which two connections run at once.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openTestSites, type TestSites } from '#tests/support/test-site.ts'
import { getBudgetUse, mailBudgetOf, takeFromBudget } from './mail-budget.service.ts'
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

describe('a limit', () => {
  const recipient = { email: 'ann@example.org' }
  const links = (now: number, to: { email: string } | { userId: number } = recipient) => countLimitedMail(main, 'enquiry.links', to, now)
  test('holds from the first mail of its window until the window ends, for one recipient', async () => {
    expect([await links(START), await links(START + HOUR_MS), await links(START + DAY_MS - 1)]).toEqual([true, true, false])
    expect(await links(START, { email: 'bob@example.org' })).toBe(true)
    expect(await countLimitedMail(main, 'newsletter.confirm', recipient, START)).toBe(true)
    expect([await links(START + DAY_MS), await links(START + DAY_MS), await links(START + DAY_MS)]).toEqual([true, true, false])
  })
  test('of an hour and one of a day hold both', async () => {
    const sent: boolean[] = []
    for (let hour = 0; hour < 4; hour += 1)
      for (let n = 0; n < 4; n += 1) sent.push(await countLimitedMail(main, 'account.password-link', recipient, START + hour * HOUR_MS))
    expect(sent.map(Number).join('')).toBe('1110111000000000')
  })
  test('lets as many pass as it allows when many ask at the same moment', async () => {
    const asked = await Promise.all(Array.from({ length: 20 }, () => countLimitedMail(main, 'enquiry.received', recipient, START)))
    expect(asked.filter(Boolean)).toHaveLength(3)
  })
  test('of an account counts apart from the addresses', async () => {
    const again = (userId: number) => countLimitedMail(main, 'account.confirm-again', { userId }, START)
    expect([await again(1), await again(1), await again(1), await again(2)]).toEqual([true, true, false, true])
  })
  test('counts nothing when its transaction is rolled back', async () => {
    const lost = main.db.transaction().execute(async (db) => {
      await countLimitedMail({ db }, 'newsletter.confirm', recipient, START)
      throw new Error('no mail was written')
    })
    await expect(lost).rejects.toThrow('no mail was written')
    expect(await countLimitedMail(main, 'newsletter.confirm', recipient, START)).toBe(true)
  })
  test('stores no address', async () => {
    await links(START)
    const rows = await main.db.selectFrom('mail_recipient_counts').selectAll().execute()
    expect(rows).toEqual([
      { purpose: 'enquiry.links:24h', recipient_hash: expect.stringMatching(/^[\w-]{43}$/), mails: 1, window_ends_at: expect.any(String) },
    ])
    expect(JSON.stringify(rows)).not.toContain('ann')
  })
})

describe('the mails that a site has sent', () => {
  test('are counted by hour and kind, for a day', async () => {
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

describe('the budget of the installation', () => {
  const take = async (from: Pick<TestSites['main'], 'db'>, kind: 'account' | 'other', perDay = 10, now = START) =>
    (await takeFromBudget(mailBudgetOf(perDay, main), from, kind, now)) !== undefined
  test('goes to launched sites for half, to other mail up to nine tenths, and to account mail of the main site as a whole', async () => {
    const tenants: boolean[] = []
    for (let n = 0; n < 7; n += 1) tenants.push(await take(tenant, n % 2 ? 'account' : 'other'))
    const others: boolean[] = []
    for (let n = 0; n < 6; n += 1) others.push(await take(main, 'other'))
    const account = [await take(main, 'account'), await take(main, 'account')]
    expect([tenants, others, account].map((list) => list.map(Number).join(''))).toEqual(['1111100', '111100', '10'])
    expect(await getBudgetUse(main, 10, START)).toEqual({ limit: 10, sent: 10, sentByCopies: 5, limitOfCopies: 5 })
    expect(await take(main, 'other', 10, START + DAY_MS)).toBe(true)
    expect(await tenant.db.selectFrom('mail_budget_days').selectAll().execute()).toEqual([])
  })
  test('lets as many mails pass as it has when many are sent at the same moment', async () => {
    const taken = await Promise.all(Array.from({ length: 20 }, () => take(main, 'account', 4)))
    expect(taken.filter(Boolean)).toHaveLength(4)
  })
  test('gets back what no server has accepted', async () => {
    const budget = mailBudgetOf(2, main)
    const first = await takeFromBudget(budget, tenant, 'other', START)
    expect(await take(tenant, 'other', 2)).toBe(false)
    await first?.giveBack()
    expect(await getBudgetUse(main, 2, START)).toMatchObject({ sent: 0, sentByCopies: 0 })
    expect(await take(tenant, 'other', 2)).toBe(true)
  })
  test('of 0 is no limit, and counts nothing', async () => {
    for (let n = 0; n < 3; n += 1) expect(await take(main, 'other', 0)).toBe(true)
    expect(await getBudgetUse(main, 0, START)).toMatchObject({ limit: 0, sent: 0 })
  })
})

test('the job purges counts some days after they have stopped to matter, and says when it is due again', async () => {
  await countLimitedMail(main, 'newsletter.confirm', { email: 'ann@example.org' }, START)
  await countSentMail(main, 'other', START)
  await takeFromBudget(mailBudgetOf(9, main), main, 'other', START)
  const left = async () =>
    Promise.all(
      (['mail_counts', 'mail_recipient_counts', 'mail_budget_days'] as const).map(
        async (table) => (await main.db.selectFrom(table).selectAll().execute()).length,
      ),
    )
  const due = await removeOldMailCounts(main, START + LEDGER_RETENTION_DAYS * DAY_MS)
  expect(await left()).toEqual([1, 1, 1])
  expect(due).toBe(new Date(Date.parse('2026-11-24T00:00:00.000Z') + (LEDGER_RETENTION_DAYS + 1) * DAY_MS).toISOString())
  await removeOldMailCounts(main, START + (LEDGER_RETENTION_DAYS + 1) * DAY_MS)
  expect(await left()).toEqual([0, 1, 0])
  expect(await removeOldMailCounts(main, START + (LEDGER_RETENTION_DAYS + 1) * DAY_MS + 1)).toBeUndefined()
  expect(await left()).toEqual([0, 0, 0])
})
