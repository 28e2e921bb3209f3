import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { makeUser } from '#features/users/user.factory.ts'
import type { Viewer } from '#platform/contract/context.ts'
import { testAtNight } from '#tests/support/at-night.ts'
import { openTestSite, type TestSite } from '#tests/support/test-site.ts'
import { detectDelimiter, parseCsv } from './csv.policy.ts'
import { importSubscribersEndpoint, newsletterGrowthEndpoint, type ImportReport } from './import.contract.ts'
import { MAX_IMPORT_ROWS, parseConsentDate } from './import.policy.ts'
import { IMPORT_BATCH_ROWS } from './import.service.ts'

let site: TestSite
let admin: Viewer
beforeAll(async () => {
  site = await openTestSite()
  admin = await makeUser(site.ctx, { isAdmin: true })
})
afterAll(() => site.close())
beforeEach(() => site.ctx.db.deleteFrom('subscribers').execute())

const callImport = (body: object, who: Viewer | null = admin) =>
  site.call(who, importSubscribersEndpoint, { body: { isTrial: false, ...body } })
const importText = async (body: object): Promise<ImportReport> => {
  const response = await callImport(body)
  expect(response.status, JSON.stringify(response.body)).toBe(200)
  return response.body
}
const listStored = () => site.ctx.db.selectFrom('subscribers').select(['email', 'consent_source', 'consent_at']).orderBy('email').execute()
const countByReason = ({ skipped }: ImportReport) => Object.fromEntries(skipped.map(({ reason, count }) => [reason, count]))
const MESSY = [
  '\uFEFFName;E-mail;Where;Opt-in date',
  '"Quill; Ada";Ada@Example.org;Fair in Bath;2025-03-01',
  'Bob;bob@example.org;;31.05.2025',
  'Twice;ADA@example.org;Fair;2025-03-01',
  'None;;Fair;2025-03-01',
  'Not one;nobody at all;Fair;2025-03-01',
  '"Broken;broken@example.org;Fair;2025-03-01',
  'Late;late@example.org;Fair;2999-01-01',
  'Odd;odd@example.org;Fair;31.02.2025',
  'Ümlaut;jürgen@exämple.org;Fair;2025-03-01',
  '',
  '"Multi\nline";multi@example.org;"Said ""yes""";2025-03-01 10:30',
].join('\r\n')

describe('an import', () => {
  test('reports how many rows were skipped for which reason; a dry run adds none', async () => {
    const now = new Date().toISOString()
    await site.ctx.db.insertInto('subscribers').values({ email: 'bob@example.org', created_at: now, confirmed_at: null }).execute()
    const dryRun = await importText({ text: MESSY, isTrial: true })
    expect(dryRun).toMatchObject({ rows: 10, added: 2, columns: { email: 1, source: 2, date: 3 } })
    expect(countByReason(dryRun)).toEqual({ twice: 1, 'no-address': 1, 'no-email': 2, broken: 1, 'bad-date': 2, 'no-proof': 1 })
    expect(dryRun.examples).toContainEqual({ line: 4, email: 'ada@example.org', reason: 'twice' })
    expect(await listStored()).toHaveLength(1)

    const done = await importText({ text: MESSY, source: 'Old list' })
    expect(done.added).toBe(2)
    expect(countByReason(done)['waiting']).toBe(1)
    expect(await listStored()).toEqual([
      { email: 'ada@example.org', consent_source: 'Fair in Bath', consent_at: '2025-03-01T00:00:00.000Z' },
      { email: 'bob@example.org', consent_source: null, consent_at: null },
      { email: 'multi@example.org', consent_source: 'Said "yes"', consent_at: expect.stringMatching(/^2025-03-01T/) },
    ])
    expect(countByReason(await importText({ text: MESSY, source: 'Old list' }))).toMatchObject({ listed: 2, waiting: 1 })
  })

  test('accepts explicit columns, and one source and date of consent for all rows', async () => {
    const text = 'a\tb\nx@example.org\tcy@example.org\n'
    const imported = await importText({ text, columns: { email: 1, source: null, date: null }, source: 'Paper forms', date: '2025-01-31' })
    expect(imported.added).toBe(1)
    expect(await listStored()).toEqual([{ email: 'cy@example.org', consent_source: 'Paper forms', consent_at: '2025-01-31T00:00:00.000Z' }])
  })

  test('yields to the event loop between batches', async () => {
    const rowCount = 5 * IMPORT_BATCH_ROWS
    const lines = Array.from({ length: rowCount }, (_, n) => `reader-${n}@example.org,Fair,2025-03-01`)
    let [turns, isDone] = [0, false]
    const countTurn = () => {
      turns += 1
      if (!isDone) setImmediate(countTurn)
    }
    countTurn()
    const imported = await importText({ text: `email,source,date\n${lines.join('\n')}`, isTrial: true })
    isDone = true
    expect(imported.added).toBe(rowCount)
    expect(turns).toBeGreaterThanOrEqual(5)
  })

  test('weekly growth counts new and ended subscriptions of the last twelve weeks', async () => {
    const timeAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString()
    for (const days of [1, 2, 9, 200])
      await site.ctx.db
        .insertInto('subscribers')
        .values({ email: `d${days}@example.org`, created_at: timeAgo(days), confirmed_at: timeAgo(days) })
        .execute()
    await site.ctx.db
      .insertInto('newsletter_departures')
      .values({ left_at: timeAgo(1), joined_at: timeAgo(9), issue_id: null })
      .execute()
    const weeks = (await site.call(admin, newsletterGrowthEndpoint)).body
    expect(weeks).toHaveLength(12)
    expect(weeks.slice(-3).map(({ subscribed, left }: { subscribed: number; left: number }) => [subscribed, left])).toEqual([
      [0, 0],
      [2, 0],
      [2, 1],
    ])
  })
})

