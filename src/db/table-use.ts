/**
 * Which tables a piece of work read and wrote, noticed from the SQL itself, so that the page cache
 * knows what a page depends on and what a write has changed without anybody having to say so.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import type { LogEvent } from 'kysely'

export interface TableUse {
  reads: Set<string>
  writes: Set<string>
}

const current = new AsyncLocalStorage<TableUse>()
const known = new Map<string, { reads: string[]; writes: string[] }>()

/** Runs `work` and notes into `use` every table its queries touch. Nested calls note into the innermost. */
export const noteTableUse = <T>(use: TableUse, work: () => T): T => current.run(use, work)

/** An empty note. */
export const newTableUse = (): TableUse => ({ reads: new Set(), writes: new Set() })

/** Says that the work under way depends on these tables too: it uses what was read from them before. */
export function dependOn(tables: Iterable<string>): void {
  const use = current.getStore()
  if (use) for (const table of tables) use.reads.add(table)
}

/** Says that the work under way makes what was made from these tables old: it has learnt that another process wrote to them. */
export function noteChanged(tables: Iterable<string>): void {
  const use = current.getStore()
  if (use) for (const table of tables) use.writes.add(table)
}

/** Kysely's `log` hook: called after each query, on both engines. */
export function logTableUse(event: LogEvent): void {
  const use = current.getStore()
  if (!use) return
  const { reads, writes } = tablesOf(event.query.sql)
  for (const table of reads) use.reads.add(table)
  for (const table of writes) use.writes.add(table)
}

/** Tables named in one SQL text. Search tables count as the table they index. */
export function tablesOf(sql: string): { reads: string[]; writes: string[] } {
  const found = known.get(sql)
  if (found) return found
  const name = String.raw`(?:"[^"]+"\.)?"([a-z_]+?)(?:_fts)?"`
  const named = (verbs: string) => [...new Set([...sql.matchAll(new RegExp(`\\b(?:${verbs})\\s+${name}`, 'gi'))].map((m) => m[1] ?? ''))]
  const writes = named('insert into|update|delete from')
  const result = { writes, reads: named('from|join').filter((table) => !writes.includes(table)) }
  if (known.size > 2000) known.clear()
  known.set(sql, result)
  return result
}
