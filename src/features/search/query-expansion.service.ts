/** Gives the concepts of a query what else may stand for them: words run together or apart, beginnings, typing errors, synonyms. */
import type { Context } from '#platform/context.ts'
import { MATCH_WEIGHTS } from './ranking.policy.ts'
import { allowedEdits, editDistance, parseQuery, type Concept, type ParsedQuery } from './query-concepts.policy.ts'
import * as queries from './search.queries.ts'
import type { WordCount } from './search-index.queries.ts'
import { addSynonyms, type SynonymIndex } from './synonyms.policy.ts'
import { toTerm } from './text-analysis.policy.ts'

type Db = Pick<Context, 'db'>

export interface ExpandedQuery extends ParsedQuery {
  /** The query as it was understood, where a word was put right. */
  corrected?: string
}

const LEAST_PART = 3
const MAX_PREFIXED = 8

export async function expandQuery(ctx: Db, query: string, synonyms: SynonymIndex): Promise<ExpandedQuery> {
  const parsed = parseQuery(query)
  const { concepts } = parsed
  const asked = concepts.flatMap(({ word }) => [word, ...splitsOf(word).flat()])
  const joins = joinsOf(concepts)
  const vocabulary = new Map(
    (await queries.listWords(ctx, [...new Set([...asked, ...joins.map(({ word }) => word)])])).map((one) => [one.word, one]),
  )
  const ofTerms = await queries.countDocumentsOfTerms(ctx, [...new Set(concepts.map(({ term }) => term))])

  for (const { word, parts } of joins)
    if (vocabulary.has(word)) for (const part of parts) part.alternatives.push({ terms: [toTerm(word)], weight: MATCH_WEIGHTS.joined })
  let corrected = query
  let shift = 0
  for (const [at, concept] of concepts.entries()) {
    const isKnown = ofTerms.has(concept.term) || synonyms.knows(concept.term)
    const split = concept.isFigure ? undefined : bestSplit(concept.word, vocabulary)
    if (split) concept.alternatives.push({ terms: split.map(toTerm), weight: MATCH_WEIGHTS.split, isPhrase: true })
    // Two short words in one are more often an error than a compound.
    const isCompound = split?.every((part) => part.length > LEAST_PART) ?? concept.alternatives.length > 1
    if (isKnown || isCompound || concept.isFigure || parsed.isAllStopWords) continue
    const isLast = at === concepts.length - 1 && concept.end === query.trimEnd().length
    const longer = isLast && concept.word.length >= LEAST_PART ? await queries.listWordsBeginning(ctx, concept.word, MAX_PREFIXED) : []
    for (const { term } of longer) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.prefix })
    if (longer.length > 0) continue
    const meant = await findMeantWord(ctx, concept.word)
    if (!meant) continue
    concept.alternatives.push({ terms: [meant.term], weight: MATCH_WEIGHTS.corrected })
    concept.term = meant.term
    corrected = corrected.slice(0, concept.start + shift) + meant.word + corrected.slice(concept.end + shift)
    shift += meant.word.length - (concept.end - concept.start)
  }
  addSynonyms(concepts, synonyms)
  return { ...parsed, ...(corrected === query ? {} : { corrected }) }
}

/** Neighbours written as one word. */
const joinsOf = (concepts: readonly Concept[]): { word: string; parts: Concept[] }[] =>
  concepts.flatMap((concept, at) => {
    const next = concepts[at + 1]
    return next ? [{ word: concept.word + next.word, parts: [concept, next] }] : []
  })

/** Every way to write a word as two; a figure that is written to a word is one of them. */
function splitsOf(word: string): [string, string][] {
  const figure = /^(\p{L}{2,})(\d{2,})$|^(\d+)(\p{L}{3,})$/u.exec(word)
  if (figure) return [[figure[1] ?? figure[3] ?? '', figure[2] ?? figure[4] ?? '']]
  if (/\d/.test(word)) return []
  return Array.from({ length: Math.max(0, word.length - 2 * LEAST_PART + 1) }, (_, at): [string, string] => [
    word.slice(0, at + LEAST_PART),
    word.slice(at + LEAST_PART),
  ])
}

/** The split whose rarer part is the most used. */
function bestSplit(word: string, vocabulary: ReadonlyMap<string, WordCount>): [string, string] | undefined {
  const known = splitsOf(word).flatMap((parts) => {
    const [first, second] = parts.map((part) => vocabulary.get(part)?.documents ?? 0)
    return first && second ? [{ parts, used: Math.min(first, second) }] : []
  })
  const own = vocabulary.get(word)?.documents ?? 0
  const best = known.toSorted((a, b) => b.used - a.used)[0]
  return best && best.used > own ? best.parts : undefined
}

/** What a word that nobody uses is most likely meant to be: the fewest edits, the same beginning, the most used. */
export async function findMeantWord(ctx: Db, word: string): Promise<WordCount | undefined> {
  const most = allowedEdits(word)
  if (most === 0) return undefined
  const alike = (await queries.listWordsAlike(ctx, word)).flatMap((one) => {
    if (/\d/.test(one.word) || one.word.length < LEAST_PART) return []
    const edits = editDistance(word, one.word, most)
    return edits > most ? [] : [{ ...one, edits, isOtherStart: one.word[0] === word[0] ? 0 : 1 }]
  })
  return alike.toSorted(
    (a, b) => a.edits - b.edits || a.isOtherStart - b.isOtherStart || b.documents - a.documents || (a.word < b.word ? -1 : 1),
  )[0]
}
