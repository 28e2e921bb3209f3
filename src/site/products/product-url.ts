/** What the address of a product's page says beside the product. */
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { ReviewFilter } from '#features/reviews/review.client.ts'
import { REVIEW_SORT_LABELS, VERIFIED_LABELS } from '#features/reviews/review-sort.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { limitText } from '#wording/cut-text.ts'

/** How many related products are shown. One more is asked for: the product itself may be among them. */
export const RELATED_PRODUCTS = 4
const LAST_PAGE = 100_000

export const DETAILS_TAB = 'details'
export const REVIEWS_TAB = 'reviews'

export const parseProductTab = (search: URLSearchParams): string => (search.get('tab') === REVIEWS_TAB ? REVIEWS_TAB : DETAILS_TAB)

/** Which reviews are shown. What cannot be read counts as not given. */
export function parseReviewFilter(search: URLSearchParams): ReviewFilter {
  const page = Number(search.get('page'))
  const sort = findKey(REVIEW_SORT_LABELS, search.get('sort') ?? '')
  return {
    sort: sort === 'newest' ? undefined : sort,
    stars: [1, 2, 3, 4, 5].find((stars) => String(stars) === search.get('stars')),
    verified: findKey(VERIFIED_LABELS, search.get('verified') ?? ''),
    search: limitText(search.get('search')?.trim() ?? '', SEARCH_MAX) || undefined,
    page: Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : undefined,
  }
}

/** The product's page with its reviews open. */
export const reviewsPath = (slug: string, filter: ReviewFilter = {}): string =>
  `${pathTo('/products/:slug', { slug }, { tab: REVIEWS_TAB, ...filter })}#${REVIEWS_TAB}`
