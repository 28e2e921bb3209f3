/** Scores a document for a query: BM25 over its fields, with the best alternative of each concept. */
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import {
  ADJACENT_BONUS,
  SCATTERED_PHRASE_WEIGHT,
  FIELD_WEIGHTS,
  computeInverseFrequency,
  PARTIAL_FLOOR,
  PHRASE_SHARE,
  BM25_SATURATION,
  computeBaseScore,
  COMMON_WORD_WEIGHTS,
  TITLE_BONUS,
} from './ranking.policy.ts'
import { STOP_TERMS } from '#features/search/language/text-analysis.policy.ts'

/** Statistics of all indexed documents. */
export interface CorpusStatistics {
  documents: number
  /** Average length of title, headings, summary and body, in characters of their terms. */
  averageLengths: readonly number[]
  /** Number of documents that contain each term. */
  frequencies: ReadonlyMap<string, number>
  /** Milliseconds since the epoch. */
  now: number
}

export interface ScoredConcept {
  concept: QueryConcept
  weight: number
  /** Weight of each alternative, in the order of `concept.alternatives`. A rare synonym never weighs more than the word of the query. */
  alternativeWeights: readonly number[]
}

export interface DocumentScore {
  score: number
  /** Share of the query's weight that was matched, from 0 to 1. */
  share: number
  /** Share of the query's weight that was matched in the title, from 0 to 1. */
  titleShare: number
}

/** Weighs each concept by its inverse document frequency, and drops concepts that no document matches, unless none is matched. */
export function weighConcepts(concepts: readonly QueryConcept[], { frequencies, documents }: CorpusStatistics): ScoredConcept[] {
  const weighed = concepts.map((concept) => {
    const ownFrequency = frequencies.get(concept.term) ?? 0
    const alternativeFrequencies = concept.alternatives.map(
      ({ terms }) => Math.min(...terms.map((term) => frequencies.get(term) ?? 0)) * PHRASE_SHARE ** (terms.length - 1),
    )
    const weightedFrequencies = concept.alternatives.map(({ weight }, index) => weight * (alternativeFrequencies[index] ?? 0))
    const frequency = Math.max(ownFrequency, ...weightedFrequencies)
    const factor = (concept.isLight ? COMMON_WORD_WEIGHTS.light : 1) * (concept.isOfPhrase ? COMMON_WORD_WEIGHTS.ofPhrase : 1)
    const computeWeight = (count: number) => factor * computeInverseFrequency(Math.min(documents, count), documents)
    const alternativeWeights = alternativeFrequencies.map((count) =>
      Math.min(computeWeight(count), ownFrequency > 0 ? computeWeight(ownFrequency) : Infinity),
    )
    return { concept, isFound: frequency > 0, weight: computeWeight(frequency), alternativeWeights }
  })
  // Words that no text contains do not distinguish documents.
  const knownConcepts = weighed.filter(({ isFound }) => isFound)
  return knownConcepts.length > 0 ? knownConcepts : weighed
}

/** Inputs that are the same for all documents of a search. */
interface ScoringContext {
  corpus: CorpusStatistics
  /** Weights of adjacent words of the query, from `weighPairs`. */
  pairs: readonly number[]
  isQuestion: boolean
}

export interface ScorableDocument {
  kind: string
  date: string | null
  quality: number
  terms: string
}

export function scoreDocument(document: ScorableDocument, concepts: readonly ScoredConcept[], context: ScoringContext): DocumentScore {
  const { corpus, pairs, isQuestion } = context
  const [, titleField = '', ...otherFields] = document.terms.split('\n')
  // The index stores titles with their stop words; without them the title `selling the house` matches `selling house` completely.
  const fields = [concepts.some(({ concept }) => !STOP_TERMS.has(concept.term)) ? removeStopWords(titleField) : titleField, ...otherFields]
  const lengths = [titleField, ...otherFields].map((field) => Math.max(0, field.length - 2))
  const totalWeight = concepts.reduce((sum, { weight }) => sum + weight, 0)
  let [sum, matchedWeight] = [0, 0]
  let titleMatches = 0
  let titleWeight = 0
  const isMatched = concepts.map(({ concept, weight, alternativeWeights }) => {
    const conceptScore = Math.max(
      ...concept.alternatives.map((alternative, index) => {
        const frequency = alternative.weight * computeFrequency(fields, lengths, alternative, corpus)
        return ((alternativeWeights[index] ?? 0) * frequency * (BM25_SATURATION + 1)) / (frequency + BM25_SATURATION)
      }),
    )
    if (conceptScore <= 0) return false
    sum += conceptScore
    matchedWeight += weight
    if (concept.alternatives.some((alternative) => countMatches(fields[0] ?? '', alternative) > 0)) {
      titleMatches += 1
      titleWeight += weight
    }
    return true
  })
  if (matchedWeight === 0) return { score: 0, share: 0, titleShare: 0 }
  sum += computeAdjacencyBonus(fields, concepts, isMatched, pairs)
  const share = matchedWeight / totalWeight
  const titleBonus =
    titleMatches === concepts.length
      ? TITLE_BONUS * Math.min(1, concepts.length / Math.max(1, (fields[0] ?? '').trim().split(' ').length))
      : 0
  return {
    share,
    titleShare: titleWeight / totalWeight,
    score: sum * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * (1 + titleBonus) * computeBaseScore(document, corpus.now, isQuestion),
  }
}

