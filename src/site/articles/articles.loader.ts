import { articlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { load } from '#platform/page-load.client.ts'
import { filterOf } from './article-filter.ts'

export const loader = load((page) => Promise.all([page.need(articlesQuery(filterOf(page.search))), page.want(categoriesQuery())]))
