import type { ArticleFilter } from '#features/articles/article.client.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

/** What the address asks the article list for. */
export function parseArticleFilter(address: URLSearchParams): ArticleFilter {
  const page = Number(address.get('page'))
  return {
    category: limitText(address.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    search: limitText(address.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    page: Number.isInteger(page) && page > 1 && page <= 100_000 ? page : undefined,
  }
}
