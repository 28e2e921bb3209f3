/** Finds candidate documents for a query: a bounded number, however common its words are. */
import { stopsAtLimit, findDocumentIds, findLatestOfEach, type DocumentGroup, type TermCondition } from '#db/search/full-text.ts'
import type { Context } from '#platform/contract/context.ts'
import { categoryKey, kindTerm, latestPartitionTerms, titleTerm } from './document-terms.policy.ts'
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import { MIN_CANDIDATES, MAX_CANDIDATES, MAX_CANDIDATES_PER_KIND } from './ranking.policy.ts'
import type { ScoredConcept } from './scoring.policy.ts'
import { findLastSubjectIds, listKindsOf } from '#features/search/search.queries.ts'

type Db = Pick<Context, 'db'>

export interface CandidateScope {
  kinds: readonly string[]
  category?: string | undefined
}

/** Only the heaviest words of a long query are combined. */
const MAX_WORDS = 6

/**
 * Finds documents with all words; if these are few, also those with two of the heaviest words, then with one. If too many have all words,
 * documents with all of them in the title take precedence.
 */
export async function findCandidateIds(ctx: Db, concepts: readonly ScoredConcept[], scope: CandidateScope): Promise<number[]> {
  const found = new Set<number>()
  const add = async (condition: TermCondition, inTitle?: TermCondition) => {
    for (const id of await findBounded(ctx, condition, scope, inTitle)) found.add(id)
  }
  const all = concepts.map(({ concept }) => conditionOf(concept))
  if (all.length === 0) return []
  await add({ all }, { all: concepts.map(({ concept }) => conditionOf(concept, titleTerm)) })
  if (found.size >= MIN_CANDIDATES || all.length === 1) return [...found]
  const heaviest = concepts
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS)
    .map(({ concept }) => conditionOf(concept))
  if (heaviest.length > 2) await add({ any: pairsOf(heaviest).map((pair) => ({ all: pair })) })
  if (found.size < MIN_CANDIDATES) await add({ any: heaviest })
  return [...found]
}

const pairsOf = <T>(all: readonly T[]): [T, T][] => all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))

function conditionOf({ alternatives }: QueryConcept, key: (term: string) => string = (term) => term): TermCondition {
  return { any: minimalSets(alternatives.map(({ terms }) => terms)).map((terms) => ({ all: terms.map((term) => ({ word: key(term) })) })) }
}

/** Drops redundant sets: every document with `solar` and `array` is found by `solar` already. */
function minimalSets(sets: readonly (readonly string[])[]): (readonly string[])[] {
  const isSubset = (one: readonly string[], other: readonly string[]) => one.every((term) => other.includes(term))
  return sets.filter((set, at) => !sets.some((other, otherAt) => isSubset(other, set) && (otherAt < at || !isSubset(set, other))))
}

/** If there are too many candidates, each kind gets a share of them; within it, documents with the words in their title come first. */
async function findBounded(
  ctx: Db,
  condition: TermCondition,
  { kinds, category }: CandidateScope,
  inTitle?: TermCondition,
): Promise<number[]> {
  const inCategory = (inner: TermCondition): TermCondition =>
    category === undefined ? inner : { all: [{ word: categoryKey(category) }, inner] }
  const stopsEarly = stopsAtLimit(ctx.db)
  if (stopsEarly) {
    const ids = await findDocumentIds(ctx.db, inCategory(condition), MAX_CANDIDATES)
    if (ids.length < MAX_CANDIDATES) return ids
  }
  const groups = await findGroups(ctx, kinds)
  const limits = { all: MAX_CANDIDATES, each: MAX_CANDIDATES_PER_KIND }
  const found = await findLatestOfEach(ctx.db, inCategory(condition), groups, limits)
  const all = [...found.values()].flat()
  if (!stopsEarly && all.length < MAX_CANDIDATES) return all
  const titled = inTitle ? await findTitled(ctx, inCategory(inTitle), groups) : undefined
  return [...found].flatMap(([term, ids]) => [...new Set([...(titled?.get(term) ?? []), ...ids])].slice(0, MAX_CANDIDATES_PER_KIND))
}

/** @returns ids by the term of their kind, latest first */
async function findTitled(ctx: Db, condition: TermCondition, groups: readonly DocumentGroup[]): Promise<ReadonlyMap<string, number[]>> {
  const all = await findDocumentIds(ctx.db, condition, MAX_CANDIDATES)
  // Too many: takes the latest of each kind, and skips older ones of kinds whose latest documents match.
  if (all.length >= MAX_CANDIDATES)
    return findLatestOfEach(ctx.db, condition, groups, { all: MAX_CANDIDATES_PER_KIND, each: MIN_CANDIDATES })
  const kinds = Map.groupBy(await listKindsOf(ctx, all), ({ kind }) => kindTerm(kind))
  return new Map([...kinds].map(([term, rows]) => [term, rows.map(({ id }) => id)]))
}

async function findGroups(ctx: Db, kinds: readonly string[]): Promise<DocumentGroup[]> {
  const last = await findLastSubjectIds(ctx, kinds)
  return kinds.flatMap((kind) => {
    const lastId = last.get(kind)
    return lastId === undefined ? [] : [{ term: kindTerm(kind), latest: latestPartitionTerms(kind, lastId) }]
  })
}
