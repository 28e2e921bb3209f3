/** The filter of the product list as it stands in the address. What cannot be read there counts as not given. */
import { SORT_LABELS, type ProductFilter, type ProductSort } from '#features/products/product.client.ts'
import { SEARCH_MAX } from '#site/filters/search-max.ts'

const LAST_PAGE = 100_000

export function filterOf(search: URLSearchParams): ProductFilter {
  const sort = search.get('sort') ?? ''
  const page = Number(search.get('page'))
  return {
    category: search.get('category')?.trim().slice(0, SEARCH_MAX) || undefined,
    search: search.get('search')?.trim().slice(0, SEARCH_MAX) || undefined,
    sort: sort in SORT_LABELS && sort !== 'rating' ? (sort as ProductSort) : undefined,
    page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined,
  }
}
