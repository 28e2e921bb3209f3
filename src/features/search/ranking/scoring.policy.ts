/** Scores a document for a query: BM25 over its fields, with the best alternative of each concept. */
import type { QueryConcept } from '#features/search/query/query-concepts.policy.ts'
import {
  ADJACENT_BONUS,
  SCATTERED_PHRASE_WEIGHT,
  FIELD_WEIGHTS,
  inverseFrequency,
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
  /** Average length of each field, in characters of terms. */
  averageLengths: readonly number[]
  /** Number of documents with a term. */
  frequencies: ReadonlyMap<string, number>
  now: number
}

export interface ScoredConcept {
  concept: QueryConcept
  weight: number
  /** Weight of each alternative, in their order; a rare synonym never weighs more than the word that was typed. */
  alternativeWeights: readonly number[]
}

export interface DocumentScore {
  score: number
  /** Share of the query's weight that was matched, from 0 to 1. */
  share: number
  /** Share that was matched in the title. */
  titleShare: number
}

/** Weighs each concept by its inverse document frequency; its alternatives count as one word. */
export function weighConcepts(concepts: readonly QueryConcept[], { frequencies, documents }: CorpusStatistics): ScoredConcept[] {
  const weighed = concepts.map((concept) => {
    const own = frequencies.get(concept.term) ?? 0
    const used = concept.alternatives.map(
      ({ terms }) => Math.min(...terms.map((term) => frequencies.get(term) ?? 0)) * PHRASE_SHARE ** (terms.length - 1),
    )
    const others = concept.alternatives.map(({ weight }, at) => weight * (used[at] ?? 0))
    const frequency = Math.max(own, ...others)
    const factor = (concept.isLight ? COMMON_WORD_WEIGHTS.light : 1) * (concept.isOfPhrase ? COMMON_WORD_WEIGHTS.ofPhrase : 1)
    const weightOf = (count: number) => factor * inverseFrequency(Math.min(documents, count), documents)
    const alternativeWeights = used.map((count) => Math.min(weightOf(count), own > 0 ? weightOf(own) : Infinity))
    return { concept, isFound: frequency > 0, weight: weightOf(frequency), alternativeWeights }
  })
  // Words that are in no text do not distinguish documents.
  const known = weighed.filter(({ isFound }) => isFound)
  return known.length > 0 ? known : weighed
}

/** Inputs that are the same for all documents of a search. */
interface ScoringContext {
  corpus: CorpusStatistics
  /** Weights of adjacent words, from `weighPairs`. */
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
  const [, asWritten = '', ...others] = document.terms.split('\n')
  // The index stores titles with their stop words; without them the title `selling the house` matches `selling house` completely.
  const fields = [concepts.some(({ concept }) => !STOP_TERMS.has(concept.term)) ? withoutStopWords(asWritten) : asWritten, ...others]
  const lengths = [asWritten, ...others].map((field) => Math.max(0, field.length - 2))
  const all = concepts.reduce((sum, { weight }) => sum + weight, 0)
  let [sum, found] = [0, 0]
  let inTitle = 0
  let titleWeight = 0
  const isMatched = concepts.map(({ concept, weight, alternativeWeights }) => {
    const worth = Math.max(
      ...concept.alternatives.map((one, at) => {
        const frequency = one.weight * frequencyIn(fields, lengths, one, corpus)
        return ((alternativeWeights[at] ?? 0) * frequency * (BM25_SATURATION + 1)) / (frequency + BM25_SATURATION)
      }),
    )
    if (worth <= 0) return false
    sum += worth
    found += weight
    if (concept.alternatives.some((one) => countOf(fields[0] ?? '', one) > 0)) {
      inTitle += 1
      titleWeight += weight
    }
    return true
  })
  if (found === 0) return { score: 0, share: 0, titleShare: 0 }
  sum += adjacency(fields, concepts, isMatched, pairs)
  const share = found / all
  const titleBonus =
    inTitle === concepts.length ? TITLE_BONUS * Math.min(1, concepts.length / Math.max(1, (fields[0] ?? '').trim().split(' ').length)) : 0
  return {
    share,
    titleShare: titleWeight / all,
    score: sum * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * (1 + titleBonus) * computeBaseScore(document, corpus.now, isQuestion),
  }
}

