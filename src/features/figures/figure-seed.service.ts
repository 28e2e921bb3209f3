/** Seeds the reference values of a new site from `content/figures.yaml`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parse } from 'yaml'
import type { SiteDatabase } from '#db/tables.ts'
import { hasReferenceValueRows, insertReferenceValueRows } from './figure.queries.ts'
import type { ReferenceValueRow, ReferenceSource } from './figures.policy.ts'

const SEED_FILE = join(import.meta.dirname, '../../../content/figures.yaml')

interface FiguresFile {
  sources: Record<string, ReferenceSource>
  figures: (Omit<ReferenceValueRow, 'source'> & { source: string })[]
}

let cachedRows: ReferenceValueRow[] | undefined

/**
 * Reads the seed file; the result is memoised.
 * @throws Error if a row names a source that is not in the file
 */
export function readReferenceValueRows(): ReferenceValueRow[] {
  if (cachedRows) return cachedRows
  const { sources, figures } = parse(readFileSync(SEED_FILE, 'utf8')) as FiguresFile
  const rows = figures.map((row) => {
    const source = sources[row.source]
    if (!source) throw new Error(`content/figures.yaml: ${row.key} names the source ${row.source}, which does not exist.`)
    return { ...row, source }
  })
  return (cachedRows = rows)
}

/** Inserts the seed if there are no reference values at all; existing ones are never overwritten. */
export async function seedReferenceValues(db: SiteDatabase, now = new Date()): Promise<void> {
  if (await hasReferenceValueRows({ db })) return
  await insertReferenceValueRows({ db }, readReferenceValueRows(), now.toISOString())
}
