import { articlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import type { SearchAnswer } from '#features/search/search.client.ts'
import { siteQuery, type SiteInfo } from '#features/sites/site.client.ts'
import { createLoader, type PageLoad } from '#platform/pages/page-load.client.ts'
import { parseSearchFilter, resultsQuery, RESULTS_PER_PAGE } from './search-filter.ts'

export const loader = createLoader((page) => Promise.all([loadResults(page), page.optional(categoriesQuery())]))

async function loadResults(page: PageLoad): Promise<void> {
  const filter = parseSearchFilter(page.search)
  if (filter.q === '') return
  const [response, site] = await Promise.all([page.required<SearchAnswer>(resultsQuery(filter)), page.optional<SiteInfo>(siteQuery())])
  page.requireListPage(response, filter.page ?? 1, RESULTS_PER_PAGE)
  // If there are neither results nor similar guides, the page shows the newest guides.
  if (response && Object.keys(response.kinds).length === 0 && !response.nearest && site?.features.articles)
    await page.optional(articlesQuery({ category: filter.category }))
}
