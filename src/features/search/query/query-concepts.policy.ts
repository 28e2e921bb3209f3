/** Parses a query into concepts. Each concept matches any of its alternatives: the word itself, compounds, synonyms, corrections. */
import type { TextToken } from '#features/search/language/text-analysis.policy.ts'
import { tokenize } from '#features/search/language/text-analysis.policy.ts'
import { LIGHT_TERMS, QUESTION_WORDS } from '#features/search/language/language.policy.ts'
import { MATCH_WEIGHTS } from '#features/search/ranking/ranking.policy.ts'

/** Terms that together match a concept: a text must contain all of them. */
export interface Alternative {
  terms: readonly string[]
  weight: number
  /** Whether the terms must be adjacent. */
  isPhrase?: boolean
}

export interface QueryConcept {
  /** The word of the query in lower case, without accents. */
  word: string
  term: string
  start: number
  end: number
  isNumber: boolean
  /** Whether the word carries little meaning next to other words. */
  isLight?: boolean
  /** Whether the word is part of a phrase with one meaning: `heat pump`. */
  isOfPhrase?: boolean
  alternatives: Alternative[]
  /** The word joined with an adjacent stop word, because texts may hyphenate the two: `inroof` for `in roof`. */
  compounds?: string[]
}

export interface ParsedQuery {
  concepts: QueryConcept[]
  /** Whether the query consists only of stop words, which are then searched in titles. */
  isAllStopWords: boolean
  /** Whether the query is a question (`How …`, `can I …`), which a text answers better than a list or a product. */
  isQuestion: boolean
}

/** Further words of a query are ignored. */
const MAX_CONCEPTS = 12

export function parseQuery(query: string): ParsedQuery {
  const tokens = tokenize(query)
  const isAllStopWords = tokens.length > 0 && tokens.every(({ isStopWord }) => isStopWord)
  const concepts: QueryConcept[] = []
  const hyphenated = tokens.filter(({ isJoined, isNumber }) => isJoined && !isNumber)
  let end = -1
  for (const [index, token] of tokens.entries()) {
    if (token.start < end || hyphenated.includes(token)) continue
    if (token.isStopWord && !isAllStopWords) continue
    const concept = token.isJoined ? makeNumberConcept(token, tokens.slice(index + 1)) : makePlainConcept(token)
    if (LIGHT_TERMS.has(concept.term)) concept.isLight = true
    concept.compounds = listCompounds(tokens, index)
    // Texts may write hyphenated words as one.
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
function listCompounds(tokens: readonly TextToken[], index: number): string[] {
  const [before, token, after] = [tokens[index - 1], tokens[index], tokens[index + 1]]
  if (!token || token.isNumber || token.isJoined || token.isStopWord) return []
  return [
    ...(before?.isStopWord && before.end + 1 === token.start ? [before.word + token.word] : []),
    ...(after?.isStopWord && token.end + 1 === after.start ? [token.word + after.word] : []),
  ]
}

const makePlainConcept = ({ word, term, start, end, isNumber }: TextToken): QueryConcept => ({
  word,
  term,
  start,
  end,
  isNumber,
  alternatives: [{ terms: [term], weight: MATCH_WEIGHTS.exact }],
})

/** Makes the concept of a number with its unit; it matches the joined term, or both terms next to each other. */
function makeNumberConcept(token: TextToken, following: readonly TextToken[]): QueryConcept {
  const parts = following
    .filter(({ start, end, isJoined }) => start >= token.start && end <= token.end && !isJoined)
    .map(({ term }) => term)
  const concept = makePlainConcept(token)
  if (parts.length > 1) concept.alternatives.push({ terms: parts, weight: MATCH_WEIGHTS.numberApart, isPhrase: true })
  return concept
}

/** Returns the Damerau–Levenshtein distance (a transposition is one edit), or `max + 1` if it exceeds `max`. */
export function editDistance(first: string, second: string, max: number): number {
  if (Math.abs(first.length - second.length) > max) return max + 1
  let rowBeforePrevious: number[] = []
  let previousRow = Array.from({ length: second.length + 1 }, (_, index) => index)
  for (let i = 1; i <= first.length; i += 1) {
    const row = [i]
    let rowMin = i
    for (let j = 1; j <= second.length; j += 1) {
      const isSame = first[i - 1] === second[j - 1]
      let edits = Math.min((previousRow[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (previousRow[j - 1] ?? 0) + (isSame ? 0 : 1))
      if (i > 1 && j > 1 && first[i - 1] === second[j - 2] && first[i - 2] === second[j - 1])
        edits = Math.min(edits, (rowBeforePrevious[j - 2] ?? 0) + 1)
      row.push(edits)
      rowMin = Math.min(rowMin, edits)
    }
    if (rowMin > max) return max + 1
    ;[rowBeforePrevious, previousRow] = [previousRow, row]
  }
  return previousRow[second.length] ?? max + 1
}

/** Returns the maximum edit distance of a spelling correction for a word. */
export const getMaxEdits = (word: string): number => (/\d/.test(word) || word.length < 4 ? 0 : word.length < 8 ? 1 : 2)
