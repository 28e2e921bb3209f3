/**
 * Refetches the queries that a write made stale. Responses to reads name the tables that they were computed from, and responses to writes
 * the tables that they changed, so no screen has to list queries to invalidate.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Response headers of the API: comma-separated table names. */
export const READ_TABLES_HEADER = 'x-read-tables'
export const WRITTEN_TABLES_HEADER = 'x-written-tables'

const tablesByQuery = new WeakMap<QueryClient, Map<string, readonly string[]>>()

/** Records the tables of a query. @param tables those that the query's data was computed from */
export function setQueryTables(client: QueryClient, queryKey: QueryKey, tables: readonly string[]): void {
  tablesOfQueries(client).set(hashOf(client, queryKey), tables)
}

/** Returns the tables of a client's queries, by query hash. */
export function tablesOfQueries(client: QueryClient): Map<string, readonly string[]> {
  let known = tablesByQuery.get(client)
  if (!known) tablesByQuery.set(client, (known = new Map()))
  return known
}

/** Returns the tables that a query's data was computed from; empty if detached, undefined if it has no data yet. */
export const findQueryTables = (client: QueryClient, queryKey: QueryKey): readonly string[] | undefined =>
  tablesOfQueries(client).get(hashOf(client, queryKey))

const hashOf = (client: QueryClient, queryKey: QueryKey): string => client.defaultQueryOptions({ queryKey }).queryHash

/** Excludes a query from refetching: its item was deleted, but a closing panel still shows it. */
export const detachQuery = (client: QueryClient, queryKey: QueryKey): void => setQueryTables(client, queryKey, [])

interface Stale {
  tables: Set<string>
  /** Whether all queries are stale: a write was rejected because the browser's data was outdated. */
  everything: boolean
}
const createStale = (): Stale => ({ tables: new Set(), everything: false })

let queryClient: QueryClient | undefined
let writesInFlight = 0
let stale = createStale()
let isScheduled = false
let lastRefresh: Promise<unknown> = Promise.resolve()

/** Sets the client whose queries are refetched. Called once, in the browser. */
export function startQueryRefresh(client: QueryClient): void {
  queryClient = client
}

export interface WriteReport {
  /** Reports the changed tables. */
  written(tables: readonly string[]): void
  /** Reports that the write was rejected because its target was changed or deleted: all queries may be stale. */
  outdated(): void
}

/**
 * Runs a write and refetches the queries that it made stale. Overlapping and consecutive writes share one refetch, after the last of them.
 * @param refetches whether stale queries on the screen are refetched; otherwise they are only marked
 * @throws what `write` throws
 */
export async function withQueryRefresh<T>(write: (report: WriteReport) => Promise<T>, refetches = true): Promise<T> {
  const staleByWrite = createStale()
  writesInFlight += 1
  try {
    return await write({
      written: (tables) => tables.forEach((table) => staleByWrite.tables.add(table)),
      outdated: () => void (staleByWrite.everything = true),
    })
  } finally {
    writesInFlight -= 1
    if (!refetches) void invalidate(staleByWrite, 'none')
    // Called even if nothing is stale: an earlier write may have deferred its refetch until this one ended.
    addStale(refetches ? staleByWrite : createStale())
  }
}

/** Resolves when the queries that earlier writes made stale have been refetched, or have failed. */
export async function waitForRefresh(): Promise<void> {
  refresh()
  await lastRefresh
}

/** Schedules the refetch as a task, after the caller of the write has continued: it may send another write or unmount a query. */
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
  stale = createStale()
}

async function invalidate({ tables, everything }: Stale, refetchType: 'active' | 'none'): Promise<void> {
  const client = queryClient
  if (!client) return
  const isStale = (queryTables: readonly string[]) => (everything ? queryTables.length > 0 : queryTables.some((table) => tables.has(table)))
  await client.invalidateQueries({ refetchType, predicate: ({ queryKey }) => isStale(findQueryTables(client, queryKey) ?? []) })
}
