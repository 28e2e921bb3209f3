/** Finds candidate documents for a query. Their number is bounded, however common its words are. */
import { stopsAtLimit, findDocumentIds, findLatestOfEach, type DocumentGroup, type TermCondition } from '#db/search/full-text.ts'
import type { Context } from '#platform/contract/context.ts'
import { toCategoryKey, toKindTerm, listLatestPartitionTerms, toTitleTerm } from './document-terms.policy.ts'
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import { MIN_CANDIDATES, MAX_CANDIDATES, MAX_CANDIDATES_PER_KIND } from './ranking.policy.ts'
import type { ScoredConcept } from './scoring.policy.ts'
import { findLastSubjectIds, listKindsOf } from '#features/search/search.queries.ts'

type Db = Pick<Context, 'db'>

export interface CandidateScope {
  kinds: readonly string[]
  category?: string | undefined
}

/** Only this many words of a long query are combined, those with the largest weights. */
const MAX_COMBINED_WORDS = 6

/**
 * Finds documents with all words; if these are few, also those with two of the heaviest words, then with one. If too many have all words,
 * documents with all of them in the title take precedence.
 */
export async function findCandidateIds(ctx: Db, concepts: readonly ScoredConcept[], scope: CandidateScope): Promise<number[]> {
  const candidateIds = new Set<number>()
  const addCandidates = async (condition: TermCondition, inTitle?: TermCondition) => {
    for (const id of await findBounded(ctx, condition, scope, inTitle)) candidateIds.add(id)
  }
  const conditions = concepts.map(({ concept }) => toCondition(concept))
  if (conditions.length === 0) return []
  await addCandidates({ all: conditions }, { all: concepts.map(({ concept }) => toCondition(concept, toTitleTerm)) })
  if (candidateIds.size >= MIN_CANDIDATES || conditions.length === 1) return [...candidateIds]
  const heaviest = concepts
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_COMBINED_WORDS)
    .map(({ concept }) => toCondition(concept))
  if (heaviest.length > 2) await addCandidates({ any: listPairs(heaviest).map((pair) => ({ all: pair })) })
  if (candidateIds.size < MIN_CANDIDATES) await addCandidates({ any: heaviest })
  return [...candidateIds]
}

const listPairs = <T>(items: readonly T[]): [T, T][] =>
  items.flatMap((first, index) => items.slice(index + 1).map((second): [T, T] => [first, second]))

function toCondition({ alternatives }: QueryConcept, key: (term: string) => string = (term) => term): TermCondition {
  return {
    any: keepMinimalSets(alternatives.map(({ terms }) => terms)).map((terms) => ({ all: terms.map((term) => ({ word: key(term) })) })),
  }
}

/** Drops redundant sets: every document with `solar` and `array` is found by `solar` already. */
function keepMinimalSets(sets: readonly (readonly string[])[]): (readonly string[])[] {
  const isSubset = (subset: readonly string[], set: readonly string[]) => subset.every((term) => set.includes(term))
  return sets.filter(
    (set, index) => !sets.some((other, otherIndex) => isSubset(other, set) && (otherIndex < index || !isSubset(set, other))),
  )
}

/** Finds documents. If there are too many, each kind gets a share of them; within it, documents with the words in their title come first. */
async function findBounded(
  ctx: Db,
  condition: TermCondition,
  { kinds, category }: CandidateScope,
  inTitle?: TermCondition,
): Promise<number[]> {
  const restrictToCategory = (inner: TermCondition): TermCondition =>
    category === undefined ? inner : { all: [{ word: toCategoryKey(category) }, inner] }
  const stopsEarly = stopsAtLimit(ctx.db)
  if (stopsEarly) {
    const ids = await findDocumentIds(ctx.db, restrictToCategory(condition), MAX_CANDIDATES)
    if (ids.length < MAX_CANDIDATES) return ids
  }
  const groups = await findGroups(ctx, kinds)
  const limits = { all: MAX_CANDIDATES, each: MAX_CANDIDATES_PER_KIND }
  const latestByKind = await findLatestOfEach(ctx.db, restrictToCategory(condition), groups, limits)
  const latestIds = [...latestByKind.values()].flat()
  if (!stopsEarly && latestIds.length < MAX_CANDIDATES) return latestIds
  const titled = inTitle ? await findTitled(ctx, restrictToCategory(inTitle), groups) : undefined
  return [...latestByKind].flatMap(([term, ids]) => [...new Set([...(titled?.get(term) ?? []), ...ids])].slice(0, MAX_CANDIDATES_PER_KIND))
}

/** Finds documents with the words in their title. @returns ids by the term of their kind, latest first */
async function findTitled(ctx: Db, condition: TermCondition, groups: readonly DocumentGroup[]): Promise<ReadonlyMap<string, number[]>> {
  const titledIds = await findDocumentIds(ctx.db, condition, MAX_CANDIDATES)
  // There are too many: takes the latest of each kind, and skips older ones of kinds whose latest documents match.
  if (titledIds.length >= MAX_CANDIDATES)
    return findLatestOfEach(ctx.db, condition, groups, { all: MAX_CANDIDATES_PER_KIND, each: MIN_CANDIDATES })
  const kinds = Map.groupBy(await listKindsOf(ctx, titledIds), ({ kind }) => toKindTerm(kind))
  return new Map([...kinds].map(([term, rows]) => [term, rows.map(({ id }) => id)]))
}

async function findGroups(ctx: Db, kinds: readonly string[]): Promise<DocumentGroup[]> {
  const lastIds = await findLastSubjectIds(ctx, kinds)
  return kinds.flatMap((kind) => {
    const lastId = lastIds.get(kind)
    return lastId === undefined ? [] : [{ term: toKindTerm(kind), latest: listLatestPartitionTerms(kind, lastId) }]
  })
}
