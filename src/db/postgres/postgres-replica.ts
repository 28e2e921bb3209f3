/**
 * A copy of the server that follows it by streaming replication and answers what everybody may read. It is always a little behind. It is
 * read only while it is known to have all that was written to a site; until then, and when it does not answer, the server itself is.
 */
import { Kysely, PostgresDialect, WithSchemaPlugin, type PostgresPool } from 'kysely'
import type { Pool, QueryResult, QueryResultRow } from 'pg'
import type { ChangeWatcher } from '#db/changes/change-feed.ts'
import { assertSiteName, type SiteReplica } from '#db/engine.ts'
import type { ChangeRecorder } from '#db/changes/recorder.ts'
import { observeQuery } from '#db/query-observer.ts'
import type { Tables } from '#db/tables.ts'

/** How often a follower that is behind is asked how far it has come, and one that is not whether it is still there. */
const ASK_EVERY_MS = { behind: 20, current: 1_000 }

type Query = <R extends QueryResultRow>(sql: string) => Promise<QueryResult<R>>

export interface Replica {
  /** @throws Error without the `recorder` of the site's own database, which is connected first */
  connect(site: string, recorder: ChangeRecorder | undefined): SiteReplica
  /** Hears what the watcher hears, and before it. */
  follow(watcher: ChangeWatcher): ChangeWatcher
  close(): Promise<void>
}

/**
 * @param pool of the follower; it is ended with it
 * @param askPrimary on a connection to the server itself
 */
export function openReplica(pool: Pool, askPrimary: Query): Replica {
  const progress = new ReplicaProgress(pool, askPrimary)
  return {
    connect(site, recorder) {
      assertSiteName(site)
      if (!recorder) throw new Error(`The site ${site} is not connected.`)
      // Closing one site must not end the connections of the others.
      const sharedPool: PostgresPool = { options: pool.options, connect: () => pool.connect(), end: async () => undefined }
      const dialect = new PostgresDialect({ pool: sharedPool, onCreateConnection: async (connection) => recorder.attach(connection) })
      const db = new Kysely<Tables>({ dialect, log: observeQuery, plugins: [new WithSchemaPlugin(`site_${site}`)] })
      return { db, isCurrent: () => progress.isCurrent(site) }
    },
    follow: (watcher) => ({
      onChange(site, tables) {
        progress.noteWrite(site)
        watcher.onChange(site, tables)
      },
      onMissed(sites) {
        for (const site of sites) progress.noteWrite(site)
        progress.setHearing(true)
        watcher.onMissed(sites)
      },
      onLeading: (isLeading) => watcher.onLeading(isLeading),
      onFault(fault) {
        progress.setHearing(false)
        watcher.onFault?.(fault)
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
  readonly #askPrimary: Query
  /** Sites that were written to since the follower was last known to have everything. */
  readonly #behind = new Set<string>()
  #isKnown = false
  #hears = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  #asking: Promise<void> | undefined

  /**
   * @param pool of the follower
   * @param askPrimary on a connection to the server itself
   */
  constructor(pool: Pool, askPrimary: Query) {
    this.#pool = pool
    this.#askPrimary = askPrimary
    this.#askAgain(0)
  }

  /** Whether the follower has all that was written to a site. */
  isCurrent(site: string): boolean {
    return this.#isKnown && this.#hears && !this.#behind.has(site)
  }

  /** A site was written to. */
  noteWrite(site: string): void {
    this.#behind.add(site)
    this.#askAgain(0)
  }

  /** Whether this process hears what is written. While it does not, the follower is not to be relied on. */
  setHearing(hears: boolean): void {
    this.#hears = hears
  }

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
  }

  #askAgain(waitMs: number): void {
    if (this.#isClosed) return
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void (this.#asking ??= this.#ask().finally(() => void (this.#asking = undefined))), waitMs).unref()
  }

  async #ask(): Promise<void> {
    const sites = [...this.#behind]
    try {
      // Whatever was told was committed before this.
      const { rows } = await this.#askPrimary<{ at: string }>('select pg_current_wal_insert_lsn() as at')
      const { rows: answers } = await this.#pool.query<{ has: boolean | null }>('select pg_last_wal_replay_lsn() >= $1::pg_lsn as has', [
        rows[0]?.at,
      ])
      const has = answers[0]?.has === true
      if (has) {
        for (const site of sites) this.#behind.delete(site)
        this.#isKnown = true
      }
      this.#askAgain(has && this.#behind.size === 0 ? ASK_EVERY_MS.current : ASK_EVERY_MS.behind)
    } catch {
      this.#isKnown = false
      this.#askAgain(ASK_EVERY_MS.current)
    }
  }
}