describe('input validation', () => {
  test('an import denies visitors and members, and rejects an empty file and a source of two lines', async () => {
    expect((await callImport({ text: 'email\n' }, null)).status).toBe(401)
    expect((await callImport({ text: 'email\n' }, await makeUser(site.ctx))).status).toBe(403)
    expect((await callImport({ text: '\n\n' })).status).toBe(400)
    expect((await callImport({ text: 'email', source: 'a\nb' })).body.errors[0].path).toBe('source')
  })

  test('parseConsentDate returns undefined for invalid dates, and reads the day before the month by default', () => {
    expect(['2025-02-30', '31.02.2025', 'soon', '', '2025', '32/31/2025'].map((text) => parseConsentDate(text))).toEqual(
      Array(6).fill(undefined),
    )
    expect(parseConsentDate('1/2/2025')).toBe('2025-02-01T00:00:00.000Z')
  })
})

testAtNight('an import reads at most the maximum number of rows and only counts the others', async () => {
  const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => `r${n}@example.org`)
  const text = `email\n${lines.join('\n')}\r\n\r\n${'x\n\n'.repeat(1_000_000)}`
  const result = await importText({ text, source: 'Fair', date: '2025-03-01', isTrial: true })
  expect(result).toMatchObject({ rows: 1_100_000, added: MAX_IMPORT_ROWS })
  expect(countByReason(result)).toEqual({ 'too-many': 1_000_000 })
  expect(result.examples.at(-1)).toMatchObject({ reason: 'too-many', line: MAX_IMPORT_ROWS + 1 + 2 * 100 })
})

test('parseCsv recovers from broken rows in linear time', () => {
  expect([...parseCsv('a,b\n"x,1\ny,2', ',')].map(({ cells }) => cells)).toEqual([['a', 'b'], undefined, ['y', '2']])
  expect(detectDelimiter('\uFEFF"a;b";c;d,e')).toBe(';')
  const measureParsing = (text: string) => {
    const cpuBefore = process.threadCpuUsage()
    expect([...parseCsv(text, ',')]).toHaveLength(50_000)
    const { user, system } = process.threadCpuUsage(cpuBefore)
    return user + system
  }
  // For each row up to 20 lines are searched for its closing quote; searching all following lines would take quadratic time.
  expect(measureParsing('"x\n'.repeat(50_000)) / Math.max(measureParsing('xx\n'.repeat(50_000)), 10_000)).toBeLessThan(100)
})

test('an import supports a sep= line, a first line with data, and a status column', async () => {
  const rows = [
    'new-a@example.org;31.05.2025 10:30;active',
    'new-b@example.org;31.05.2025;unsubscribed',
    'new-c@example.org;45808;bounced',
    'R&D@Köln.de;31.05.2025;active',
  ]
  const { status, body } = await callImport({ text: `sep=;\r\n${rows.join('\r\n')}\r\n`, source: 'Old list' })
  expect(status).toBe(200)
  expect(body).toMatchObject({ hasHeadings: false, rows: 4, added: 2, columns: { email: 0, date: 1, status: 2 } })
  expect(body.skipped).toEqual([
    { reason: 'status-unsubscribed', count: 1 },
    { reason: 'status-bounced', count: 1 },
  ])
  expect(body.examples.map(({ line }: { line: number }) => line)).toEqual([3, 4])
  const stored = await site.ctx.db.selectFrom('subscribers').select('email').where('email', 'like', 'r&d%').execute()
  expect(stored).toEqual([{ email: 'r&d@xn--kln-sna.de' }])
})
