/** How well a document answers a query: BM25 over its fields, for each concept the best of what may stand for it. */
import type { Concept } from './query-concepts.policy.ts'
import {
  ADJACENT_BONUS,
  APART_WEIGHT,
  FIELDS,
  inverseFrequency,
  PARTIAL_FLOOR,
  SATURATION,
  standingOf,
  TITLE_BONUS,
} from './ranking.policy.ts'

/** What is known of all documents together. */
export interface Corpus {
  documents: number
  /** Characters of terms in a usual document, field by field. */
  averageLengths: readonly number[]
  /** In how many documents a term is. */
  frequencies: ReadonlyMap<string, number>
  now: number
}

export interface ScoredConcept {
  concept: Concept
  weight: number
}

export interface Score {
  score: number
  /** How much of the weight of the query was found, from 0 to 1. */
  share: number
}

/** A word counts as much as it is rare; all that may stand for it counts as one word. */
export const weighConcepts = (concepts: readonly Concept[], { frequencies, documents }: Corpus): ScoredConcept[] =>
  concepts.map((concept) => {
    const own = frequencies.get(concept.term) ?? 0
    const others = concept.alternatives.map(({ terms, weight }) => weight * Math.min(...terms.map((term) => frequencies.get(term) ?? 0)))
    return { concept, weight: inverseFrequency(Math.min(documents, Math.max(own, ...others)), documents) }
  })

export interface ScorableDocument {
  kind: string
  date: string | null
  quality: number
  terms: string
}

export function scoreDocument(document: ScorableDocument, concepts: readonly ScoredConcept[], corpus: Corpus): Score {
  const fields = document.terms.split('\n').slice(1)
  const lengths = fields.map((field) => Math.max(0, field.length - 2))
  const all = concepts.reduce((sum, { weight }) => sum + weight, 0)
  let [sum, found] = [0, 0]
  let inTitle = 0
  const isIn = concepts.map(({ concept, weight }) => {
    const frequency = Math.max(...concept.alternatives.map((one) => one.weight * frequencyIn(fields, lengths, one, corpus)))
    if (frequency <= 0) return false
    sum += (weight * frequency * (SATURATION + 1)) / (frequency + SATURATION)
    found += weight
    if (concept.alternatives.some((one) => countOf(fields[0] ?? '', one) > 0)) inTitle += 1
    return true
  })
  if (found === 0) return { score: 0, share: 0 }
  sum += adjacency(fields, concepts, isIn)
  const share = found / all
  const title =
    inTitle === concepts.length ? TITLE_BONUS * Math.min(1, concepts.length / Math.max(1, (fields[0]?.trim() ?? '').split(' ').length)) : 0
  return {
    share,
    score: sum * (PARTIAL_FLOOR + (1 - PARTIAL_FLOOR) * share) * (1 + title) * standingOf(document, corpus.now),
  }
}

/** Mentions in all fields, each worth what its field is worth and the less the longer that is. */
function frequencyIn(
  fields: readonly string[],
  lengths: readonly number[],
  alternative: Concept['alternatives'][number],
  corpus: Corpus,
): number {
  let frequency = 0
  for (const [at, { weight, length }] of FIELDS.entries()) {
    const field = fields[at]
    if (field === undefined) continue
    const count = countOf(field, alternative)
    if (count > 0)
      frequency += (weight * count) / (1 - length + (length * (lengths[at] ?? 0)) / Math.max(1, corpus.averageLengths[at] ?? 1))
  }
  return frequency
}

/** Of a phrase: where it stands as one, and a part of that where its words stand apart. */
function countOf(field: string, { terms, isPhrase }: Concept['alternatives'][number]): number {
  const together = occurrences(field, ` ${terms.join(' ')} `)
  if (together > 0 || terms.length === 1 || isPhrase) return together
  return APART_WEIGHT * Math.min(...terms.map((term) => occurrences(field, ` ${term} `)))
}

/** @param part begins and ends with the blank that its neighbour may share */
function occurrences(field: string, part: string): number {
  let count = 0
  for (let at = field.indexOf(part); at >= 0; at = field.indexOf(part, at + part.length - 1)) count += 1
  return count
}

/** Words that stand beside each other as they do in the query. */
function adjacency(fields: readonly string[], concepts: readonly ScoredConcept[], isIn: readonly boolean[]): number {
  let bonus = 0
  for (let at = 0; at + 1 < concepts.length; at += 1) {
    const [one, next] = [concepts[at], concepts[at + 1]]
    if (!one || !next || !isIn[at] || !isIn[at + 1]) continue
    const pair = ` ${one.concept.term} ${next.concept.term} `
    const worth = (one.weight + next.weight) / 2
    if (fields[0]?.includes(pair)) bonus += ADJACENT_BONUS.title * worth
    else if (fields.some((field) => field.includes(pair))) bonus += ADJACENT_BONUS.elsewhere * worth
  }
  return bonus
}
