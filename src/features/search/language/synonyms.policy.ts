/** Looks up synonyms, which may be phrases, for the words of a query. */
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import { tokenize } from './text-analysis.policy.ts'

/** Index from the terms of a phrase to its synonyms. */
export interface SynonymIndex {
  /** By the terms of a phrase, joined with blanks. */
  groups: ReadonlyMap<string, readonly (readonly string[])[]>
  /** Number of terms of the longest phrase. */
  longest: number
  knows(term: string): boolean
}

/** @param groups phrases with the same meaning, as written */
export function indexSynonyms(groups: readonly (readonly string[])[]): SynonymIndex {
  const index = new Map<string, (readonly string[])[]>()
  let longest = 1
  for (const group of groups) {
    const phrases = [
      ...new Map(
        group.map((phrase) => toTerms(phrase)).flatMap((terms) => (terms.length ? [[terms.join(' '), terms] as const] : [])),
      ).values(),
    ]
    for (const terms of phrases) {
      const key = terms.join(' ')
      longest = Math.max(longest, terms.length)
      index.set(key, [...(index.get(key) ?? []), ...phrases.filter((other) => other !== terms)])
    }
  }
  return { groups: index, longest, knows: (term) => index.has(term) }
}

/** The terms of a phrase without stop words, as in a query. */
const toTerms = (phrase: string): string[] => {
  const tokens = tokenize(phrase)
  // Stay joined: a number with its unit, and a stop word with a hyphen, because `in-roof` is more than `roof`.
  const joined = tokens.filter(
    ({ isJoined, isFigure, start, end }) =>
      isJoined && (isFigure || tokens.some((one) => one.isStopWord && !one.isJoined && one.start >= start && one.end <= end)),
  )
  return tokens
    .filter(
      (token) =>
        !token.isStopWord &&
        (joined.includes(token) || (!token.isJoined && !joined.some((one) => token.start >= one.start && token.end <= one.end))),
    )
    .map(({ term }) => term)
}

/** Marks the words of known phrases: they are exempt from spelling correction and weigh less, as they have one meaning together. */
export function markPhrases(concepts: readonly QueryConcept[], { groups, longest }: SynonymIndex): void {
  const terms = concepts.map(({ term }) => term)
  for (let from = 0; from < concepts.length; from += 1)
    for (let length = Math.min(longest, concepts.length - from); length > 1; length -= 1)
      if (groups.has(terms.slice(from, from + length).join(' ')))
        for (const concept of concepts.slice(from, from + length)) concept.isOfPhrase = true
}

/** Adds the synonyms of each phrase in the query as alternatives to each of its words. */
export function addSynonyms(concepts: readonly QueryConcept[], { groups, longest }: SynonymIndex): void {
  // Other spellings of a word have its synonyms too: `secondhand` is `second hand`.
  const own = concepts.map(({ term, alternatives }) => [
    term,
    ...alternatives.filter(({ weight }) => weight >= MATCH_WEIGHTS.family).map(({ terms }) => terms.join(' ')),
  ])
  for (let from = 0; from < concepts.length; from += 1)
    for (let length = Math.min(longest, concepts.length - from); length > 0; length -= 1) {
      const span = concepts.slice(from, from + length)
      const written =
        length === 1
          ? (own[from] ?? [])
          : [
              own
                .slice(from, from + length)
                .map(([term]) => term)
                .join(' '),
            ]
      for (const terms of new Set(written.flatMap((key) => groups.get(key) ?? []))) for (const concept of span) addPhrase(concept, terms)
    }
}

function addPhrase({ alternatives }: QueryConcept, terms: readonly string[]): void {
  if (alternatives.some((one) => one.terms.join(' ') === terms.join(' '))) return
  alternatives.push({ terms, weight: MATCH_WEIGHTS.synonym, ...(terms.length > 1 ? { isPhrase: true } : {}) })
}
