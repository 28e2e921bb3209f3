/** Endpoints of search statistics, synonyms and pinned pages, for administrators. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { MAX_SYNONYM_GROUPS, MAX_PHRASES_PER_GROUP, MAX_PINS_PER_QUERY } from '#features/search/search-limits.policy.ts'

export const SearchCount = z.object({
  query: z.string(),
  count: z.number(),
  /** Number of results of the latest search. */
  results: z.number(),
  clicks: z.number(),
})
export type SearchCount = z.infer<typeof SearchCount>

export const SearchReport = z.object({
  /** All searches, including those whose query is not shown. */
  total: z.number(),
  /** Queries, most frequent first. A query is listed once it was used on three different days of the period. */
  searches: z.array(SearchCount),
  /** Queries that found nothing. */
  withoutResult: z.array(SearchCount),
  /** Pages that were opened from search results, most opened first. */
  clicked: z.array(z.object({ url: z.string(), title: z.string().nullable(), clicks: z.number() })),
})
export type SearchReport = z.infer<typeof SearchReport>

const Phrase = singleLine().min(1, 'Please enter a word').max(60)
/** A group of phrases with the same meaning: a search for one also finds the others. */
const Group = z.array(Phrase).min(2, 'A group needs two words or more').max(MAX_PHRASES_PER_GROUP)
export const SearchSynonyms = z.object({
  groups: z.array(z.array(z.string())),
  /** Whether these are the default synonyms. */
  isFirstSet: z.boolean(),
})
export type SearchSynonyms = z.infer<typeof SearchSynonyms>
/** `null` restores the default synonyms. */
export const SearchSynonymsChange = z.object({ groups: z.array(Group).max(MAX_SYNONYM_GROUPS).nullable() })
export type SearchSynonymsChange = z.infer<typeof SearchSynonymsChange>

export const SearchPin = z.object({
  id: z.number(),
  query: z.string(),
  url: z.string(),
  /** Title of the page; null if it no longer exists or is not public. */
  title: z.string().nullable(),
  createdAt: z.string(),
})
export type SearchPin = z.infer<typeof SearchPin>
export const NewSearchPin = z.object({
  query: singleLine().min(1, 'Please enter the words').max(SEARCH_MAX),
  url: singleLine()
    .max(300)
    .regex(/^\/(?!\/)\S*$/, 'Please enter a path of this site, such as /articles/…'),
})
export type NewSearchPin = z.infer<typeof NewSearchPin>

const access = 'admin' as const
const Done = z.object({ ok: z.literal(true) })
export const getSearchReportEndpoint = endpoint('GET /api/admin/searches', {
  summary:
    'Get search statistics of the last days: frequent queries, queries without results, opened pages. They do not identify visitors.',
  query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
  response: SearchReport,
  access,
})
export const getSearchSynonymsEndpoint = endpoint('GET /api/admin/search-synonyms', {
  summary: 'List the synonyms of the search.',
  response: SearchSynonyms,
  access,
})
export const changeSearchSynonymsEndpoint = endpoint('PATCH /api/admin/search-synonyms', {
  summary: 'Replace the synonyms of the search; `null` restores the defaults.',
  body: SearchSynonymsChange,
  response: SearchSynonyms,
  access,
})
export const listSearchPinsEndpoint = endpoint('GET /api/admin/search-pins', {
  summary: 'List pinned pages by query.',
  response: z.array(SearchPin),
  list: true,
  access,
})
export const addSearchPinEndpoint = endpoint('POST /api/admin/search-pins', {
  summary: `Pin a page above the results of a query; at most ${MAX_PINS_PER_QUERY} per query.`,
  body: NewSearchPin,
  response: SearchPin,
  extraStatuses: [409],
  access,
})
export const removeSearchPinEndpoint = endpoint('DELETE /api/admin/search-pins/:id', {
  summary: 'Unpin a page from a query.',
  params: z.object({ id: Id }),
  response: Done,
  access,
})
