import { ARTICLES_PER_PAGE, articlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseArticleFilter } from './list/article-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseArticleFilter(page.search)
  const loadList = async () => {
    const articleList = await page.required<{ total: number }>(articlesQuery(filter))
    page.requireListPage(articleList, filter.page ?? 1, ARTICLES_PER_PAGE)
    await loadWholeSiteResults(page, filter.search, articleList)
  }
  return Promise.all([loadList(), page.optional(categoriesQuery())])
})
