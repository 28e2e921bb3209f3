/** Everything that decides the order of results, in one place. Both engines find candidates; what stands here puts them in order. */

/** Where a word stands counts by so much. `length`: how much a long text makes one mention count less (BM25's b). */
export const FIELD_WEIGHTS = [
  { name: 'title', weight: 5, length: 0.3 },
  { name: 'headings', weight: 1.4, length: 0.4 },
  { name: 'summary', weight: 2.2, length: 0.4 },
  { name: 'body', weight: 1, length: 0.9 },
  { name: 'category', weight: 0.6, length: 0 },
] as const

/** BM25's k1: how soon more mentions of a word add nothing. */
export const BM25_SATURATION = 5

/** A result found by another word than the one that was asked for counts by so much. */
export const MATCH_WEIGHTS = {
  exact: 1,
  joined: 1,
  figureApart: 0.45,
  split: 0.95,
  synonym: 0.8,
  prefix: 0.75,
  corrected: 0.95,
  /** Another word made of the same root, of a word that the texts hardly use. */
  family: 0.6,
  /** `roof` where `in roof` was asked for and `in-roof` is a word of the texts. */
  partOfCompound: 0.5,
  /** A word of a phrase, or a part of a word, where nothing has the whole. */
  near: 0.3,
} as const
/** A word that says little beside others (`work`, `good`), and each word of a phrase that is one idea (`heat pump`). */
export const COMMON_WORD_WEIGHTS = { light: 0.5, ofPhrase: 0.75 } as const
/** Words stand together in about so much of the documents that have the rarest of them. */
export const PHRASE_SHARE = 0.25
/** Words of a phrase that stand in one text, but not beside each other. */
export const SCATTERED_PHRASE_WEIGHT = 0.35

/** Two words of the query side by side, as in the query: added, as a part of what such a pair says. */
export const ADJACENT_BONUS = { title: 0.5, elsewhere: 0.22 } as const
/** All words of the query in the title; times the share of the title that they are. */
export const TITLE_BONUS = 0.35
/** What is left of a score when hardly any of the query's weight was found. */
export const PARTIAL_FLOOR = 0.5

/** How old a thing may become for it to count half as fresh, and how much freshness and quality add at most. */
const FRESHNESS = { halfLifeDays: 540, most: 0.05 }
const QUALITY_MOST = 0.08
/** A page full of answers before a list of links or a profile, where words alone do not decide. Kinds that are not named count 1. */
const KIND_WEIGHTS: Record<string, number> = {
  article: 1.12,
  expert: 1,
  product: 1.04,
  topic: 0.95,
  category: 0.85,
  page: 0.85,
  user: 0.75,
}

/** Of these so much where somebody asks a question. */
const QUESTION_WEIGHTS: Record<string, number> = { product: 0.85, category: 0.7 }

export const inverseFrequency = (documents: number, all: number): number =>
  Math.log(1 + (Math.max(all, documents) - documents + 0.5) / (documents + 0.5))

/** How much of a query's weight a result must have, by how many words say something. Fewer are wanted of a question. */
export const minimumShare = (words: number): number => (words <= 2 ? 0.999 : words === 3 ? 0.5 : 0.4)
/** Where none has that, so much of what the best has; and so much in the title is enough. */
export const MIN_SHARE_OF_BEST = 0.7
export const MIN_TITLE_SHARE = 0.25
/** Where so few have that, those that have less are shown behind them. */
export const FEW_RESULTS = 6
export const MIN_FALLBACK_SHARE = 0.35

/** @param average from 1 to 5 */
export const ratingQuality = (average: number, count: number): number => (average / 5) * (count / (count + 4))

/** What a thing counts whatever is asked for. */
export function computeBaseScore(
  { kind, date, quality }: { kind: string; date: string | null; quality: number },
  now: number,
  isQuestion = false,
): number {
  const ageDays = date === null ? Infinity : Math.max(0, now - Date.parse(date)) / 86_400_000
  const freshness = FRESHNESS.most * 0.5 ** (ageDays / FRESHNESS.halfLifeDays)
  return (
    (KIND_WEIGHTS[kind] ?? 1) *
    (isQuestion ? (QUESTION_WEIGHTS[kind] ?? 1) : 1) *
    (1 + freshness + QUALITY_MOST * Math.min(1, Math.max(0, quality)))
  )
}

/** Candidates that are looked at: of all kinds together and, where there are more, of each kind. */
export const MAX_CANDIDATES = 300
export const MAX_CANDIDATES_OF_KIND = 80
/** Fewer results than this, and those with some of the words are looked at as well. */
export const ENOUGH_RESULTS = 30
