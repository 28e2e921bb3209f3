/** What a form without a script sends in several values of one name, as the one text that belongs into an address. */
import { getOwn } from '#platform/client/get-own.client.ts'

/** Inputs of rows, each with so many cells of one name. */
export const CELLS_OF_ROW: Readonly<Record<string, number>> = { slopes: 4, elements: 2, rooms: 3 }

/** `2.4`, `36`, `E`, `none` is `2.4:36:E:none`; a row whose first cell is empty is none. Ticked boxes are joined by commas. */
export function joinCells(kind: string, cells: readonly string[]): string {
  const size = getOwn(CELLS_OF_ROW, kind)
  if (!size) return cells.join(',')
  // Whole rows that were sent one by one.
  if (cells.some((cell) => cell.includes(':'))) return cells.join(';')
  const rows = Array.from({ length: Math.ceil(cells.length / size) }, (_, at) => cells.slice(at * size, (at + 1) * size))
  return rows
    .filter(([first = '']) => first.trim() !== '')
    .map((row) => row.map((cell) => cell.trim()).join(':'))
    .join(';')
}
