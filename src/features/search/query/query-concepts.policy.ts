/** Parses a query into concepts. Each concept matches any of its alternatives: the word itself, compounds, synonyms, corrections. */
import type { TextToken } from '#features/search/language/text-analysis.policy.ts'
import { tokenize } from '#features/search/language/text-analysis.policy.ts'
import { LIGHT_TERMS, QUESTION_WORDS } from '#features/search/language/language.policy.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'

/** Terms that match a concept if a text has all of them. */
export interface Alternative {
  terms: readonly string[]
  weight: number
  /** The terms must be adjacent. */
  isPhrase?: boolean
}

export interface QueryConcept {
  /** As typed, folded. */
  word: string
  term: string
  start: number
  end: number
  isFigure: boolean
  /** Carries little meaning next to other words. */
  isLight?: boolean
  /** Part of a phrase with one meaning: `heat pump`. */
  isOfPhrase?: boolean
  alternatives: Alternative[]
  /** Joined with an adjacent stop word, because texts may hyphenate them: `inroof` for `in roof`. */
  compounds?: string[]
}

export interface ParsedQuery {
  concepts: QueryConcept[]
  /** Only stop words: they are searched in titles. */
  isAllStopWords: boolean
  /** `How …`, `can I …`: a text that explains is wanted rather than a list or a product. */
  isQuestion: boolean
}

/** Further words are ignored. */
const MAX_CONCEPTS = 12

export function parseQuery(query: string): ParsedQuery {
  const tokens = tokenize(query)
  const isAllStopWords = tokens.length > 0 && tokens.every(({ isStopWord }) => isStopWord)
  const concepts: QueryConcept[] = []
  const hyphenated = tokens.filter(({ isJoined, isFigure }) => isJoined && !isFigure)
  let end = -1
  for (const [at, token] of tokens.entries()) {
    if (token.start < end || hyphenated.includes(token)) continue
    if (token.isStopWord && !isAllStopWords) continue
    const concept = token.isJoined ? numberConcept(token, tokens.slice(at + 1)) : plainConcept(token)
    if (LIGHT_TERMS.has(concept.term)) concept.isLight = true
    concept.compounds = compoundsOf(tokens, at)
    // Hyphenated words may be written as one in a text.
    for (const { term } of hyphenated.filter(({ start, end: last }) => start <= token.start && last >= token.end))
      concept.alternatives.push({ terms: [term], weight: MATCH_WEIGHTS.joined })
    if (!concepts.some(({ term }) => term === concept.term)) concepts.push(concept)
    end = token.end
  }
  return {
    concepts: concepts.slice(0, MAX_CONCEPTS),
    isAllStopWords,
    isQuestion: QUESTION_WORDS.has(tokens[0]?.word ?? '') && tokens.length > 2,
  }
}

/** Texts may write `in roof` as `in-roof`, and `plug in` as `plug-in`. */
function compoundsOf(tokens: readonly TextToken[], at: number): string[] {
  const [before, token, after] = [tokens[at - 1], tokens[at], tokens[at + 1]]
  if (!token || token.isFigure || token.isJoined || token.isStopWord) return []
  return [
    ...(before?.isStopWord && before.end + 1 === token.start ? [before.word + token.word] : []),
    ...(after?.isStopWord && token.end + 1 === after.start ? [token.word + after.word] : []),
  ]
}

const plainConcept = ({ word, term, start, end, isFigure }: TextToken): QueryConcept => ({
  word,
  term,
  start,
  end,
  isFigure,
  alternatives: [{ terms: [term], weight: MATCH_WEIGHTS.exact }],
})

/** A number with its unit: matches the joined term, or both terms next to each other. */
function numberConcept(token: TextToken, following: readonly TextToken[]): QueryConcept {
  const parts = following
    .filter(({ start, end, isJoined }) => start >= token.start && end <= token.end && !isJoined)
    .map(({ term }) => term)
  const concept = plainConcept(token)
  if (parts.length > 1) concept.alternatives.push({ terms: parts, weight: MATCH_WEIGHTS.numberApart, isPhrase: true })
  return concept
}

/** Damerau–Levenshtein distance (a transposition is one edit), or `max + 1` if it exceeds `max`. */
export function editDistance(one: string, other: string, max: number): number {
  if (Math.abs(one.length - other.length) > max) return max + 1
  let before: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i]
    let rowMin = i
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1]
      let edits = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1]) edits = Math.min(edits, (before[j - 2] ?? 0) + 1)
      row.push(edits)
      rowMin = Math.min(rowMin, edits)
    }
    if (rowMin > max) return max + 1
    ;[before, last] = [last, row]
  }
  return last[other.length] ?? max + 1
}

/** Maximum edit distance of a spelling correction. */
export const allowedEdits = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
