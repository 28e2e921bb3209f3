/**
 * What several processes tell each other about one database: which tables of which site were written to. An engine that one
 * process owns has nothing to tell.
 */

/** Whoever keeps something in memory that was made from a database. */
export interface ChangeWatcher {
  /** These tables of a site were written to, by this process or another; it is committed. */
  onChange(site: string, tables: readonly string[]): void
  /** From now on everything is heard. Before, while there was no connection, something may have been written to these sites. */
  onMissed(sites: readonly string[]): void
  /** Of all processes this one does from now on what only one must do, or does so no longer. */
  onLeading(isLeading: boolean): void
  /** The schema is of a newer version than this program. Called once. */
  onNewerSchema?(): void
  /** The connection was lost, or could not be made again. What is known stays as it is until it is back. */
  onFault?(fault: unknown): void
}

export interface ChangeWatch {
  /** Hears nothing more, and leads no longer. */
  close(): Promise<void>
}

/**
 * Tables that no answer is made from: they count, and are written to much more often than anything else, or hold the bytes of files.
 * Nobody is told.
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
