import { parseEmail } from '#platform/text/parse-email.client.ts'
import { parseConsentDate, STATUSES, type DayOrder, type GuessedColumns } from './import.policy.ts'

/** Returns the columns of a first row that contains data; undefined when it has no email address and so consists of headings. */
export function guessColumnsFromData(cells: readonly string[], order: DayOrder): GuessedColumns | undefined {
  const email = cells.findIndex((cell) => parseEmail(cell) !== undefined)
  if (email === -1) return undefined
  const find = (matches: (cell: string) => boolean) => {
    const at = cells.findIndex((cell, column) => column !== email && matches(cell))
    return at === -1 ? null : at
  }
  return {
    email,
    source: null,
    date: find((cell) => parseConsentDate(cell, order) !== undefined),
    status: find((cell) => cell !== '' && STATUSES.some(([, pattern]) => pattern.test(cell))),
  }
}
