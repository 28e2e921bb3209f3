/** Validates the rows of an import and collects its report: how many were added, and how many were skipped for which reason. */
import { Subscribe } from '#features/newsletter/newsletter.contract.ts'
import type { CsvRow } from './csv.policy.ts'
import type { ImportColumns, ImportReport } from './import.contract.ts'
import { MAX_IMPORT_ROWS, parseConsentDate, getStatusSkipReason, type DayOrder, type SkipReason } from './import.policy.ts'
import type { ImportedRow } from './import.queries.ts'
import { limitText } from '#wording/cut-text.ts'
import { emailKey } from '#platform/text/parse-email.client.ts'

export const MAX_IMPORT_EXAMPLES = 100
const MAX_HEADING_LENGTH = 200

export interface ValidImportRow extends ImportedRow {
  line: number
}

export class ImportReportBuilder {
  rowCount = 0
  addedCount = 0
  readonly #headings: string[]
  readonly #columns: ImportColumns
  readonly #hasHeadings: boolean
  readonly #dayOrder: DayOrder
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- known reasons
  readonly #skipped: Partial<Record<SkipReason, number>> = {}
  readonly #examples: ImportReport['examples'] = []

  constructor(headings: string[], columns: ImportColumns, hasHeadings: boolean, dayOrder: DayOrder) {
    this.#headings = headings.map((heading) => limitText(heading, MAX_HEADING_LENGTH))
    this.#columns = columns
    this.#hasHeadings = hasHeadings
    this.#dayOrder = dayOrder
  }

  skip(line: number, email: string, reason: SkipReason): void {
    this.#skipped[reason] = (this.#skipped[reason] ?? 0) + 1
    if (this.#examples.length < MAX_IMPORT_EXAMPLES) this.#examples.push({ line, email: limitText(email, 254), reason })
  }

  /** Counts rows after the maximum, which were not parsed. */
  skipUnreadRows(count: number, reason: SkipReason): void {
    this.rowCount += count
    if (count > 0) this.#skipped[reason] = (this.#skipped[reason] ?? 0) + count
  }

  /**
   * Validates a row without database access, and records the reason when it is skipped.
   * @param seen email addresses of earlier valid rows; that of a valid row is added
   * @returns the valid row, or an empty array
   */
  validateRow({ line, cells }: CsvRow, seen: Set<string>, defaults: { source: string; date: string }, now: string): ValidImportRow[] {
    this.rowCount += 1
    const cell = (column: number | null) => (column === null ? '' : (cells?.[column] ?? ''))
    const email = emailKey(cell(this.#columns.email))
    const source = cell(this.#columns.source) || defaults.source
    const date = cell(this.#columns.date) || defaults.date
    const consentAt = parseConsentDate(date, this.#dayOrder)
    const reason = ((): SkipReason | undefined => {
      if (this.rowCount > MAX_IMPORT_ROWS) return 'too-many'
      if (!cells) return 'broken'
      if (email === '') return 'no-address'
      if (!Subscribe.shape.email.safeParse(email).success) return 'no-email'
      if (seen.has(email)) return 'twice'
      const problem = getStatusSkipReason(cell(this.#columns.status), this.#headings[this.#columns.status ?? -1] ?? '')
      if (problem !== undefined) return problem
      if (source === '' || date === '') return 'no-proof'
      return consentAt === undefined || consentAt > now ? 'bad-date' : undefined
    })()
    if (reason === undefined) seen.add(email)
    else this.skip(line, email, reason)
    return reason === undefined ? [{ line, email, source: limitText(source, 200), consentAt: consentAt ?? now }] : []
  }

  toReport(): ImportReport {
    const skipped = (Object.entries(this.#skipped) as [SkipReason, number][]).map(([reason, count]) => ({ reason, count }))
    return {
      hasHeadings: this.#hasHeadings,
      headings: this.#headings,
      columns: this.#columns,
      rows: this.rowCount,
      added: this.addedCount,
      skipped,
      examples: this.#examples,
    }
  }
}
