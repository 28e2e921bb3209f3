/**
 * What tracked work reads and writes, by the names of `row-keys.ts`, so that caches know what a response depends on and what a write has changed.
 * Nothing has to be declared: `recorder.ts` reads it from each statement.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RowsRead } from './reads.ts'
import { anyKeyOf, anyRowKey, rowKey } from './row-keys.ts'

export interface QueryDependencies {
  reads: Set<string>
  writes: Set<string>
}

const current = new AsyncLocalStorage<QueryDependencies>()
const quiet = new AsyncLocalStorage<true>()

/** Runs `work`, whose writes invalidate nothing: they are of data that may be shown a little later. What it reads is not recorded either. */
export const writeWithoutInvalidation = <T>(work: () => T): T => quiet.run(true, work)

/** Whether writes invalidate nothing here. */
export const isWithoutInvalidation = (): boolean => quiet.getStore() === true

/** Runs `work` and adds what its statements read and write. In nested calls only the innermost records. */
export const trackDependencies = <T>(dependencies: QueryDependencies, work: () => T): T => current.run(dependencies, work)

export const createDependencies = (): QueryDependencies => ({ reads: new Set(), writes: new Set() })

/** Whether reads are recorded here. */
export const isTrackingReads = (): boolean => current.getStore() !== undefined && !isWithoutInvalidation()

/** Adds to what the tracked work depends on: it uses what was read from these before. */
export function addReadDependencies(keys: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies) for (const key of keys) dependencies.reads.add(key)
}

/** Adds to what the tracked work has written: it has learnt that another process wrote to these. */
export function addWriteDependencies(keys: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies && !isWithoutInvalidation()) for (const key of keys) dependencies.writes.add(key)
}

/** Of more rows than this a response depends on the whole table. */
const MAX_ROWS = 200

/** @param rows the result of the statement, for what was joined */
export function keysOfRead(read: RowsRead, rows: readonly unknown[]): string[] {
  const { table, kind } = read
  if (kind === 'all') return [table]
  const column = kind === 'keys' ? read.column : 'id'
  const values = new Set(kind === 'keys' ? read.values : rows.map((row) => (row as Record<string, unknown>)[read.column]))
  values.delete(null)
  if (values.size === 0) return []
  const keys = [...values].map((value) => (value === undefined ? undefined : rowKey(table, column, value)))
  return keys.length > MAX_ROWS || keys.includes(undefined) ? [table] : [...(keys as string[]), anyKeyOf(table, column), anyRowKey(table)]
}
