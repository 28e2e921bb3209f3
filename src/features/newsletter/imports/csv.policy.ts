/** Rows of a CSV file as programs write it: with commas, semicolons or tabs, with a byte order mark, with quotes, and with faults. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof DELIMITERS)[number]

export interface CsvRow {
  /** Where it begins, from 1. */
  line: number
  /** Undefined: a quotation mark is not closed where its cell ends, or the row is too long. */
  cells: string[] | undefined
}

/** A quoted text may go on over so many lines; one that does not end by then has lost its mark. */
const MAX_LINES_OF_CELL = 20

/** Cells further to the right are not read: nobody's list has so many. */
export const MAX_COLUMNS = 200

/** What most often parts the beginning of the first line. */
export function detectDelimiter(text: string): CsvDelimiter {
  const named = SEPARATOR_LINE.exec(withoutMark(text))?.[1]
  if (named !== undefined) return DELIMITERS.find((delimiter) => delimiter === named) ?? ','
  const first = withoutMark(text).slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (delimiter: CsvDelimiter) => first.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Excel's own first line, which names what separates the cells: `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i

const withoutMark = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/**
 * One row at a time; blank lines are left out. A row that is broken costs no other row.
 * @param most rows that are read; of what follows only the lines are counted
 * @returns how many lines with words in them follow
 */
export function* parseCsv(text: string, delimiter: CsvDelimiter, most = Infinity): Generator<CsvRow, number> {
  const file = withoutMark(text)
  let at = SEPARATOR_LINE.exec(file)?.[0].length ?? 0
  let line = at > 0 ? 2 : 1
  for (let rows = 0; at < file.length && rows < most;) {
    const first = readLine(file, at)
    if (first.words.trim() === '') {
      at = first.end
      line += 1
      continue
    }
    let cells = splitRow(first.words, delimiter)
    let last = first
    let taken = 1
    for (let joined = first.words; cells === undefined && taken < MAX_LINES_OF_CELL && last.end < file.length; taken++) {
      last = readLine(file, last.end)
      joined += `\n${last.words}`
      cells = splitRow(joined, delimiter)
    }
    yield { line, cells: cells ?? undefined }
    rows += 1
    at = cells ? last.end : first.end
    line += cells ? taken : 1
  }
  return countLines(file, at)
}

/** One at a time: a file of nothing but line breaks has sixteen million. */
function readLine(file: string, at: number): { words: string; end: number } {
  LINE.lastIndex = at
  const words = LINE.exec(file)?.[1] ?? ''
  return { words, end: Math.max(LINE.lastIndex, at + 1) }
}
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y

function countLines(file: string, at: number): number {
  const pattern = /\S[^\r\n]*/g
  pattern.lastIndex = at
  let lines = 0
  while (pattern.test(file)) lines += 1
  return lines
}

/** A longer row is no row of a list: a mark that was lost has swallowed the file. */
const MAX_ROW_CHARACTERS = 100_000

/** @returns undefined when a quotation mark is not closed yet; null when the row is too long, or when it closes where no cell ends: it belongs to another row */
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

/** The mark that is not doubled. */
function findClosing(row: string, from: number): number {
  for (let at = row.indexOf('"', from); at !== -1; at = row.indexOf('"', at + 2)) if (row[at + 1] !== '"') return at
  return -1
}
