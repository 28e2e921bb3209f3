import { categoriesQuery } from '#features/categories/category.client.ts'
import { isOwnList } from '#features/forums/lists/topic-lists.policy.ts'
import { productQuery } from '#features/products/product.client.ts'
import { topicsQuery, TOPICS_PER_PAGE } from '#features/forums/topic.client.ts'
import { createLoader } from '#platform/pages/page-load.client.ts'
import { loadWholeSiteResults } from '#site/search/whole-site-query.ts'
import { parseTopicFilter } from '#site/forum/lists/topic-filter.ts'

export const loader = createLoader((page) => {
  const filter = parseTopicFilter(page.search)
  const loadList = async () => {
    // The browser loads the lists that differ for each member.
    if (isOwnList(filter.show)) return
    const topicList = await page.required<{ total: number }>(topicsQuery(filter))
    page.requireListPage(topicList, filter.page ?? 1, TOPICS_PER_PAGE)
    await loadWholeSiteResults(page, filter.search, topicList)
  }
  return Promise.all([loadList(), filter.product && page.optional(productQuery(filter.product)), page.optional(categoriesQuery())])
})
