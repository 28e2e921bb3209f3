/** Types of the notifications by which processes learn which tables of which site were written. SQLite has one process and needs none. */

/** Callbacks for a process that caches data of a database in memory. */
export interface ChangeWatcher {
  /** Called after a commit, by this process or another, that wrote to these tables of a site. */
  onChange(site: string, tables: readonly string[]): void
  /**
   * Called when the connection is (re-)established, and when a poll finds that notifications are missing. These sites may have been written
   * to without a call of `onChange`; the list is empty if there are none.
   */
  onMissed(sites: readonly string[]): void
  /** Called when this process becomes the leader, which runs the jobs that only one process may run, or when it is no longer the leader. */
  onLeadershipChange(isLeading: boolean): void
  /** Called once, when another process has migrated the schema to a newer version than this program. */
  onNewerSchema?(): void
  /**
   * Called once when the connection is lost. Until it is back, writes of other processes are not received and cached responses may be
   * stale; `onMissed` then invalidates them.
   */
  onError?(error: unknown): void
}

export interface ChangeSubscription {
  /** Stops listening and gives up leadership. */
  close(): Promise<void>
}

/**
 * Tables whose writes are not published, because no cached response depends on them: frequently written counters, queues, visit hashes
 * and their salts, retention statistics, and file contents.
 */
export const UNWATCHED_TABLES: ReadonlySet<string> = new Set([
  'rate_limits',
  'visits',
  'daily_salts',
  'sign_in_failures',
  'quota_counts',
  'files',
  'file_chunks',
  'newsletter_recipients',
  'retention_runs',
  'search_counts',
  'search_clicks',
  'search_changes',
])
