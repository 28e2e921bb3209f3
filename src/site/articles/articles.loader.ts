import { articlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseArticleFilter } from './article-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseArticleFilter(page.search)
  const list = page.required<{ total: number }>(articlesQuery(filter))
  return Promise.all([list.then((found) => loadWholeSiteResults(page, filter.search, found)), page.optional(categoriesQuery())])
})
