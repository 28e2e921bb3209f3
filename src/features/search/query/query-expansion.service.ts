/** Adds alternatives to the concepts of a query: compounds and their parts, word families, prefixes, spelling corrections, synonyms. */
import type { Context } from '#platform/contract/context.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import { getMaxEdits, editDistance, parseQuery, type QueryConcept, type ParsedQuery } from './query-concepts.policy.ts'
import * as queries from '#features/search/search.queries.ts'
import type { WordCount } from '#features/search/administration/search-words.queries.ts'
import { addSynonyms, markPhrases, type SynonymIndex } from '#features/search/language/synonyms.policy.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

type Db = Pick<Context, 'db'>

export interface ExpandedQuery extends ParsedQuery {
  /** The query after spelling correction, if a word was corrected. */
  corrected?: string
}

const MIN_PART_LENGTH = 3
const MAX_PREFIX_MATCHES = 8
/** A word that fewer documents contain also matches other words with the same root: `place` for `placement`. */
const RARE_DOCUMENTS = 3
const MIN_ROOT_LENGTH = 4
/** Further rare words of a query get no alternatives by root, because each adds a long list of words to look up. */
const MAX_RARE_WORDS = 4

/** Adds alternatives to the words of a query. @param isExact whether to omit spelling corrections */
export async function expandQuery(ctx: Db, query: string, synonyms: SynonymIndex, isExact = false): Promise<ExpandedQuery> {
  const parsed = parseQuery(query)
  const { concepts } = parsed
  const documentsByTerm = await queries.countDocumentsOfTerms(ctx, [...new Set(concepts.map(({ term }) => term))])
  const rare = concepts
    .filter(({ term, isNumber }) => !isNumber && (documentsByTerm.get(term) ?? 0) < RARE_DOCUMENTS)
    .slice(0, MAX_RARE_WORDS)
  const lookups = concepts.flatMap((concept) => [
    concept.word,
    ...listSplits(concept.word).flat(),
    ...(concept.compounds ?? []),
    ...(rare.includes(concept) ? [...listPossibleFamily(concept.word), ...listPieces(concept.word)] : []),
  ])
  const joins = joinAdjacentConcepts(concepts)
  const vocabulary = new Map(
    (await queries.listWords(ctx, [...new Set([...lookups, ...joins.map(({ word }) => word)])])).map((row) => [row.word, row]),
  )

  for (const { word, parts } of joins)
    if (vocabulary.has(word)) for (const part of parts) part.alternatives.push({ terms: [toTerm(word)], weight: MATCH_WEIGHTS.joined })
  markPhrases(concepts, synonyms)
  // Concepts of unknown words that consist of known words, which replace them.
  const replacements: [QueryConcept, readonly string[]][] = []
  let corrected = query
  let shift = 0
  for (const [index, concept] of concepts.entries()) {
    const compound = concept.compounds?.find((word) => vocabulary.has(word))
    if (compound !== undefined) {
      concept.term = toTerm(compound)
      concept.alternatives = [
        { terms: [toTerm(compound)], weight: MATCH_WEIGHTS.joined },
        ...concept.alternatives.map((alternative) => ({ ...alternative, weight: alternative.weight * MATCH_WEIGHTS.partOfCompound })),
      ]
    }
    const isKnown = documentsByTerm.has(concept.term) || synonyms.knows(concept.term) || concept.isOfPhrase === true
    const split = concept.isNumber ? undefined : findBestSplit(concept.word, vocabulary)
    if (split) concept.alternatives.push({ terms: split.map(toTerm), weight: MATCH_WEIGHTS.split, isPhrase: true })
    // A word that splits into short words is more often a typing error than a compound.
    const isCompound = split?.every((part) => part.length > MIN_PART_LENGTH) ?? concept.alternatives.length > 1
    const family = rare.includes(concept) && !parsed.isAllStopWords ? findFamilyTerms(vocabulary, concept) : []
    for (const term of family) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.family })
    if (isCompound && split && !isKnown) replacements.push([concept, split])
    if (isKnown || isCompound || family.length > 0 || concept.isNumber || parsed.isAllStopWords) continue
    const isLast = index === concepts.length - 1 && concept.end === query.trimEnd().length
    const prefixMatches =
      isLast && concept.word.length >= MIN_PART_LENGTH ? await queries.listWordsByPrefix(ctx, concept.word, MAX_PREFIX_MATCHES) : []
    for (const { term } of prefixMatches) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.prefix })
    if (prefixMatches.length > 0) continue
    const correction = isExact ? undefined : await findCorrection(ctx, concept.word)
    if (!correction) {
      const parts = split ?? splitInThree(concept.word, vocabulary)
      if (parts) replacements.push([concept, parts])
      continue
    }
    concept.alternatives.push({ terms: [correction.term], weight: MATCH_WEIGHTS.corrected })
    concept.term = correction.term
    corrected = corrected.slice(0, concept.start + shift) + correction.word + corrected.slice(concept.end + shift)
    shift += correction.word.length - (concept.end - concept.start)
  }
  for (const [concept, parts] of replacements)
    concepts.splice(concepts.indexOf(concept), 1, ...parts.map((part) => makePartConcept(concept, part)))
  addSynonyms(concepts, synonyms)
  return { ...parsed, ...(corrected === query ? {} : { corrected }) }
}

const makePartConcept = (whole: QueryConcept, word: string): QueryConcept => ({
  ...whole,
  word,
  term: toTerm(word),
  alternatives: [{ terms: [toTerm(word)], weight: MATCH_WEIGHTS.exact }],
})

