/** A lenient CSV parser: any common delimiter, byte order mark, quotes, and recovery from broken rows. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof DELIMITERS)[number]

export interface CsvRow {
  /** Line on which the row begins, 1-based. */
  line: number
  /** Undefined: broken quotes, or the row is too long. */
  cells: string[] | undefined
}

/** Maximum lines of a quoted cell; longer ones lack their closing quote. */
const MAX_LINES_OF_CELL = 20

/** Further cells are ignored. */
export const MAX_COLUMNS = 200

/** Returns the delimiter named by a `sep=` line, or the most frequent one at the beginning of the first line. */
export function detectDelimiter(text: string): CsvDelimiter {
  const named = SEPARATOR_LINE.exec(stripBom(text))?.[1]
  if (named !== undefined) return DELIMITERS.find((delimiter) => delimiter === named) ?? ','
  const first = stripBom(text).slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (delimiter: CsvDelimiter) => first.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Excel's first line that names the delimiter: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i

const stripBom = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/**
 * Parses row by row, skipping blank lines. A broken row does not affect other rows.
 * @param maxRows rows to read; further lines are only counted
 * @returns the number of non-blank lines after the last row
 */
export function* parseCsv(text: string, delimiter: CsvDelimiter, maxRows = Infinity): Generator<CsvRow, number> {
  const file = stripBom(text)
  let at = SEPARATOR_LINE.exec(file)?.[0].length ?? 0
  let line = at > 0 ? 2 : 1
  for (let rows = 0; at < file.length && rows < maxRows;) {
    const first = readLine(file, at)
    if (first.text.trim() === '') {
      at = first.end
      line += 1
      continue
    }
    let cells = splitRow(first.text, delimiter)
    let last = first
    let lineCount = 1
    for (let joined = first.text; cells === undefined && lineCount < MAX_LINES_OF_CELL && last.end < file.length; lineCount++) {
      last = readLine(file, last.end)
      joined += `\n${last.text}`
      cells = splitRow(joined, delimiter)
    }
    yield { line, cells: cells ?? undefined }
    rows += 1
    at = cells ? last.end : first.end
    line += cells ? lineCount : 1
  }
  return countLines(file, at)
}

/** Reads one line at a time: splitting could create millions of empty strings. */
function readLine(file: string, at: number): { text: string; end: number } {
  LINE.lastIndex = at
  const text = LINE.exec(file)?.[1] ?? ''
  return { text, end: Math.max(LINE.lastIndex, at + 1) }
}
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y

function countLines(file: string, at: number): number {
  const pattern = /\S[^\r\n]*/g
  pattern.lastIndex = at
  let lines = 0
  while (pattern.test(file)) lines += 1
  return lines
}

/** A longer row lacks a closing quote. */
const MAX_ROW_CHARACTERS = 100_000

/** @returns undefined when a quote is not closed yet; null when the row is too long or a closing quote is not at the end of its cell */
function splitRow(row: string, delimiter: string): string[] | null | undefined {
  if (row.length > MAX_ROW_CHARACTERS) return null
  if (!row.includes('"')) return row.split(delimiter, MAX_COLUMNS).map((cell) => cell.trim())
  const cells: string[] = []
  let at = 0
  while (at <= row.length && cells.length < MAX_COLUMNS) {
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

/** Returns the index of the first quote that is not doubled; -1 if there is none. */
function findClosing(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at !== -1; at = row.indexOf('"', at + 2)) if (row[at + 1] !== '"') return at
  return -1
}
