import { parseEmail } from '#platform/text/parse-email.client.ts'
import { parseConsentDate, STATUS_CELL_PATTERNS, type DayOrder, type GuessedColumns } from './import.policy.ts'

/** Guesses the columns from a first row with data. @returns undefined when no cell is an email address: the row has the headings */
export function guessColumnsFromData(cells: readonly string[], order: DayOrder): GuessedColumns | undefined {
  const email = cells.findIndex((cell) => parseEmail(cell) !== undefined)
  if (email === -1) return undefined
  const findColumn = (matches: (cell: string) => boolean) => {
    const index = cells.findIndex((cell, column) => column !== email && matches(cell))
    return index === -1 ? null : index
  }
  return {
    email,
    source: null,
    date: findColumn((cell) => parseConsentDate(cell, order) !== undefined),
    status: findColumn((cell) => cell !== '' && STATUS_CELL_PATTERNS.some(([, pattern]) => pattern.test(cell))),
  }
}
