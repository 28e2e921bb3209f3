/** Partial matches, for queries without results. */
import type { Context } from '#platform/contract/context.ts'
import type { QueryConcept } from './query-concepts.policy.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import * as queries from '#features/search/search.queries.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

/** A shorter beginning or end of a word is mostly not a word in it: `ring` in `whispering`. */
const MIN_LETTERS = 5

/** Adds to each concept the single words of its phrases, and the longest known word that it begins or ends with. */
export async function addPartialMatches(ctx: Pick<Context, 'db'>, concepts: readonly QueryConcept[]): Promise<void> {
  const endings = new Map(concepts.map((concept) => [concept, concept.isFigure ? [] : endsOf(concept.word)]))
  const known = new Set((await queries.listWords(ctx, [...new Set([...endings.values()].flat())])).map(({ word }) => word))
  for (const [concept, ends] of endings) {
    const near = [
      ...concept.alternatives.flatMap(({ terms }) => terms),
      // The longest one is the closest match.
      ...ends
        .filter((one) => known.has(one))
        .slice(0, 1)
        .map(toTerm),
    ]
    const own = new Set(concept.alternatives.filter(({ terms }) => terms.length === 1).flatMap(({ terms }) => terms))
    for (const term of new Set(near)) if (!own.has(term)) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.near })
  }
}

/** Prefixes and suffixes of a word, the longest first. */
const endsOf = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - MIN_LETTERS) }, (_, at) => word.length - 1 - at).flatMap((length) => [
    word.slice(0, length),
    word.slice(-length),
  ])
