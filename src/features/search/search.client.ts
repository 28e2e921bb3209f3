import { api, apiQuery, apiUrl, pathOf } from '#platform/client/api.client.ts'
import { hasTrackingOptOut } from '#platform/client/do-not-track.client.ts'
import type * as contract from './search.contract.ts'

export type { SearchAnswer, SearchResult, SearchSuggestion } from './search.contract.ts'

/** Suggestions for the same input are only fetched again after this time. */
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
/** Query for suggestions while the user types; the request is cancelled when the input changes before the response arrives. */
export const searchSuggestionsQuery = (q: string) => ({
  ...apiQuery('GET /api/search/suggestions', { query: { q } }),
  queryFn: ({ signal }: { signal: AbortSignal }) => api('GET /api/search/suggestions', { query: { q }, signal }),
  staleTime: SUGGESTIONS_FRESH_MS,
})

/** Counts a query that was searched with `uncounted`, by searching once more. The response is discarded and failures are ignored. */
export function recordSettledSearch(q: string): void {
  void fetch(apiUrl('GET /api/search', { query: { q, perPage: 1 } }))
    // An unread response body would keep its connection busy.
    .then((response) => response.text())
    .catch(() => undefined)
}

/** Records that a result was opened, without delaying the navigation. Failures are ignored. */
export function recordSearchClick(body: contract.NewSearchClick): void {
  if (hasTrackingOptOut()) return
  const headers = { 'content-type': 'application/json' }
  void fetch(pathOf('POST /api/search/clicks'), { method: 'POST', keepalive: true, headers, body: JSON.stringify(body) }).catch(
    () => undefined,
  )
}