/** Returns each two adjacent concepts, written as one word. */
const joinAdjacentConcepts = (concepts: readonly QueryConcept[]): { word: string; parts: QueryConcept[] }[] =>
  concepts.flatMap((concept, index) => {
    const next = concepts[index + 1]
    return next ? [{ word: concept.word + next.word, parts: [concept, next] }] : []
  })

/** Returns every way to split a word in two; a word with digits is only split between letters and digits. */
function listSplits(word: string): [string, string][] {
  const parts = /^(\p{L}{2,})(\d{2,})$|^(\d+)(\p{L}{3,})$/u.exec(word)
  if (parts) return [[parts[1] ?? parts[3] ?? '', parts[2] ?? parts[4] ?? '']]
  if (/\d/.test(word)) return []
  return Array.from({ length: Math.max(0, word.length - 2 * MIN_PART_LENGTH + 1) }, (_, index): [string, string] => [
    word.slice(0, index + MIN_PART_LENGTH),
    word.slice(index + MIN_PART_LENGTH),
  ])
}

const ENDINGS =
  'ments ment ations ation ating ings ing ions ion ers er ors or ness able ible ability ity ance ence ful less ly al age ed ive ist ists work e'.split(
    ' ',
  )
const ENDINGS_OF_FAMILY = 'e s ment ation ing ion er or able ance ence al age ed ive'.split(' ')

/** Lists words that would share a root with this one, whether or not they exist. */
function listPossibleFamily(word: string): string[] {
  const roots = new Set(
    ['', ...ENDINGS].filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, word.length - ending.length)),
  )
  return [...roots]
    .filter((root) => root.length >= MIN_ROOT_LENGTH)
    .flatMap((root) => ['', ...ENDINGS_OF_FAMILY].map((ending) => root + ending))
}

const findFamilyTerms = (vocabulary: ReadonlyMap<string, WordCount>, { word, term }: QueryConcept): string[] => [
  ...new Set(
    listPossibleFamily(word)
      .flatMap((candidate) => vocabulary.get(candidate)?.term ?? [])
      .filter((familyTerm) => familyTerm !== term),
  ),
]

const MAX_PIECE_LENGTH = 10
const MIN_THREE_WORDS_LENGTH = 10
const MAX_THREE_WORDS_LENGTH = 24

/** Lists the parts of a long word that may be one of three words in it. */
const listPieces = (word: string): string[] =>
  word.length < MIN_THREE_WORDS_LENGTH || word.length > MAX_THREE_WORDS_LENGTH || /\d/.test(word)
    ? []
    : Array.from({ length: word.length - MIN_PART_LENGTH + 1 }, (_, start) =>
        Array.from({ length: Math.min(MAX_PIECE_LENGTH, word.length - start) - MIN_PART_LENGTH + 1 }, (_, extraLength) =>
          word.slice(start, start + MIN_PART_LENGTH + extraLength),
        ),
      ).flat()

/** Splits a word such as `heatpumpnoise` into three words of the vocabulary. */
function splitInThree(word: string, vocabulary: ReadonlyMap<string, WordCount>): string[] | undefined {
  if (word.length < MIN_THREE_WORDS_LENGTH || vocabulary.has(word)) return undefined
  const countDocuments = (part: string) => vocabulary.get(part)?.documents ?? 0
  const candidates: { parts: string[]; used: number }[] = []
  for (let firstEnd = MIN_PART_LENGTH; firstEnd <= word.length - 2 * MIN_PART_LENGTH; firstEnd += 1)
    for (let secondEnd = firstEnd + MIN_PART_LENGTH; secondEnd <= word.length - MIN_PART_LENGTH; secondEnd += 1) {
      const parts = [word.slice(0, firstEnd), word.slice(firstEnd, secondEnd), word.slice(secondEnd)]
      const rarest = Math.min(...parts.map(countDocuments))
      if (rarest > 0) candidates.push({ parts, used: rarest })
    }
  return candidates.toSorted((a, b) => b.used - a.used)[0]?.parts
}

/** Returns the split whose rarer part is in most documents; undefined if none is in more documents than the unsplit word. */
function findBestSplit(word: string, vocabulary: ReadonlyMap<string, WordCount>): [string, string] | undefined {
  const knownSplits = listSplits(word).flatMap((parts) => {
    const [first, second] = parts.map((part) => vocabulary.get(part)?.documents ?? 0)
    return first && second ? [{ parts, used: Math.min(first, second) }] : []
  })
  const unsplitDocuments = vocabulary.get(word)?.documents ?? 0
  const bestCandidate = knownSplits.toSorted((a, b) => b.used - a.used)[0]
  return bestCandidate && bestCandidate.used > unsplitDocuments ? bestCandidate.parts : undefined
}

/** Finds the most likely correction of an unknown word: fewest edits, then the same first letter, then the most documents. */
export async function findCorrection(ctx: Db, word: string): Promise<WordCount | undefined> {
  const maxEdits = getMaxEdits(word)
  if (maxEdits === 0) return undefined
  const similarWords = (await queries.listSimilarWords(ctx, word)).flatMap((candidate) => {
    if (/\d/.test(candidate.word) || candidate.word.length < MIN_PART_LENGTH) return []
    const edits = editDistance(word, candidate.word, maxEdits)
    return edits > maxEdits ? [] : [{ ...candidate, edits, startPenalty: candidate.word[0] === word[0] ? 0 : 1 }]
  })
  return similarWords.toSorted(
    (a, b) => a.edits - b.edits || a.startPenalty - b.startPenalty || b.documents - a.documents || (a.word < b.word ? -1 : 1),
  )[0]
}
