/** Query parameters of the product page. */
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { ReviewFilter } from '#features/reviews/review.client.ts'
import { REVIEW_SORT_LABELS, VERIFIED_LABELS } from '#features/reviews/review-sort.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { limitText } from '#wording/cut-text.ts'

/** Number of related products shown. One more is fetched, as the product itself may be among them. */
export const RELATED_PRODUCTS = 4
const MAX_PAGE = 100_000

export const DETAILS_TAB = 'details'
export const REVIEWS_TAB = 'reviews'

export const parseProductTab = (search: URLSearchParams): string => (search.get('tab') === REVIEWS_TAB ? REVIEWS_TAB : DETAILS_TAB)

/** Parses the review filter from the URL. Invalid values are ignored. */
export function parseReviewFilter(search: URLSearchParams): ReviewFilter {
  const page = Number(search.get('page'))
  const sort = findKey(REVIEW_SORT_LABELS, search.get('sort') ?? '')
  return {
    sort: sort === 'newest' ? undefined : sort,
    stars: [1, 2, 3, 4, 5].find((stars) => String(stars) === search.get('stars')),
    verified: findKey(VERIFIED_LABELS, search.get('verified') ?? ''),
    search: limitText(search.get('search')?.trim() ?? '', SEARCH_MAX) || undefined,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined,
  }
}

/** Path of a product's page with the reviews tab open. */
export const reviewsPath = (slug: string, filter: ReviewFilter = {}): string =>
  `${pathTo('/products/:slug', { slug }, { tab: REVIEWS_TAB, ...filter })}#${REVIEWS_TAB}`
