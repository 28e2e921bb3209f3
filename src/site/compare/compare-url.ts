/** Query parameters of the comparison page. */
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { paths } from '#site/paths.ts'
import { limitText } from '#wording/cut-text.ts'

export interface Comparison {
  /** Sorted, so that a set of products has one canonical URL. */
  slugs: string[]
  /** True if the URL named more products than can be compared. */
  isTruncated: boolean
  onlyDifferences: boolean
  /** Search words for another product to add. */
  find: string
}

const MAX_SLUG_LENGTH = 200

/**
 * Returns the canonical URL of a comparison whose products are unsorted or repeated; undefined if the URL is canonical already, or names too
 * many products, as the order then decides which are shown.
 */
export function canonicalCompareUrl(search: URLSearchParams): string | undefined {
  const { slugs, isTruncated, onlyDifferences, find } = parseComparison(search)
  if (isTruncated || (search.get('p') ?? '') === slugs.join(',')) return undefined
  return paths.compare(slugs, { differences: onlyDifferences ? 1 : undefined, find })
}

export function parseComparison(search: URLSearchParams): Comparison {
  const requestedSlugs = (search.get('p') ?? '').split(',').map((slug) => slug.trim())
  const slugs = [...new Set(requestedSlugs)].filter((slug) => slug && slug.length <= MAX_SLUG_LENGTH)
  return {
    slugs: slugs.slice(0, MAX_COMPARED).toSorted(),
    isTruncated: slugs.length > MAX_COMPARED,
    onlyDifferences: search.get('differences') === '1',
    find: limitText((search.get('find') ?? '').trim(), SEARCH_MAX),
  }
}
