/** Endpoints of the search over all public content. */
import { endpoint, Paging } from '#platform/contract/endpoint.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'

const MAX_PER_PAGE = 50
/** A string rather than an enum, because features contribute their own kinds. */
const Kind = z.string().max(40)
const Query = z.string().trim().max(SEARCH_MAX).default('')

export const SearchQuery = z.object({
  q: Query,
  kind: Kind.optional(),
  category: z.string().max(100).optional(),
  /** If set, the words are searched as typed, without spelling correction. */
  exact: z.literal('1').optional(),
  /** If set, the search is not counted in the statistics, as the input may be unfinished. */
  uncounted: z.literal('1').optional(),
  page: Paging.shape.page,
  perPage: z.coerce.number().int().min(1).max(MAX_PER_PAGE).default(20),
})
export type SearchQuery = z.infer<typeof SearchQuery>

export const SearchResult = z.object({
  kind: z.string(),
  title: z.string(),
  /** Path of the result's page. */
  url: z.string(),
  /** Path of the part of the page that contains the excerpt, such as a reply; absent if the page's own path is enough. */
  partUrl: z.string().optional(),
  /** The sentence that matches best, as plain text. */
  excerpt: z.string(),
  /** Start and end offset (exclusive) of each match, in UTF-16 code units of `excerpt`. */
  matches: z.array(z.tuple([z.number(), z.number()])),
  /** Slug of the category. */
  category: z.string().optional(),
  date: z.string().optional(),
  rating: z.object({ average: z.number(), count: z.number() }).optional(),
  /** True if the result is demo content; otherwise absent. */
  isDemo: z.literal(true).optional(),
})
export type SearchResult = z.infer<typeof SearchResult>

export const SearchAnswer = z.object({
  query: z.string(),
  /** The query after spelling correction, if a word was corrected. */
  corrected: z.string().optional(),
  /** Number of results of the requested kind and category. */
  total: z.number(),
  /** Number of results of each kind, whichever kind was requested. */
  kinds: z.record(z.string(), z.number()),
  results: z.array(SearchResult),
  /** Guides of any category that match the query partly, if nothing else was found. Absent if none does. */
  nearest: z.array(SearchResult).optional(),
})
export type SearchAnswer = z.infer<typeof SearchAnswer>

export const SearchSuggestion = SearchResult.pick({ kind: true, title: true, url: true, isDemo: true })
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
    'Search guides, expert articles, products, topics, people, categories and pages by relevance. Replies are found as their topic, reviews as their product. At most a few hundred documents are ranked.',
  query: SearchQuery,
  response: SearchAnswer,
  isPrivate: true,
})
export const listSearchSuggestionsEndpoint = endpoint('GET /api/search/suggestions', {
  summary: 'Suggest at most eight titles for an unfinished query.',
  query: z.object({ q: Query }),
  response: z.object({ suggestions: z.array(SearchSuggestion) }),
})
export const recordSearchClickEndpoint = endpoint('POST /api/search/clicks', {
  summary: 'Count that a result was opened, without storing who opened it.',
  body: NewSearchClick,
  response: z.object({ ok: z.literal(true) }),
  status: 200,
  hasNoEffectOnReads: true,
  isQuotaExempt: true,
  rateLimit: { max: 60, minutes: 1 },
})
