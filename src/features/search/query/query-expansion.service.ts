/** Gives the concepts of a query what else may stand for them: words run together or apart, beginnings, typing errors, synonyms. */
import type { Context } from '#platform/contract/context.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import { allowedEdits, editDistance, parseQuery, type QueryConcept, type ParsedQuery } from './query-concepts.policy.ts'
import * as queries from '#features/search/search.queries.ts'
import type { WordCount } from '#features/search/administration/search-words.queries.ts'
import { addSynonyms, markPhrases, type SynonymIndex } from '#features/search/language/synonyms.policy.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

type Db = Pick<Context, 'db'>

export interface ExpandedQuery extends ParsedQuery {
  /** The query as it was understood, where a word was put right. */
  corrected?: string
}

const LEAST_PART = 3
const MAX_PREFIXED = 8
/** A word in fewer documents than this is looked for in what else is made of its root: `placement` in `place`. */
const RARE_DOCUMENTS = 3
const LEAST_ROOT = 4
/** Of so many words of a query; what a word may be made of is a long list. */
const MAX_RARE = 4

export async function expandQuery(ctx: Db, query: string, synonyms: SynonymIndex, isExact = false): Promise<ExpandedQuery> {
  const parsed = parseQuery(query)
  const { concepts } = parsed
  const ofTerms = await queries.countDocumentsOfTerms(ctx, [...new Set(concepts.map(({ term }) => term))])
  const rare = concepts.filter(({ term, isFigure }) => !isFigure && (ofTerms.get(term) ?? 0) < RARE_DOCUMENTS).slice(0, MAX_RARE)
  const asked = concepts.flatMap((concept) => [
    concept.word,
    ...splitsOf(concept.word).flat(),
    ...(concept.compounds ?? []),
    ...(rare.includes(concept) ? [...familyOf(concept.word), ...piecesOf(concept.word)] : []),
  ])
  const joins = joinsOf(concepts)
  const vocabulary = new Map(
    (await queries.listWords(ctx, [...new Set([...asked, ...joins.map(({ word }) => word)])])).map((one) => [one.word, one]),
  )

  for (const { word, parts } of joins)
    if (vocabulary.has(word)) for (const part of parts) part.alternatives.push({ terms: [toTerm(word)], weight: MATCH_WEIGHTS.joined })
  markPhrases(concepts, synonyms)
  // A word that no text has, made of two that they have, is these two.
  const apart: [QueryConcept, readonly string[]][] = []
  let corrected = query
  let shift = 0
  for (const [at, concept] of concepts.entries()) {
    const compound = concept.compounds?.find((one) => vocabulary.has(one))
    if (compound !== undefined) {
      concept.term = toTerm(compound)
      concept.alternatives = [
        { terms: [toTerm(compound)], weight: MATCH_WEIGHTS.joined },
        ...concept.alternatives.map((one) => ({ ...one, weight: one.weight * MATCH_WEIGHTS.partOfCompound })),
      ]
    }
    const isKnown = ofTerms.has(concept.term) || synonyms.knows(concept.term) || concept.isOfPhrase === true
    const split = concept.isFigure ? undefined : bestSplit(concept.word, vocabulary)
    if (split) concept.alternatives.push({ terms: split.map(toTerm), weight: MATCH_WEIGHTS.split, isPhrase: true })
    // Two short words in one are more often an error than a compound.
    const isCompound = split?.every((part) => part.length > LEAST_PART) ?? concept.alternatives.length > 1
    const family = rare.includes(concept) && !parsed.isAllStopWords ? familyIn(vocabulary, concept) : []
    for (const term of family) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.family })
    if (isCompound && split && !isKnown) apart.push([concept, split])
    if (isKnown || isCompound || family.length > 0 || concept.isFigure || parsed.isAllStopWords) continue
    const isLast = at === concepts.length - 1 && concept.end === query.trimEnd().length
    const longer = isLast && concept.word.length >= LEAST_PART ? await queries.listWordsBeginning(ctx, concept.word, MAX_PREFIXED) : []
    for (const { term } of longer) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.prefix })
    if (longer.length > 0) continue
    const meant = isExact ? undefined : await findMeantWord(ctx, concept.word)
    if (!meant) {
      const parts = split ?? splitInThree(concept.word, vocabulary)
      if (parts) apart.push([concept, parts])
      continue
    }
    concept.alternatives.push({ terms: [meant.term], weight: MATCH_WEIGHTS.corrected })
    concept.term = meant.term
    corrected = corrected.slice(0, concept.start + shift) + meant.word + corrected.slice(concept.end + shift)
    shift += meant.word.length - (concept.end - concept.start)
  }
  for (const [concept, parts] of apart) concepts.splice(concepts.indexOf(concept), 1, ...parts.map((part) => partConcept(concept, part)))
  addSynonyms(concepts, synonyms)
  return { ...parsed, ...(corrected === query ? {} : { corrected }) }
}

