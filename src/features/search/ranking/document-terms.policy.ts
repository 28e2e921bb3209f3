/** Computes what the index stores for a document: its terms by field, and the words that it adds to the vocabulary. */
import { tokenize, type TermMemo, type TextToken } from '#features/search/language/text-analysis.policy.ts'
import { limitText } from '#wording/cut-text.ts'

export interface DocumentTexts {
  kind: string
  subjectId: number
  category: string | null
  title: string
  headings: string
  summary: string
  body: string
}

/** Characters of the body that are indexed; the rest is ignored. */
const MAX_BODY_LENGTH = 60_000

/** Index keys for kind, partition of a kind, category and title words; the prefixes keep them distinct from words of texts. */
export const toKindTerm = (kind: string): string => `qk${kind.replace(/[^a-z0-9]/g, '')}`
export const toCategoryKey = (slug: string): string => `qc${slug.toLowerCase().replace(/[^a-z0-9]/g, '')}`
export const toTitleTerm = (word: string): string => `qt${word}`

/** Number of ids per partition of a kind. Partitions let a search read only the latest documents. */
const PARTITION_SIZES = [512, 8192]
const toPartitionKey = (kind: string, size: number, partition: number): string => `${toKindTerm(kind)}p${size}p${partition}`
const listPartitionKeys = (kind: string, subjectId: number): string[] =>
  PARTITION_SIZES.map((size) => toPartitionKey(kind, size, Math.floor(subjectId / size)))

/** Returns the keys of the last two partitions of a kind, for each partition size that has more than two, the smallest size first. */
export const listLatestPartitionTerms = (kind: string, lastSubjectId: number): string[][] =>
  PARTITION_SIZES.flatMap((size) => {
    const last = Math.floor(lastSubjectId / size)
    return last > 1 ? [[toPartitionKey(kind, size, last), toPartitionKey(kind, size, last - 1)]] : []
  })

export interface DocumentTerms {
  /** One line each: keys, title, headings, summary, body, category. */
  terms: string
  /** Maps each word in lower case, without accents, to its term. */
  words: Map<string, string>
  /** Length in characters of title, headings, summary and body, which approximates their number of words. */
  lengths: number[]
}

export function analyseDocument(
  { kind, subjectId, category, title, headings, summary, body }: DocumentTexts,
  memo?: TermMemo,
): DocumentTerms {
  const words = new Map<string, string>()
  const readTerms = (text: string, keepsStopWords = false): string[] =>
    tokenize(text, memo).flatMap((token) => {
      if (token.isStopWord && !keepsStopWords) return []
      if (!token.isStopWord) words.set(token.word, token.term)
      return [token.term]
    })
  const titleTokens = tokenize(title, memo)
  const keys = [
    toKindTerm(kind),
    ...listPartitionKeys(kind, subjectId),
    ...(category === null ? [] : [toCategoryKey(category)]),
    ...listTitleKeys(titleTokens),
  ]
  const fields = [readTerms(title, true), readTerms(headings), readTerms(summary), readTerms(limitText(body, MAX_BODY_LENGTH))]
  // The category's words are searchable, but not counted in the vocabulary: every document of the category would make them more common.
  const categoryTerms = tokenize(category?.replaceAll('-', ' ') ?? '', memo).flatMap(({ term, isStopWord }) => (isStopWord ? [] : [term]))
  return {
    terms: [keys, ...fields, categoryTerms].map((field) => ` ${field.join(' ')} `).join('\n'),
    words,
    lengths: fields.map((field) => field.join(' ').length),
  }
}

const listTitleKeys = (tokens: readonly TextToken[]): string[] => [
  ...new Set(tokens.flatMap(({ word, term }) => [toTitleTerm(word), toTitleTerm(term)])),
]
