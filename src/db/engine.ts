/**
 * A database engine: stores the sites of an installation in separate databases. Implemented by sqlite.ts and postgres.ts. Methods with a
 * site's name throw an Error for an invalid one (`assertSiteName`), and the driver's error if the database is unavailable.
 */
import { PostgresAdapter, TableNode, type Kysely } from 'kysely'
import type { ChangeSubscription, ChangeWatcher } from './changes/change-feed.ts'
import type { SiteDatabase } from './tables.ts'

export type EngineName = 'sqlite' | 'postgres'

/** Read-only replica of a site's database. */
export interface SiteReplica {
  db: SiteDatabase
  /** Whether the replica has applied every write to the site that this process knows of. */
  isCurrent(): boolean
}

export interface Engine {
  name: EngineName
  /** Connects to a site's database and creates it if it is missing. Does not migrate; see open-site.ts. */
  connect(site: string): Promise<SiteDatabase>
  /** Deletes a site's database with all its data. Its connections must be closed first. */
  drop(site: string): Promise<void>
  /** Returns the size of a site's database in bytes; 0 if there is none. */
  sizeOf(site: string): Promise<number>
  /** Lists the names of all sites that have a database. */
  listSites(): Promise<string[]>
  /** Renames a site's database. Its connections must be closed first. @throws Error if the new name is taken */
  rename(from: string, to: string): Promise<void>
  /** Runs `work` under a lock across processes: creating and seeding the main site. Other processes wait. */
  runExclusively<T>(work: () => Promise<T>): Promise<T>
  /**
   * Compares a fingerprint of the secret key with the stored one: all processes that ever serve a site must have the same secret key.
   * @returns also true if none is stored, or if the site has no database yet
   */
  matchesFingerprint(site: string, fingerprint: string): Promise<boolean>
  /** Stores the fingerprint if none is stored. It is not part of backups, archives or moves. */
  storeFingerprint(site: string, fingerprint: string): Promise<void>
  /** Counts the connected processes of an older version. Absent if one process owns the data. */
  countOlderProcesses?(): Promise<number>
  /** Records the schema version of this program after migrating; processes of an older version are notified by `onNewerSchema`. */
  publishSchemaLevel?(): Promise<void>
  /** Connects to the read replica, if one is configured. `isCurrent` needs a running `watchChanges`. */
  connectReplica?(site: string): SiteReplica
  /** Subscribes to the writes of all processes. Absent if one process owns the data. */
  watchChanges?(watcher: ChangeWatcher): Promise<ChangeSubscription>
  /** Returns the statistics of the connection pool: open connections, idle ones, and requests waiting for one. Absent without a pool. */
  connectionUse?(): { total: number; idle: number; waiting: number }
  /** Releases the engine's own resources (lock, pool). Callers close the site databases that they opened. */
  close(): Promise<void>
}

/**
 * Returns the engine of a connection or transaction. All code that differs between the engines is in `db/`.
 */
export const engineOf = (db: Kysely<never> | SiteDatabase): EngineName =>
  db.getExecutor().adapter instanceof PostgresAdapter ? 'postgres' : 'sqlite'

/**
 * Returns the quoted PostgreSQL schema of a site with a trailing dot; empty on SQLite. For raw SQL, which `WithSchemaPlugin` does not
 * qualify.
 */
export function schemaPrefix(db: Kysely<never> | SiteDatabase): string {
  const [table] = (db as SiteDatabase).selectFrom('settings').toOperationNode().from?.froms ?? []
  const schema = table && TableNode.is(table) ? table.table.schema : undefined
  return schema ? `"${schema.name}".` : ''
}

/**
 * Validates a site's name before it becomes a file or schema name: a lower-case letter, then letters, digits, underscores; at most 48.
 * @throws Error if the name is invalid
 */
export function assertSiteName(site: string): void {
  if (!/^[a-z][a-z0-9_]{0,47}$/.test(site)) throw new Error(`Not a site name: ${JSON.stringify(site)}`)
}
