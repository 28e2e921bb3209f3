/** An engine keeps many sites apart and opens one at a time. Two exist: sqlite.ts and postgres.ts. */
import { PostgresAdapter, TableNode, type Kysely } from 'kysely'
import type { ChangeWatch, ChangeWatcher } from './changes/change-feed.ts'
import type { SiteDatabase } from './tables.ts'

export type EngineName = 'sqlite' | 'postgres'

/** A database that follows a site's own and can only be read. */
export interface SiteReplica {
  db: SiteDatabase
  /** Whether it has everything that was written to the site, as far as this process has heard. */
  isCurrent(): boolean
}

export interface Engine {
  name: EngineName
  /** Connects to one site's database, making it when missing. Does not migrate; see open-site.ts. */
  connect(site: string): Promise<SiteDatabase>
  /** Removes a site with everything in it. The site's own connections must be closed first. */
  drop(site: string): Promise<void>
  /** What a site's database takes up, in bytes; 0 when there is none. */
  sizeOf(site: string): Promise<number>
  /** The names of all sites that have a database. */
  listSites(): Promise<string[]>
  /** Gives a site another name, which no other may have. Its own connections must be closed first. */
  rename(from: string, to: string): Promise<void>
  /**
   * Runs what must not be done by two processes at once: making and filling the main site. Another process on the same data waits
   * for its end.
   */
  startAlone<T>(work: () => Promise<T>): Promise<T>
  /**
   * Compares a fingerprint with the one that `leaveFingerprint` stored: all processes that serve a site, one after another or at once, must
   * have the same secret key.
   * @returns also true when none is stored, or the site has no database yet
   */
  matchesFingerprint(site: string, fingerprint: string): Promise<boolean>
  /** Stores it where none is stored. It is part of no backup, archive or move. */
  leaveFingerprint(site: string, fingerprint: string): Promise<void>
  /** Where several processes may serve the same sites: how many of an older version are connected. */
  countOlderProcesses?(): Promise<number>
  /** Records that the schema has been brought to the level of this program. Processes of an older version are notified by `onNewerSchema`. */
  publishSchemaLevel?(): Promise<void>
  /** Of a site's follower, where there is one. Once `watchChanges` runs it says whether it has all that was written. */
  connectReplica?(site: string): SiteReplica
  /** Tells what is written, by whichever process. Absent where one process owns the data: it knows what it writes. */
  watchChanges?(watcher: ChangeWatcher): Promise<ChangeWatch>
  /** Of a server: connections of this process, those of them that do nothing, and requests that wait for one. */
  connectionUse?(): { total: number; idle: number; waiting: number }
  /** Closes what the engine itself holds (lock, pool). Sites are closed by whoever opened them. */
  close(): Promise<void>
}

/**
 * Which engine a connection (or transaction) speaks to.
 * The few places where the two differ ask this; they are all in `db/`.
 */
export const engineOf = (db: Kysely<never> | SiteDatabase): EngineName =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/**
 * The schema of a site's tables on a PostgreSQL server, quoted and with its dot; empty on SQLite. For raw SQL, which `WithSchemaPlugin` does not reach.
 */
export function schemaPrefix(db: Kysely<never> | SiteDatabase): string {
  const [table] = (db as SiteDatabase).selectFrom('settings').toOperationNode().from?.froms ?? []
  const schema = table && TableNode.is(table) ? table.table.schema : undefined
  return schema ? `"${schema.name}".` : ''
}

/**
 * Checks a site's name before it becomes a file or schema name: a letter, then letters, digits, underscores; 1 to 48.
 * @throws Error when it is not such a name
 */
export function assertSiteName(site: string): void {
  if (!/^[a-z][a-z0-9_]{0,47}$/.test(site)) throw new Error(`Not a site name: ${JSON.stringify(site)}`)
}
