import { categoriesQuery } from '#features/categories/category.client.ts'
import { topicsQuery } from '#features/forums/topic.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseTopicFilter } from './topic-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseTopicFilter(page.search)
  const list = page.required<{ total: number }>(topicsQuery(filter))
  return Promise.all([list.then((found) => loadWholeSiteResults(page, filter.search, found)), page.optional(categoriesQuery())])
})
