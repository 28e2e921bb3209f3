import { articlesQuery } from '#features/articles/article.client.ts'
import { categoriesQuery } from '#features/categories/category.client.ts'
import { createLoader } from '#platform/page-load.client.ts'
import { parseArticleFilter } from './article-filter.ts'

export const loader = createLoader((page) =>
  Promise.all([page.required(articlesQuery(parseArticleFilter(page.search))), page.optional(categoriesQuery())]),
)