const partConcept = (whole: QueryConcept, word: string): QueryConcept => ({
  ...whole,
  word,
  term: toTerm(word),
  alternatives: [{ terms: [toTerm(word)], weight: MATCH_WEIGHTS.exact }],
})

/** Neighbours written as one word. */
const joinsOf = (concepts: readonly QueryConcept[]): { word: string; parts: QueryConcept[] }[] =>
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

const ENDINGS =
  'ments ment ations ation ating ings ing ions ion ers er ors or ness able ible ability ity ance ence ful less ly al age ed ive ist ists work e'.split(
    ' ',
  )
const ENDINGS_OF_FAMILY = 'e s ment ation ing ion er or able ance ence al age ed ive'.split(' ')

/** Words that may be made of the same root. */
function familyOf(word: string): string[] {
  const roots = new Set(
    ['', ...ENDINGS].filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, word.length - ending.length)),
  )
  return [...roots].filter((root) => root.length >= LEAST_ROOT).flatMap((root) => ['', ...ENDINGS_OF_FAMILY].map((ending) => root + ending))
}

const familyIn = (vocabulary: ReadonlyMap<string, WordCount>, { word, term }: QueryConcept): string[] => [
  ...new Set(
    familyOf(word)
      .flatMap((one) => vocabulary.get(one)?.term ?? [])
      .filter((one) => one !== term),
  ),
]

const LONGEST_PIECE = 10
const LEAST_OF_THREE = 10
const MOST_OF_THREE = 24

/** Of a long word whatever may be one of three words in it. */
const piecesOf = (word: string): string[] =>
  word.length < LEAST_OF_THREE || word.length > MOST_OF_THREE || /\d/.test(word)
    ? []
    : Array.from({ length: word.length - LEAST_PART + 1 }, (_, from) =>
        Array.from({ length: Math.min(LONGEST_PIECE, word.length - from) - LEAST_PART + 1 }, (_one, more) =>
          word.slice(from, from + LEAST_PART + more),
        ),
      ).flat()

/** `heatpumpnoise`. */
function splitInThree(word: string, vocabulary: ReadonlyMap<string, WordCount>): string[] | undefined {
  if (word.length < LEAST_OF_THREE || vocabulary.has(word)) return undefined
  const used = (part: string) => vocabulary.get(part)?.documents ?? 0
  const found: { parts: string[]; used: number }[] = []
  for (let one = LEAST_PART; one <= word.length - 2 * LEAST_PART; one += 1)
    for (let two = one + LEAST_PART; two <= word.length - LEAST_PART; two += 1) {
      const parts = [word.slice(0, one), word.slice(one, two), word.slice(two)]
      const least = Math.min(...parts.map(used))
      if (least > 0) found.push({ parts, used: least })
    }
  return found.toSorted((a, b) => b.used - a.used)[0]?.parts
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
