/** Decides when a list with few literal matches also shows whole-site search results, and queries them. */
import { searchQuery, type SearchAnswer } from '#features/search/search.client.ts'
import type { PageLoad } from '#platform/pages/page-load.client.ts'

/** Lists with at most this many matches also show whole-site results. */
const FEW_MATCHES = 3
/** Maximum number of whole-site results shown. */
export const MAX_WHOLE_SITE_RESULTS = 5

/** @param total number of literal matches; undefined while loading */
export const needsWholeSiteResults = (search: string | undefined, total: number | undefined): search is string =>
  search !== undefined && total !== undefined && total <= FEW_MATCHES

/** Fetches more than are shown, as those in the list are removed. Uncounted: the search is recorded once the words settle. */
export const wholeSiteQuery = (search: string) =>
  searchQuery({ q: search, uncounted: '1', page: 1, perPage: MAX_WHOLE_SITE_RESULTS + FEW_MATCHES })

/** Called by the loader of a list after its own matches are loaded. */
export async function loadWholeSiteResults(page: PageLoad, search: string | undefined, list: { total: number } | undefined): Promise<void> {
  if (needsWholeSiteResults(search, list?.total)) await page.optional<SearchAnswer>(wholeSiteQuery(search))
}
