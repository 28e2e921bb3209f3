/** Parses the product list's filter from the URL. Invalid values are ignored. */
import { SORT_LABELS, type ProductFilter } from '#features/products/product.client.ts'
import { filterKeysOf, parseSpecRanges, type SpecRanges } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { parseLaterPage } from '#site/page-number.ts'
import { limitText } from '#wording/cut-text.ts'

export function parseProductFilter(params: URLSearchParams): ProductFilter {
  const sort = params.get('sort') ?? ''
  const category = limitText(params.get('category')?.trim() ?? '', SEARCH_MAX) || undefined
  return {
    category,
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX) || undefined,
    sort: sort === 'rating' ? undefined : findKey(SORT_LABELS, sort),
    page: parseLaterPage(params),
    specs: category ? parseSpecRangesOfCategory(params, category) : undefined,
  }
}

/** Ignores specs that the category does not have: without JavaScript, the form still sends the ranges of the previous category. */
function parseSpecRangesOfCategory(params: URLSearchParams, category: string): SpecRanges | undefined {
  const knownKeys = filterKeysOf(category)
  const ranges = Object.entries(parseSpecRanges((name) => params.get(name))).filter(([key]) => knownKeys.includes(key))
  return ranges.length > 0 ? Object.fromEntries(ranges) : undefined
}
