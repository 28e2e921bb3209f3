/** Joins the repeated values of a form submitted without JavaScript into the single value that URLs use. */
import { getOwn } from '#platform/client/get-own.client.ts'

/** Number of cells per row, by kind of input. Inputs of other kinds have no rows. */
export const CELLS_OF_ROW: Readonly<Record<string, number>> = { slopes: 4, elements: 2, rooms: 3 }

/** Joins `2.4`, `36`, `E`, `none` to `2.4:36:E:none`. Rows whose first cell is empty are skipped. Values of checkboxes are joined by commas. */
export function joinCells(nameOrKind: string, cells: readonly string[]): string {
  const size = getOwn(CELLS_OF_ROW, nameOrKind)
  if (!size) return cells.join(',')
  // The values are whole rows already.
  if (cells.some((cell) => cell.includes(':'))) return cells.join(';')
  const rows = Array.from({ length: Math.ceil(cells.length / size) }, (_, rowIndex) => cells.slice(rowIndex * size, (rowIndex + 1) * size))
  return rows
    .filter(([first = '']) => first.trim() !== '')
    .map((row) => row.map((cell) => cell.trim()).join(':'))
    .join(';')
}
