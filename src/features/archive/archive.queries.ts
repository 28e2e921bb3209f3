/** Reads and writes rows of any table in batches. */
import { clearLaunchers } from '#features/deployment/copies/copies.service.ts'
import { setImmediate } from 'node:timers/promises'
import { sql, type SqlBool } from 'kysely'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'
import { forAnyTable } from '#db/any-table.ts'
import type { ArchiveTables, TableName } from './archive-tables.ts'
import type { ArchiveRow } from './archive.format.ts'

const BATCH_SIZE = 200

/** Yields all rows by keyset pagination; the event loop runs between batches. @param keys primary key columns, which define the order */
export async function* streamRows(db: SiteDatabase, table: TableName, keys: readonly string[]): AsyncGenerator<ArchiveRow> {
  let lastRow: ArchiveRow | undefined
  for (;;) {
    let query = forAnyTable(db).selectFrom(table).selectAll().limit(BATCH_SIZE)
    for (const key of keys) query = query.orderBy(key)
    if (lastRow) {
      const [columns, values] = [sql.join(keys.map((key) => sql.ref(key))), sql.join(keys.map((key) => lastRow?.[key]))]
      query = query.where(sql<SqlBool>`(${columns}) > (${values})`)
    }
    const rows = await query.execute()
    yield* rows
    if (rows.length < BATCH_SIZE) return
    lastRow = rows.at(-1)
    await setImmediate()
  }
}

export async function insertArchivedRow(db: SiteDatabase, table: TableName, row: ArchiveRow): Promise<void> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- imports the rows of every feature
  await forAnyTable(db)
    .insertInto(table)
    .values(engineOf(db) === 'postgres' ? withoutNul(row) : row)
    .execute()
}

/** Removes NUL characters, which PostgreSQL text cannot contain. */
const withoutNul = (row: ArchiveRow): ArchiveRow =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? value.replaceAll('\0', '') : value]))

/** Tables that belong to the installation rather than to the site: tenant sites and backups. */
const INSTALLATION_TABLES = new Set<string>(['launches', 'site_quotas', 'backups'])

/** Empties all tables except those of the installation, from which it removes the references to accounts. */
export async function deleteAllRows(db: SiteDatabase, { archived, never }: ArchiveTables): Promise<void> {
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- replaces the rows of every feature
  for (const table of never) if (!INSTALLATION_TABLES.has(table)) await db.deleteFrom(table).execute()
  await clearLaunchers(db)
  // oxlint-disable-next-line eslint-js/no-restricted-syntax -- as above
  for (const table of [...archived.keys()].toReversed()) await db.deleteFrom(table).execute()
}

export const hasContent = async (db: SiteDatabase): Promise<boolean> =>
  (await db.selectFrom('settings').select('key').limit(1).executeTakeFirst()) !== undefined ||
  (await db.selectFrom('users').select('id').limit(1).executeTakeFirst()) !== undefined
