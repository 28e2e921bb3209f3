/** The `Link` header of a list: where its other pages are. */
import { urlFor } from '#platform/client/api.client.ts'
import type { RequestView } from '#platform/cache/request-view.ts'

/** Four addresses with a search of a hundred rare letters each. Whoever sends longer ones knows how to count the pages. */
export const MAX_LINK_LENGTH = 4_500

export interface PageQuery {
  page?: number
  perPage?: number
  /** What a page's size is called where a list is asked for its first few. */
  limit?: number
}

/**
 * RFC 8288: where the first, previous, next and last pages are. A list that comes whole is its own first and last.
 * @param total of the list's items
 */
export function linkHeader(
  { origin, path, query: asked }: RequestView,
  total: number,
  { page = 1, perPage, limit }: PageQuery = {},
): string {
  const size = perPage ?? limit
  const last = size ? Math.max(1, Math.ceil(total / size)) : 1
  const places = { first: 1, prev: page > 1 ? page - 1 : undefined, next: page < last ? page + 1 : undefined, last }
  return Object.entries(places)
    .filter(([, at]) => at !== undefined)
    .map(([rel, at]) => {
      const query = { ...asked, ...(size && { page: at }), ...(perPage && { perPage }), ...(limit && { limit }) }
      return `<${origin}${urlFor(path, { query })}>; rel="${rel}"`
    })
    .join(', ')
}
