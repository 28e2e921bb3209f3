/** Queries that a search runs: vocabulary, candidates and the documents that are shown. */
import './search.context.ts'
import { isOneOf, isOneOfTexts } from '#db/search/search-index.ts'
import { findSimilarWordIds } from '#db/search/full-text.ts'
import type { Context } from '#platform/contract/context.ts'
import type { WordCount } from './administration/search-words.queries.ts'

type Db = Pick<Context, 'db'>

export const listWords = async ({ db }: Db, words: readonly string[]): Promise<WordCount[]> =>
  words.length === 0
    ? []
    : db
        .selectFrom('search_words')
        .select(['word', 'term', 'documents'])
        .where(isOneOfTexts(db, 'word', words))
        .execute()

/** Counts the documents with each term; a document with two forms of a word is counted twice. */
export async function countDocumentsOfTerms({ db }: Db, terms: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (terms.length === 0) return new Map()
  const rows = await db
    .selectFrom('search_words')
    .select((eb) => ['term', eb.cast<number>(eb.fn.sum('documents'), 'integer').as('n')])
    .where(isOneOfTexts(db, 'term', terms))
    .groupBy('term')
    .execute()
  return new Map(rows.map(({ term, n }) => [term, n]))
}

/** Lists words with this prefix, those in most documents first. */
export const listWordsByPrefix = ({ db }: Db, prefix: string, limit: number): Promise<WordCount[]> =>
  db
    .selectFrom('search_words')
    .select(['word', 'term', 'documents'])
    .where('word', '>=', prefix)
    .where('word', '<', `${prefix}\u{10ffff}`)
    .orderBy('documents', 'desc')
    .orderBy('word')
    .limit(limit)
    .execute()

const MAX_SIMILAR_WORDS = 200

export async function listSimilarWords({ db }: Db, word: string): Promise<WordCount[]> {
  const ids = await findSimilarWordIds(db, word, MAX_SIMILAR_WORDS)
  return db
    .selectFrom('search_words')
    .select(['word', 'term', 'documents'])
    .where(isOneOf(db, 'id', ids))
    .execute()
}

const selectCandidates = ({ db }: Db) =>
  db
    .selectFrom('search_documents')
    .select(['id', 'kind', 'subject_id as subjectId', 'url', 'date', 'quality', 'title', 'terms', 'is_demo as isDemo'])
export type SearchCandidate = Awaited<ReturnType<ReturnType<typeof selectCandidates>['executeTakeFirstOrThrow']>>

export const listCandidates = (ctx: Db, ids: readonly number[]): Promise<SearchCandidate[]> =>
  selectCandidates(ctx)
    .where(isOneOf(ctx.db, 'id', ids))
    .execute()

/** Lists the kinds of documents, highest document id first. */
export const listKindsOf = ({ db }: Db, ids: readonly number[]): Promise<{ id: number; kind: string }[]> =>
  db
    .selectFrom('search_documents')
    .select(['id', 'kind'])
    .where(isOneOf(db, 'id', ids))
    .orderBy('id', 'desc')
    .execute()

export const listCandidatesByUrl = async (ctx: Db, urls: readonly string[]): Promise<SearchCandidate[]> =>
  urls.length === 0
    ? []
    : selectCandidates(ctx)
        .where('url', 'in', [...urls])
        .execute()

/** Returns the highest subject id of each kind; kinds without documents are absent. */
export async function findLastSubjectIds({ db }: Db, kinds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const [first, ...others] = kinds.map((kind) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('search_documents')
          .select(['kind', 'subject_id as last'])
          .where('kind', '=', kind)
          .orderBy('subject_id', 'desc')
          .limit(1)
          .as('last_of_kind'),
      )
      .selectAll(),
  )
  const rows = first ? await others.reduce((union, query) => union.unionAll(query), first).execute() : []
  return new Map(rows.map(({ kind, last }) => [kind, last]))
}

/** Returns the columns that results show; the rows are in any order. */
export const listShownDocuments = ({ db }: Db, ids: readonly number[]) =>
  db
    .selectFrom('search_documents')
    .select([
      'id',
      'kind',
      'subject_id as subjectId',
      'title',
      'url',
      'summary',
      'body',
      'category',
      'date',
      'rating_average as ratingAverage',
      'rating_count as ratingCount',
      'is_demo as isDemo',
    ])
    .where(isOneOf(db, 'id', ids))
    .execute()
