/** What the address of the search says. What cannot be read there counts as not given. */
import { searchQuery } from '#features/search/search.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

export interface SearchFilter {
  q: string
  kind?: string | undefined
  category?: string | undefined
  /** The words are meant as they are typed. */
  exact?: '1' | undefined
  page?: number | undefined
}

/** One page of results. */
export const resultsQuery = ({ q, kind, category, exact, page = 1 }: SearchFilter) =>
  searchQuery({ q, kind, category, exact, page, perPage: RESULTS_PER_PAGE })

export const RESULTS_PER_PAGE = 20
const LAST_PAGE = 1000

export function parseSearchFilter(address: URLSearchParams): SearchFilter {
  const page = Number(address.get('page'))
  const name = (key: string) => {
    const given = address.get(key)?.trim() ?? ''
    return /^[a-z\d-]{1,40}$/.test(given) ? given : undefined
  }
  return {
    q: limitText(address.get('q')?.trim() ?? '', SEARCH_MAX).trim(),
    kind: name('kind'),
    category: name('category'),
    exact: address.get('exact') === '1' ? '1' : undefined,
    page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined,
  }
}
