/** All numbers that decide the order of results. The databases only find candidates; ranking in code gives the same order on both engines. */

/** Weight of an occurrence by field. `length` is BM25's b: how much the length of the field reduces the weight, from 0 to 1. */
export const FIELD_WEIGHTS = [
  { name: 'title', weight: 5, length: 0.3 },
  { name: 'headings', weight: 1.4, length: 0.4 },
  { name: 'summary', weight: 2.2, length: 0.4 },
  { name: 'body', weight: 1, length: 0.9 },
  { name: 'category', weight: 0.6, length: 0 },
] as const

/** BM25's k1: how soon further occurrences of a word stop adding to the score. */
export const BM25_SATURATION = 5

/** Weight of a match, by how the matched word relates to the word of the query. */
export const MATCH_WEIGHTS = {
  exact: 1,
  joined: 1,
  numberApart: 0.45,
  split: 0.95,
  synonym: 0.8,
  prefix: 0.75,
  corrected: 0.95,
  /** Another word with the same root, for a word that is rare in the texts. */
  family: 0.6,
  /** `roof` for the query `in roof`, if `in-roof` is a word of the texts. */
  partOfCompound: 0.5,
  /** A word of a phrase, or a part of a word, if nothing matches the whole of it. */
  near: 0.3,
} as const
/** Factors for a word with little meaning next to others (`work`, `good`), and for each word of a phrase with one meaning (`heat pump`). */
export const COMMON_WORD_WEIGHTS = { light: 0.5, ofPhrase: 0.75 } as const
/** Estimated share of the documents with a phrase's rarest word that contain the phrase; applied once for each word after the first. */
export const PHRASE_SHARE = 0.25
/** Factor for a phrase whose words are in one field but not adjacent. */
export const SCATTERED_PHRASE_WEIGHT = 0.35

/** Bonus for two adjacent words of the query that are adjacent in the text, as a share of the pair's inverse frequency. */
export const ADJACENT_BONUS = { title: 0.5, elsewhere: 0.22 } as const
/** Bonus if the title contains all words of the query; multiplied by their share of the title's words. */
export const TITLE_BONUS = 0.35
/** Factor of the score if hardly any of the query's weight was matched; it rises linearly to 1 for a complete match. */
export const PARTIAL_FLOOR = 0.5

/** The largest bonuses for freshness, which halves every `halfLifeDays`, and for quality. */
const FRESHNESS = { halfLifeDays: 540, maxBonus: 0.05 }
const MAX_QUALITY_BONUS = 0.08
/** If the words match equally well, a full text ranks above a list of links or a profile. Other kinds have weight 1. */
const KIND_WEIGHTS: Record<string, number> = {
  article: 1.12,
  expert: 1,
  product: 1.04,
  topic: 0.95,
  category: 0.85,
  page: 0.85,
  user: 0.75,
}

/** Further factors if the query is a question. */
const QUESTION_WEIGHTS: Record<string, number> = { product: 0.85, category: 0.7 }

/** Returns BM25's inverse document frequency of a word in `documents` of `total` documents. */
export const computeInverseFrequency = (documents: number, total: number): number =>
  Math.log(1 + (Math.max(total, documents) - documents + 0.5) / (documents + 0.5))

/** Returns the share of the query's weight that a result must match, by the number of words in the query. */
export const getMinimumShare = (words: number): number => (words <= 2 ? 0.999 : words === 3 ? 0.5 : 0.4)
/** If no result reaches the minimum share, results must reach this part of the best result's share. */
export const MIN_SHARE_OF_BEST = 0.7
/** Results that match this share in their title are always included. */
export const MIN_TITLE_SHARE = 0.25
/** If fewer results reach the required share, `MIN_FALLBACK_SHARE` is enough. */
export const MIN_RESULTS = 6
export const MIN_FALLBACK_SHARE = 0.35

/**
 * Returns a quality from 0 to 1; few ratings reduce it.
 * @param average from 1 to 5
 */
export const computeRatingQuality = (average: number, count: number): number => (average / 5) * (count / (count + 4))

/**
 * Returns the factor of a document for its kind, freshness and quality. It does not depend on the words of the query.
 * @param date ISO 8601; null: no freshness bonus
 * @param now milliseconds since the epoch
 */
export function computeBaseScore(
  { kind, date, quality }: { kind: string; date: string | null; quality: number },
  now: number,
  isQuestion = false,
): number {
  const ageDays = date === null ? Infinity : Math.max(0, now - Date.parse(date)) / 86_400_000
  const freshness = FRESHNESS.maxBonus * 0.5 ** (ageDays / FRESHNESS.halfLifeDays)
  return (
    (KIND_WEIGHTS[kind] ?? 1) *
    (isQuestion ? (QUESTION_WEIGHTS[kind] ?? 1) : 1) *
    (1 + freshness + MAX_QUALITY_BONUS * Math.min(1, Math.max(0, quality)))
  )
}

/** Maximum number of candidates that are scored, of all kinds together. If more documents match, the second limit applies to each kind. */
export const MAX_CANDIDATES = 300
export const MAX_CANDIDATES_PER_KIND = 80
/** With fewer candidates than this, documents with only some of the words are scored as well. */
export const MIN_CANDIDATES = 30
