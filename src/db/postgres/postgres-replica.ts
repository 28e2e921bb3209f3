/**
 * Serves public reads from a replica (streaming replication). It lags behind the primary, so a site is read from it only while it is known
 * to have applied all writes to that site; otherwise, and if it is unreachable, the primary is used.
 */
import { Kysely, PostgresDialect, WithSchemaPlugin, type PostgresPool } from 'kysely'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { ChangeWatcher } from '#db/changes/change-feed.ts'
import { assertSiteName, type SiteReplica } from '#db/engine.ts'
import type { ChangeRecorder } from '#db/changes/recorder.ts'
import { observeQuery } from '#db/query-observer.ts'
import type { Tables } from '#db/tables.ts'

/** Polling interval of the replica's position: while it is behind, and while it is current (to detect that it is gone). */
const POLL_INTERVAL_MS = { behind: 20, current: 1_000 }

type Query = <R extends QueryResultRow>(sql: string) => Promise<QueryResult<R>>

export interface Replica {
  /** Connects to a site. @throws Error if `recorder` is undefined: the site's primary database must be connected first */
  connect(site: string, recorder: ChangeRecorder | undefined): SiteReplica
  /** Wraps a watcher, so that the replica is notified of each change before it. */
  follow(watcher: ChangeWatcher): ChangeWatcher
  close(): Promise<void>
}

/**
 * Opens the replica and polls its position.
 * @param pool connections to the replica; closed by `close`
 * @param queryPrimary runs a statement on the primary
 */
export function openReplica(pool: Pool, queryPrimary: Query): Replica {
  const progress = new ReplicaProgress(pool, queryPrimary)
  return {
    connect(site, recorder) {
      assertSiteName(site)
      if (!recorder) throw new Error(`The site ${site} is not connected.`)
      // Closing one site must not close the connections of the others.
      const sharedPool: PostgresPool = { options: pool.options, connect: () => pool.connect(), end: async () => undefined }
      const dialect = new PostgresDialect({ pool: sharedPool, onCreateConnection: async (connection) => recorder.attach(connection) })
      const db = new Kysely<Tables>({ dialect, log: observeQuery, plugins: [new WithSchemaPlugin(`site_${site}`)] })
      return { db, isCurrent: () => progress.isCurrent(site) }
    },
    follow: (watcher) => ({
      onChange(site, tables) {
        progress.recordWrite(site)
        watcher.onChange(site, tables)
      },
      onMissed(sites) {
        for (const site of sites) progress.recordWrite(site)
        progress.setListening(true)
        watcher.onMissed(sites)
      },
      onLeadershipChange: (isLeading) => watcher.onLeadershipChange(isLeading),
      onError(error) {
        progress.setListening(false)
        watcher.onError?.(error)
      },
    }),
    async close() {
      progress.close()
      await pool.end()
    },
  }
}

class ReplicaProgress {
  readonly #pool: Pool
  readonly #queryPrimary: Query
  /** Sites that were written to since the replica was last known to be current. */
  readonly #behind = new Set<string>()
  #isKnown = false
  #isListening = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #polling: Promise<void> | undefined

  constructor(pool: Pool, queryPrimary: Query) {
    this.#pool = pool
    this.#queryPrimary = queryPrimary
    this.#schedulePoll(0)
  }

  /** Whether the replica has applied all writes to a site. */
  isCurrent(site: string): boolean {
    return this.#isKnown && this.#isListening && !this.#behind.has(site)
  }

  /** Marks a site as behind. */
  recordWrite(site: string): void {
    this.#behind.add(site)
    this.#schedulePoll(0)
  }

  /** Sets whether this process receives change notifications; while it does not, the replica is not used. */
  setListening(isListening: boolean): void {
    this.#isListening = isListening
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #schedulePoll(waitMs: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void (this.#polling ??= this.#poll().finally(() => void (this.#polling = undefined))), waitMs).unref()
  }

  async #poll(): Promise<void> {
    const sites = [...this.#behind]
    try {
      // Every write in `sites` was committed before this position.
      const { rows } = await this.#queryPrimary<{ position: string }>('select pg_current_wal_insert_lsn() as position')
      const { rows: results } = await this.#pool.query<{ hasApplied: boolean | null }>(
        'select pg_last_wal_replay_lsn() >= $1::pg_lsn as "hasApplied"',
        [rows[0]?.position],
      )
      const hasApplied = results[0]?.hasApplied === true
      if (hasApplied) {
        for (const site of sites) this.#behind.delete(site)
        this.#isKnown = true
      }
      this.#schedulePoll(hasApplied && this.#behind.size === 0 ? POLL_INTERVAL_MS.current : POLL_INTERVAL_MS.behind)
    } catch {
      this.#isKnown = false
      this.#schedulePoll(POLL_INTERVAL_MS.current)
    }
  }
}
