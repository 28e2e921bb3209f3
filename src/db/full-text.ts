/**
 * The full-text index over `search_documents.terms`, whose words were made in code (stemmed, folded, joined), so that both engines hold the same
 * and know no language themselves. SQLite: FTS5 without positions; PostgreSQL: a GIN index over a `tsvector`. And words that are spelt alike:
 * FTS5 with the trigram tokenizer, `pg_trgm`.
 */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { engineOf, type EngineName } from './engine.ts'
import { qualifierOf } from './qualified-name.ts'
import type { SiteDatabase } from './tables.ts'

/** For migrations. */
export async function createFullTextIndex(db: Kysely<never>, engine: EngineName): Promise<void> {
  const q = qualifierOf(db)
  const run = (text: string) => sql.raw(text).execute(db)
  if (engine === 'postgres') {
    await run(
      `create index search_documents_terms on ${q}search_documents using gin (to_tsvector('simple'::regconfig, terms)) with (fastupdate = off)`,
    )
    await run(`create index search_words_alike on ${q}search_words using gin (word gin_trgm_ops)`)
    return
  }
  await run(
    `create virtual table search_documents_fts using fts5(terms, content='', contentless_delete=1, detail=none, tokenize='unicode61 remove_diacritics 0')`,
  )
  const add = 'insert into search_documents_fts (rowid, terms) values (new.id, new.terms);'
  const remove = 'delete from search_documents_fts where rowid = old.id;'
  await run(`create trigger search_documents_fts_insert after insert on search_documents begin ${add} end`)
  await run(`create trigger search_documents_fts_delete after delete on search_documents begin ${remove} end`)
  await run(`create trigger search_documents_fts_update after update of terms on search_documents begin ${remove} ${add} end`)
  await run(`create virtual table search_words_fts using fts5(word, content='', contentless_delete=1, tokenize='trigram')`)
  await run(
    `create trigger search_words_fts_insert after insert on search_words begin insert into search_words_fts (rowid, word) values (new.id, '__' || new.word || '_'); end`,
  )
  await run(
    `create trigger search_words_fts_delete after delete on search_words begin delete from search_words_fts where rowid = old.id; end`,
  )
}

/** What a document must have: all of them, one of them, or a word (with `isPrefix` any that begins so). */
export type TermCondition = { word: string; isPrefix?: boolean } | { all: readonly TermCondition[] } | { any: readonly TermCondition[] }

/** Only letters and digits come through: what is left can be no operator. */
const clean = (word: string): string => word.replace(/[^\p{L}\p{N}]/gu, '') || 'x'

function toFts5(condition: TermCondition): string {
  if ('word' in condition) return `"${clean(condition.word)}"${condition.isPrefix ? '*' : ''}`
  const [parts, operator] = 'all' in condition ? [condition.all, ' AND '] : [condition.any, ' OR ']
  return `(${parts.map(toFts5).join(operator)})`
}

function toTsQuery(condition: TermCondition): string {
  if ('word' in condition) return `${clean(condition.word)}${condition.isPrefix ? ':*' : ''}`
  const [parts, operator] = 'all' in condition ? [condition.all, ' & '] : [condition.any, ' | ']
  return `(${parts.map(toTsQuery).join(operator)})`
}

interface Indexed {
  search_documents: { id: number; terms: string }
  search_documents_fts: { rowid: number }
  search_words: { id: number; word: string }
  search_words_fts: { rowid: number }
}
const indexed = (db: SiteDatabase): Kysely<Indexed> => db as unknown as Kysely<Indexed>

/**
 * The numbers of documents that fulfil a condition, at most `limit`: where there are more, the latest written on SQLite, any of them on PostgreSQL.
 * So the work is bounded however common the words are.
 */
export async function findDocumentIds(db: SiteDatabase, condition: TermCondition, limit: number): Promise<number[]> {
  const on = indexed(db)
  if (engineOf(db) === 'sqlite') {
    const rows = await on
      .selectFrom('search_documents_fts')
      .select('rowid as id')
      .where(sql<SqlBool>`search_documents_fts match ${toFts5(condition)}`)
      .orderBy('rowid', 'desc')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }
  const rows = await on
    .selectFrom('search_documents')
    .select('id')
    .where(sql<SqlBool>`to_tsvector('simple'::regconfig, terms) @@ to_tsquery('simple'::regconfig, ${toTsQuery(condition)})`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** The numbers of rows of `search_words` that are spelt most like this one; at most `limit`. */
export async function findAlikeWordIds(db: SiteDatabase, word: string, limit: number): Promise<number[]> {
  const on = indexed(db)
  if (engineOf(db) === 'postgres') {
    // Not by `%`: two letters the wrong way round leave a short word less in common with what was meant than its threshold asks for.
    const parts = [`${word.slice(0, 2)}%`, `%${word.slice(-2)}`, ...trigramsOf(word).map((part) => `%${part}%`)]
    const rows = await on
      .selectFrom('search_words')
      .select('id')
      .where((eb) => eb.or(parts.map((part) => eb('word', 'like', part))))
      .orderBy(sql`similarity(word, ${word}) desc`)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }
  const trigrams = trigramsOf(`__${word}_`).map((part) => `"${part}"`)
  const rows = await on
    .selectFrom('search_words_fts')
    .select('rowid as id')
    .where(sql<SqlBool>`search_words_fts match ${trigrams.join(' OR ')}`)
    .orderBy(sql`rank`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

const trigramsOf = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3))
