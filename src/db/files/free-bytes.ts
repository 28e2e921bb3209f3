import { sql } from 'kysely'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

/**
 * Returns the unused bytes of a site's database file: SQLite reuses the pages of deleted rows and does not shrink the file.
 * @returns always 0 on PostgreSQL, which does not report it
 */
export async function countFreeBytes(db: SiteDatabase): Promise<number> {
  if (engineOf(db) === 'postgres') return 0
  const { rows } = await sql<{ free: number }>`
    select f.freelist_count * s.page_size as free from pragma_freelist_count() as f, pragma_page_size() as s`.execute(db)
  return rows[0]?.free ?? 0
}
