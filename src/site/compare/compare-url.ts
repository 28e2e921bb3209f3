/** Parses and canonicalises the query parameters of the comparison page. */
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { paths } from '#site/paths.ts'
import { limitText } from '#wording/cut-text.ts'

export interface Comparison {
  /** Slugs of the products, sorted so that a set of products has one canonical URL. */
  slugs: string[]
  /** Whether the URL names more products than can be compared. */
  isTruncated: boolean
  /** Whether rows in which all products are the same are hidden. */
  onlyDifferences: boolean
  /** Words to search for another product to add. */
  searchWords: string
}

const MAX_SLUG_LENGTH = 200

/**
 * Returns the canonical URL of a comparison if its products are unsorted, repeated or invalid. Returns undefined if the URL is canonical
 * already. Also returns undefined if it names too many products, because then their order decides which of them are shown.
 */
export function canonicalCompareUrl(params: URLSearchParams): string | undefined {
  const { slugs, isTruncated, onlyDifferences, searchWords } = parseComparison(params)
  if (isTruncated || (params.get('p') ?? '') === slugs.join(',')) return undefined
  return paths.compare(slugs, { differences: onlyDifferences ? 1 : undefined, find: searchWords })
}

export function parseComparison(params: URLSearchParams): Comparison {
  const requestedSlugs = (params.get('p') ?? '').split(',').map((slug) => slug.trim())
  const slugs = [...new Set(requestedSlugs)].filter((slug) => slug && slug.length <= MAX_SLUG_LENGTH)
  return {
    slugs: slugs.slice(0, MAX_COMPARED).toSorted(),
    isTruncated: slugs.length > MAX_COMPARED,
    onlyDifferences: params.get('differences') === '1',
    searchWords: limitText((params.get('find') ?? '').trim(), SEARCH_MAX),
  }
}
