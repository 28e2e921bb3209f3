/**
 * Case-insensitive substring search on a `search_text` column, with one meaning on both engines: the text is folded
 * here, in code, when written and when searched, so neither engine's idea of upper and lower case matters.
 * SQLite: FTS5 with the trigram tokenizer; PostgreSQL: pg_trgm. Terms under three characters have no trigram and are
 * looked for in the rows themselves.
 */
import { sql, type Kysely, type SelectQueryBuilder } from 'kysely'
import { engineOf, type EngineName } from './engine.ts'
import type { SiteDatabase, Tables } from './tables.ts'

export type SearchableTable = 'articles' | 'products' | 'topics'

/** A common term on a large table must not collect and sort everything: the newest so many matches are considered. */
export const MOST_MATCHES = 1000

/** The form in which text is stored for searching: NFC, lower case, parts joined by line ends. */
export const foldText = (...parts: (string | null | undefined)[]): string => parts.filter(Boolean).join('\n').normalize('NFC').toLowerCase()

/** Makes the index of a table that has `id` and `search_text`. For migrations. */
export async function createSearchIndex(db: Kysely<never>, engine: EngineName, table: SearchableTable): Promise<void> {
  if (engine === 'postgres') {
    await db.schema
      .createIndex(`${table}_search`)
      .on(table)
      .using('gin')
      .expression(sql`search_text gin_trgm_ops`)
      .execute()
    return
  }
  const name = sql.table(`${table}_fts`)
  const base = sql.table(table)
  const trigger = (when: string) => sql.raw(`"${table}_fts_${when}"`)
  const add = sql`insert into ${name} (rowid, search_text) values (new.id, new.search_text);`
  const remove = sql`insert into ${name} (${name}, rowid, search_text) values ('delete', old.id, old.search_text);`
  await sql`create virtual table ${name} using fts5(search_text, content='${sql.raw(table)}', content_rowid='id', tokenize='trigram')`.execute(
    db,
  )
  await sql`create trigger ${trigger('insert')} after insert on ${base} begin ${add} end`.execute(db)
  await sql`create trigger ${trigger('delete')} after delete on ${base} begin ${remove} end`.execute(db)
  await sql`create trigger ${trigger('update')} after update of search_text on ${base} begin ${remove} ${add} end`.execute(db)
}

/**
 * The ids of the newest rows whose search text contains the term, at most MOST_MATCHES; the table is aliased `found`,
 * so that callers can narrow further before the bound applies (`.where('found.category_id', '=', 3)`).
 * @param term as typed; `%`, `_`, quotes and accents are ordinary characters
 */
export function findMatchingIds<T extends SearchableTable>(db: SiteDatabase, table: T, term: string) {
  const folded = foldText(term)
  const base = db.selectFrom(`${table} as found`) as unknown as SelectQueryBuilder<Tables & { found: Tables[T] }, 'found', object>
  const ids = base
    .select('found.id' as never)
    .orderBy('found.id' as never, 'desc')
    .limit(MOST_MATCHES)
  const usesTrigrams = engineOf(db) === 'sqlite' && [...folded].length >= 3
  const matches = usesTrigrams
    ? sql<boolean>`found.id in (${db
        .selectFrom(`${table}_fts` as never)
        .select('rowid' as never)
        .where(sql<boolean>`search_text match ${`"${folded.replaceAll('"', '""')}"`}`)
        .orderBy('rowid' as never, 'desc')})`
    : sql<boolean>`found.search_text like ${`%${folded.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`
  return ids.where(matches) as unknown as SelectQueryBuilder<Tables & { found: Tables['articles'] }, 'found', { id: number }>
}
