/**
 * Creates and queries the full-text index over `search_documents.terms`. Terms are tokenised, folded and stemmed in code, so both engines
 * index the same terms and no language configuration is used. SQLite: FTS5 without positions; PostgreSQL: a GIN index over a `tsvector`.
 * Similarly spelt words are found by trigrams: FTS5's trigram tokenizer, `pg_trgm`.
 */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { engineOf, schemaPrefix, type EngineName } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** Creates the indexes. For migrations. */
export async function createFullTextIndex(db: Kysely<never>, engine: EngineName): Promise<void> {
  const q = schemaPrefix(db)
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

/**
 * Replaces two indexes so that PostgreSQL's planner chooses well. It preferred a sequential scan of a small table, recalculating each row's
 * tsvector (300 ms for 400 documents): a function with a declared `cost` prevents that. It also used the trigram index for `=`, 500 times
 * slower than the unique index of words: as an index over an expression it is only used for similarity. For migrations.
 */
export async function replaceSearchIndexes(db: Kysely<never>, engine: EngineName): Promise<void> {
  if (engine === 'sqlite') return
  const q = schemaPrefix(db)
  const run = (text: string) => sql.raw(text).execute(db)
  await run(
    `create function ${q}${VECTOR}(terms text) returns tsvector language plpgsql immutable strict parallel safe cost ${VECTOR_COST} as $$ begin return to_tsvector('simple'::regconfig, terms); end $$`,
  )
  await run(`drop index ${q}search_documents_terms`)
  await run(`create index search_documents_terms on ${q}search_documents using gin (${q}${VECTOR}(terms)) with (fastupdate = off)`)
  await run(`drop index ${q}search_words_alike`)
  await run(`create index search_words_alike on ${q}search_words using gin (lower(word) gin_trgm_ops)`)
}
const VECTOR = 'search_vector'
/** Cost of one call, in units of `cpu_operator_cost`. A much higher value triggers JIT compilation (250 ms for a statement of 10 ms). */
const VECTOR_COST = 1000

/** Condition on a document's terms: a word (with `isPrefix`, any term with this prefix), or all or any of several conditions. */
export type TermCondition = { word: string; isPrefix?: boolean } | { all: readonly TermCondition[] } | { any: readonly TermCondition[] }

/** Removes all characters but letters and digits, so that a word cannot contain query operators. */
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

/** Whether `findDocumentIds` stops at its limit (SQLite); on PostgreSQL its cost grows with the number of matching documents. */
export const stopsAtLimit = (db: SiteDatabase): boolean => engineOf(db) === 'sqlite'

/**
 * Runs one step of merging the segments of the FTS5 index. Every transaction that adds documents adds a segment, and queries read all
 * segments: merging them halves the search time. No-op on PostgreSQL. See "The 'merge' Command" in SQLite's documentation of FTS5.
 * @param options.pages amount of work, in pages of 4 KB
 * @param options.isFirst starts a merge of all segments; later steps continue it
 * @returns whether there is more to do
 */
export async function mergeFullTextIndex(db: SiteDatabase, { pages, isFirst }: { pages: number; isFirst: boolean }): Promise<boolean> {
  if (engineOf(db) === 'postgres') return false
  return db.transaction().execute(async (trx) => {
    const countChanges = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(trx)).rows[0]?.n ?? 0
    const before = await countChanges()
    await sql`insert into search_documents_fts (search_documents_fts, rank) values ('merge', ${isFirst ? -pages : pages})`.execute(trx)
    // The statement itself counts as one change.
    return (await countChanges()) - before >= 2
  })
}

/**
 * Returns the ids of matching documents, at most `limit`. If there are more: on SQLite the latest, on PostgreSQL any of them.
 */
export async function findDocumentIds(db: SiteDatabase, condition: TermCondition, limit: number): Promise<number[]> {
  const rows = stopsAtLimit(db)
    ? await indexed(db)
        .selectFrom('search_documents_fts')
        .select('rowid as id')
        .where(sql<SqlBool>`search_documents_fts match ${toFts5(condition)}`)
        .orderBy('rowid', 'desc')
        .limit(limit)
        .execute()
    : await matching(db, condition)
        .limit(sql<number>`(select ${limit}::int)`)
        .execute()
  return rows.map(({ id }) => id)
}

/**
 * Builds the query for matching documents on PostgreSQL. With a constant `limit` the planner prefers a sequential scan: callers must pass
 * the limit as a subquery, or order by an expression.
 */
