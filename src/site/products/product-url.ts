/** What the address of a product's page says beside the product. */
import { paths } from '#site/paths.ts'

/** How many related products are shown. One more is asked for: the product itself may be among them. */
export const RELATED_PRODUCTS = 4
const LAST_PAGE = 100_000

export const DETAILS_TAB = 'details'
export const REVIEWS_TAB = 'reviews'

export const parseProductTab = (search: URLSearchParams): string => (search.get('tab') === REVIEWS_TAB ? REVIEWS_TAB : DETAILS_TAB)

export function parseReviewPage(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : 1
}

/** The product's page with its reviews open. */
export const reviewsPath = (slug: string, page = 1): string =>
  `${paths.product(slug)}?tab=${REVIEWS_TAB}${page > 1 ? `&page=${page}` : ''}#${REVIEWS_TAB}`
