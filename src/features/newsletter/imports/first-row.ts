/** Whether the first row of a file names its columns, or is data already. */
import { parseEmail } from '#platform/text/parse-email.client.ts'
import { parseConsentDate, STATUSES, type DayOrder, type GuessedColumns } from './import.policy.ts'

/** @returns the columns of a first row that is data already, undefined when it holds no email address and so names the columns */
export function columnsOfData(cells: readonly string[], order: DayOrder): GuessedColumns | undefined {
  const email = cells.findIndex((cell) => parseEmail(cell) !== undefined)
  if (email === -1) return undefined
  const find = (fits: (cell: string) => boolean) => {
    const at = cells.findIndex((cell, column) => column !== email && fits(cell))
    return at === -1 ? null : at
  }
  return {
    email,
    source: null,
    date: find((cell) => parseConsentDate(cell, order) !== undefined),
    status: find((cell) => cell !== '' && STATUSES.some(([, pattern]) => pattern.test(cell))),
  }
}
