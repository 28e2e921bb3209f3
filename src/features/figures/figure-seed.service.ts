/** What a register begins with: `content/figures.yaml`, rows with their sources. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { SiteDatabase } from '#db/tables.ts'
import { hasFigureRows, insertFigureRows } from './figure.queries.ts'
import type { FigureRow, FigureSource } from './figures.policy.ts'

const FILE = join(import.meta.dirname, '../../../content/figures.yaml')

interface FiguresFile {
  sources: Record<string, FigureSource>
  figures: (Omit<FigureRow, 'source'> & { source: string })[]
}

let kept: FigureRow[] | undefined

/** @throws Error for a row whose source is not in the file */
export function readFigureRows(): FigureRow[] {
  if (kept) return kept
  const { sources, figures } = parse(readFileSync(FILE, 'utf8')) as FiguresFile
  const rows = figures.map((row) => {
    const source = sources[row.source]
    if (!source) throw new Error(`content/figures.yaml: ${row.key} names the source ${row.source}, which is not there.`)
    return { ...row, source }
  })
  return (kept = rows)
}

/** Fills a register in which there is nothing; one that has been filled is its administrator's. */
export async function seedFigures(db: SiteDatabase, now = new Date()): Promise<void> {
  if (await hasFigureRows({ db })) return
  await insertFigureRows({ db }, readFigureRows(), now.toISOString())
}
