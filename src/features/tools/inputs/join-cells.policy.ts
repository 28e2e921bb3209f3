/** Joins the repeated values of a form submitted without JavaScript to the single value used in URLs. */
import { getOwn } from '#platform/client/get-own.client.ts'

/** Inputs of rows, with the number of cells per row. */
export const CELLS_OF_ROW: Readonly<Record<string, number>> = { slopes: 4, elements: 2, rooms: 3 }

/** Joins `2.4`, `36`, `E`, `none` to `2.4:36:E:none`. Rows with an empty first cell are skipped; checkbox values are joined by commas. */
export function joinCells(kind: string, cells: readonly string[]): string {
  const size = getOwn(CELLS_OF_ROW, kind)
  if (!size) return cells.join(',')
  // Each value is already a whole row.
  if (cells.some((cell) => cell.includes(':'))) return cells.join(';')
  const rows = Array.from({ length: Math.ceil(cells.length / size) }, (_, at) => cells.slice(at * size, (at + 1) * size))
  return rows
    .filter(([first = '']) => first.trim() !== '')
    .map((row) => row.map((cell) => cell.trim()).join(':'))
    .join(';')
}
