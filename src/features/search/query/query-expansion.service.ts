/** Adds alternatives to the concepts of a query: compounds and their parts, word families, prefixes, spelling corrections, synonyms. */
import type { Context } from '#platform/contract/context.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'
import { allowedEdits, editDistance, parseQuery, type QueryConcept, type ParsedQuery } from './query-concepts.policy.ts'
import * as queries from '#features/search/search.queries.ts'
import type { WordCount } from '#features/search/administration/search-words.queries.ts'
import { addSynonyms, markPhrases, type SynonymIndex } from '#features/search/language/synonyms.policy.ts'
import { toTerm } from '#features/search/language/text-analysis.policy.ts'

type Db = Pick<Context, 'db'>

export interface ExpandedQuery extends ParsedQuery {
  /** The query after spelling correction, if a word was corrected. */
  corrected?: string
}

const MIN_PART = 3
const MAX_PREFIXED = 8
/** A word in fewer documents than this also matches other words of its root: `place` for `placement`. */
const RARE_DOCUMENTS = 3
const MIN_ROOT = 4
/** Rare words per query; each adds a long list of words to look up. */
const MAX_RARE = 4

export async function expandQuery(ctx: Db, query: string, synonyms: SynonymIndex, isExact = false): Promise<ExpandedQuery> {
  const parsed = parseQuery(query)
  const { concepts } = parsed
  const documentsByTerm = await queries.countDocumentsOfTerms(ctx, [...new Set(concepts.map(({ term }) => term))])
  const rare = concepts.filter(({ term, isFigure }) => !isFigure && (documentsByTerm.get(term) ?? 0) < RARE_DOCUMENTS).slice(0, MAX_RARE)
  const lookups = concepts.flatMap((concept) => [
    concept.word,
    ...splitsOf(concept.word).flat(),
    ...(concept.compounds ?? []),
    ...(rare.includes(concept) ? [...familyOf(concept.word), ...piecesOf(concept.word)] : []),
  ])
  const joins = joinsOf(concepts)
  const vocabulary = new Map(
    (await queries.listWords(ctx, [...new Set([...lookups, ...joins.map(({ word }) => word)])])).map((one) => [one.word, one]),
  )

  for (const { word, parts } of joins)
    if (vocabulary.has(word)) for (const part of parts) part.alternatives.push({ terms: [toTerm(word)], weight: MATCH_WEIGHTS.joined })
  markPhrases(concepts, synonyms)
  // Words that are in no text, with the known words that they consist of and are replaced by.
  const replacements: [QueryConcept, readonly string[]][] = []
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
    const isKnown = documentsByTerm.has(concept.term) || synonyms.knows(concept.term) || concept.isOfPhrase === true
    const split = concept.isFigure ? undefined : bestSplit(concept.word, vocabulary)
    if (split) concept.alternatives.push({ terms: split.map(toTerm), weight: MATCH_WEIGHTS.split, isPhrase: true })
    // A word that splits into two short ones is more often a typing error than a compound.
    const isCompound = split?.every((part) => part.length > MIN_PART) ?? concept.alternatives.length > 1
    const family = rare.includes(concept) && !parsed.isAllStopWords ? familyIn(vocabulary, concept) : []
    for (const term of family) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.family })
    if (isCompound && split && !isKnown) replacements.push([concept, split])
    if (isKnown || isCompound || family.length > 0 || concept.isFigure || parsed.isAllStopWords) continue
    const isLast = at === concepts.length - 1 && concept.end === query.trimEnd().length
    const prefixed = isLast && concept.word.length >= MIN_PART ? await queries.listWordsByPrefix(ctx, concept.word, MAX_PREFIXED) : []
    for (const { term } of prefixed) concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.prefix })
    if (prefixed.length > 0) continue
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
    concepts.splice(concepts.indexOf(concept), 1, ...parts.map((part) => partConcept(concept, part)))
  addSynonyms(concepts, synonyms)
  return { ...parsed, ...(corrected === query ? {} : { corrected }) }
}

const partConcept = (whole: QueryConcept, word: string): QueryConcept => ({
  ...whole,
  word,
  term: toTerm(word),
  alternatives: [{ terms: [toTerm(word)], weight: MATCH_WEIGHTS.exact }],
})

/** Adjacent concepts written as one word. */
const joinsOf = (concepts: readonly QueryConcept[]): { word: string; parts: QueryConcept[] }[] =>
  concepts.flatMap((concept, at) => {
    const next = concepts[at + 1]
    return next ? [{ word: concept.word + next.word, parts: [concept, next] }] : []
  })

