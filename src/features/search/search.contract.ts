/** One search over everything public. */
import { endpoint, Paging } from '#platform/contract/endpoint.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'

const MAX_PER_PAGE = 50
/** A kind is a word of the feature that its things belong to: another feature may bring another. */
const Kind = z.string().max(40)
const Query = z.string().trim().max(SEARCH_MAX).default('')

export const SearchQuery = z.object({
  q: Query,
  kind: Kind.optional(),
  category: z.string().max(100).optional(),
  /** The words as they are typed: none is put right. */
  exact: z.literal('1').optional(),
  /** The words may still be on their way: the search is not counted. */
  uncounted: z.literal('1').optional(),
  page: Paging.shape.page,
  perPage: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(20),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchResult = z.object({
  kind: z.string(),
  title: z.string(),
  /** The path of its page. */
  url: z.string(),
  /** Plain text: the sentence that fits best. */
  /** The path of the part that the excerpt is from, where that has one of its own: a reply to a topic. */
  partUrl: z.string().optional(),
  excerpt: z.string(),
  /** First and last offset, in UTF-16 units of `excerpt`, of each word that was found. */
  matches: z.array(z.tuple([z.number(), z.number()])),
  /** A slug. */
  category: z.string().optional(),
  date: z.string().optional(),
  rating: z.object({ average: z.number(), count: z.number() }).optional(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchAnswer = z.object({
  query: z.string(),
  /** What was looked for instead of what was typed. */
  corrected: z.string().optional(),
  /** Of the kind and category that were asked for. */
  total: z.number(),
  /** How many of each kind were found for the words, whichever kind was asked for. */
  kinds: z.record(z.string(), z.number()),
  results: z.array(SearchResult),
  /** Where nothing was found for the words: guides of any category that have something of them. Absent where none has. */
  nearest: z.array(SearchResult).optional(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const SearchSuggestion = SearchResult.pick({ kind: true, title: true, url: true })
export type SearchSuggestion = z.infer<typeof SearchSuggestion>

export const NewSearchClick = z.object({
  q: singleLine().min(1).max(SEARCH_MAX),
  url: singleLine()
    .max(300)
    .regex(/^\/(?!\/)/),
})
export type NewSearchClick = z.infer<typeof NewSearchClick>

export const searchEndpoint = endpoint('GET /api/search', {
  summary:
    'Guides, expert pieces, products, topics, people, categories and pages by relevance. Replies are found as their topic, reviews as their product. At most some hundred of each kind are looked at.',
  query: SearchQuery,
  response: SearchAnswer,
  isPrivate: true,
})
export const listSearchSuggestionsEndpoint = endpoint('GET /api/search/suggestions', {
  summary: 'What somebody may mean who is still typing: at most eight titles.',
  query: z.object({ q: Query }),
  response: z.object({ suggestions: z.array(SearchSuggestion) }),
})
export const recordSearchClickEndpoint = endpoint('POST /api/search/clicks', {
  summary: 'Counts that a result was opened. Nothing is kept of who did.',
  body: NewSearchClick,
  response: z.object({ ok: z.literal(true) }),
  status: 200,
  hasNoEffectOnReads: true,
  needsNoRoom: true,
  rateLimit: { max: 60, minutes: 1 },
})
