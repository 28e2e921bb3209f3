import { categoriesQuery } from '#features/categories/category.client.ts'
import { topicsQuery } from '#features/forums/topic.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { parseTopicFilter } from './topic-filter.ts'

export const loader = createLoader((page) =>
  Promise.all([page.required(topicsQuery(parseTopicFilter(page.search))), page.optional(categoriesQuery())]),
)
