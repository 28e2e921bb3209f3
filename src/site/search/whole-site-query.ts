/** Decides whether a list has so few matches that it also shows search results from the whole site, and queries these. */
import { searchQuery, type SearchAnswer } from '#features/search/search.client.ts'
import type { PageLoad } from '#platform/pages/page-load.client.ts'

/** A list with at most this number of matches also shows results from the whole site. */
const FEW_MATCHES = 3
export const MAX_WHOLE_SITE_RESULTS = 5

/** @param total number of matches in the list, which contain exactly the search words; undefined while they are loading */
export const needsWholeSiteResults = (search: string | undefined, total: number | undefined): search is string =>
  search !== undefined && total !== undefined && total <= FEW_MATCHES

/**
 * Returns the query for results from the whole site. More are fetched than shown, because those in the list are omitted. The server does not
 * count this search: useRecordSettledSearch records it.
 */
export const wholeSiteQuery = (search: string) =>
  searchQuery({ q: search, uncounted: '1', page: 1, perPage: MAX_WHOLE_SITE_RESULTS + FEW_MATCHES })

/** Loads results from the whole site if the list needs them. The loader of the list calls it after it has loaded the matches of the list. */
export async function loadWholeSiteResults(page: PageLoad, search: string | undefined, list: { total: number } | undefined): Promise<void> {
  if (needsWholeSiteResults(search, list?.total)) await page.optional<SearchAnswer>(wholeSiteQuery(search))
}
