/** Parses and writes the query parameters of the product page. */
import { pathTo } from '#features/pages/page-url.policy.ts'
import type { ReviewFilter } from '#features/reviews/review.client.ts'
import { REVIEW_SORT_LABELS, VERIFIED_LABELS } from '#features/reviews/review-sort.policy.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { findKey } from '#platform/client/typed-entries.client.ts'
import { parseLaterPage } from '#site/page-number.ts'
import { limitText } from '#wording/cut-text.ts'

/** Max number of related products. One more is fetched, because the product itself may be among them. */
export const MAX_RELATED_PRODUCTS = 4

export const DETAILS_TAB = 'details'
export const REVIEWS_TAB = 'reviews'

export const parseProductTab = (params: URLSearchParams): string => (params.get('tab') === REVIEWS_TAB ? REVIEWS_TAB : DETAILS_TAB)

/** Parses the review filter from the URL. Invalid values are ignored. */
export function parseReviewFilter(params: URLSearchParams): ReviewFilter {
  const sort = findKey(REVIEW_SORT_LABELS, params.get('sort') ?? '')
  return {
    sort: sort === 'newest' ? undefined : sort,
    stars: [1, 2, 3, 4, 5].find((stars) => String(stars) === params.get('stars')),
    verified: findKey(VERIFIED_LABELS, params.get('verified') ?? ''),
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX) || undefined,
    page: parseLaterPage(params),
  }
}

/** Returns the path of a product's page with the reviews tab open. */
export const reviewsPath = (slug: string, filter: ReviewFilter = {}): string =>
  `${pathTo('/products/:slug', { slug }, { tab: REVIEWS_TAB, ...filter })}#${REVIEWS_TAB}`
