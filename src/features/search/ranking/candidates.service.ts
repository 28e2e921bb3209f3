/** Which documents a query may mean: never more than a bounded number, however common its words are. */
import { endsEarly, findDocumentIds, findLatestOfEach, type DocumentGroup, type TermCondition } from '#db/search/full-text.ts'
import type { Context } from '#platform/contract/context.ts'
import { categoryKey, kindTerm, termsOfLatest, titleTerm } from './document-terms.policy.ts'
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import { ENOUGH_RESULTS, MAX_CANDIDATES, MAX_CANDIDATES_OF_KIND } from './ranking.policy.ts'
import type { ScoredConcept } from './scoring.policy.ts'
import { findLastSubjectIds, listKindsOf } from '#features/search/search.queries.ts'

type Db = Pick<Context, 'db'>

export interface CandidateScope {
  kinds: readonly string[]
  category?: string | undefined
}

/** Of a long question the words that say most. */
const MAX_WORDS = 6

/**
 * First those with all words; where these are few, those with two of the words that say most, and then with one. What is left out where there are
 * too many is not the title: documents with all words there come first.
 */
export async function findCandidateIds(ctx: Db, concepts: readonly ScoredConcept[], scope: CandidateScope): Promise<number[]> {
  const found = new Set<number>()
  const add = async (condition: TermCondition, inTitle?: TermCondition) => {
    for (const id of await findBounded(ctx, condition, scope, inTitle)) found.add(id)
  }
  const all = concepts.map(({ concept }) => conditionOf(concept))
  if (all.length === 0) return []
  await add({ all }, { all: concepts.map(({ concept }) => conditionOf(concept, titleTerm)) })
  if (found.size >= ENOUGH_RESULTS || all.length === 1) return [...found]
  const telling = concepts
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, MAX_WORDS)
    .map(({ concept }) => conditionOf(concept))
  if (telling.length > 2) await add({ any: pairsOf(telling).map((pair) => ({ all: pair })) })
  if (found.size < ENOUGH_RESULTS) await add({ any: telling })
  return [...found]
}

const pairsOf = <T>(all: readonly T[]): [T, T][] => all.flatMap((one, at) => all.slice(at + 1).map((other): [T, T] => [one, other]))

function conditionOf({ alternatives }: QueryConcept, key: (term: string) => string = (term) => term): TermCondition {
  return { any: leastSets(alternatives.map(({ terms }) => terms)).map((terms) => ({ all: terms.map((term) => ({ word: key(term) })) })) }
}

/** Whatever has `solar` and `array` has `solar`: where one is enough, the other is not asked for. */
function leastSets(sets: readonly (readonly string[])[]): (readonly string[])[] {
  const isIn = (one: readonly string[], other: readonly string[]) => one.every((term) => other.includes(term))
  return sets.filter((set, at) => !sets.some((other, place) => isIn(other, set) && (place < at || !isIn(set, other))))
}

/** Where there are more than are looked at, each kind gets its part, and in it what has the words in its title comes first. */
async function findBounded(
  ctx: Db,
  condition: TermCondition,
  { kinds, category }: CandidateScope,
  inTitle?: TermCondition,
): Promise<number[]> {
  const narrowed = (to: TermCondition): TermCondition => (category === undefined ? to : { all: [{ word: categoryKey(category) }, to] })
  const isSurelyMany = endsEarly(ctx.db)
  if (isSurelyMany) {
    const ids = await findDocumentIds(ctx.db, narrowed(condition), MAX_CANDIDATES)
    if (ids.length < MAX_CANDIDATES) return ids
  }
  const groups = await findGroups(ctx, kinds)
  const limits = { all: MAX_CANDIDATES, each: MAX_CANDIDATES_OF_KIND }
  const found = await findLatestOfEach(ctx.db, narrowed(condition), groups, limits)
  const all = [...found.values()].flat()
  if (!isSurelyMany && all.length < MAX_CANDIDATES) return all
  const titled = inTitle ? await findTitled(ctx, narrowed(inTitle), groups) : undefined
  return [...found].flatMap(([term, ids]) => [...new Set([...(titled?.get(term) ?? []), ...ids])].slice(0, MAX_CANDIDATES_OF_KIND))
}

/** By the term of their kind, the latest first. */
async function findTitled(ctx: Db, condition: TermCondition, groups: readonly DocumentGroup[]): Promise<ReadonlyMap<string, number[]>> {
  const all = await findDocumentIds(ctx.db, condition, MAX_CANDIDATES)
  // There are many of them: of a kind whose latest have some, older ones are left out.
  if (all.length >= MAX_CANDIDATES)
    return findLatestOfEach(ctx.db, condition, groups, { all: MAX_CANDIDATES_OF_KIND, each: ENOUGH_RESULTS })
  const kinds = Map.groupBy(await listKindsOf(ctx, all), ({ kind }) => kindTerm(kind))
  return new Map([...kinds].map(([term, rows]) => [term, rows.map(({ id }) => id)]))
}

async function findGroups(ctx: Db, kinds: readonly string[]): Promise<DocumentGroup[]> {
  const last = await findLastSubjectIds(ctx, kinds)
  return kinds.flatMap((kind) => {
    const lastId = last.get(kind)
    return lastId === undefined ? [] : [{ term: kindTerm(kind), latest: termsOfLatest(kind, lastId) }]
  })
}