/** Every way to split a word in two; a word with digits is only split between letters and digits. */
function splitsOf(word: string): [string, string][] {
  const parts = /^(\p{L}{2,})(\d{2,})$|^(\d+)(\p{L}{3,})$/u.exec(word)
  if (parts) return [[parts[1] ?? parts[3] ?? '', parts[2] ?? parts[4] ?? '']]
  if (/\d/.test(word)) return []
  return Array.from({ length: Math.max(0, word.length - 2 * MIN_PART + 1) }, (_, at): [string, string] => [
    word.slice(0, at + MIN_PART),
    word.slice(at + MIN_PART),
  ])
}

const ENDINGS =
  'ments ment ations ation ating ings ing ions ion ers er ors or ness able ible ability ity ance ence ful less ly al age ed ive ist ists work e'.split(
    ' ',
  )
const ENDINGS_OF_FAMILY = 'e s ment ation ing ion er or able ance ence al age ed ive'.split(' ')

/** Words that may share a root with this one. */
function familyOf(word: string): string[] {
  const roots = new Set(
    ['', ...ENDINGS].filter((ending) => word.endsWith(ending)).map((ending) => word.slice(0, word.length - ending.length)),
  )
  return [...roots].filter((root) => root.length >= MIN_ROOT).flatMap((root) => ['', ...ENDINGS_OF_FAMILY].map((ending) => root + ending))
}

const familyIn = (vocabulary: ReadonlyMap<string, WordCount>, { word, term }: QueryConcept): string[] => [
  ...new Set(
    familyOf(word)
      .flatMap((one) => vocabulary.get(one)?.term ?? [])
      .filter((one) => one !== term),
  ),
]

const MAX_PIECE = 10
const MIN_THREE_WORDS = 10
const MAX_THREE_WORDS = 24

/** Parts of a long word that may be one of three words in it. */
const piecesOf = (word: string): string[] =>
  word.length < MIN_THREE_WORDS || word.length > MAX_THREE_WORDS || /\d/.test(word)
    ? []
    : Array.from({ length: word.length - MIN_PART + 1 }, (_, from) =>
        Array.from({ length: Math.min(MAX_PIECE, word.length - from) - MIN_PART + 1 }, (_one, more) =>
          word.slice(from, from + MIN_PART + more),
        ),
      ).flat()

/** Splits a word such as `heatpumpnoise` into three words of the vocabulary. */
function splitInThree(word: string, vocabulary: ReadonlyMap<string, WordCount>): string[] | undefined {
  if (word.length < MIN_THREE_WORDS || vocabulary.has(word)) return undefined
  const used = (part: string) => vocabulary.get(part)?.documents ?? 0
  const found: { parts: string[]; used: number }[] = []
  for (let one = MIN_PART; one <= word.length - 2 * MIN_PART; one += 1)
    for (let two = one + MIN_PART; two <= word.length - MIN_PART; two += 1) {
      const parts = [word.slice(0, one), word.slice(one, two), word.slice(two)]
      const rarest = Math.min(...parts.map(used))
      if (rarest > 0) found.push({ parts, used: rarest })
    }
  return found.toSorted((a, b) => b.used - a.used)[0]?.parts
}

/** The split whose rarer part is most used; undefined if the unsplit word is used as much. */
function bestSplit(word: string, vocabulary: ReadonlyMap<string, WordCount>): [string, string] | undefined {
  const known = splitsOf(word).flatMap((parts) => {
    const [first, second] = parts.map((part) => vocabulary.get(part)?.documents ?? 0)
    return first && second ? [{ parts, used: Math.min(first, second) }] : []
  })
  const own = vocabulary.get(word)?.documents ?? 0
  const best = known.toSorted((a, b) => b.used - a.used)[0]
  return best && best.used > own ? best.parts : undefined
}

/** The most likely spelling correction of an unknown word: fewest edits, then the same first letter, then the most used. */
export async function findCorrection(ctx: Db, word: string): Promise<WordCount | undefined> {
  const maxEdits = allowedEdits(word)
  if (maxEdits === 0) return undefined
  const similar = (await queries.listSimilarWords(ctx, word)).flatMap((one) => {
    if (/\d/.test(one.word) || one.word.length < MIN_PART) return []
    const edits = editDistance(word, one.word, maxEdits)
    return edits > maxEdits ? [] : [{ ...one, edits, startPenalty: one.word[0] === word[0] ? 0 : 1 }]
  })
  return similar.toSorted(
    (a, b) => a.edits - b.edits || a.startPenalty - b.startPenalty || b.documents - a.documents || (a.word < b.word ? -1 : 1),
  )[0]
}
