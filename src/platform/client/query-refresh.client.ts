/**
 * After a write the server says which tables it changed, and of each query it has said which tables it was answered from. So the
 * queries that a write made stale are asked for again, and no screen keeps a list of them.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Headers of the API: names of tables with commas between them. */
export const READ_TABLES_HEADER = 'x-read-tables'
export const WRITTEN_TABLES_HEADER = 'x-written-tables'

const tablesByQuery = new WeakMap<QueryClient, Map<string, readonly string[]>>()

/** @param tables that the query was answered from */
export function setQueryTables(client: QueryClient, queryKey: QueryKey, tables: readonly string[]): void {
  tablesOfQueries(client).set(hashOf(client, queryKey), tables)
}

/** The tables of each of a client's queries, by the query's hash. */
export function tablesOfQueries(client: QueryClient): Map<string, readonly string[]> {
  let known = tablesByQuery.get(client)
  if (!known) tablesByQuery.set(client, (known = new Map()))
  return known
}

/** @returns the tables that a query was answered from; undefined when it has not been answered, or is detached */
export const findQueryTables = (client: QueryClient, queryKey: QueryKey): readonly string[] | undefined =>
  tablesOfQueries(client).get(hashOf(client, queryKey))

const hashOf = (client: QueryClient, queryKey: QueryKey): string => client.defaultQueryOptions({ queryKey }).queryHash

/** From now on no write refreshes this query: what it is about has been deleted, while a closing panel still shows it. */
export const detachQuery = (client: QueryClient, queryKey: QueryKey): void => setQueryTables(client, queryKey, [])

/** What the latest writes have changed; `everything` when a write was refused because the browser's data was behind. */
interface Stale {
  tables: Set<string>
  everything: boolean
}
const nothing = (): Stale => ({ tables: new Set(), everything: false })

let refreshed: QueryClient | undefined
let writesInFlight = 0
let stale = nothing()
let isScheduled = false
let lastRefresh: Promise<unknown> = Promise.resolve()

/** In the browser, once: whose queries are refreshed. */
export function startQueryRefresh(client: QueryClient): void {
  refreshed = client
}

export interface WriteNotes {
  /** The write changed these tables. */
  written(tables: readonly string[]): void
  /** The write was refused, as what it is about has changed or gone: all that is shown may be behind. */
  outdated(): void
}

/**
 * Runs a write and refreshes what it made stale. Writes that follow one another are one refresh, after the last of them.
 * @param refetches false marks queries as stale without asking for those on the screen again
 */
export async function withQueryRefresh<T>(write: (notes: WriteNotes) => Promise<T>, refetches = true): Promise<T> {
  const own = nothing()
  writesInFlight += 1
  try {
    return await write({
      written: (tables) => tables.forEach((table) => own.tables.add(table)),
      outdated: () => void (own.everything = true),
    })
  } finally {
    writesInFlight -= 1
    if (!refetches) void invalidate(own, 'none')
    // Also for nothing: an earlier write may have put its refresh off until this one was through.
    addStale(refetches ? own : nothing())
  }
}

/** Resolves when the queries that earlier writes made stale have been answered again, or have failed to be. */
export async function waitForRefresh(): Promise<void> {
  refresh()
  await lastRefresh
}

/** The refresh comes after whoever waits for the write has gone on: they may send another, or close what shows a query. */
function addStale({ tables, everything }: Stale): void {
  for (const table of tables) stale.tables.add(table)
  stale.everything ||= everything
  if (isScheduled) return
  isScheduled = true
  setTimeout(() => {
    isScheduled = false
    if (writesInFlight === 0) refresh()
  }, 0)
}

function refresh(): void {
  if (stale.tables.size === 0 && !stale.everything) return
  lastRefresh = invalidate(stale, 'active')
  stale = nothing()
}

async function invalidate({ tables, everything }: Stale, refetchType: 'active' | 'none'): Promise<void> {
  const client = refreshed
  if (!client) return
  const isStale = (read: readonly string[]) => (everything ? read.length > 0 : read.some((table) => tables.has(table)))
  await client.invalidateQueries({ refetchType, predicate: ({ queryKey }) => isStale(findQueryTables(client, queryKey) ?? []) })
}
