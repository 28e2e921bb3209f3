/** What the address of a comparison says: which products, and whether only their differences are wanted. */
import { MAX_COMPARED } from '#features/products/product-filter.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { paths } from '#site/paths.ts'
import { limitText } from '#wording/cut-text.ts'

export interface Comparison {
  /** In the one order that a set has. */
  slugs: string[]
  /** More were named than stand side by side. */
  isCut: boolean
  onlyDifferences: boolean
  /** The words by which another product is looked for. */
  find: string
}

const LONGEST_SLUG = 200

/**
 * Where a comparison stands that was asked for at another address: in another order, or with a product named twice. Undefined at
 * its own address, and where more are named than are shown: which they are depends on the order.
 */
export function canonicalCompareUrl(search: URLSearchParams): string | undefined {
  const { slugs, isCut, onlyDifferences, find } = parseComparison(search)
  if (isCut || (search.get('p') ?? '') === slugs.join(',')) return undefined
  return paths.compare(slugs, { differences: onlyDifferences ? 1 : undefined, find })
}

export function parseComparison(search: URLSearchParams): Comparison {
  const asked = (search.get('p') ?? '').split(',').map((slug) => slug.trim())
  const slugs = [...new Set(asked)].filter((slug) => slug && slug.length <= LONGEST_SLUG)
  return {
    slugs: slugs.slice(0, MAX_COMPARED).toSorted(),
    isCut: slugs.length > MAX_COMPARED,
    onlyDifferences: search.get('differences') === '1',
    find: limitText((search.get('find') ?? '').trim(), SEARCH_MAX),
  }
}