/** Returns the number of occurrences in all fields, weighted by field and normalised by field length. */
function computeFrequency(
  fields: readonly string[],
  lengths: readonly number[],
  alternative: QueryConcept['alternatives'][number],
  corpus: CorpusStatistics,
): number {
  let frequency = 0
  for (const [index, { weight, length }] of FIELD_WEIGHTS.entries()) {
    const field = fields[index]
    if (field === undefined) continue
    const count = countMatches(field, alternative)
    if (count > 0)
      frequency += (weight * count) / (1 - length + (length * (lengths[index] ?? 0)) / Math.max(1, corpus.averageLengths[index] ?? 1))
  }
  return frequency
}

/** Counts the occurrences of an alternative. Words that are not adjacent count as a fraction, unless the alternative is a phrase. */
function countMatches(field: string, { terms, isPhrase }: QueryConcept['alternatives'][number]): number {
  const adjacentCount = countOccurrences(field, terms.join(' '))
  if (adjacentCount > 0 || terms.length === 1 || isPhrase) return adjacentCount
  return SCATTERED_PHRASE_WEIGHT * Math.min(...terms.map((term) => countOccurrences(field, term)))
}

const SPACE_CODE = 32

/**
 * Returns the index of the next occurrence of whole words. Searches without the surrounding spaces, because a letter is rarer than a space:
 * this loop takes most of the time of a search.
 * @param field terms; begins and ends with a space
 * @returns -1 if there is none
 */
function indexOfWords(field: string, words: string, start = 0): number {
  for (let index = field.indexOf(words, start); index >= 0; index = field.indexOf(words, index + 1))
    if (field.charCodeAt(index - 1) === SPACE_CODE && field.charCodeAt(index + words.length) === SPACE_CODE) return index
  return -1
}

function countOccurrences(field: string, words: string): number {
  let count = 0
  for (let index = indexOfWords(field, words); index >= 0; index = indexOfWords(field, words, index + words.length)) count += 1
  return count
}

const containsWords = (text: string, words: string): boolean => indexOfWords(text, words) >= 0

const removeStopWords = (title: string): string =>
  title
    .split(' ')
    .filter((term) => !STOP_TERMS.has(term) || term === '')
    .join(' ')

/** Returns the bonus for words that are adjacent both in the query and in the document. */
function computeAdjacencyBonus(
  fields: readonly string[],
  concepts: readonly ScoredConcept[],
  isMatched: readonly boolean[],
  pairs: readonly number[],
): number {
  let bonus = 0
  for (const [index, pairWeight] of pairs.entries()) {
    const [first, second] = [concepts[index], concepts[index + 1]]
    if (!first || !second || !isMatched[index] || !isMatched[index + 1]) continue
    const pair = joinTerms(first, second)
    if (containsWords(fields[0] ?? '', pair)) bonus += ADJACENT_BONUS.title * pairWeight
    else if (fields.some((field) => containsWords(field, pair))) bonus += ADJACENT_BONUS.elsewhere * pairWeight
  }
  return bonus
}

const joinTerms = (first: ScoredConcept, second: ScoredConcept): string => `${first.concept.term} ${second.concept.term}`

/** Weighs each pair of adjacent words of the query: the fewer candidates contain the pair, the more it weighs. */
export function weighPairs(documents: readonly ScorableDocument[], concepts: readonly ScoredConcept[], corpus: CorpusStatistics): number[] {
  return concepts.slice(1).map((second, index) => {
    const first = concepts[index]
    if (!first) return 0
    const pair = joinTerms(first, second)
    const count = documents.reduce((sum, { terms }) => sum + (containsWords(terms, pair) ? 1 : 0), 0)
    return computeInverseFrequency(Math.min(corpus.documents, count), corpus.documents)
  })
}
