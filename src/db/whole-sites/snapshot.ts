/** A consistent view of one site's data, for long reads while others go on writing. */
import { DatabaseSync } from 'node:sqlite'
import { Kysely, sql, SqliteDialect } from 'kysely'
import { engineOf } from '#db/engine.ts'
import { toKyselyDatabase } from '#db/sqlite/sqlite.ts'
import type { SiteDatabase, Tables } from '#db/tables.ts'

export interface DatabaseSnapshot {
  db: SiteDatabase
  /** May be called twice. */
  close(): Promise<void>
}

/** SQLite: a connection of its own, inside a read transaction. PostgreSQL: a repeatable read. */
export async function openSnapshot(db: SiteDatabase): Promise<DatabaseSnapshot> {
  let closing: Promise<void> | undefined
  if (engineOf(db) === 'postgres') {
    const trx = await db.startTransaction().setIsolationLevel('repeatable read').execute()
    return { db: trx, close: () => (closing ??= trx.rollback().execute()) }
  }
  const { rows } = await sql<{ name: string; file: string }>`pragma database_list`.execute(db)
  const path = rows.find(({ name }) => name === 'main')?.file
  if (!path) throw new Error('This database is not a file.')
  const own = await openFileSnapshot(path)
  return { db: own, close: () => (closing ??= own.destroy()) }
}

/**
 * A site's file as it is at this moment, also while another process writes to it.
 * @param path of a file that is there
 */
export async function openFileSnapshot(path: string): Promise<SiteDatabase> {
  const file = new DatabaseSync(path, { readOnly: true })
  const own = new Kysely<Tables>({ dialect: new SqliteDialect({ database: toKyselyDatabase(file) }) })
  await sql`begin`.execute(own)
  // The moment is that of the first look.
  await own.selectFrom('settings').select('key').limit(1).execute()
  return own
}

/** The last migration that a site has had: `0014_page_views`. */
export async function migrationLevel(db: SiteDatabase): Promise<string> {
  const on = db.$extendTables<{ kysely_migration: { name: string } }>()
  return (await on.selectFrom('kysely_migration').select('name').orderBy('name', 'desc').limit(1).executeTakeFirstOrThrow()).name
}
