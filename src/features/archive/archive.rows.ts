/** Reads the rows of an archive, line by line. */
import { z } from '#platform/contract/zod.ts'
import type { TableName } from './archive-tables.ts'
import type { ArchiveRow as Row } from './archive.format.ts'
import type { Archive } from './archive.reader.ts'

/** Far above any row: protects memory from files without newlines. */
const MAX_LINE_BYTES = 64_000_000
const ArchiveRow = z.record(z.string().regex(/^[a-z][a-z0-9_]*$/), z.union([z.string(), z.number(), z.boolean(), z.null()]))

/** @throws Error with the line number for an invalid row, and if the number of rows differs from the manifest */
export async function* readRows({ manifest, read }: Archive, table: TableName): AsyncGenerator<{ row: Row; line: number }> {
  const path = `data/${table}.jsonl`
  let line = 0
  for await (const text of linesOf(await read(path), path)) {
    line += 1
    yield { row: parse(text, `${path}, line ${line}`), line }
  }
  const expected = manifest.counts[table]
  if (expected !== line) throw new Error(`${path} has ${line} rows; the archive's list says ${expected ?? 'nothing of them'}.`)
}

/** Splits at line feeds only: JSON does not escape other Unicode line separators, such as U+2028. */
async function* linesOf(source: AsyncIterable<Buffer>, path: string): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let length = 0
  for await (const chunk of source) {
    let from = 0
    for (let at = chunk.indexOf(LF); at >= 0; at = chunk.indexOf(LF, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString()
      ;[parts, length, from] = [[], 0, at + 1]
    }
    parts.push(chunk.subarray(from))
    length += chunk.length - from
    if (length > MAX_LINE_BYTES) throw new Error(`${path} holds a line that is too long to be a row.`)
  }
  if (length > 0) yield Buffer.concat(parts).toString()
}
const LF = 10

function parse(text: string, place: string): Row {
  try {
    return ArchiveRow.parse(JSON.parse(text))
  } catch {
    throw new Error(`${place}: this is not a row.`)
  }
}
