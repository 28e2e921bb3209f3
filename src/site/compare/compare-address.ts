/** What the address of a comparison says: which products, in which order, and whether only their differences are wanted. */
import { MOST_COMPARED } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#site/filters/search-max.ts'

export interface Comparison {
  slugs: string[]
  /** More were named than stand side by side. */
  isCut: boolean
  onlyDifferences: boolean
  /** The words by which another product is looked for. */
  find: string
}

const LONGEST_SLUG = 200

export function comparisonOf(search: URLSearchParams): Comparison {
  const asked = (search.get('p') ?? '').split(',').map((slug) => slug.trim())
  const slugs = [...new Set(asked)].filter((slug) => slug && slug.length <= LONGEST_SLUG)
  return {
    slugs: slugs.slice(0, MOST_COMPARED),
    isCut: slugs.length > MOST_COMPARED,
    onlyDifferences: search.get('differences') === '1',
    find: (search.get('find') ?? '').trim().slice(0, SEARCH_MAX),
  }
}
