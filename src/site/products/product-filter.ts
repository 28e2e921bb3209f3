/** Parses the product list's filter from the URL. Invalid values are ignored. */
import { SORT_LABELS, type ProductFilter } from '#features/products/product.client.ts'
import { filterKeysOf, parseSpecRanges, type SpecRanges } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_PAGE = 100_000

export function parseProductFilter(search: URLSearchParams): ProductFilter {
  const sort = search.get('sort') ?? ''
  const page = Number(search.get('page'))
  const category = limitText(search.get('category')?.trim() ?? '', SEARCH_MAX) || undefined
  return {
    category,
    search: limitText(search.get('search')?.trim() ?? '', SEARCH_MAX) || undefined,
    sort: sort === 'rating' ? undefined : findKey(SORT_LABELS, sort),
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined,
    specs: category ? parseSpecRangesOf(search, category) : undefined,
  }
}

/** Ignores ranges of other categories: a form submitted without JavaScript may still contain them. */
function parseSpecRangesOf(search: URLSearchParams, category: string): SpecRanges | undefined {
  const knownKeys = filterKeysOf(category)
  const ranges = Object.entries(parseSpecRanges((name) => search.get(name))).filter(([key]) => knownKeys.includes(key))
  return ranges.length > 0 ? Object.fromEntries(ranges) : undefined
}
