import { sql } from 'kysely'
import { engineOf } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

/**
 * What a site's rows take up, in bytes, where that is less than what its file takes up: SQLite keeps the pages of what was deleted for
 * what comes next.
 * @returns how many bytes of the file are free; 0 on PostgreSQL, which does not say
 */
export async function countFreeBytes(db: SiteDatabase): Promise<number> {
  if (engineOf(db) === 'postgres') return 0
  const { rows } = await sql<{ free: number }>`
    select f.freelist_count * s.page_size as free from pragma_freelist_count() as f, pragma_page_size() as s`.execute(db)
  return rows[0]?.free ?? 0
}
