/**
 * The full-text index over `search_documents.terms`, whose words were made in code (stemmed, folded, joined), so that both engines hold the same
 * and know no language themselves. SQLite: FTS5 without positions; PostgreSQL: a GIN index over a `tsvector`. And words that are spelt alike:
 * FTS5 with the trigram tokenizer, `pg_trgm`.
 */
import { sql, type Kysely, type SqlBool } from 'kysely'
import { engineOf, schemaPrefix, type EngineName } from '#db/engine.ts'
import type { SiteDatabase } from '#db/tables.ts'

/** For migrations. */
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
 * Two indexes that PostgreSQL's planner cannot take wrongly. A small table's rows it would rather read, and make each row's words anew (300 ms for 400
 * documents): through a function that says what this costs it does not. And the index of trigrams knows `=` as well, five hundred times as slowly as
 * the other index of words: over an expression it is only taken for what is alike. For migrations.
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
/** Of one call, in PostgreSQL's own unit. Where it reckons with much more, it compiles a statement of 10 ms for 250. */
const VECTOR_COST = 1000

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

/** Whether `findDocumentIds` ends as soon as it has enough; else its work grows with the number of documents that have the words. */
export const endsEarly = (db: SiteDatabase): boolean => engineOf(db) === 'sqlite'

/**
 * One step of putting the index of documents into one piece. On SQLite every transaction that adds documents adds a piece, and each word of a query is looked up
 * in all of them: in one piece a search takes half the time. PostgreSQL's has no pieces.
 * @param options.pages how much is done, in pages of 4 KB
 * @param options.isFirst begins with all pieces; later steps go on with what is begun
 * @returns whether there is more to do. See "The 'merge' Command" in SQLite's description of FTS5
 */
export async function mergeFullTextIndex(db: SiteDatabase, { pages, isFirst }: { pages: number; isFirst: boolean }): Promise<boolean> {
  if (engineOf(db) === 'postgres') return false
  return db.transaction().execute(async (inside) => {
    const countChanges = async () => (await sql<{ n: number }>`select total_changes() as n`.execute(inside)).rows[0]?.n ?? 0
    const before = await countChanges()
    await sql`insert into search_documents_fts (search_documents_fts, rank) values ('merge', ${isFirst ? -pages : pages})`.execute(inside)
    // The statement itself is one.
    return (await countChanges()) - before >= 2
  })
}

/**
 * The numbers of documents that fulfil a condition, at most `limit`: where there are more, the latest written on SQLite, any of them on PostgreSQL.
 */
export async function findDocumentIds(db: SiteDatabase, condition: TermCondition, limit: number): Promise<number[]> {
  const rows = endsEarly(db)
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
 * PostgreSQL's. Where it sees how few of them are wanted, it hopes to find these soon by reading the rows: whoever asks for some hides how many, or
 * wants them in the order of what is no column.
 */
const matching = (db: SiteDatabase, condition: TermCondition) =>
  indexed(db)
    .selectFrom('search_documents')
    .select('id')
    .where(sql<SqlBool>`${sql.raw(schemaPrefix(db) + VECTOR)}(terms) @@ to_tsquery('simple'::regconfig, ${toTsQuery(condition)})`)

/** Documents that have a term in common. */
export interface DocumentGroup {
  term: string
  /** Sets of terms that only the latest of them have, the smallest set first. */
  latest: readonly (readonly string[])[]
}

/** With fewer than so many among the latest, there are not many among all. */
const SPARSE = 12

/**
 * Of each group the documents that fulfil a condition, the latest first. However many have the words, only so many are looked at that there are
 * enough.
 * @param limits.all with so many in all groups together there are enough of a group once it has `each`, or once its latest have none
 * @param limits.each below `limits.all`
 * @returns at most `limits.all` of a group; on SQLite at most `limits.each`
 */
export async function findLatestOfEach(
  db: SiteDatabase,
  condition: TermCondition,
  groups: readonly DocumentGroup[],
  { all, each }: { all: number; each: number },
): Promise<Map<string, number[]>> {
  const found = new Map<string, number[]>()
  if (endsEarly(db)) {
    for (const { term } of groups) found.set(term, await findDocumentIds(db, { all: [{ word: term }, condition] }, each))
    return found
  }
  let open = groups.map(({ term, latest }) => ({ term, sets: [...latest, [term]] }))
  while (open.length > 0) {
    for (const { term } of open) found.set(term, [])
    for (const { term, id } of await listOfGroups(db, condition, open, all)) found.get(term)?.push(id)
    const total = [...found.values()].reduce((sum, ids) => sum + ids.length, 0)
    const areMany = total >= all
    open = open.flatMap(({ term, sets }) => {
      const count = (found.get(term) ?? []).length
      const left = sets.slice(count < SPARSE ? -1 : 1)
      // Where others have many, what the latest do not have at all is not looked for among the older ones.
      const isEnough = areMany ? count === 0 || count >= each : count >= all
      return isEnough || sets.length === 1 ? [] : [{ term, sets: left }]
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
  return first ? others.reduce((all, one) => all.unionAll(one), first).execute() : []
}

/** The numbers of rows of `search_words` that are spelt most like this one; at most `limit`. @param word of two letters or more */
export async function findAlikeWordIds(db: SiteDatabase, word: string, limit: number): Promise<number[]> {
  const on = indexed(db)
  if (engineOf(db) === 'postgres') {
    // Not by `%`: two letters the wrong way round leave a short word less in common with what was meant than its threshold asks for.
    const swapped = swapNeighbours(word)
    const parts = [...swapped, `${word.slice(0, 2)}%`, `%${word.slice(-2)}`, ...trigramsOf(word).map((part) => `%${part}%`)]
    const rows = await on
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
  const rows = await on
    .selectFrom('search_words_fts')
    .select('rowid as id')
    .where(sql<SqlBool>`search_words_fts match ${trigrams.join(' OR ')}`)
    .orderBy(sql`rank`)
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** `pump` is among them for `pmup`, which has no three letters in common with it. */
const swapNeighbours = (word: string): string[] =>
  Array.from({ length: word.length - 1 }, (_, at) => word.slice(0, at) + word[at + 1] + word[at] + word.slice(at + 2))

const trigramsOf = (text: string): string[] => Array.from({ length: Math.max(0, text.length - 2) }, (_, at) => text.slice(at, at + 3))
