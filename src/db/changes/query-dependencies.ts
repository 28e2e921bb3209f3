/**
 * What a piece of work read and wrote, noticed from the SQL and its results, so that the caches know what an answer depends on and what
 * a write has changed without anybody having to say so. Tables stand by their names; single rows as keys, `topics:id=5`.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import { parseReads, type RowsRead } from './statement-reads.ts'
import { anyKeyOf, anyRowKey, rowKey } from './statement-writes.ts'

export interface QueryDependencies {
  reads: Set<string>
  writes: Set<string>
}

const current = new AsyncLocalStorage<QueryDependencies>()
const quiet = new AsyncLocalStorage<true>()

/** Runs `work`, whose writes make nothing old: they count what may be shown a little later. What it reads for that is in no answer. */
export const writeWithoutInvalidation = <T>(work: () => T): T => quiet.run(true, work)

/** Whether a write that is made now makes nothing old. */
export const isWithoutInvalidation = (): boolean => quiet.getStore() === true

/** Runs `work` and notes into `use` everything its queries touch. Nested calls note into the innermost. */
export const trackDependencies = <T>(dependencies: QueryDependencies, work: () => T): T => current.run(dependencies, work)

/** An empty note. */
export const createDependencies = (): QueryDependencies => ({ reads: new Set(), writes: new Set() })

/** Says that the work under way depends on these too: it uses what was read from them before. */
export function addReadDependencies(read: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies) for (const one of read) dependencies.reads.add(one)
}

/** Says that the work under way makes what was made from these old: it has learnt that another process wrote to them. */
export function addWriteDependencies(written: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies && !isWithoutInvalidation()) for (const one of written) dependencies.writes.add(one)
}

/** The tables among dependencies, also those of which only rows are meant. */
export const tablesAmong = (dependencies: Iterable<string>): Set<string> =>
  new Set([...dependencies].map((one) => (one.includes(':') ? one.slice(0, one.indexOf(':')) : one)))

/** Called by the engines after each statement that reads. */
export function recordRead(sql: string, parameters: readonly unknown[], rows: readonly object[]): void {
  const dependencies = current.getStore()
  if (!dependencies || isWithoutInvalidation()) return
  for (const read of parseReads(sql)) for (const key of keysOf(read, parameters, rows)) dependencies.reads.add(key)
}

/** An answer made of more rows of a table than this depends on all of it. */
const MAX_ROWS = 200

function keysOf(read: RowsRead, parameters: readonly unknown[], rows: readonly object[]): string[] {
  const { table, kind } = read
  if (kind === 'all') return [table]
  const values =
    kind === 'keys' ? read.parameters.map((at) => parameters[at]) : rows.map((row) => (row as Record<string, unknown>)[read.column])
  const column = kind === 'keys' ? read.column : 'id'
  const known = [...new Set(values)].filter((value) => value !== null)
  if (known.length > MAX_ROWS) return [table]
  const keys = known.map((value) => (value === undefined ? undefined : rowKey(table, column, value)))
  // A value that cannot be said: all of the table.
  if (keys.includes(undefined)) return [table]
  return keys.length === 0 ? [] : [...(keys as string[]), anyKeyOf(table, column), anyRowKey(table)]
}
