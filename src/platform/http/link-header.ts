import { urlFor } from '#platform/client/api.client.ts'
import type { RequestView } from '#platform/cache/request-view.ts'

/** Enough for four URLs with a search of 100 percent-encoded characters each. Longer headers are omitted. */
export const MAX_LINK_LENGTH = 4_500

export interface PageQuery {
  page?: number
  perPage?: number
  /** Page size of short lists. */
  limit?: number
}

/**
 * Returns the `Link` header (RFC 8288) with the first, previous, next and last page of a list.
 * @param total number of items on all pages
 */
export function linkHeader(
  { origin, path, query: viewQuery }: RequestView,
  total: number,
  { page = 1, perPage, limit }: PageQuery = {},
): string {
  const size = perPage ?? limit
  const last = size ? Math.max(1, Math.ceil(total / size)) : 1
  const pages = { first: 1, prev: page > 1 ? page - 1 : undefined, next: page < last ? page + 1 : undefined, last }
  return Object.entries(pages)
    .filter(([, target]) => target !== undefined)
    .map(([rel, target]) => {
      const query = { ...viewQuery, ...(size && { page: target }), ...(perPage && { perPage }), ...(limit && { limit }) }
      return `<${origin}${urlFor(path, { query })}>; rel="${rel}"`
    })
    .join(', ')
}
