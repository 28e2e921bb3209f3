/** What the address of a product's page says beside the product. */
import { paths } from '#site/paths.ts'

/** How many related products are shown. One more is asked for: the product itself may be among them. */
export const RELATED = 4
const LAST_PAGE = 100_000

export const DETAILS = 'details'
export const REVIEWS = 'reviews'

export const tabOf = (search: URLSearchParams): string => (search.get('tab') === REVIEWS ? REVIEWS : DETAILS)

export function reviewPageOf(search: URLSearchParams): number {
  const page = Number(search.get('page'))
  return Number.isInteger(page) && page > 1 && page <= LAST_PAGE ? page : 1
}

/** The product's page with its reviews open. */
export const reviewsPath = (slug: string, page = 1): string =>
  `${paths.product(slug)}?tab=${REVIEWS}${page > 1 ? `&page=${page}` : ''}#${REVIEWS}`
