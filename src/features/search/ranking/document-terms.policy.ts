/** What the index stores of a document: its terms, field by field, and the words that it adds to the vocabulary. */
import { tokenize, type TermMemo, type TextToken } from '#features/search/language/text-analysis.policy.ts'
import { limitText } from '#wording/cut-text.ts'

export interface AnalysedTexts {
  kind: string
  subjectId: number
  category: string | null
  title: string
  headings: string
  summary: string
  body: string
}

/** Longer texts are found by their beginning. */
const MAX_BODY = 60_000

/** Words that no text holds: they name the kind, a part of that kind, the category, and words of the title. */
export const kindTerm = (kind: string): string => `qk${kind.replace(/[^a-z0-9]/g, '')}`
export const categoryKey = (slug: string): string => `qc${slug.toLowerCase().replace(/[^a-z0-9]/g, '')}`
export const titleTerm = (word: string): string => `qt${word}`

/** The things of a kind are parted by their numbers into parts of such sizes, so that the latest can be looked through alone. */
const PART_SIZES = [512, 8192]
const partKey = (kind: string, size: number, part: number): string => `${kindTerm(kind)}p${size}p${part}`
const partKeys = (kind: string, subjectId: number): string[] => PART_SIZES.map((size) => partKey(kind, size, Math.floor(subjectId / size)))

/** What only the latest of a kind have: the keys of its last two parts, of the smallest parts first, where it has more than two. */
export const termsOfLatest = (kind: string, lastSubjectId: number): string[][] =>
  PART_SIZES.flatMap((size) => {
    const last = Math.floor(lastSubjectId / size)
    return last > 1 ? [[partKey(kind, size, last), partKey(kind, size, last - 1)]] : []
  })

export interface DocumentTerms {
  terms: string
  /** Word as it is written → term. */
  words: Map<string, string>
  /** In characters: in what the words of a language take they differ little. In the order of the fields. */
  lengths: number[]
}

export function analyseDocument(
  { kind, subjectId, category, title, headings, summary, body }: AnalysedTexts,
  memo?: TermMemo,
): DocumentTerms {
  const words = new Map<string, string>()
  const read = (text: string, keepsAll = false): string[] =>
    tokenize(text, memo).flatMap((token) => {
      if (token.isStopWord && !keepsAll) return []
      if (!token.isStopWord) words.set(token.word, token.term)
      return [token.term]
    })
  const titleTokens = tokenize(title, memo)
  const keys = [
    kindTerm(kind),
    ...partKeys(kind, subjectId),
    ...(category === null ? [] : [categoryKey(category)]),
    ...titleKeys(titleTokens),
  ]
  const fields = [read(title, true), read(headings), read(summary), read(limitText(body, MAX_BODY))]
  // What a whole category is about is not said again in each of its things; it makes no word more common.
  const about = tokenize(category?.replaceAll('-', ' ') ?? '', memo).flatMap(({ term, isStopWord }) => (isStopWord ? [] : [term]))
  return {
    terms: [keys, ...fields, about].map((field) => ` ${field.join(' ')} `).join('\n'),
    words,
    lengths: fields.map((field) => field.join(' ').length),
  }
}

const titleKeys = (tokens: readonly TextToken[]): string[] => [
  ...new Set(tokens.flatMap(({ word, term }) => [titleTerm(word), titleTerm(term)])),
]
