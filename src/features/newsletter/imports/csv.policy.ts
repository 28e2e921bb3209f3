/** Rows of a CSV file as programs write it: with commas, semicolons or tabs, with a byte order mark, with quotes, and with faults. */
const DELIMITERS = [',', ';', '\t'] as const
export type CsvDelimiter = (typeof DELIMITERS)[number]

export interface CsvRow {
  /** Where it begins, from 1. */
  line: number
  /** Undefined: a quotation mark is not closed where its cell ends. */
  cells: string[] | undefined
}

/** A quoted text may go on over so many lines; one that does not end by then has lost its mark. */
const MAX_LINES_OF_CELL = 20

/** What most often parts the first line. */
export function detectDelimiter(text: string): CsvDelimiter {
  const first = withoutMark(text).split('\n', 1)[0] ?? ''
  const count = (delimiter: CsvDelimiter) => first.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/** One row at a time; blank lines are left out. A row that is broken costs no other row. */
export function* parseCsv(text: string, delimiter: CsvDelimiter): Generator<CsvRow> {
  const lines = withoutMark(text).split(/\r\n|\n|\r/)
  for (let at = 0; at < lines.length;) {
    const first = lines[at] ?? ''
    if (first.trim() === '') {
      at += 1
      continue
    }
    let cells = splitRow(first, delimiter)
    let taken = 1
    for (let joined = first; cells === undefined && taken < MAX_LINES_OF_CELL && at + taken < lines.length; taken++) {
      joined += `\n${lines[at + taken] ?? ''}`
      cells = splitRow(joined, delimiter)
    }
    yield { line: at + 1, cells: cells ?? undefined }
    at += cells ? taken : 1
  }
}

/** @returns undefined when a quotation mark is not closed yet; null when it closes where no cell ends: it belongs to another row */
function splitRow(row: string, delimiter: string): string[] | null | undefined {
  if (!row.includes('"')) return row.split(delimiter).map((cell) => cell.trim())
  const cells: string[] = []
  let at = 0
  while (at <= row.length) {
    const start = at + (/^[ ]*/.exec(row.slice(at, at + 50))?.[0].length ?? 0)
    if (row[start] !== '"') {
      const end = row.indexOf(delimiter, at)
      cells.push((end === -1 ? row.slice(at) : row.slice(at, end)).trim())
      if (end === -1) return cells
      at = end + 1
      continue
    }
    const end = findClosing(row, start + 1)
    if (end === -1) return undefined
    cells.push(
      row
        .slice(start + 1, end)
        .replaceAll('""', '"')
        .trim(),
    )
    const next = row.indexOf(delimiter, end)
    if (row.slice(end + 1, next === -1 ? undefined : next).trim() !== '') return null
    if (next === -1) return cells
    at = next + 1
  }
  return cells
}

/** The mark that is not doubled. */
function findClosing(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at !== -1; at = row.indexOf('"', at + 2)) if (row[at + 1] !== '"') return at
  return -1
}
