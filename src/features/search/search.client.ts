import { apiQuery, httpTransport } from '#platform/client/api.client.ts'
import { asksNotToBeCounted } from '#platform/client/do-not-track.client.ts'
import type * as contract from './search.contract.ts'
import * as calls from './search.endpoints.ts'

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
}) => apiQuery<typeof contract.searchEndpoint>(calls.searchCall, { query })
/** While the words are typed: an answer that nobody waits for any more is given up. */
export const searchSuggestionsQuery = (q: string) => ({
  ...apiQuery<typeof contract.listSearchSuggestionsEndpoint>(calls.listSearchSuggestionsCall, { query: { q } }),
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    httpTransport('GET', calls.listSearchSuggestionsCall.path, { query: { q }, signal }) as Promise<{
      suggestions: contract.SearchSuggestion[]
    }>,
  staleTime: SUGGESTIONS_FRESH_MS,
})

/** Has words counted that were looked for uncounted, by one more search whose answer nobody needs. Nothing is told of its failure. */
export function recordSettledSearch(q: string): void {
  const { path, method } = calls.searchCall
  void fetch(`${path}?${new URLSearchParams({ q, perPage: '1' }).toString()}`, { method })
    // An answer that nobody reads holds its connection.
    .then((answer) => answer.text())
    .catch(() => undefined)
}

/** Tells that a result was opened. Nothing waits for it, the way to the page least of all, and nobody is troubled when it fails. */
export function recordSearchClick(body: contract.NewSearchClick): void {
  if (asksNotToBeCounted()) return
  const { path, method } = calls.recordSearchClickCall
  const headers = { 'content-type': 'application/json' }
  void fetch(path, { method, keepalive: true, headers, body: JSON.stringify(body) }).catch(() => undefined)
}
