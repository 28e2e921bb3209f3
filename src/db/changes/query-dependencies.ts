/**
 * Tracks what code reads and writes, as keys of `row-keys.ts`: caches learn what a response depends on and what a write invalidates.
 * `recorder.ts` derives the keys from each statement, so nothing has to be declared.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { RowsRead } from './reads.ts'
import { anyKeyOf, anyRowKey, rowKey } from './row-keys.ts'

export interface QueryDependencies {
  reads: Set<string>
  writes: Set<string>
}

const current = new AsyncLocalStorage<QueryDependencies>()
const withoutInvalidation = new AsyncLocalStorage<true>()

/** Runs `work` without invalidating caches: the data that it writes may be shown with delay. Its reads are not recorded either. */
export const writeWithoutInvalidation = <T>(work: () => T): T => withoutInvalidation.run(true, work)

/** Whether the current async context is within `writeWithoutInvalidation`. */
export const isWithoutInvalidation = (): boolean => withoutInvalidation.getStore() === true

/** Runs `work` and adds the keys that its statements read and write to `dependencies`. In nested calls only the innermost records. */
export const trackDependencies = <T>(dependencies: QueryDependencies, work: () => T): T => current.run(dependencies, work)

export const createDependencies = (): QueryDependencies => ({ reads: new Set(), writes: new Set() })

/** Whether reads are recorded in the current async context. */
export const isTrackingReads = (): boolean => current.getStore() !== undefined && !isWithoutInvalidation()

/** Adds read keys to the tracked dependencies: those of a statement, or of data that comes from a cache instead. */
export function addReadDependencies(keys: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies) for (const key of keys) dependencies.reads.add(key)
}

/** Adds written keys to the tracked dependencies, except within `writeWithoutInvalidation`. */
export function addWriteDependencies(keys: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies && !isWithoutInvalidation()) for (const key of keys) dependencies.writes.add(key)
}

/** Maximum number of rows that are tracked singly; above it a response depends on the whole table. */
const MAX_ROWS = 200

/** Returns the keys of the rows that a statement reads. @param rows the result of the statement, used for joined tables */
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
