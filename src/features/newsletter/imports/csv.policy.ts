/** Parses CSV leniently: accepts four delimiters, a byte order mark and quotes, and recovers from broken rows. */
const DELIMITERS = [',', ';', '\t', '|'] as const
export type CsvDelimiter = (typeof DELIMITERS)[number]

export interface CsvRow {
  /** Number of the line on which the row begins; the first line is 1. */
  line: number
  /** Undefined if the quotes are broken or the row is too long. */
  cells: string[] | undefined
}

/** Maximum number of lines of a quoted cell; a longer one is treated as lacking its closing quote. */
const MAX_CELL_LINES = 20

/** Maximum number of cells that are read from a row; further cells are ignored. */
export const MAX_COLUMNS = 200

/** Returns the delimiter that a `sep=` line names, otherwise the most frequent one in the first 10,000 characters of the first line. */
export function detectDelimiter(text: string): CsvDelimiter {
  const namedDelimiter = SEPARATOR_LINE.exec(stripBom(text))?.[1]
  if (namedDelimiter !== undefined) return DELIMITERS.find((delimiter) => delimiter === namedDelimiter) ?? ','
  const firstLine = stripBom(text).slice(0, 10_000).split('\n', 1)[0] ?? ''
  const count = (delimiter: CsvDelimiter) => firstLine.split(delimiter).length
  return DELIMITERS.toSorted((a, b) => count(b) - count(a))[0] ?? ','
}

/** Matches the optional first line with which Excel names the delimiter, such as `sep=;`. */
const SEPARATOR_LINE = /^"?sep=([,;\t|])"?[,;\t|]*(?:\r\n|\n|\r)/i

const stripBom = (text: string): string => (text.startsWith('\uFEFF') ? text.slice(1) : text)

/**
 * Parses row by row, skipping blank lines. After a broken row, parsing continues with the next line.
 * @param maxRows maximum number of rows to parse; non-blank lines after them are only counted
 * @returns the number of non-blank lines after the last parsed row
 */
export function* parseCsv(text: string, delimiter: CsvDelimiter, maxRows = Infinity): Generator<CsvRow, number> {
  const file = stripBom(text)
  let position = SEPARATOR_LINE.exec(file)?.[0].length ?? 0
  let line = position > 0 ? 2 : 1
  for (let rowCount = 0; position < file.length && rowCount < maxRows;) {
    const firstLine = readLine(file, position)
    if (firstLine.text.trim() === '') {
      position = firstLine.end
      line += 1
      continue
    }
    let cells = splitRow(firstLine.text, delimiter)
    let lastLine = firstLine
    let lineCount = 1
    for (let joinedText = firstLine.text; cells === undefined && lineCount < MAX_CELL_LINES && lastLine.end < file.length; lineCount++) {
      lastLine = readLine(file, lastLine.end)
      joinedText += `\n${lastLine.text}`
      cells = splitRow(joinedText, delimiter)
    }
    yield { line, cells: cells ?? undefined }
    rowCount += 1
    position = cells ? lastLine.end : firstLine.end
    line += cells ? lineCount : 1
  }
  return countLines(file, position)
}

/** Reads a single line, because splitting the whole file could create millions of strings. */
function readLine(file: string, start: number): { text: string; end: number } {
  LINE.lastIndex = start
  const text = LINE.exec(file)?.[1] ?? ''
  return { text, end: Math.max(LINE.lastIndex, start + 1) }
}
const LINE = /([^\r\n]*)(?:\r\n|\n|\r|$)/y

function countLines(file: string, start: number): number {
  const pattern = /\S[^\r\n]*/g
  pattern.lastIndex = start
  let lineCount = 0
  while (pattern.test(file)) lineCount += 1
  return lineCount
}

/** Maximum length of a row in characters; a longer row is broken. */
const MAX_ROW_CHARACTERS = 100_000

/** @returns undefined when a quote is not closed yet; null when the row is too long or a closing quote is not at the end of its cell */
function splitRow(row: string, delimiter: string): string[] | null | undefined {
  if (row.length > MAX_ROW_CHARACTERS) return null
  if (!row.includes('"')) return row.split(delimiter, MAX_COLUMNS).map((cell) => cell.trim())
  const cells: string[] = []
  let position = 0
  while (position <= row.length && cells.length < MAX_COLUMNS) {
    const start = position + (/^[ ]*/.exec(row.slice(position, position + 50))?.[0].length ?? 0)
    if (row[start] !== '"') {
      const end = row.indexOf(delimiter, position)
      cells.push((end === -1 ? row.slice(position) : row.slice(position, end)).trim())
      if (end === -1) return cells
      position = end + 1
      continue
    }
    const end = findClosingQuote(row, start + 1)
    if (end === -1) return undefined
    cells.push(
      row
        .slice(start + 1, end)
        .replaceAll('""', '"')
        .trim(),
    )
    const nextDelimiter = row.indexOf(delimiter, end)
    if (row.slice(end + 1, nextDelimiter === -1 ? undefined : nextDelimiter).trim() !== '') return null
    if (nextDelimiter === -1) return cells
    position = nextDelimiter + 1
  }
  return cells
}

/** Returns the index of the first quote that is not doubled; -1 if there is none. */
function findClosingQuote(row: string, start: number): number {
  for (let index = row.indexOf('"', start); index !== -1; index = row.indexOf('"', index + 2)) if (row[index + 1] !== '"') return index
  return -1
}
