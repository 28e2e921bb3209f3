/** How well a document answers a query: BM25 over its fields, for each concept the best of what may stand for it. */
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

/** What is known of all documents together. */
export interface CorpusStatistics {
  documents: number
  /** Characters of terms in a usual document, field by field. */
  averageLengths: readonly number[]
  /** In how many documents a term is. */
  frequencies: ReadonlyMap<string, number>
  now: number
}

export interface ScoredConcept {
  concept: QueryConcept
  weight: number
  /** What each of its alternatives says, in their order: a rare synonym never more than the word that was typed. */
  worths: readonly number[]
}

export interface DocumentScore {
  score: number
  /** How much of the weight of the query was found, from 0 to 1. */
  share: number
  /** And how much of it in the title. */
  titled: number
}

/** A word counts as much as it is rare; all that may stand for it counts as one word. */
export function weighConcepts(concepts: readonly QueryConcept[], { frequencies, documents }: CorpusStatistics): ScoredConcept[] {
  const weighed = concepts.map((concept) => {
    const own = frequencies.get(concept.term) ?? 0
    const used = concept.alternatives.map(
      ({ terms }) => Math.min(...terms.map((term) => frequencies.get(term) ?? 0)) * PHRASE_SHARE ** (terms.length - 1),
    )
    const others = concept.alternatives.map(({ weight }, at) => weight * (used[at] ?? 0))
    const most = Math.max(own, ...others)
    const telling = (concept.isLight ? COMMON_WORD_WEIGHTS.light : 1) * (concept.isOfPhrase ? COMMON_WORD_WEIGHTS.ofPhrase : 1)
    const worthOf = (times: number) => telling * inverseFrequency(Math.min(documents, times), documents)
    const worths = used.map((times) => Math.min(worthOf(times), own > 0 ? worthOf(own) : Infinity))
    return { concept, isFound: most > 0, weight: worthOf(most), worths }
  })
  // A word that no text has says nothing of which of them is meant.
  const known = weighed.filter(({ isFound }) => isFound)
  return known.length > 0 ? known : weighed
}

/** What is the same for all documents of one search. */
interface Asked {
  corpus: CorpusStatistics
  /** What each two words beside each other say: `weighPairs`. */
  pairs: readonly number[]
  isQuestion: boolean
}

export interface ScorableDocument {
  kind: string
  date: string | null
  quality: number
  terms: string
}

export function scoreDocument(document: ScorableDocument, concepts: readonly ScoredConcept[], query: Asked): DocumentScore {
  const { corpus, pairs, isQuestion } = query
  const [, asWritten = '', ...others] = document.terms.split('\n')
  // Titles are kept as they are written, and `selling the house` is `selling house` all the same.
  const fields = [concepts.some(({ concept }) => !STOP_TERMS.has(concept.term)) ? withoutStopWords(asWritten) : asWritten, ...others]
  const lengths = [asWritten, ...others].map((field) => Math.max(0, field.length - 2))
  const all = concepts.reduce((sum, { weight }) => sum + weight, 0)
  let [sum, found] = [0, 0]
  let inTitle = 0
  let titled = 0
  const isIn = concepts.map(({ concept, weight, worths }) => {
    const worth = Math.max(
      ...concept.alternatives.map((one, at) => {
        const frequency = one.weight * frequencyIn(fields, lengths, one, corpus)
        return ((worths[at] ?? 0) * frequency * (BM25_SATURATION + 1)) / (frequency + BM25_SATURATION)
      }),
    )
    if (worth <= 0) return false
    sum += worth
    found += weight
    if (concept.alternatives.some((one) => countOf(fields[0] ?? '', one) > 0)) {
      inTitle += 1
      titled += weight
    }
    return true
  })
  if (found === 0) return { score: 0, share: 0, titled: 0 }
  sum += adjacency(fields, concepts, isIn, pairs)
  const share = found / all
  const whole =
    inTitle === concepts.length ? TITLE_BONUS * Math.min(1, concepts.length / Math.max(1, (fields[0] ?? '').trim().split(' ').length)) : 0
  return {
    share,
    titled: titled / all,
    score: sum * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * (1 + whole) * computeBaseScore(document, corpus.now, isQuestion),
  }
}

/** Mentions in all fields, each worth what its field is worth and the less the longer that is. */
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

/** Of a phrase: where it stands as one, and a part of that where its words stand apart. */
function countOf(field: string, { terms, isPhrase }: QueryConcept['alternatives'][number]): number {
  const together = occurrences(field, terms.join(' '))
  if (together > 0 || terms.length === 1 || isPhrase) return together
  return SCATTERED_PHRASE_WEIGHT * Math.min(...terms.map((term) => occurrences(field, term)))
}

const BLANK = 32

/**
 * Where words stand next, from a place on. They are looked for without the blanks around them: their first letter is rarer than a blank, and this is what takes
 * most of a search's time.
 * @param field begins and ends with a blank
 * @returns -1 where they do not
 */
function placeOf(field: string, words: string, from = 0): number {
  for (let at = field.indexOf(words, from); at >= 0; at = field.indexOf(words, at + 1))
    if (field.charCodeAt(at - 1) === BLANK && field.charCodeAt(at + words.length) === BLANK) return at
  return -1
}

function occurrences(field: string, words: string): number {
  let count = 0
  for (let at = placeOf(field, words); at >= 0; at = placeOf(field, words, at + words.length)) count += 1
  return count
}

const stands = (text: string, words: string): boolean => placeOf(text, words) >= 0

const withoutStopWords = (title: string): string =>
  title
    .split(' ')
    .filter((term) => !STOP_TERMS.has(term) || term === '')
    .join(' ')

/** Words that stand beside each other as they do in the query. */
function adjacency(
  fields: readonly string[],
  concepts: readonly ScoredConcept[],
  isIn: readonly boolean[],
  pairs: readonly number[],
): number {
  let bonus = 0
  for (const [at, worth] of pairs.entries()) {
    const [one, next] = [concepts[at], concepts[at + 1]]
    if (!one || !next || !isIn[at] || !isIn[at + 1]) continue
    const pair = pairOf(one, next)
    if (stands(fields[0] ?? '', pair)) bonus += ADJACENT_BONUS.title * worth
    else if (fields.some((field) => stands(field, pair))) bonus += ADJACENT_BONUS.elsewhere * worth
  }
  return bonus
}

const pairOf = (one: ScoredConcept, next: ScoredConcept): string => `${one.concept.term} ${next.concept.term}`

/** What each two words of the query beside each other say: the more, the fewer of the candidates have them so. */
export function weighPairs(documents: readonly ScorableDocument[], concepts: readonly ScoredConcept[], corpus: CorpusStatistics): number[] {
  return concepts.slice(1).map((next, at) => {
    const one = concepts[at]
    if (!one) return 0
    const pair = pairOf(one, next)
    const having = documents.reduce((sum, { terms }) => sum + (stands(terms, pair) ? 1 : 0), 0)
    return inverseFrequency(Math.min(corpus.documents, having), corpus.documents)
  })
}
