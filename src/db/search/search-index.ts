/**
 * Case-insensitive substring search on a `search_text` column. Texts and terms are case-folded in code, so both engines return the same.
 * SQLite: FTS5 with the trigram tokenizer; PostgreSQL: pg_trgm. Terms under three characters have no trigram and are searched by scanning
 * the newest rows.
 */
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely'
import { engineOf, type EngineName } from '#db/engine.ts'
import type { SiteDatabase, Tables } from '#db/tables.ts'
import { normalizeText } from '#wording/normalize-text.ts'

export type SearchableTable = 'articles' | 'products' | 'topics' | 'users' | 'enquiries'

/** Limit of matches (the newest), so that a common term does not collect and sort a whole table. */
export const MAX_MATCHES = 1000
/** Number of the newest rows that are scanned for a term that is too short for the index. */
export const MAX_SCANNED_ROWS = 4000
const TRIGRAM_LENGTH = 3

/** Normalises text for `search_text`: NFC, lower case, parts joined by newlines. */
export const foldText = (...parts: (string | null | undefined)[]): string =>
  normalizeText(parts.filter(Boolean).join('\n'), 'NFC').toLowerCase()

/** Creates the index of a table with the columns `id` and `search_text`. For migrations. */
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
  const triggerName = (event: string) => sql.raw(`"${table}_fts_${event}"`)
  const add = sql`insert into ${name} (rowid, search_text) values (new.id, new.search_text);`
  const remove = sql`insert into ${name} (${name}, rowid, search_text) values ('delete', old.id, old.search_text);`
  await sql`create virtual table ${name} using fts5(search_text, content='${sql.raw(table)}', content_rowid='id', tokenize='trigram')`.execute(
    db,
  )
  await sql`insert into ${name} (${name}) values ('rebuild')`.execute(db)
  await sql`create trigger ${triggerName('insert')} after insert on ${base} begin ${add} end`.execute(db)
  await sql`create trigger ${triggerName('delete')} after delete on ${base} begin ${remove} end`.execute(db)
  await sql`create trigger ${triggerName('update')} after update of search_text on ${base} begin ${remove} ${add} end`.execute(db)
}

/** Adds `search_text`, filled from these columns, and its index to an existing table. For migrations. */
export async function addSearchText(
  db: Kysely<never>,
  engine: EngineName,
  table: SearchableTable,
  columns: readonly string[],
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn('search_text', 'text', (c) => c.notNull().defaultTo(''))
    .execute()
  const anyDb = db as unknown as Kysely<Record<string, Record<string, string | number | null>>>
  for (const row of await anyDb
    .selectFrom(table)
    .select(['id', ...columns])
    .execute()) {
    const text = foldText(...columns.map((column) => row[column] as string | null))
    await anyDb
      .updateTable(table)
      .set({ search_text: text })
      .where('id', '=', row['id'] as number)
      .execute()
  }
  await createSearchIndex(db, engine, table)
}

/** Conditions that are applied before `MAX_MATCHES`. */
export interface SearchFilter {
  category_id?: number | undefined
  status?: string | undefined
}

/**
 * Returns the ids of the rows whose search text contains the term, newest first, at most `MAX_MATCHES`.
 * @param term user input; `%`, `_`, quotes and accents are literal characters
 */
export async function findMatchingIds(
  db: SiteDatabase,
  table: SearchableTable,
  term: string,
  filter: SearchFilter = {},
): Promise<number[]> {
  const folded = foldText(term)
  const isShort = [...folded].length < TRIGRAM_LENGTH
  const rows =
    isShort || engineOf(db) === 'postgres'
      ? await findByLike(db, table, folded, filter, isShort)
      : await findByTrigrams(db, table, folded, filter)
  return rows.map(({ id }) => id)
}

/** Searches SQLite's FTS5 index, which returns rowids in descending order, so that the limit stops it early. */
function findByTrigrams(db: SiteDatabase, table: SearchableTable, folded: string, filter: SearchFilter): Promise<{ id: number }[]> {
  const phrase = `"${folded.replaceAll('"', '""')}"`
  const searchableDb = searchable(db)
  return searchableDb
    .selectFrom(searchableDb.dynamic.table(`${table}_fts`).as('fts'))
    .select('fts.rowid as id')
    .where(sql<SqlBool>`fts.search_text match ${phrase}`)
    .$if(hasFilter(filter), (q) => q.innerJoin(`${table as 'topics'} as found`, 'found.id', 'fts.rowid').where(conditions(filter)))
    .orderBy('fts.rowid', 'desc')
    .limit(MAX_MATCHES)
    .execute()
}

/** Searches by `like`: on PostgreSQL by its trigram index; for short terms among the newest rows. */
function findByLike(
  db: SiteDatabase,
  table: SearchableTable,
  folded: string,
  filter: SearchFilter,
  isShort: boolean,
): Promise<{ id: number }[]> {
  const pattern = `%${folded.replace(/[\\%_]/g, '\\$&')}%`
  const newest = searchable(db)
    .selectFrom(table)
    .selectAll()
    .$if(isShort, (q) => q.orderBy('id', 'desc').limit(MAX_SCANNED_ROWS))
  return searchable(db)
    .selectFrom(newest.as('found'))
    .select('found.id')
    .where(sql<SqlBool>`found.search_text like ${pattern} escape '\\'`)
    .where(conditions(filter))
    .orderBy('found.id', 'desc')
    .limit(MAX_MATCHES)
    .execute()
}

/**
 * Types of the columns that the search uses. Not every table has `category_id` and `status` (`users` has neither); callers filter only by
 * columns that exist.
 */
type Searchable = Record<SearchableTable, { id: number; search_text: string; category_id: number | null; status: string }> &
  Record<`${SearchableTable}_fts`, { rowid: number; search_text: string }>

const searchable = (db: SiteDatabase): Kysely<Searchable> => db.$omitTables<keyof Tables>().$extendTables<Searchable>()

const hasFilter = ({ category_id, status }: SearchFilter) => category_id !== undefined || status !== undefined

const conditions = ({ category_id, status }: SearchFilter): Expression<SqlBool> => {
  const parts = [
    category_id === undefined ? undefined : sql<SqlBool>`found.category_id = ${category_id}`,
    status === undefined ? undefined : sql<SqlBool>`found.status = ${status}`,
  ].filter((part) => part !== undefined)
  return parts.length ? sql<SqlBool>`${sql.join(parts, sql` and `)}` : sql<SqlBool>`1 = 1`
}

/**
 * Returns the condition `column in (ids)` with a single bound parameter, so that the SQL text, and its prepared statement, is the same for
 * any number of ids.
 * @param column qualified by the alias in the query: `a.id`
 */
export function isOneOf(db: SiteDatabase, column: string, ids: readonly number[]): Expression<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(ids)}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...ids]}::int[])`
}

/** Returns the same condition as `isOneOf`, for texts. */
export function isOneOfTexts(db: SiteDatabase, column: string, texts: readonly string[]): Expression<SqlBool> {
  return engineOf(db) === 'sqlite'
    ? sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${JSON.stringify(texts)}))`
    : sql<SqlBool>`${sql.ref(column)} = any(${[...texts]}::text[])`
}
