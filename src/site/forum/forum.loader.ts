import { categoriesQuery } from '#features/categories/category.client.ts'
import { topicsQuery } from '#features/forums/topic.client.ts'
import { load } from '#platform/page-load.client.ts'
import { filterOf } from './topic-filter.ts'

export const loader = load((page) => Promise.all([page.need(topicsQuery(filterOf(page.search))), page.want(categoriesQuery())]))
