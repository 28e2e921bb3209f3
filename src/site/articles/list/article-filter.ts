import type { ArticleFilter } from '#features/articles/article.client.ts'
import { parseLaterPage } from '#site/page-number.ts'
import { SEARCH_MAX } from '#platform/contract/list-limits.client.ts'
import { limitText } from '#wording/cut-text.ts'

/** Parses the filter of the article list from the URL. Invalid values are ignored. */
export function parseArticleFilter(params: URLSearchParams): ArticleFilter {
  return {
    category: limitText(params.get('category')?.trim() ?? '', SEARCH_MAX) || undefined,
    search: limitText(params.get('search')?.trim() ?? '', SEARCH_MAX).trim() || undefined,
    page: parseLaterPage(params),
  }
}
