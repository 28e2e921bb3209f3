/** Opens consistent snapshots of a site's data, for long reads during concurrent writes. */
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { engineOf } from '#db/engine.ts'
import { toKyselyDatabase } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase, Tables } from '#db/tables.ts'

export interface DatabaseSnapshot {
  db: SiteDatabase
  /** Closes the snapshot. Idempotent. */
  close(): Promise<void>
}

/**
 * Opens a snapshot: on SQLite a separate connection with a read transaction, on PostgreSQL a repeatable-read transaction.
 * @throws Error for a SQLite database in memory
 */
export async function openSnapshot(db: SiteDatabase): Promise<DatabaseSnapshot> {
  let closing: Promise<void> | undefined
  if (engineOf(db) === 'postgres') {
    const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
    return { db: trx, close: () => (closing ??= trx.rollback().execute()) }
  }
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db)
  const path = rows.find(({ name }) => name === 'main')?.file
  if (!path) throw new Error('This database is not a file.')
  const snapshot = await openFileSnapshot(path)
  return { db: snapshot, close: () => (closing ??= snapshot.destroy()) }
}

/**
 * Opens a snapshot of a SQLite file, also while another process writes to it.
 * @param path path of an existing file
 */
export async function openFileSnapshot(path: string): Promise<SiteDatabase> {
  const file = new DatabaseSync(path, { readOnly: true })
  const snapshot = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(file) }) })
  await sql`begin`.execute(snapshot)
  // A deferred transaction takes its snapshot at the first read.
  await snapshot.selectFrom('settings').select('key').limit(1).execute()
  return snapshot
}

/** Returns the name of the last applied migration: `0014_page_views`. @throws NoResultError if there is none */
export async function migrationLevel(db: SiteDatabase): Promise<string> {
  const migrationDb = db.$extendTables<{ kysely_migration: { name: string } }>()
  return (await migrationDb.selectFrom('kysely_migration').select('name').orderBy('name', 'desc').limit(1).executeTakeFirstOrThrow()).name
}
