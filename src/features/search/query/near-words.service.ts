/** Adds partial matches to a query that has no other results. */
import type { Context } from '#platform/contract/context.ts'
import type { QueryConcept } from './query-concepts.policy.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import * as queries from '#features/search/search.queries.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

/** Shorter prefixes and suffixes of a word are rarely words in their own right: `ring` in `whispering`. */
const MIN_PARTIAL_LENGTH = 5

/** Adds to each concept the single words of its phrases, and the longest known word that it begins or ends with. */
export async function addPartialMatches(ctx: Pick<Context, 'db'>, concepts: readonly QueryConcept[]): Promise<void> {
  const endings = new Map(concepts.map((concept) => [concept, concept.isNumber ? [] : listPrefixesAndSuffixes(concept.word)]))
  const knownWords = new Set((await queries.listWords(ctx, [...new Set([...endings.values()].flat())])).map(({ word }) => word))
  for (const [concept, ends] of endings) {
    const partialTerms = [
      ...concept.alternatives.flatMap(({ terms }) => terms),
      // The longest one is the closest match.
      ...ends
        .filter((word) => knownWords.has(word))
        .slice(0, 1)
        .map(toTerm),
    ]
    const existingTerms = new Set(concept.alternatives.filter(({ terms }) => terms.length === 1).flatMap(({ terms }) => terms))
    for (const term of new Set(partialTerms))
      if (!existingTerms.has(term)) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.near })
  }
}

/** Lists the prefixes and suffixes of a word, longest first. */
const listPrefixesAndSuffixes = (word: string): string[] =>
  Array.from({ length: Math.max(0, word.length - MIN_PARTIAL_LENGTH) }, (_, index) => word.length - 1 - index).flatMap((length) => [
    word.slice(0, length),
    word.slice(-length),
  ])
