import { api, apiQuery, apiUrl, pathOf } from '#platform/client/api.client.ts'
import { asksNotToBeCounted } from '#platform/client/do-not-track.client.ts'
import type * as contract from './search.contract.ts'

export type { SearchAnswer, SearchResult, SearchSuggestion } from './search.contract.ts'

/** So long the same letters have the same suggestions. */
const SUGGESTIONS_FRESH_MS = 60_000

export const searchQuery = (query: {
  q: string
  kind?: string | undefined
  category?: string | undefined
  exact?: '1' | undefined
  uncounted?: '1' | undefined
  page?: number | undefined
  perPage?: number | undefined
}) => apiQuery('GET /api/search', { query })
/** While the words are typed: an answer that nobody waits for any more is given up. */
export const searchSuggestionsQuery = (q: string) => ({
  ...apiQuery('GET /api/search/suggestions', { query: { q } }),
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/search/suggestions', { query: { q }, signal }),
  staleTime: SUGGESTIONS_FRESH_MS,
})

/** Has words counted that were looked for uncounted, by one more search whose answer nobody needs. Nothing is told of its failure. */
export function recordSettledSearch(q: string): void {
  void fetch(apiUrl('GET /api/search', { query: { q, perPage: 1 } }))
    // An answer that nobody reads holds its connection.
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Tells that a result was opened. Nothing waits for it, the way to the page least of all, and nobody is troubled when it fails. */
export function recordSearchClick(body: contract.NewSearchClick): void {
  if (asksNotToBeCounted()) return
  const headers = { 'content-type': 'application/json' }
  void fetch(pathOf('POST /api/search/clicks'), { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
}
