/** What an administrator sees of searches, and sets: which words mean the same, and what stands first for a query. */
import { endpoint, Id } from '#platform/contract/endpoint.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { singleLine } from '#platform/text/single-line.ts'
import { z } from '#platform/contract/zod.ts'
import { MAX_GROUPS, MAX_PHRASES, MAX_PINS_OF_QUERY } from '#features/search/search-limits.policy.ts'

export const SearchCount = z.object({
  query: z.string(),
  count: z.number(),
  /** How many results the last of them had. */
  results: z.number(),
  clicks: z.number(),
})
export type SearchCount = z.infer<typeof SearchCount>

export const SearchReport = z.object({
  /** Of all searches, also of those whose words are not shown. */
  total: z.number(),
  /** The most frequent first. Words are shown once they were used on three different days. */
  searches: z.array(SearchCount),
  /** Those of them that found nothing. */
  withoutResult: z.array(SearchCount),
  /** What was opened most. */
  clicked: z.array(z.object({ url: z.string(), title: z.string().nullable(), clicks: z.number() })),
})
export type SearchReport = z.infer<typeof SearchReport>

const Phrase = singleLine().min(1, 'Please enter a word').max(60)
/** Phrases that mean the same, both ways. */
const Group = z.array(Phrase).min(2, 'A group needs two words or more').max(MAX_PHRASES)
export const SearchSynonyms = z.object({
  groups: z.array(z.array(z.string())),
  /** They are those that the software brings. */
  isFirstSet: z.boolean(),
})
export type SearchSynonyms = z.infer<typeof SearchSynonyms>
/** Null: again those that the software brings. */
export const SearchSynonymsChange = z.object({ groups: z.array(Group).max(MAX_GROUPS).nullable() })
export type SearchSynonymsChange = z.infer<typeof SearchSynonymsChange>

export const SearchPin = z.object({
  id: z.number(),
  query: z.string(),
  url: z.string(),
  /** Of the page; null where there is none any more, or not everybody may see it. */
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
  summary: 'What people searched for in the last days, what found nothing, and what was opened. Nothing says who.',
  query: z.object({ days: z.coerce.number().int().min(1).max(365).default(30) }),
  response: SearchReport,
  access,
})
export const getSearchSynonymsEndpoint = endpoint('GET /api/admin/search-synonyms', {
  summary: 'Words and phrases that mean the same to the search.',
  response: SearchSynonyms,
  access,
})
export const changeSearchSynonymsEndpoint = endpoint('PATCH /api/admin/search-synonyms', {
  summary: 'Replace the words and phrases that mean the same; `null` brings back the first set.',
  body: SearchSynonymsChange,
  response: SearchSynonyms,
  access,
})
export const listSearchPinsEndpoint = endpoint('GET /api/admin/search-pins', {
  summary: 'Pages that stand first for a query, by query.',
  response: z.array(SearchPin),
  list: true,
  access,
})
export const addSearchPinEndpoint = endpoint('POST /api/admin/search-pins', {
  summary: `Put a page first for a query; at most ${MAX_PINS_OF_QUERY} for each.`,
  body: NewSearchPin,
  response: SearchPin,
  extraStatuses: [409],
  access,
})
export const removeSearchPinEndpoint = endpoint('DELETE /api/admin/search-pins/:id', {
  summary: 'Let a query be answered by relevance alone again.',
  params: z.object({ id: Id }),
  response: Done,
  access,
})
