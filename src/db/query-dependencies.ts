/**
 * Which tables a piece of work read and wrote, noticed from the SQL itself, so that the page cache
 * knows what a page depends on and what a write has changed without anybody having to say so.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEvent } from 'kysely'
import { LRUCache } from 'lru-cache'

export interface QueryDependencies {
  reads: Set<string>
  writes: Set<string>
}

const current = new AsyncLocalStorage<QueryDependencies>()
const quiet = new AsyncLocalStorage<true>()

/** Runs `work`, whose writes make nothing old: they count what may be shown a little later. */
export const writeQuietly = <T>(work: () => T): T => quiet.run(true, work)

/** Whether a write that is made now makes nothing old. */
export const isQuiet = (): boolean => quiet.getStore() === true

/** Runs `work` and notes into `use` every table its queries touch. Nested calls note into the innermost. */
export const trackDependencies = <T>(dependencies: QueryDependencies, work: () => T): T => current.run(dependencies, work)

/** An empty note. */
export const createDependencies = (): QueryDependencies => ({ reads: new Set(), writes: new Set() })

/** Says that the work under way depends on these tables too: it uses what was read from them before. */
export function addReadDependencies(tables: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies) for (const table of tables) dependencies.reads.add(table)
}

/** Says that the work under way makes what was made from these tables old: it has learnt that another process wrote to them. */
export function addWriteDependencies(tables: Iterable<string>): void {
  const dependencies = current.getStore()
  if (dependencies) for (const table of tables) dependencies.writes.add(table)
}

/** Kysely's `log` hook: called after each query, on both engines. */
export function recordQueryTables(event: LogEvent): void {
  const dependencies = current.getStore()
  if (!dependencies) return
  const { reads, writes } = tablesOf(event.query.sql)
  for (const table of reads) dependencies.reads.add(table)
  if (isQuiet()) return
  for (const table of writes) dependencies.writes.add(table)
}

interface NamedTables {
  reads: string[]
  writes: string[]
}

const known = new LRUCache<string, NamedTables>({
  maxSize: 4 * 1024 * 1024,
  sizeCalculation: (_tables, sql) => 2 * sql.length + 300,
  memoMethod: findTables,
})

/** Tables named in one SQL text. Search tables count as the table they index. */
export const tablesOf = (sql: string): NamedTables => known.memo(sql)

function findTables(sql: string): NamedTables {
  const name = String.raw`(?:"[^"]+"\.)?"([a-z_]+?)(?:_fts)?"`
  const named = (verbs: string) => [...new Set([...sql.matchAll(new RegExp(`\\b(?:${verbs})\\s+${name}`, 'gi'))].map((m) => m[1] ?? ''))]
  const writes = named('insert into|update|delete from')
  return { writes, reads: named('from|join').filter((table) => !writes.includes(table)) }
}
