/** Lists the mutants of source files with Stryker's instrumenter, without running a test. */
import { readFileSync } from 'node:fs'
import { isAbsolute, join, relative } from 'node:path'

export const root = join(import.meta.dirname, '../..')

interface Position {
  line: number
  column: number
}

/** Lines and columns count from 0. */
export interface Mutant {
  id: string
  fileName: string
  mutatorName: string
  replacement: string
  location: { start: Position; end: Position }
}

interface InstrumenterPackage {
  Instrumenter: new (logger: object) => {
    instrument(
      files: { name: string; mutate: true; content: string }[],
      options: { plugins: null; excludedMutations: string[]; ignorers: [] },
    ): Promise<{ mutants: readonly Mutant[] }>
  }
}

/** @param files paths relative to the project's root */
export async function listMutants(files: string[]): Promise<readonly Mutant[]> {
  const path = join(root, 'tests/mutation/node_modules/@stryker-mutator/instrumenter/dist/src/index.js')
  const { Instrumenter } = (await import(path)) as InstrumenterPackage
  const silent = Object.fromEntries(['trace', 'debug', 'info', 'warn', 'error', 'fatal'].map((level) => [level, () => undefined]))
  const logger = { ...silent, isDebugEnabled: () => false }
  const sources = files.map((name) => ({ name, mutate: true as const, content: readFileSync(join(root, name), 'utf8') }))
  return (await new Instrumenter(logger).instrument(sources, { plugins: null, excludedMutations: [], ignorers: [] })).mutants
}

/** Identifies a mutant across processes. */
export function keyOf({ fileName, mutatorName, replacement, location: { start, end } }: Omit<Mutant, 'id'>): string {
  const path = isAbsolute(fileName) ? relative(root, fileName) : fileName
  return [path, start.line, start.column, end.line, end.column, mutatorName, replacement].join('|')
}

/** The range as Stryker's `mutate` option takes it: lines from 1, columns from 0. */
export function rangeOf({ fileName, location: { start, end } }: Mutant): string {
  return `${fileName}:${start.line + 1}:${start.column}-${end.line + 1}:${end.column}`
}
