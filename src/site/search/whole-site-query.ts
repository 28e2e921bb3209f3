/** When a list of literal matches shows beside them what the one search found, and what it asks for that. */
import { searchQuery, type SearchAnswer } from '#features/search/search.client.ts'
import type { PageLoad } from '#platform/pages/page-load.client.ts'

/** A list with so many matches or fewer is no good answer. */
const FEW_MATCHES = 3
/** So many of what was found are shown. */
export const MAX_WHOLE_SITE_RESULTS = 5

/** @param total how many literal matches there are, once that is known */
export const needsWholeSiteResults = (search: string | undefined, total: number | undefined): search is string =>
  search !== undefined && total !== undefined && total <= FEW_MATCHES

/** Some more than are shown: those of the list itself are left out. Each pause in typing asks: `useCountedOnceSettled` counts. */
export const elsewhereQuery = (search: string) =>
  searchQuery({ q: search, uncounted: '1', page: 1, perPage: MAX_WHOLE_SITE_RESULTS + FEW_MATCHES })

/** For a list's loader, once its own matches are there. */
export async function loadWholeSiteResults(page: PageLoad, search: string | undefined, list: { total: number } | undefined): Promise<void> {
  if (needsWholeSiteResults(search, list?.total)) await page.optional<SearchAnswer>(elsewhereQuery(search))
}
