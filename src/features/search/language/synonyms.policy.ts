/** Looks up synonyms, which may be phrases, for the words of a query. */
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import { tokenize } from './text-analysis.policy.ts'

/** Maps the terms of a phrase to its synonyms. */
export interface SynonymIndex {
  /** The synonyms of each phrase, as terms. The key is the terms of the phrase, joined with spaces. */
  groups: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Number of terms in the longest phrase. */
  maxPhraseLength: number
  knows(term: string): boolean
}

/** Builds the index. @param groups groups of phrases with the same meaning, as written */
export function indexSynonyms(groups: readonly (readonly string[])[]): SynonymIndex {
  const index = new Map<string, (readonly string[])[]>()
  let maxPhraseLength = 1
  for (const group of groups) {
    const phrases = [
      ...new Map(
        group.map((phrase) => toTerms(phrase)).flatMap((terms) => (terms.length ? [[terms.join(' '), terms] as const] : [])),
      ).values(),
    ]
    for (const terms of phrases) {
      const key = terms.join(' ')
      maxPhraseLength = Math.max(maxPhraseLength, terms.length)
      index.set(key, [...(index.get(key) ?? []), ...phrases.filter((other) => other !== terms)])
    }
  }
  return { groups: index, maxPhraseLength, knows: (term) => index.has(term) }
}

/** Returns the terms of a phrase without stop words, as in a query. */
const toTerms = (phrase: string): string[] => {
  const tokens = tokenize(phrase)
  // A number with its unit stays joined, and so does a stop word with a hyphen, because `in-roof` means more than `roof`.
  const joined = tokens.filter(
    ({ isJoined, isNumber, start, end }) =>
      isJoined && (isNumber || tokens.some((part) => part.isStopWord && !part.isJoined && part.start >= start && part.end <= end)),
  )
  return tokens
    .filter(
      (token) =>
        !token.isStopWord &&
        (joined.includes(token) ||
          (!token.isJoined && !joined.some((joinedToken) => token.start >= joinedToken.start && token.end <= joinedToken.end))),
    )
    .map(({ term }) => term)
}

/** Marks the words of known phrases: they are exempt from spelling correction and weigh less, as they have one meaning together. */
export function markPhrases(concepts: readonly QueryConcept[], { groups, maxPhraseLength }: SynonymIndex): void {
  const terms = concepts.map(({ term }) => term)
  for (let start = 0; start < concepts.length; start += 1)
    for (let length = Math.min(maxPhraseLength, concepts.length - start); length > 1; length -= 1)
      if (groups.has(terms.slice(start, start + length).join(' ')))
        for (const concept of concepts.slice(start, start + length)) concept.isOfPhrase = true
}

/** Adds the synonyms of each phrase in the query as alternatives to each of its words. */
export function addSynonyms(concepts: readonly QueryConcept[], { groups, maxPhraseLength }: SynonymIndex): void {
  // Other spellings of a word have its synonyms too: `secondhand` is `second hand`.
  const spellings = concepts.map(({ term, alternatives }) => [
    term,
    ...alternatives.filter(({ weight }) => weight >= MATCH_WEIGHTS.family).map(({ terms }) => terms.join(' ')),
  ])
  for (let start = 0; start < concepts.length; start += 1)
    for (let length = Math.min(maxPhraseLength, concepts.length - start); length > 0; length -= 1) {
      const span = concepts.slice(start, start + length)
      const phraseKeys =
        length === 1
          ? (spellings[start] ?? [])
          : [
              spellings
                .slice(start, start + length)
                .map(([term]) => term)
                .join(' '),
            ]
      for (const terms of new Set(phraseKeys.flatMap((key) => groups.get(key) ?? []))) for (const concept of span) addPhrase(concept, terms)
    }
}

function addPhrase({ alternatives }: QueryConcept, terms: readonly string[]): void {
  if (alternatives.some((alternative) => alternative.terms.join(' ') === terms.join(' '))) return
  alternatives.push({ terms, weight: MATCH_WEIGHTS.synonym, ...(terms.length > 1 ? { isPhrase: true } : {}) })
}
