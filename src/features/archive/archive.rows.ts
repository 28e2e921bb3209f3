/** Reads the rows of an archive, line by line. */
import { z } from '#platform/contract/zod.ts'
import type { TableName } from './archive-tables.ts'
import type { ArchiveRow } from './archive.format.ts'
import type { Archive } from './archive.reader.ts'

/** Maximum length of a line, much longer than any valid row. The limit protects the memory against files without line breaks. */
const MAX_LINE_BYTES = 64_000_000
const ArchiveRowSchema = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** Yields the rows of a table. @throws Error with the line number for an invalid row, and if the number of rows differs from the manifest */
export async function* readRows({ manifest, read }: Archive, table: TableName): AsyncGenerator<{ row: ArchiveRow; line: number }> {
  const path = `data/${table}.jsonl`
  let line = 0
  for await (const lineText of splitLines(await read(path), path)) {
    line += 1
    yield { row: parseRow(lineText, `${path}, line ${line}`), line }
  }
  const expected = manifest.counts[table]
  if (expected !== line) throw new Error(`${path} has ${line} rows; the archive's manifest says ${expected ?? 'none'}.`)
}

/** Splits a file into lines at line feeds only, as JSON does not escape other Unicode line separators such as U+2028. */
async function* splitLines(source: AsyncIterable<Buffer>, path: string): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    let lineStart = 0
    for (let newlineIndex = chunk.indexOf(LF); newlineIndex >= 0; newlineIndex = chunk.indexOf(LF, lineStart)) {
      yield Buffer.concat([...parts, chunk.subarray(lineStart, newlineIndex)]).toString()
      ;[parts, length, lineStart] = [[], 0, newlineIndex + 1]
    }
    parts.push(chunk.subarray(lineStart))
    length += chunk.length - lineStart
    if (length > MAX_LINE_BYTES) throw new Error(`${path} contains a line that is too long for a row.`)
  }
  if (length > 0) yield Buffer.concat(parts).toString()
}
const LF = 10

function parseRow(text: string, location: string): ArchiveRow {
  try {
    return ArchiveRowSchema.parse(JSON.parse(text))
  } catch {
    throw new Error(`${location}: not a valid row.`)
  }
}
