/** Parses the query parameters of the search page. Invalid values are ignored. */
import { searchQuery } from '#features/search/search.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { parseLaterPage } from '#site/page-number.ts'
import { limitText } from '#wording/cut-text.ts'

export interface SearchFilter {
  q: string
  kind?: string | undefined
  category?: string | undefined
  /** `1` switches spelling correction off. */
  exact?: '1' | undefined
  page?: number | undefined
}

/** Returns the query for one page of results. */
export const resultsQuery = ({ q, kind, category, exact, page = 1 }: SearchFilter) =>
  searchQuery({ q, kind, category, exact, page, perPage: RESULTS_PER_PAGE })

export const RESULTS_PER_PAGE = 20
const MAX_PAGE = 1000

export function parseSearchFilter(params: URLSearchParams): SearchFilter {
  const parseSlug = (name: string) => {
    const value = params.get(name)?.trim() ?? ''
    return /^[a-z\d-]{1,40}$/.test(value) ? value : undefined
  }
  return {
    q: limitText(params.get('q')?.trim() ?? '', SEARCH_MAX).trim(),
    kind: parseSlug('kind'),
    category: parseSlug('category'),
    exact: params.get('exact') === '1' ? '1' : undefined,
    page: parseLaterPage(params, MAX_PAGE),
  }
}