/** Occurrences in all fields, weighted by field and normalised by field length. */
function frequencyIn(
  fields: readonly string[],
  lengths: readonly number[],
  alternative: QueryConcept['alternatives'][number],
  corpus: CorpusStatistics,
): number {
  let frequency = 0
  for (const [at, { weight, length }] of FIELD_WEIGHTS.entries()) {
    const field = fields[at]
    if (field === undefined) continue
    const count = countOf(field, alternative)
    if (count > 0)
      frequency += (weight * count) / (1 - length + (length * (lengths[at] ?? 0)) / Math.max(1, corpus.averageLengths[at] ?? 1))
  }
  return frequency
}

/** Occurrences of a phrase; if its words are only found apart, a fraction of their occurrences. */
function countOf(field: string, { terms, isPhrase }: QueryConcept['alternatives'][number]): number {
  const together = occurrences(field, terms.join(' '))
  if (together > 0 || terms.length === 1 || isPhrase) return together
  return SCATTERED_PHRASE_WEIGHT * Math.min(...terms.map((term) => occurrences(field, term)))
}

const BLANK = 32

/**
 * Index of the next occurrence of whole words. Searches without the surrounding blanks, because a letter is rarer than a blank; this loop takes
 * most of the time of a search.
 * @param field begins and ends with a blank
 * @returns -1 if there is none
 */
function indexOfWords(field: string, words: string, from = 0): number {
  for (let at = field.indexOf(words, from); at >= 0; at = field.indexOf(words, at + 1))
    if (field.charCodeAt(at - 1) === BLANK && field.charCodeAt(at + words.length) === BLANK) return at
  return -1
}

function occurrences(field: string, words: string): number {
  let count = 0
  for (let at = indexOfWords(field, words); at >= 0; at = indexOfWords(field, words, at + words.length)) count += 1
  return count
}

const containsWords = (text: string, words: string): boolean => indexOfWords(text, words) >= 0

const withoutStopWords = (title: string): string =>
  title
    .split(' ')
    .filter((term) => !STOP_TERMS.has(term) || term === '')
    .join(' ')

/** Bonus for words that are adjacent both in the query and in the document. */
function adjacency(
  fields: readonly string[],
  concepts: readonly ScoredConcept[],
  isMatched: readonly boolean[],
  pairs: readonly number[],
): number {
  let bonus = 0
  for (const [at, worth] of pairs.entries()) {
    const [one, next] = [concepts[at], concepts[at + 1]]
    if (!one || !next || !isMatched[at] || !isMatched[at + 1]) continue
    const pair = pairOf(one, next)
    if (containsWords(fields[0] ?? '', pair)) bonus += ADJACENT_BONUS.title * worth
    else if (fields.some((field) => containsWords(field, pair))) bonus += ADJACENT_BONUS.elsewhere * worth
  }
  return bonus
}

const pairOf = (one: ScoredConcept, next: ScoredConcept): string => `${one.concept.term} ${next.concept.term}`

/** Weighs adjacent words of the query: the fewer candidates have the pair, the more it weighs. */
export function weighPairs(documents: readonly ScorableDocument[], concepts: readonly ScoredConcept[], corpus: CorpusStatistics): number[] {
  return concepts.slice(1).map((next, at) => {
    const one = concepts[at]
    if (!one) return 0
    const pair = pairOf(one, next)
    const count = documents.reduce((sum, { terms }) => sum + (containsWords(terms, pair) ? 1 : 0), 0)
    return inverseFrequency(Math.min(corpus.documents, count), corpus.documents)
  })
}
