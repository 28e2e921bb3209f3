import type { ArticleFilter } from '#features/articles/article.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

const MAX_PAGE = 100_000

/** Parses the filter of the article list from the URL. Invalid values are ignored. */
export function parseArticleFilter(params: URLSearchParams): ArticleFilter {
  const page = Number(params.get('page'))
  return {
    category: limitText(params.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    page: Number.isInteger(page) && page > 1 && page <= MAX_PAGE ? page : undefined,
  }
}