const matching = (db: SiteDatabase, condition: TermCondition) =>
  indexed(db)
    .selectFrom('search_documents')
    .select('id')
    .where(sql<SqlBool>`${sql.raw(schemaPrefix(db) + VECTOR)}(terms) @@ to_tsquery('simple'::regconfig, ${toTsQuery(condition)})`)

/** A group of documents that share a term. */
export interface DocumentGroup {
  term: string
  /** Sets of terms that only its latest documents have, the smallest set first. */
  latest: readonly (readonly string[])[]
}

/** Minimum number of matches among the latest documents; with fewer, the whole group is searched next. */
const MIN_LATEST_MATCHES = 12

/**
 * Returns the ids of matching documents by group term, latest first. Reads only as many documents as needed, however common the words are.
 * @param limits.all once all groups together have this many, a group is complete if it has `each` matches, or none among its latest
 * @param limits.each less than `limits.all`
 * @returns at most `limits.all` per group; on SQLite at most `limits.each`
 */
export async function findLatestOfEach(
  db: SiteDatabase,
  condition: TermCondition,
  groups: readonly DocumentGroup[],
  { all, each }: { all: number; each: number },
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  if (stopsAtLimit(db)) {
    for (const { term } of groups) found.set(term, await findDocumentIds(db, { all: [{ word: term }, condition] }, each))
    return found
  }
  let pendingGroups = groups.map(({ term, latest }) => ({ term, sets: [...latest, [term]] }))
  while (pendingGroups.length > 0) {
    for (const { term } of pendingGroups) found.set(term, [])
    for (const { term, id } of await listOfGroups(db, condition, pendingGroups, all)) found.get(term)?.push(id)
    const total = [...found.values()].reduce((sum, ids) => sum + ids.length, 0)
    const hasMany = total >= all
    pendingGroups = pendingGroups.flatMap(({ term, sets }) => {
      const count = (found.get(term) ?? []).length
      const remaining = sets.slice(count < MIN_LATEST_MATCHES ? -1 : 1)
      // If there are many matches in total, groups without one among their latest documents are not searched further.
      const isEnough = hasMany ? count === 0 || count >= each : count >= all
      return isEnough || sets.length === 1 ? [] : [{ term, sets: remaining }]
    })
  }
  return found
}

async function listOfGroups(
  db: SiteDatabase,
  condition: TermCondition,
  groups: readonly { term: string; sets: readonly (readonly string[])[] }[],
  limit: number,
): Promise<{ term: string; id: number }[]> {
  const [first, ...others] = groups.map(({ term, sets: [within = []] }) => {
    const ids = matching(db, { all: [{ any: within.map((word) => ({ word })) }, condition] })
      .orderBy(sql`id + 0`, 'desc')
      .limit(limit)
    return indexed(db)
      .selectFrom(ids.as('found'))
      .select(['id', sql<string>`${term}::text`.as('term')])
  })
  return first ? others.reduce((union, query) => union.unionAll(query), first).execute() : []
}

/** Returns the ids of the rows of `search_words` spelt most similarly, at most `limit`. @param word at least two letters */
export async function findSimilarWordIds(db: SiteDatabase, word: string, limit: number): Promise<number[]> {
  const indexedDb = indexed(db)
  if (engineOf(db) === 'postgres') {
    // Does not use pg_trgm's `%` operator: two transposed letters in a short word are below its similarity threshold.
    const swapped = swapNeighbours(word)
    const parts = [...swapped, `${word.slice(0, 2)}%`, `%${word.slice(-2)}`, ...trigramsOf(word).map((part) => `%${part}%`)]
    const rows = await indexedDb
      .selectFrom('search_words')
      .select('id')
      .where((eb) => eb.or(parts.map((part) => eb(eb.fn<string>('lower', ['word']), 'like', part))))
      .orderBy((eb) => eb(eb.fn<string>('lower', ['word']), 'in', swapped), 'desc')
      .orderBy(sql`similarity(word, ${word}) desc`)
      .orderBy('id')
      .limit(limit)
      .execute()
    return rows.map(({ id }) => id)
  }
  const trigrams = trigramsOf(`__${word}_`).map((part) => `"${part}"`)
  const rows = await indexedDb
    .selectFrom('search_words_fts')
    .select('rowid as id')
    .where(sql<SqlBool>`search_words_fts match ${trigrams.join(' OR ')}`)
    .orderBy(sql`rank`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns all transpositions of neighbouring letters: `pump` for `pmup`, which share no trigram. */
const swapNeighbours = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, index) => word.slice(0, index) + word[index + 1] + word[index] + word.slice(index + 2))

const trigramsOf = (text: string): string[] =>
  Array.from({ length: Math.max(0, text.length - 2) }, (_, start) => text.slice(start, start + 3))
