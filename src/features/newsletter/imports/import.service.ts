/** Imports subscribers with proof of consent, in batches that yield to the event loop. */
import { setImmediate } from 'node:timers/promises'
import { assertBulkMailAllowed } from '#features/bulk-mail/bulk-mail.service.ts'
import { recordAudit } from '#features/audit/audit.service.ts'
import { findSuppressedAmong } from '#features/suppressions/suppression.service.ts'
import type { Context } from '#platform/contract/context.ts'
import { unpagedList, type ListResult } from '#platform/contract/endpoint.ts'
import { badRequest } from '#platform/contract/errors.ts'
import { ADMIN_NOUNS } from '#wording/admin-nouns.ts'
import { nounFor } from '#wording/counts.ts'
import { detectDelimiter, parseCsv, type CsvRow } from './csv.policy.ts'
import { guessColumnsFromData } from './first-row.ts'
import type { GrowthWeek, ImportReport, ImportSubscribers } from './import.contract.ts'
import { getDayOrder, guessColumns, MAX_IMPORT_ROWS } from './import.policy.ts'
import { findUnsubscribes } from '#features/newsletter/unsubscribes.service.ts'
import * as queries from './import.queries.ts'
import { MAX_IMPORT_EXAMPLES, type ValidImportRow, ImportReportBuilder } from './import-report.ts'

export const IMPORT_BATCH_ROWS = 500

export async function importSubscribers(
  ctx: Context,
  { text, columns: chosenColumns, source, date, isTrial }: ImportSubscribers,
): Promise<ImportReport> {
  await assertBulkMailAllowed(ctx)
  const rows = parseCsv(text, detectDelimiter(text), 1 + MAX_IMPORT_ROWS + MAX_IMPORT_EXAMPLES)
  const firstRow = takeRows(rows, 1).taken[0]
  if (!firstRow?.cells)
    throw badRequest('The first line must contain the column names.', [
      { path: 'text', message: 'The first line must contain the column names' },
    ])
  const order = getDayOrder(ctx.site.settings.region)
  const dataColumns = guessColumnsFromData(firstRow.cells, order)
  const headings = dataColumns ? firstRow.cells.map((_, index) => `Column ${index + 1}`) : firstRow.cells
  const columns = chosenColumns ?? dataColumns ?? guessColumns(headings)
  const report = new ImportReportBuilder(headings, columns, dataColumns === undefined, order)
  let isFirstRowPending = dataColumns !== undefined
  const seenEmails = new Set<string>()
  const defaults = { source: source ?? '', date: date ?? '' }
  const now = new Date().toISOString()
  for (let isComplete = false; !isComplete;) {
    const { taken, unreadLines } = takeRows(rows, IMPORT_BATCH_ROWS)
    if (isFirstRowPending) taken.unshift(firstRow)
    isFirstRowPending = false
    const valid = taken.flatMap((row) => report.validateRow(row, seenEmails, defaults, now))
    if (valid.length > 0) await addBatch(ctx, { rowCount: taken.length, valid, source: defaults.source }, report, isTrial, now)
    await setImmediate()
    isComplete = unreadLines !== undefined
    report.skipUnreadRows(unreadLines ?? 0, 'too-many')
  }
  return report.toReport()
}

/** @returns the next rows; at the end also `unreadLines`: the number of lines after the maximum number of rows */
function takeRows(rows: Generator<CsvRow, number>, max: number): { taken: CsvRow[]; unreadLines?: number } {
  const taken: CsvRow[] = []
  while (taken.length < max) {
    const { value, done } = rows.next()
    if (done) return { taken, unreadLines: value }
    taken.push(value)
  }
  return { taken }
}

interface Batch {
  /** Number of parsed rows, including skipped ones. */
  rowCount: number
  valid: readonly ValidImportRow[]
  source: string
}

/** Inserts a batch and writes its audit entry in one transaction, so that the log stays correct when a later batch fails. */
async function addBatch(
  ctx: Context,
  { rowCount, valid: validRows, source }: Batch,
  report: ImportReportBuilder,
  isTrial: boolean,
  now: string,
): Promise<void> {
  const emails = validRows.map(({ email }) => email)
  const [confirmedByEmail, suppressed, unsubscribedAt] = await Promise.all([
    queries.findListedEmails(ctx, emails),
    findSuppressedAmong([ctx], emails),
    findUnsubscribes(ctx, emails),
  ])
  const accepted = validRows.filter(({ line, email, consentAt }) => {
    const isConfirmed = confirmedByEmail.get(email)
    const reason =
      isConfirmed === undefined
        ? suppressed.has(email)
          ? 'suppressed'
          : (unsubscribedAt.get(email) ?? '') >= consentAt
            ? 'unsubscribed'
            : undefined
        : isConfirmed
          ? 'listed'
          : 'waiting'
    if (reason) report.skip(line, email, reason)
    return !reason
  })
  if (isTrial) report.addedCount += accepted.length
  else
    report.addedCount += await ctx.db.transaction().execute(async (db) => {
      const added = await queries.insertImported({ db }, accepted, now)
      if (added === 0) return 0
      const title = `${added} ${nounFor(added, ADMIN_NOUNS.address, ctx.site.settings.language)}`
      const auditData = { addresses: added, skipped: rowCount - added, source: source || 'from the file' }
      await recordAudit({ ...ctx, db }, { action: 'subscriber.import', subject: { type: 'subscriber', id: null, title }, after: auditData })
      return added
    })
}

const WEEKS = 12
const WEEK_MS = 7 * 86_400_000

/** Returns the last twelve 7-day periods, the last ending now. */
export async function listGrowth(ctx: Pick<Context, 'db'>, now = Date.now()): Promise<ListResult<GrowthWeek>> {
  const edges = Array.from({ length: WEEKS + 1 }, (_, index) => new Date(now - (WEEKS - index) * WEEK_MS + 1).toISOString())
  const { subscribed, left } = await queries.countGrowth(ctx, edges)
  return unpagedList(
    subscribed.map((count, week) => ({ from: (edges[week] ?? '').slice(0, 10), subscribed: count, left: left[week] ?? 0 })),
  )
}
